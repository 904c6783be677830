import { ThrottlerStorage } from '@nestjs/throttler';
import { Clock } from '../clock/clock.js';

interface Window {
  hits: number;
  endsAtMs: number;
}

type ThrottlerStorageRecord = Awaited<ReturnType<ThrottlerStorage['increment']>>;

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

  async increment(key: string, ttlMs: number, limit: number): Promise<ThrottlerStorageRecord> {
    const nowMs = this.clock.now().getTime();
    const window = this.windowOf(key, nowMs, ttlMs);
    window.hits += 1;
    const secondsLeft = Math.ceil((window.endsAtMs - nowMs) / 1000);
    const isBlocked = window.hits > limit;
    return {
      totalHits: window.hits,
      timeToExpire: secondsLeft,
      isBlocked,
      timeToBlockExpire: isBlocked ? secondsLeft : 0,
    };
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
