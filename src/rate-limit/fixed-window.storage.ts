import { ThrottlerStorage } from '@nestjs/throttler';
import { Clock } from '../clock/clock.js';

interface Window {
  hits: number;
  endsAtMs: number;
}

type ThrottlerStorageRecord = Awaited<ReturnType<ThrottlerStorage['increment']>>;

/** What a client has left in its window. */
export interface Budget {
  limit: number;
  remaining: number;
  /** Until the window ends, rounded up. */
  resetSeconds: number;
  isBlocked: boolean;
}

/**
 * Counts hits in windows that start with a client's first request. One small object a client, whatever its hits (the
 * library's own storage keeps every hit), and at most `maxClients` of them: past that the one that was added first is
 * forgotten, so a flood of addresses costs bounded memory.
 */
export class FixedWindowStorage implements ThrottlerStorage {
  private readonly windows = new Map<string, Window>();

  constructor(
    private readonly clock: Clock,
    private readonly maxClients = 100_000,
  ) {}

  /** Counts a hit of a client in its window. */
  hit(key: string, windowMs: number, limit: number): Budget {
    const { hits, resetSeconds } = this.count(key, windowMs);
    return { limit, remaining: Math.max(0, limit - hits), resetSeconds, isBlocked: hits > limit };
  }

  /** The same as the library asks for it. */
  async increment(key: string, ttlMs: number, limit: number): Promise<ThrottlerStorageRecord> {
    const { hits, resetSeconds } = this.count(key, ttlMs);
    const isBlocked = hits > limit;
    return {
      totalHits: hits,
      timeToExpire: resetSeconds,
      isBlocked,
      timeToBlockExpire: isBlocked ? resetSeconds : 0,
    };
  }

  private count(key: string, windowMs: number): { hits: number; resetSeconds: number } {
    const nowMs = this.clock.now().getTime();
    const window = this.windowOf(key, nowMs, windowMs);
    window.hits += 1;
    return { hits: window.hits, resetSeconds: Math.ceil((window.endsAtMs - nowMs) / 1000) };
  }

  private windowOf(key: string, nowMs: number, ttlMs: number): Window {
    const known = this.windows.get(key);
    if (known && known.endsAtMs > nowMs) return known;
    // A map iterates in order of insertion, and all windows are equally long: the first ones end first.
    this.windows.delete(key);
    for (const [oldKey, old] of this.windows) {
      if (old.endsAtMs > nowMs && this.windows.size < this.maxClients) break;
      this.windows.delete(oldKey);
    }
    const window = { hits: 0, endsAtMs: nowMs + ttlMs };
    this.windows.set(key, window);
    return window;
  }
}
