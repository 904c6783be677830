import { LRUCache } from 'lru-cache';
import { Clock } from '../clock/clock.js';
import { ThrottlerRecord, UnitStorage, recordOf } from './throttler-record.js';

interface Window {
  hits: number;
  endsAtMs: number;
}

/**
 * Counts requests in windows that begin with a client's first request. It keeps one small object per client, where the
 * library's own storage keeps every request. It keeps at most `maxClients` of them, and then forgets the client that has been
 * silent for longest.
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
    // V8 keeps a whole number in the window's object, and a fraction in one of its own.
    const nowMs = Math.floor(this.clock.monotonicMs());
    let window = this.windows.get(key);
    if (window === undefined || window.endsAtMs <= nowMs) {
      window = { hits: 0, endsAtMs: nowMs + ttl };
      this.windows.set(key, window);
    }
    window.hits = window.hits < limit ? Math.min(window.hits + units, limit) : window.hits + 1;
    if (window.hits === limit + 1) window.endsAtMs = Math.max(window.endsAtMs, nowMs + blockDuration);
    return recordOf(window.hits, window.endsAtMs - nowMs, limit);
  }
}
