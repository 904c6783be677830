import { Injectable, NotFoundException, ServiceUnavailableException } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Clock } from '../clock/clock.js';
import { Config } from '../config/config.js';
import { Deadlines } from '../database/reads/deadlines.js';
import { ListForm, ListRequest } from '../http/lists/list-form.js';
import { CacheResult } from '../http/request/request-trace.js';
import { WithHeaders } from '../http/request/with-headers.js';
import { FaultLog } from '../logging/fault-log.js';
import { LoadLimit } from './load-limit.js';
import { StoredAnswer } from './stored-answer.js';

/** The error of a request that is rejected because too many responses are loading. */
export const busyMessage = 'The service is overloaded. Try again in a second.';

/** A response whose JSON is a `Body`, and its source. */
export class Found<Body = unknown> {
  constructor(
    readonly answer: StoredAnswer<Body>,
    readonly result: CacheResult,
    /** The key in the cache. Undefined if the cache is off. */
    readonly key: string | undefined,
    /** The form of the response. Undefined for JSON. */
    readonly form?: ListForm,
  ) {}
}

/** The rest of a load that needs no database, such as drawing a picture. It is not part of the load limit. */
export class AfterLoad<Body> {
  constructor(readonly run: () => Promise<Body | WithHeaders<Body>>) {}
}

/** Facts about a URL that the cache has seen. */
export interface Spelling {
  key: string;
  route: string | undefined;
  /** The form that the URL of a list selects. */
  list?: ListRequest | undefined;
  /** The cost in units of the rate limit, by default one. */
  units?: number | undefined;
}

interface Entry {
  answer: StoredAnswer;
  group: string | undefined;
  /** Bytes of all forms and of the entry itself. */
  size: number;
  /** True if the underlying data has changed. */
  isOutdated: boolean;
  /** The time of the last failed reload. */
  failedAtMs: number;
}

interface Load {
  answer: Promise<StoredAnswer>;
  group: string | undefined;
}

// For this long after a failed load, requests get the stored response instead of waiting for another attempt.
const failingMs = 5_000;
// Memory of an entry in addition to its bodies: objects, keys, slots. Measured with 1,000,000 small entries.
const entryOverheadBytes = 1_500;
const spellingOverheadBytes = 200;
/** A response with a larger share of the memory is not stored, because it would evict all others. */
const largestShare = 1 / 8;

/**
 * Responses in memory, limited by bytes. A response is fresh for `CACHE_TTL_SECONDS`. For the same time again, requests
 * get the stale response while one request reloads it. After that, requests wait for the new response. If loading fails
 * or the service is overloaded, requests get the old response until it is `CACHE_STALE_SECONDS` old. A
 * NotFoundException removes the response. Simultaneous requests for a response share one load.
 */
@Injectable()
export class ResponseCache {
  private readonly entries: LRUCache<string, Entry>;
  private readonly spellings: LRUCache<string, Spelling>;
  private readonly loads = new Map<string, Load>();
  private readonly freshMs: number;
  private readonly staleMs: number;
  private readonly limit = new LoadLimit();
  private readonly deadlines: Deadlines;
  /** Counts how often responses became outdated. */
  private generation = 0;

  constructor(
    config: Config,
    private readonly clock: Clock,
    private readonly faults: FaultLog,
  ) {
    this.deadlines = new Deadlines(config.databaseDeadlineSeconds * 1000);
    this.freshMs = config.cacheTtlSeconds * 1000;
    this.staleMs = Math.max(config.cacheStaleSeconds * 1000, this.freshMs);
    const bytes = config.cacheMaxMegabytes * 1024 * 1024;
    const largest = Math.floor(bytes * largestShare);
    this.spellings = new LRUCache({
      maxSize: largest,
      sizeCalculation: (_spelling, url) => url.length + spellingOverheadBytes,
    });
    this.entries = new LRUCache({
      maxSize: bytes - largest,
      maxEntrySize: largest,
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
      bytes: this.entries.calculatedSize + this.spellings.calculatedSize,
      maxBytes: this.entries.maxSize + this.spellings.maxSize,
    };
  }

  /**
   * Returns the response of an operation and loads it if necessary. If loading fails, returns an older response or throws
   * the error of `load`. `question` identifies the operation and all parameters of the response. The responses of a
   * `group` become outdated together.
   */
  async answer<Body>(
    question: readonly (string | number)[],
    load: () => Promise<Body | WithHeaders<Body> | AfterLoad<Body>>,
    group?: string,
  ): Promise<Found<Body>> {
    if (this.isOff) return new Found<Body>(await this.ask(load), 'none', undefined);
    const key = JSON.stringify(question);
    const found = (answer: StoredAnswer, result: CacheResult) => new Found<Body>(answer, result, key);
    const entry = this.entries.get(key);
    const state = entry && this.stateOf(entry);
    if (entry && state === 'fresh') return found(entry.answer, 'hit');
    if (entry && state === 'usable') {
      this.loadBehind(key, group, load);
      return found(entry.answer, 'stale');
    }
    try {
      return found(await this.load(key, group, load), 'miss');
    } catch (error) {
      const isGone = error instanceof NotFoundException;
      if (entry === undefined || isGone || this.ageOf(entry) > this.staleMs) throw error;
      this.faults.warn({ err: error, key }, 'Failed to load a response: returned the cached one');
      return found(entry.answer, 'stale');
    }
  }

  /** Finds the earlier response to a URL if it needs no load. */
  find(url: string): { found: Found; spelling: Spelling } | undefined {
    const spelling = this.spellings.peek(url);
    const entry = spelling && this.entries.get(spelling.key);
    if (spelling === undefined || entry === undefined) return undefined;
    const { key } = spelling;
    const state = this.stateOf(entry);
    if (state === 'fresh') return { found: new Found(entry.answer, 'hit', key), spelling };
    const isLoading = this.loads.has(key);
    return state === 'usable' && isLoading ? { found: new Found(entry.answer, 'stale', key), spelling } : undefined;
  }

  /** Stores the key of a URL for {@link find}. */
  rememberUrl(url: string, spelling: Spelling): void {
    this.spellings.set(url, spelling);
  }

  /**
   * Marks the responses of a group as outdated, including those that are loading. Requests then reload them. The stored
   * responses remain in case loading fails.
   */
  outdate(group: string): void {
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
    this.spellings.clear();
  }

  /** Classifies an entry: fresh, usable without waiting for a new response, or too old. */
  private stateOf(entry: Entry): 'fresh' | 'usable' | 'old' {
    const ageMs = this.ageOf(entry);
    if (!entry.isOutdated && ageMs < this.freshMs) return 'fresh';
    if (!entry.isOutdated && ageMs < 2 * this.freshMs) return 'usable';
    const isHardToReplace = this.isBusy || this.clock.monotonicMs() - entry.failedAtMs < failingMs;
    return isHardToReplace && ageMs <= this.staleMs ? 'usable' : 'old';
  }

  private ageOf({ answer }: Entry): number {
    return this.clock.monotonicMs() - answer.createdAtMs;
  }

  private loadBehind(key: string, group: string | undefined, load: () => Promise<unknown>): void {
    if (this.isBusy) return;
    this.load(key, group, load).catch((error: unknown) => {
      if (error instanceof NotFoundException) return;
      this.faults.warn({ err: error, key }, 'Failed to reload a cached response');
    });
  }

  private load(key: string, group: string | undefined, load: () => Promise<unknown>): Promise<StoredAnswer> {
    const running = this.loads.get(key);
    if (running) return running.answer;
    const { generation } = this;
    const loading = this.ask(load)
      .then((answer) => {
        // A response that loaded while its group became outdated may contain old data.
        const isOutdated = generation !== this.generation;
        const isLate = isOutdated && this.entries.peek(key)?.isOutdated === false;
        if (!isLate) this.store(key, group, answer, isOutdated);
        return answer;
      })
      .catch((error: unknown) => {
        const entry = this.entries.peek(key);
        // A NotFoundException is a valid response and not a failure.
        if (error instanceof NotFoundException) this.entries.delete(key);
        else if (entry) entry.failedAtMs = this.clock.monotonicMs();
        throw error;
      })
      .finally(() => {
        if (this.loads.get(key)?.answer === loading) this.loads.delete(key);
      });
    this.loads.set(key, { answer: loading, group });
    return loading;
  }

  private async ask(load: () => Promise<unknown>): Promise<StoredAnswer> {
    if (this.isBusy) throw new ServiceUnavailableException(busyMessage);
    const value = await this.deadlines.run(() => this.limit.run(load));
    const finished: unknown = value instanceof AfterLoad ? await value.run() : value;
    return new StoredAnswer(finished, this.clock.monotonicMs());
  }

  private store(key: string, group: string | undefined, answer: StoredAnswer, isOutdated: boolean): void {
    const earlier = this.entries.peek(key)?.answer;
    const reused = earlier ? answer.reuse(earlier) : 0;
    const size = answer.identity.byteLength + reused + key.length + entryOverheadBytes;
    this.entries.set(key, { answer, group, size, isOutdated, failedAtMs: -Infinity });
    answer.onForm = (bytes) => {
      const entry = this.entries.peek(key);
      // A new object, because the store computes the size of a value only once.
      if (entry?.answer === answer) this.entries.set(key, { ...entry, size: entry.size + bytes });
    };
  }
}
