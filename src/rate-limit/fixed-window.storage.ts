import { LRUCache } from 'lru-cache';
import type { ThrottlerStorage } from '@nestjs/throttler';
import { Clock } from '../clock/clock.js';

interface SpentBudget {
  hits: number;
  endsAtMs: number;
}

/**
 * Counts requests in windows that start with a client's first request. Stores one small object per client, while the
 * library's storage stores every request. Keeps at most `maxClients` objects and forgets the client that was idle for
 * longest.
 */
export class FixedWindowStorage implements UnitStorage {
  private readonly windows: LRUCache<string, SpentBudget>;

  constructor(
    private readonly clock: Clock,
    maxClients = 100_000,
  ) {
    this.windows = new LRUCache({ max: maxClients });
  }

  increment(
    key: string,
    ttl: number,
    limit: number,
    blockDuration: number,
    _throttlerName?: string,
    units?: number,
  ): Promise<ThrottlerRecord> {
    return Promise.resolve(this.count(key, ttl, limit, blockDuration, units));
  }

  /** Counts a request. A client above its limit is blocked until its window ends, and at least for `blockDuration`. */
  count(key: string, ttl: number, limit: number, blockDuration: number, units = 1): ThrottlerRecord {
    // V8 stores an integer in the window's object, and a fraction in a separate object.
    const nowMs = Math.floor(this.clock.monotonicMs());
    let window = this.windows.get(key);
    if (window === undefined || window.endsAtMs <= nowMs) {
      window = { hits: 0, endsAtMs: nowMs + ttl };
      this.windows.set(key, window);
    }
    window.hits = window.hits < limit ? Math.min(window.hits + units, limit) : window.hits + 1;
    if (window.hits === limit + 1) window.endsAtMs = Math.max(window.endsAtMs, nowMs + blockDuration);
    return toThrottlerRecord(window.hits, window.endsAtMs - nowMs, limit);
  }
}

/** The units that a client has spent in the window, and the seconds until the window ends. */
export type ThrottlerRecord = Awaited<ReturnType<ThrottlerStorage['increment']>>;

/** A storage that can count a request as several units. */
export interface UnitStorage extends ThrottlerStorage {
  /**
   * Spends `units` of a client's budget, at most the remaining units. If none remain, the client is blocked and each
   * request counts as one unit above the limit.
   */
  increment(...given: [...Parameters<ThrottlerStorage['increment']>, units?: number]): Promise<ThrottlerRecord>;
}

export function toThrottlerRecord(totalHits: number, endsInMs: number, limit: number): ThrottlerRecord {
  // Redis may report that no time is left.
  const timeToExpire = Math.max(1, Math.ceil(endsInMs / 1000));
  return { totalHits, timeToExpire, isBlocked: totalHits > limit, timeToBlockExpire: timeToExpire };
}
