import { HttpException, Injectable, ServiceUnavailableException } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Clock } from '../clock/clock.js';
import { Config } from '../config/config.js';
import { DeadlineExceeded, Deadlines } from '../database/reads/deadlines.js';
import { overloadMessage } from '../http/errors/error-reply.js';
import { ListFormat } from '../http/lists/list-format.js';
import { Caller, currentCaller, runFor } from './caller.js';
import { CacheResult, MatchedOperation } from '../http/request/request-trace.js';
import { WithHeaders } from '../http/request/with-headers.js';
import { FaultLog } from '../logging/fault-log.js';
import { AdaptiveLimit } from './adaptive-limit.js';
import { StoredResponse } from './stored-response.js';
import { WaitingTime } from './waiting-time.js';

/** A response whose JSON is a `Body`, and its source. */
export class LoadedResponse<Body = unknown> {
  constructor(
    readonly stored: StoredResponse<Body>,
    readonly result: CacheResult,
    /** The key in the cache. Undefined if the cache is off. */
    readonly key: string | undefined,
    /** The format of the response. Undefined for JSON. */
    readonly format?: ListFormat,
  ) {}
}

/** The rest of a load that needs no database, such as drawing a picture. It is not part of the load limit. */
export class AfterLoad<Body> {
  constructor(readonly run: () => Promise<Body | WithHeaders<Body>>) {}
}

/** Facts about a URL that the cache has seen. */
export interface UrlMatch {
  key: string;
  operation: MatchedOperation;
  /** The cost in units of the rate limit. */
  units: number;
}

interface Entry {
  stored: StoredResponse;
  group: string | undefined;
  /** Bytes of all variants and of the entry itself. */
  size: number;
  /** True if the underlying data has changed. */
  isOutdated: boolean;
  /** The time of the last failed reload. */
  failedAtMs: number;
}

interface Load {
  stored: Promise<StoredResponse>;
  group: string | undefined;
  /** Requests and loads that wait for this one. Undefined for one that never leaves. */
  callers: (Caller | undefined)[];
}

// For this long after a failed load, requests get the stored response instead of waiting for another attempt.
const failureBackoffMs = 5_000;
// Memory of an entry in addition to its bodies: objects, keys, slots. Measured with 1,000,000 small entries.
const entryOverheadBytes = 2_000;
const urlMatchOverheadBytes = 260;
/** A response with a larger share of the memory is not stored, because it would evict all others. */
const maxEntryShare = 1 / 8;

/**
 * Responses in memory, limited by bytes. A response is fresh for `CACHE_TTL_SECONDS`. For the same time again, requests
 * get the stale response while one request reloads it. After that, requests wait for the new response. If loading fails
 * or the service is overloaded, requests get the old response until it is `CACHE_STALE_SECONDS` old. A load that throws
 * a client error such as a NotFoundException removes the response. Simultaneous requests for a response share one load.
 * A response that is made from another one has its age. A load that waits in queues for most of its time
 * fails as an overload.
 */
@Injectable()
export class ResponseCache {
  private readonly entries: LRUCache<string, Entry>;
  private readonly urlMatches: LRUCache<string, UrlMatch>;
  private readonly loads = new Map<string, Load>();
  private readonly freshMs: number;
  private readonly staleMs: number;
  private readonly limit = new AdaptiveLimit();
  private readonly deadlineMs: number;
  private readonly deadlines: Deadlines;
  /** Counts how often responses became outdated. */
  private generation = 0;

  constructor(
    config: Config,
    private readonly clock: Clock,
    private readonly faults: FaultLog,
  ) {
    this.deadlineMs = config.databaseDeadlineSeconds * 1000;
    this.deadlines = new Deadlines(this.deadlineMs);
    this.freshMs = config.cacheTtlSeconds * 1000;
    this.staleMs = Math.max(config.cacheStaleSeconds * 1000, this.freshMs);
    const bytes = config.cacheMaxMegabytes * 1024 * 1024;
    const maxEntryBytes = Math.floor(bytes * maxEntryShare);
    this.urlMatches = new LRUCache({
      maxSize: maxEntryBytes,
      sizeCalculation: (_match, url) => url.length + urlMatchOverheadBytes,
    });
    this.entries = new LRUCache({
      maxSize: bytes - maxEntryBytes,
      maxEntrySize: maxEntryBytes,
      sizeCalculation: ({ size }) => size,
    });
  }

  /** True if another load would have to wait too long. */
  get isBusy(): boolean {
    return this.limit.isReached;
  }

  get isOff(): boolean {
    return this.freshMs === 0;
  }

  /** The number of entries, their bytes, and the byte limit. */
  get usage(): { entries: number; bytes: number; maxBytes: number } {
    return {
      entries: this.entries.size,
      bytes: this.entries.calculatedSize + this.urlMatches.calculatedSize,
      maxBytes: this.entries.maxSize + this.urlMatches.maxSize,
    };
  }

  /**
   * Returns the response of an operation and loads it if necessary. If loading fails, returns an older response or throws
   * the error of `load`. `keyParts` identify the operation and all parameters of the response, in a fixed order. The
   * responses of a `group` become outdated together.
   */
  async getOrLoad<Body>(
    keyParts: readonly (string | number | boolean | object | undefined)[],
    load: () => Promise<Body | WithHeaders<Body> | AfterLoad<Body>>,
    group?: string,
  ): Promise<LoadedResponse<Body>> {
    const caller = currentCaller();
    caller?.leaveLimit?.();
    if (this.isOff) return new LoadedResponse<Body>(await this.loadWithinLimits(load, [caller]), 'none', undefined);
    const key = JSON.stringify(keyParts);
    const loaded = (stored: StoredResponse, result: CacheResult) => {
      caller?.uses?.(stored.createdAtMs);
      return new LoadedResponse<Body>(stored, result, key);
    };
    const entry = this.entries.get(key);
    const state = entry && this.stateOf(entry);
    if (entry && state === 'fresh') return loaded(entry.stored, 'hit');
    if (entry && state === 'stale') {
      this.reloadInBackground(key, group, load);
      return loaded(entry.stored, 'stale');
    }
    try {
      return loaded(await this.loadOnce(key, group, load, caller), 'miss');
    } catch (error) {
      if (entry === undefined || isClientError(error) || this.ageOf(entry) > this.staleMs) throw error;
      this.faults.warn({ err: error, key }, 'Failed to load a response: returned the cached one');
      return loaded(entry.stored, 'stale');
    }
  }

  /** Finds the earlier response to a URL if it needs no load. */
  findByUrl(url: string): { loaded: LoadedResponse; match: UrlMatch } | undefined {
    const match = this.urlMatches.peek(url);
    const entry = match && this.entries.get(match.key);
    if (match === undefined || entry === undefined) return undefined;
    const { key } = match;
    const state = this.stateOf(entry);
    if (state === 'fresh') return { loaded: new LoadedResponse(entry.stored, 'hit', key), match };
    const isLoading = this.loads.has(key);
    return state === 'stale' && isLoading
      ? { loaded: new LoadedResponse(entry.stored, 'stale', key), match }
      : undefined;
  }

  /** Stores the key of a URL for {@link findByUrl}. */
  storeUrl(url: string, match: UrlMatch): void {
    this.urlMatches.set(url, match);
  }

  /**
   * Marks the responses of a group as outdated, including those that are loading. Requests then reload them. The stored
   * responses remain in case loading fails.
   */
  invalidate(group: string): void {
    this.generation += 1;
    for (const entry of this.entries.values()) {
      if (entry.group === group) entry.isOutdated = true;
    }
    for (const [key, load] of this.loads) {
      if (load.group === group) this.loads.delete(key);
    }
  }

  /** Removes all responses. Responses that are loading will be outdated. */
  clear(): void {
    this.generation += 1;
    this.entries.clear();
    this.urlMatches.clear();
  }

  /** Classifies an entry: fresh, stale (requests get it while one reloads it), or expired (requests wait). */
  private stateOf(entry: Entry): 'fresh' | 'stale' | 'expired' {
    const ageMs = this.ageOf(entry);
    if (!entry.isOutdated && ageMs < this.freshMs) return 'fresh';
    if (!entry.isOutdated && ageMs < 2 * this.freshMs) return 'stale';
    const canServeStale = this.isBusy || this.clock.monotonicMs() - entry.failedAtMs < failureBackoffMs;
    return canServeStale && ageMs <= this.staleMs ? 'stale' : 'expired';
  }

  private ageOf({ stored }: Entry): number {
    return this.clock.monotonicMs() - stored.createdAtMs;
  }

  private reloadInBackground(key: string, group: string | undefined, load: () => Promise<unknown>): void {
    if (this.isBusy) return;
    this.loadOnce(key, group, load, undefined).catch((error: unknown) => {
      if (isClientError(error)) return;
      this.faults.warn({ err: error, key }, 'Failed to reload a cached response');
    });
  }

  private loadOnce(
    key: string,
    group: string | undefined,
    load: () => Promise<unknown>,
    caller: Caller | undefined,
  ): Promise<StoredResponse> {
    const running = this.loads.get(key);
    running?.callers.push(caller);
    if (running) return running.stored;
    const { generation } = this;
    const callers = [caller];
    const loading = this.loadWithinLimits(load, callers)
      .then((stored) => {
        // A response that loaded while its group became outdated may contain old data.
        const isOutdated = generation !== this.generation;
        const isLate = isOutdated && this.entries.peek(key)?.isOutdated === false;
        if (!isLate) this.store(key, group, stored, isOutdated);
        return stored;
      })
      .catch((error: unknown) => {
        const entry = this.entries.peek(key);
        if (isClientError(error)) this.entries.delete(key);
        else if (entry) entry.failedAtMs = this.clock.monotonicMs();
        throw error;
      })
      .finally(() => {
        if (this.loads.get(key)?.stored === loading) this.loads.delete(key);
      });
    this.loads.set(key, { stored: loading, group, callers });
    return loading;
  }

  private async loadWithinLimits(
    load: () => Promise<unknown>,
    callers: readonly (Caller | undefined)[],
  ): Promise<StoredResponse> {
    if (this.isBusy) throw new ServiceUnavailableException(overloadMessage);
    let [isOver, oldestMs] = [false, Infinity];
    const waiting = new WaitingTime();
    const request = currentCaller()?.request;
    const isGone = () => isOver || callers.every((caller) => caller?.isGone());
    const uses = (createdAtMs: number) => (oldestMs = Math.min(oldestMs, createdAtMs));
    const wait = (isWaiting: boolean) => {
      waiting.set(isWaiting);
      for (const caller of callers) caller?.wait?.(isWaiting);
    };
    const value = await this.deadlines
      .run(() => this.limit.run((leaveLimit) => runFor({ request, isGone, leaveLimit, wait, uses }, load)))
      .catch((error: unknown) => {
        const isOverload = error instanceof DeadlineExceeded && waiting.ms > this.deadlineMs / 2;
        throw isOverload ? new ServiceUnavailableException(overloadMessage) : error;
      })
      .finally(() => (isOver = true));
    const finished: unknown = value instanceof AfterLoad ? await value.run() : value;
    return new StoredResponse(finished, Math.min(oldestMs, this.clock.monotonicMs()));
  }

  private store(key: string, group: string | undefined, stored: StoredResponse, isOutdated: boolean): void {
    const earlier = this.entries.peek(key)?.stored;
    const reused = earlier ? stored.reuse(earlier) : 0;
    const size = stored.identity.body.length + reused + key.length + entryOverheadBytes;
    this.entries.set(key, { stored, group, size, isOutdated, failedAtMs: -Infinity });
    stored.onVariant = (bytes) => {
      const entry = this.entries.peek(key);
      // A new object, because the store computes the size of a value only once.
      if (entry?.stored === stored) this.entries.set(key, { ...entry, size: entry.size + bytes });
    };
  }
}

/** True for errors that are the valid response to a request, such as 404. Other errors are failures. */
function isClientError(error: unknown): boolean {
  return error instanceof HttpException && error.getStatus() < 500;
}
