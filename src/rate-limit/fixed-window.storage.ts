import { LRUCache } from 'lru-cache';
import { Clock } from '../clock/clock.js';
import { ThrottlerRecord, UnitStorage, toThrottlerRecord } from './throttler-record.js';

interface Window {
  hits: number;
  endsAtMs: number;
}

/**
 * Counts requests in windows that start with a client's first request. Stores one small object per client, while the
 * library's storage stores every request. Keeps at most `maxClients` objects and forgets the client that was idle for
 * longest.
 */
export class FixedWindowStorage implements UnitStorage {
  private readonly windows: LRUCache<string, Window>;

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
