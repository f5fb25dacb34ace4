import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { FaqPlace } from '../../paths';
import { useDraft, wellFormed } from './useDraft';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function draft(place: FaqPlace) {
  const onPlace = vi.fn<(place: FaqPlace) => void>();
  const hook = renderHook(({ at }) => useDraft(at, onPlace), { initialProps: { at: place } });
  return { ...hook, onPlace };
}

it('shows each key at once and tells the address when the typing pauses', () => {
  const { result, onPlace } = draft({ q: '' });
  for (const q of ['a', 'ab', 'abc']) {
    act(() => result.current.type({ q }));
    expect(result.current.draft.q).toBe(q);
  }
  expect(onPlace).not.toHaveBeenCalled();
  act(() => vi.advanceTimersByTime(250));
  expect(onPlace.mock.calls).toEqual([[{ q: 'abc' }]]);
});

it('is not overtaken by its own address', () => {
  const { result, rerender } = draft({ q: '' });
  act(() => result.current.type({ q: 'a' }));
  act(() => vi.advanceTimersByTime(250));
  act(() => result.current.type({ q: 'ab' }));
  rerender({ at: { q: 'a' } });
  expect(result.current.draft.q).toBe('ab');
});

it('takes a change from outside when nothing of its own is under way', () => {
  const { result, rerender } = draft({ q: 'a', category: 'Cats' });
  rerender({ at: { q: '' } });
  expect(result.current.draft).toEqual({ q: '' });
});

it('tells at once what is settled, and what was still to tell when asked to', () => {
  const { result, onPlace } = draft({ q: '' });
  act(() => result.current.settle({ q: 'a', category: 'Cats' }));
  expect(onPlace).toHaveBeenLastCalledWith({ q: 'a', category: 'Cats' });
  act(() => result.current.type({ q: 'ab', category: 'Cats' }));
  act(() => result.current.flush());
  expect(onPlace).toHaveBeenLastCalledWith({ q: 'ab', category: 'Cats' });
  act(() => result.current.flush());
  expect(onPlace).toHaveBeenCalledTimes(2);
});

it('leaves the address of the next screen alone', () => {
  const { result, onPlace, unmount } = draft({ q: '' });
  act(() => result.current.type({ q: 'a' }));
  const { flush } = result.current;
  unmount();
  flush();
  vi.advanceTimersByTime(1000);
  expect(onPlace).not.toHaveBeenCalled();
});

it('mends lone surrogates, which no address can carry', () => {
  expect(wellFormed('a\uD83D b\uDDF3 🗳')).toBe('a\uFFFD b\uFFFD 🗳');
  expect(() => encodeURIComponent(wellFormed('\uD83D'))).not.toThrow();
});
