import { Injectable, NotFoundException, ServiceUnavailableException } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Clock } from '../clock/clock.js';
import { Config } from '../config/config.js';
import { Deadlines } from '../database/deadlines.js';
import { ListForm, ListRequest } from '../http/list-form.js';
import { CacheResult } from '../http/request-trace.js';
import { WithHeaders } from '../http/with-headers.js';
import { FaultLog } from '../logging/fault-log.js';
import { LoadLimit } from './load-limit.js';
import { StoredAnswer } from './stored-answer.js';

/** The error of a request that is refused because too many answers are being loaded. */
export const busyMessage = 'The service is overloaded. Try again in a second.';

/** An answer whose JSON is that of a `Body`, and how it came about. */
export class Found<Body = unknown> {
  constructor(
    readonly answer: StoredAnswer<Body>,
    readonly result: CacheResult,
    /** What the answer is kept by; undefined while the cache is off. */
    readonly key: string | undefined,
    /** The form of the answer; undefined for JSON. */
    readonly form?: ListForm,
  ) {}
}

/** What is known of a URL that was answered. */
export interface Spelling {
  key: string;
  route: string | undefined;
  /** Of a list, what the URL says of the form. */
  list?: ListRequest | undefined;
  /** What a request spends of the rate limit; one unit unless given. */
  units?: number | undefined;
}

interface Entry {
  answer: StoredAnswer;
  group: string | undefined;
  /** Bytes of all its forms, and of what keeps it. */
  size: number;
  /** Whether the data behind it is known to have changed. */
  isOutdated: boolean;
  /** When reloading it last failed. */
  failedAtMs: number;
}

interface Load {
  answer: Promise<StoredAnswer>;
  group: string | undefined;
}

// For this long after loading has failed, requests get the stored answer instead of waiting for another attempt.
const failingMs = 5_000;
// The memory that an entry takes besides its bodies: objects, keys, slots. Measured with 1,000,000 small entries.
const entryOverheadBytes = 1_500;
const spellingOverheadBytes = 200;
/** An answer that takes a larger share of the memory is not stored, since it would push out all others. */
const largestShare = 1 / 8;

/**
 * Answers in memory, bounded by bytes. An answer is fresh for `CACHE_TTL_SECONDS`. For as long again it is still given while
 * one request reloads it; after that, requests wait for the new one. When loading fails, or the service is overloaded, the
 * old answer is given until it is `CACHE_STALE_SECONDS` old; when there is nothing to answer any more, it is removed. However many requests ask for an answer at once, it is loaded once.
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
  /** Counts how often answers were outdated. */
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

  /** Whether so many answers are being loaded that another one would have to wait for too long. */
  get isBusy(): boolean {
    return this.limit.isReached;
  }

  get isOff(): boolean {
    return this.freshMs === 0;
  }

  /** The number of entries, the bytes that they take, and the limit of these bytes. */
  get usage(): { entries: number; bytes: number; maxBytes: number } {
    return {
      entries: this.entries.size,
      bytes: this.entries.calculatedSize + this.spellings.calculatedSize,
      maxBytes: this.entries.maxSize + this.spellings.maxSize,
    };
  }

  /**
   * The answer of an operation, loaded if need be; throws what `load` throws if there is no answer to fall back on. `question`
   * is the operation and all that its answer depends on; answers of a `group` are outdated together.
   */
  async answer<Body>(
    question: readonly (string | number)[],
    load: () => Promise<Body | WithHeaders<Body>>,
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
      this.faults.warn({ err: error, key }, 'Loading an answer failed: answering with the stored one');
      return found(entry.answer, 'stale');
    }
  }

  /** The answer that a URL got before, and what is known of the URL, if the answer may be given again and nothing has to be loaded. */
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

  /** Remembers what a URL asks for, so that {@link find} finds it. */
  rememberUrl(url: string, spelling: Spelling): void {
    this.spellings.set(url, spelling);
  }

  /**
   * Makes requests for the answers of a group load them again, those too that are being loaded. The stored answers stay, in case loading
   * fails.
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

  /** Removes all answers. Answers that are being loaded now will be outdated. */
  clear(): void {
    this.generation += 1;
    this.entries.clear();
    this.spellings.clear();
  }

  /** Whether an entry is fresh, may be given without waiting for a new answer, or is too old for that. */
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
      this.faults.warn({ err: error, key }, 'Reloading a stored answer failed');
    });
  }

  private load(key: string, group: string | undefined, load: () => Promise<unknown>): Promise<StoredAnswer> {
    const running = this.loads.get(key);
    if (running) return running.answer;
    const { generation } = this;
    const loading = this.ask(load)
      .then((answer) => {
        // An answer that was loaded while its group was outdated may still be the old one.
        const isOutdated = generation !== this.generation;
        const isLate = isOutdated && this.entries.peek(key)?.isOutdated === false;
        if (!isLate) this.store(key, group, answer, isOutdated);
        return answer;
      })
      .catch((error: unknown) => {
        const entry = this.entries.peek(key);
        // That there is no such thing any more is an answer, and not a failure.
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
    return new StoredAnswer(value, this.clock.monotonicMs());
  }

  private store(key: string, group: string | undefined, answer: StoredAnswer, isOutdated: boolean): void {
    const earlier = this.entries.peek(key)?.answer;
    const reused = earlier ? answer.reuse(earlier) : 0;
    const size = answer.identity.byteLength + reused + key.length + entryOverheadBytes;
    this.entries.set(key, { answer, group, size, isOutdated, failedAtMs: -Infinity });
    answer.onForm = (bytes) => {
      const entry = this.entries.peek(key);
      // A new object, since the store asks for the size of a value only once.
      if (entry?.answer === answer) this.entries.set(key, { ...entry, size: entry.size + bytes });
    };
  }
}
