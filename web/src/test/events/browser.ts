/** Browser features missing in jsdom: event streams, locks, and channels between tabs. Never part of the app. */
import { act } from '@testing-library/react';

export class FakeSource extends EventTarget {
  static readonly CLOSED = 2;
  static all: FakeSource[] = [];
  static get open(): FakeSource[] {
    return FakeSource.all.filter(({ readyState }) => readyState !== FakeSource.CLOSED);
  }
  readyState = 1;
  readonly url: string;
  constructor(url: string) {
    super();
    this.url = url;
    FakeSource.all.push(this);
  }
  close(): void {
    this.readyState = FakeSource.CLOSED;
  }
  /** Sends an event with the served version. */
  serve(version: string): void {
    act(() => void this.dispatchEvent(new MessageEvent('content', { data: JSON.stringify({ version }) })));
  }
  beat(): void {
    this.dispatchEvent(new MessageEvent('heartbeat', { data: '{}' }));
  }
  /** Ends the stream; `refused` if the response was an error, after which a browser doesn't reconnect. */
  fail(refused = false): void {
    if (refused) this.readyState = FakeSource.CLOSED;
    act(() => void this.dispatchEvent(new Event('error')));
  }
}

interface Request {
  run: () => Promise<void>;
  resolve: () => void;
  reject: (reason: Error) => void;
}

/** One lock, shared by everyone who requests it. */
export class FakeLocks {
  held: Request | undefined;
  private waiting: Request[] = [];

  request = (_: string, options: { signal?: AbortSignal; steal?: boolean }, run: () => Promise<void>): Promise<void> =>
    new Promise<void>((resolve, reject) => {
      const request: Request = { run, resolve, reject };
      options.signal?.addEventListener('abort', () => {
        if (!this.waiting.includes(request)) return;
        this.waiting = this.waiting.filter((other) => other !== request);
        reject(new DOMException('aborted', 'AbortError'));
      });
      if (options.steal === true) {
        this.held?.reject(new DOMException('stolen', 'AbortError'));
        this.grant(request);
      } else if (this.held === undefined) this.grant(request);
      else this.waiting.push(request);
    });

  private grant(request: Request): void {
    this.held = request;
    void request.run().then(() => {
      request.resolve();
      if (this.held !== request) return;
      this.held = undefined;
      const next = this.waiting.shift();
      if (next !== undefined) this.grant(next);
    });
  }
}

export class FakeChannel {
  static all: FakeChannel[] = [];
  onmessage: ((event: MessageEvent) => void) | null = null;
  readonly name: string;
  constructor(name: string) {
    this.name = name;
    FakeChannel.all.push(this);
  }
  postMessage(data: unknown): void {
    for (const other of FakeChannel.all) if (other !== this && other.name === this.name) other.onmessage?.(new MessageEvent('message', { data }));
  }
  close(): void {
    FakeChannel.all = FakeChannel.all.filter((other) => other !== this);
  }
}
