import { Clock } from '../clock/clock.js';

/** How often a client has asked in its window, and how long that lasts. */
export interface WindowCount {
  hits: number;
  endsInMs: number;
}

interface Window {
  key: string;
  hits: number;
  endsAtMs: number;
  /** The one that was added after it. */
  next: Window | undefined;
}

/**
 * Counts hits in windows that start with a client's first request. One small object a client, whatever its hits (the
 * library's own storage keeps every hit), and at most `maxClients` of them: past that the one that was added first is
 * forgotten, so a flood of addresses costs bounded memory, and as little time as any other requests.
 */
export class FixedWindowStorage {
  private readonly windows = new Map<string, Window>();
  // In order of arrival; all windows are equally long, so the first ones end first. The map has the same order, but
  // looking for its first entry walks over all that were deleted before it.
  private first: Window | undefined;
  private last: Window | undefined;

  constructor(
    private readonly clock: Clock,
    private readonly maxClients = 100_000,
  ) {}

  /** Counts a hit of a client in its window. */
  count(key: string, windowMs: number): WindowCount {
    const nowMs = this.clock.now().getTime();
    const window = this.windowOf(key, nowMs, windowMs);
    window.hits += 1;
    return { hits: window.hits, endsInMs: window.endsAtMs - nowMs };
  }

  private windowOf(key: string, nowMs: number, windowMs: number): Window {
    const known = this.windows.get(key);
    if (known && known.endsAtMs > nowMs) return known;
    this.makeRoom(nowMs);
    const window: Window = { key, hits: 0, endsAtMs: nowMs + windowMs, next: undefined };
    this.windows.set(key, window);
    if (this.last) this.last.next = window;
    this.first ??= window;
    this.last = window;
    return window;
  }

  private makeRoom(nowMs: number): void {
    while (this.first && (this.first.endsAtMs <= nowMs || this.windows.size >= this.maxClients)) {
      const { first } = this;
      // A clock that was set back may have brought a newer one of the same client.
      if (this.windows.get(first.key) === first) this.windows.delete(first.key);
      this.first = first.next;
    }
    if (!this.first) this.last = undefined;
  }
}
