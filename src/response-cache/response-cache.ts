import { Injectable, ServiceUnavailableException } from '@nestjs/common';
import { Clock } from '../clock/clock.js';
import { Config } from '../config/config.js';
import { FaultLog } from '../logging/fault-log.js';
import { CacheResult } from '../telemetry/request-trace.js';
import { CachedResponse } from './cached-response.js';
import { LoadLimit } from './load-limit.js';
import { OperationCall } from './operation-call.js';

/** What a request is told that would have to wait for too long. */
export const busyMessage = 'The service has more to do than it can. Try again in a second.';

/** An answer, and how it came about. */
export interface Found {
  response: CachedResponse;
  call: OperationCall;
  result: CacheResult;
}

export interface CacheEntry {
  call: OperationCall;
  response: CachedResponse;
  /** How requests spell the call, so that it is known without being understood again. */
  urls: string[];
  /** Set by a hit, taken away by the hand that looks for what to evict. */
  isUsed: boolean;
  /** What it tells is known to have changed. */
  isOutdated: boolean;
  /** When asking anew last failed. */
  failedAtMs: number;
}

const mostUrls = 8;
// Once asking anew has failed, nobody waits for as long to see it fail again.
const failingMs = 5_000;
// What an entry takes besides its bodies: objects, keys, map slots. Measured with 1,000,000 small entries.
const entryOverheadBytes = 1_500;

/**
 * Answers in memory, bounded by bytes. An answer is fresh for a while, then for as long again it is still given while
 * one request asks anew; when asking fails it is given until it is `CACHE_STALE_SECONDS` old, from then on at once. However many ask the same
 * at once, the database is asked once.
 */
@Injectable()
export class ResponseCache {
  private readonly entries = new Map<string, CacheEntry>();
  private readonly entriesByUrl = new Map<string, CacheEntry>();
  private readonly loads = new Map<string, Promise<CachedResponse>>();
  private readonly freshMs: number;
  private readonly staleMs: number;
  private readonly maxBytes: number;
  private bytes = 0;
  private readonly limit = new LoadLimit();
  /** Goes up when a group is outdated. */
  private generation = 0;

  constructor(
    config: Config,
    private readonly clock: Clock,
    private readonly faults: FaultLog,
  ) {
    this.freshMs = config.cacheTtlSeconds * 1000;
    this.staleMs = Math.max(config.cacheStaleSeconds * 1000, this.freshMs);
    this.maxBytes = config.cacheMaxMegabytes * 1024 * 1024;
  }

  /** Whether so many answers are being asked for that another one would have to wait for too long. */
  get isBusy(): boolean {
    return this.limit.isReached;
  }

  get isOff(): boolean {
    return this.freshMs === 0;
  }

  /** What it holds, and may hold at the most. */
  get usage(): { entries: number; bytes: number; maxBytes: number } {
    return { entries: this.entries.size, bytes: this.bytes, maxBytes: this.maxBytes };
  }

  /** How long clients may keep an answer. */
  get freshSeconds(): number {
    return this.freshMs / 1000;
  }

  /** The answer to a call, which `url` asked; throws what loading throws if there is none to fall back on. */
  async answer(call: OperationCall, url: string): Promise<Found> {
    if (this.isOff) return { response: await this.ask(call), call, result: 'none' };
    const entry = this.entries.get(call.key);
    const usable = entry && this.use(entry);
    if (entry) this.rememberUrl(entry, url);
    if (usable) return usable;
    try {
      return { response: await this.load(call, url), call, result: 'miss' };
    } catch (error) {
      if (entry === undefined || this.nowMs - entry.response.createdAtMs > this.staleMs) throw error;
      this.faults.warn({ err: error, key: call.key }, 'Answering from the cache, since asking anew failed');
      return { response: entry.response, call, result: 'stale' };
    }
  }

  /** What there is for a URL, asked before, that may be given without waiting. */
  peek(url: string): CacheEntry | undefined {
    const entry = this.entriesByUrl.get(url);
    return entry !== undefined && this.isUsable(entry, this.nowMs) ? entry : undefined;
  }

  /** An entry's answer unless it is too old to be given; asks anew behind the scenes when it is no longer fresh. */
  use(entry: CacheEntry): Found | undefined {
    const { nowMs } = this;
    if (!this.isUsable(entry, nowMs)) return undefined;
    entry.isUsed = true;
    const { response, call } = entry;
    if (!entry.isOutdated && nowMs - response.createdAtMs < this.freshMs) return { response, call, result: 'hit' };
    this.refresh(entry);
    return { response, call, result: 'stale' };
  }

  /** Asks anew from now on for what is in a group. What there is stays for when that fails. */
  outdate(group: string): void {
    this.generation += 1;
    for (const entry of this.entries.values()) {
      if (entry.call.group === group) entry.isOutdated = true;
    }
  }

  /** Forgets everything, also what is being loaded. */
  clear(): void {
    this.generation += 1;
    for (const entry of this.entries.values()) this.evict(entry);
  }

  private isUsable({ response, isOutdated, failedAtMs }: CacheEntry, nowMs: number): boolean {
    const ageMs = nowMs - response.createdAtMs;
    if (!isOutdated && ageMs < 2 * this.freshMs) return true;
    return ageMs <= this.staleMs && nowMs - failedAtMs < failingMs;
  }

  private get nowMs(): number {
    return this.clock.now().getTime();
  }

  private refresh({ call }: CacheEntry): void {
    this.load(call).catch((error: unknown) => this.faults.warn({ err: error, key: call.key }, 'Asking anew failed'));
  }

  private load(call: OperationCall, url?: string): Promise<CachedResponse> {
    const running = this.loads.get(call.key);
    if (running) return running;
    const { generation } = this;
    const loading = this.ask(call)
      .then((response) => {
        // What was asked for before it was outdated may be from before, too.
        this.store(call, response, generation !== this.generation, url);
        return response;
      })
      .catch((error: unknown) => {
        const entry = this.entries.get(call.key);
        if (entry) entry.failedAtMs = this.nowMs;
        throw error;
      })
      .finally(() => this.loads.delete(call.key));
    this.loads.set(call.key, loading);
    return loading;
  }

  private async ask(call: OperationCall): Promise<CachedResponse> {
    if (this.isBusy) throw new ServiceUnavailableException(busyMessage);
    return this.limit.run(async () => new CachedResponse(await call.load(), this.nowMs));
  }

  private store(call: OperationCall, response: CachedResponse, isOutdated: boolean, url?: string): void {
    response.keepBytes();
    response.onGrowth = (bytes) => this.grow(call.key, response, bytes);
    const known = this.entries.get(call.key);
    if (known) {
      this.bytes += response.size - known.response.size;
      known.response = response;
      known.isOutdated = isOutdated;
      known.failedAtMs = -Infinity;
    } else {
      const entry: CacheEntry = { call, response, urls: [], isUsed: false, isOutdated, failedAtMs: -Infinity };
      this.entries.set(call.key, entry);
      this.bytes += response.size + entryOverheadBytes;
      if (url !== undefined) this.rememberUrl(entry, url);
    }
    this.makeRoom();
  }

  private grow(key: string, response: CachedResponse, bytes: number): void {
    // An answer that was given away already, or made room for others, may be compressed all the same.
    if (this.entries.get(key)?.response !== response) return;
    this.bytes += bytes;
    this.makeRoom();
  }

  private rememberUrl(entry: CacheEntry, url: string): void {
    if (entry.urls.length >= mostUrls || this.entriesByUrl.has(url) || this.entries.get(entry.call.key) !== entry)
      return;
    entry.urls.push(url);
    this.entriesByUrl.set(url, entry);
    this.bytes += url.length;
  }

  /** Second chance: of the entries in order of arrival, one that was used since it was last looked at goes to the back. */
  private makeRoom(): void {
    for (const entry of this.entries.values()) {
      if (this.bytes <= this.maxBytes) return;
      if (entry.isUsed) {
        entry.isUsed = false;
        this.entries.delete(entry.call.key);
        this.entries.set(entry.call.key, entry);
      } else {
        this.evict(entry);
      }
    }
  }

  private evict(entry: CacheEntry): void {
    this.entries.delete(entry.call.key);
    this.bytes -= entry.response.size + entryOverheadBytes;
    for (const url of entry.urls) {
      this.entriesByUrl.delete(url);
      this.bytes -= url.length;
    }
  }
}
