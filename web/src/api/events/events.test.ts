import fc from '../../test/fc';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeChannel, FakeLocks, FakeSource } from '../../test/events/browser';
import { isAway } from '../reach';
import { follow, silence, wait } from './stream';
import { frozen, listen } from './tabs';

const line = { online: true };
const go = (online: boolean) => {
  line.online = online;
  dispatchEvent(new Event(online ? 'online' : 'offline'));
};
const last = () => FakeSource.all.at(-1) as FakeSource;

let locks: FakeLocks;
beforeEach(() => {
  vi.useFakeTimers();
  line.online = true;
  FakeSource.all = [];
  FakeChannel.all = [];
  locks = new FakeLocks();
  vi.stubGlobal('EventSource', FakeSource);
  vi.stubGlobal('BroadcastChannel', FakeChannel);
  Object.defineProperty(navigator, 'locks', { value: locks, configurable: true });
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => line.online);
});
afterEach(() => {
  Reflect.deleteProperty(navigator, 'locks');
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const hear = () => ({ onVersion: vi.fn(), onListening: vi.fn(), onReach: vi.fn(), onAlive: vi.fn() });

describe('wait', () => {
  it('grows with each failure, up to a minute, and is randomized', () => {
    expect([wait(0, 0), wait(0, 1), wait(1, 0), wait(1, 1), wait(40, 0), wait(40, 1)]).toEqual([1000, 5000, 2000, 10_000, 12_000, 60_000]);
    fc.assert(
      fc.property(fc.nat(), fc.double({ min: 0, max: 1, noNaN: true }), (failures, chance) => {
        expect(wait(failures, chance)).toBeGreaterThanOrEqual(1000);
        expect(wait(failures, chance)).toBeLessThanOrEqual(60_000);
      }),
    );
  });
});

describe('the stream', () => {
  it('reports the served version and reconnects after it ends, but not immediately', () => {
    const heard = hear();
    const stop = follow(heard);
    expect(last().url).toBe('/api/events');
    last().serve('v1');
    last().fail();
    expect(FakeSource.open).toEqual([]);
    vi.advanceTimersByTime(999);
    expect(FakeSource.all).toHaveLength(1);
    vi.advanceTimersByTime(4001);
    expect(FakeSource.open).toHaveLength(1);
    last().serve('v2');
    expect(heard.onVersion.mock.calls).toEqual([['v1'], ['v2']]);
    expect(heard.onListening.mock.calls).toEqual([[true], [true]]);
    stop();
  });

  it('waits longer after each refusal, and reports it', () => {
    vi.spyOn(Math, 'random').mockReturnValue(1);
    const heard = hear();
    const stop = follow(heard);
    for (const after of [5000, 10_000, 20_000, 40_000, 60_000, 60_000]) {
      last().fail(true);
      const before = FakeSource.all.length;
      vi.advanceTimersByTime(after - 1);
      expect(FakeSource.all).toHaveLength(before);
      vi.advanceTimersByTime(1);
      expect(FakeSource.all).toHaveLength(before + 1);
    }
    expect(heard.onListening.mock.calls).toEqual(Array(6).fill([false]));
    last().serve('v1');
    expect(heard.onListening).toHaveBeenLastCalledWith(true);
    last().fail();
    vi.advanceTimersByTime(5000);
    expect(FakeSource.open).toHaveLength(1);
    stop();
  });

  it('reports that nothing is received after the second failure in a row, not after the first', () => {
    const heard = hear();
    const stop = follow(heard);
    last().serve('v1');
    last().fail();
    expect(heard.onListening).toHaveBeenLastCalledWith(true);
    vi.advanceTimersByTime(5000);
    vi.advanceTimersByTime(silence);
    expect(heard.onListening).toHaveBeenLastCalledWith(false);
    stop();
  });

  it('treats a silent stream as dead, but not one that sends heartbeats', () => {
    const stop = follow(hear());
    const first = last();
    for (let beat = 0; beat < 10; beat += 1) {
      vi.advanceTimersByTime(silence - 1);
      first.beat();
    }
    expect(FakeSource.all).toHaveLength(1);
    vi.advanceTimersByTime(silence + 5000);
    expect(FakeSource.open).toEqual([last()]);
    expect(last()).not.toBe(first);
    stop();
  });

  it('reports the engine as reachable on every event and unreachable on a disconnect or silence, but not on an error response', () => {
    const { onReach, ...heard } = hear();
    const stop = follow({ ...heard, onReach });
    expect(onReach).not.toHaveBeenCalled();
    last().serve('v1');
    last().beat();
    expect(onReach.mock.calls).toEqual([[true], [true]]);
    last().fail(true);
    expect(onReach).toHaveBeenCalledTimes(2);
    vi.advanceTimersByTime(10_000);
    last().fail();
    expect(onReach).toHaveBeenLastCalledWith(false);
    vi.advanceTimersByTime(20_000);
    last().serve('v1');
    expect(onReach).toHaveBeenLastCalledWith(true);
    vi.advanceTimersByTime(silence);
    expect(onReach).toHaveBeenLastCalledWith(false);
    stop();
  });

  it('pauses while offline', () => {
    const stop = follow(hear());
    go(false);
    expect(FakeSource.open).toEqual([]);
    vi.advanceTimersByTime(600_000);
    expect(FakeSource.all).toHaveLength(1);
    go(true);
    vi.advanceTimersByTime(5000);
    expect(FakeSource.open).toHaveLength(1);
    stop();
  });

  it.each(['nonsense', '{}', '{"version":7}', 'null'])('ignores %s', (data) => {
    const heard = hear();
    const stop = follow(heard);
    last().dispatchEvent(new MessageEvent('content', { data }));
    expect(heard.onVersion).not.toHaveBeenCalled();
    expect(FakeSource.open).toHaveLength(1);
    stop();
  });

  it('sends no requests after it’s stopped', () => {
    const stop = follow(hear());
    last().fail();
    stop();
    go(false);
    go(true);
    vi.advanceTimersByTime(600_000);
    expect(FakeSource.all).toHaveLength(1);
  });
});

describe('a browser’s tabs', () => {
  it('share one stream, and a tab opened later learns the served version', () => {
    const [one, two, three] = [hear(), hear(), hear()];
    const stops = [listen(one), listen(two)];
    last().serve('v1');
    stops.push(listen(three));
    expect(FakeSource.all).toHaveLength(1);
    for (const { onVersion } of [one, two, three]) expect(onVersion).toHaveBeenLastCalledWith('v1');
    last().serve('v2');
    for (const { onVersion } of [one, two, three]) expect(onVersion).toHaveBeenLastCalledWith('v2');
    for (const stop of stops) stop();
  });

  it('hand over the stream when the tab that holds it closes', async () => {
    const [one, two] = [hear(), hear()];
    const [stopOne, stopTwo] = [listen(one), listen(two)];
    stopOne();
    await vi.advanceTimersByTimeAsync(0);
    expect(FakeSource.open).toHaveLength(1);
    last().serve('v2');
    expect(two.onVersion).toHaveBeenCalledWith('v2');
    expect(one.onVersion).not.toHaveBeenCalled();
    stopTwo();
    await vi.advanceTimersByTimeAsync(600_000);
    expect(FakeSource.open).toEqual([]);
    expect(FakeChannel.all).toEqual([]);
    expect(locks.held).toBeUndefined();
  });

  it('take the stream from a frozen tab, which listens to the others once it’s thawed', async () => {
    const [one, two] = [hear(), hear()];
    const stopOne = listen(one);
    const first = last();
    const stopTwo = listen(two);
    // The first stream sends heartbeats, then goes silent.
    await vi.advanceTimersByTimeAsync(40_000);
    first.beat();
    const post = vi.spyOn(FakeChannel.all[0] as FakeChannel, 'postMessage').mockReturnValue(undefined);
    for (let beat = 0; beat < 6; beat += 1) {
      await vi.advanceTimersByTimeAsync(frozen / 6);
      first.beat();
    }
    post.mockRestore();
    expect(FakeSource.open).toEqual([last()]);
    expect(last()).not.toBe(first);
    last().serve('v3');
    expect(one.onVersion).toHaveBeenLastCalledWith('v3');
    stopOne();
    stopTwo();
  });

  it('learn from the tab that holds the stream when the engine goes down and when it’s back', async () => {
    // Probes get no response either.
    vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('away'));
    const stop = listen(hear());
    const other = new FakeChannel('callguide.events');
    const heard: unknown[] = [];
    other.onmessage = ({ data }) => heard.push(data);
    last().serve('v1');
    last().fail();
    await vi.advanceTimersByTimeAsync(4000);
    expect(isAway()).toBe(true);
    expect(heard).toContainEqual({ away: true });
    // A newly opened tab asks for the current state.
    other.postMessage('what?');
    expect(heard.at(-1)).toEqual({ version: 'v1', listening: true, away: true });
    await vi.advanceTimersByTimeAsync(20_000);
    last().serve('v1');
    expect(isAway()).toBe(false);
    expect(heard).toContainEqual({ away: false });
    stop();

    // The reverse: this tab waits for the lock, and another tab sends messages.
    const [holder, waiting] = [listen(hear()), listen(hear())];
    other.postMessage({ away: true });
    expect(isAway()).toBe(true);
    other.postMessage({ away: false });
    expect(isAway()).toBe(false);
    holder();
    waiting();
    other.close();
  });

  it('learn when changes stop and start being received, even a tab opened later', () => {
    const [one, two, three] = [hear(), hear(), hear()];
    const stops = [listen(one), listen(two)];
    last().fail(true);
    stops.push(listen(three));
    for (const { onListening } of [one, two, three]) expect(onListening).toHaveBeenLastCalledWith(false);
    vi.advanceTimersByTime(5000);
    last().serve('v1');
    for (const { onListening } of [one, two, three]) expect(onListening).toHaveBeenLastCalledWith(true);
    for (const stop of stops) stop();
  });

  it('each have their own stream if locks aren’t available', () => {
    Reflect.deleteProperty(navigator, 'locks');
    const stops = [listen(hear()), listen(hear())];
    expect(FakeSource.open).toHaveLength(2);
    for (const stop of stops) stop();
    expect(FakeSource.open).toEqual([]);
  });

  it('work without streams if the browser has none', () => {
    vi.stubGlobal('EventSource', undefined);
    Reflect.deleteProperty(globalThis, 'EventSource');
    const heard = hear();
    expect(listen(heard)).not.toThrow();
    expect(heard.onListening.mock.calls).toEqual([[false]]);
  });
});
