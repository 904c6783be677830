import { OnApplicationShutdown } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { AppLogger } from '../logging/app-logger.js';
import { FixedWindowStorage, toThrottlerRecord, ThrottlerRecord, UnitStorage } from './fixed-window.storage.js';

const prefix = 'streaming-analytics:rate-limit:';

// Pause after a failure.
const retryMs = 1_000;

/**
 * Adds the units of each hit, up to the limit. The first hit of a window sets its end, and so does a hit on a key
 * without an end. Arguments per key: window, limit, block, units.
 */
const hitScript = `
  local counted = {}
  for i, key in ipairs(KEYS) do
    local limit = tonumber(ARGV[4 * i - 2])
    local units = tonumber(ARGV[4 * i])
    if units > 1 then units = math.max(1, math.min(units, limit - tonumber(redis.call('GET', key) or 0))) end
    local hits = redis.call('INCRBY', key, units)
    local left = redis.call('PTTL', key)
    local least = left < 0 and tonumber(ARGV[4 * i - 3]) or left
    if hits == limit + 1 then least = math.max(least, tonumber(ARGV[4 * i - 1])) end
    if least > left then
      left = least
      redis.call('PEXPIRE', key, left)
    end
    counted[2 * i - 1] = hits
    counted[2 * i] = left
  end
  return counted`;

type HitCounter = Redis & {
  countHits(keys: number, ...keysAndArguments: (string | number)[]): Promise<unknown>;
};

/** A hit to count, with the promise of its caller. */
interface Hit {
  readonly key: string;
  readonly ttl: number;
  readonly limit: number;
  readonly blockDuration: number;
  readonly units: number;
  readonly resolve: (counts: Counts) => void;
  readonly reject: (error: Error) => void;
}

type Counts = readonly [hits: number, endsInMs: number];

/**
 * Counts requests in Redis, so that several instances share their counts. While Redis is unavailable, each instance
 * counts by itself. The log has a line at the start and at the end of this period.
 */
export class RedisWindowStorage implements UnitStorage, OnApplicationShutdown {
  /** Maximum wait of a request for Redis. Tests change this value. */
  static replyTimeoutMs = 100;

  private isUnavailable = false;
  private isStopped = false;
  private pause: NodeJS.Timeout | undefined;
  /** The hits of the current turn of the event loop. */
  private waiting: Hit[] = [];

  private constructor(
    private readonly redis: HitCounter,
    private readonly local: FixedWindowStorage,
    private readonly logger: AppLogger,
  ) {
    redis.on('error', ({ message }: Error) => this.markUnavailable(message));
    redis.on('close', () => this.markUnavailable('The connection was closed.'));
  }

  /** Connects, and keeps trying after a failure. Loads ioredis only if `REDIS_URL` is set. */
  static async connect(url: string, local: FixedWindowStorage, logger: AppLogger): Promise<RedisWindowStorage> {
    const { Redis: Client } = await import('ioredis');
    const redis = new Client(url, {
      protocol: 2,
      lazyConnect: true,
      disableClientInfo: true,
      enableOfflineQueue: false,
      autoResendUnfulfilledCommands: false,
      maxRetriesPerRequest: 0,
      connectTimeout: retryMs,
      disconnectTimeout: 100,
      // A silent connection is closed because a new one may work.
      socketTimeout: 2 * retryMs,
      retryStrategy: () => retryMs,
      scripts: { countHits: { lua: hitScript } },
    });
    const storage = new RedisWindowStorage(redis as HitCounter, local, logger);
    await redis.connect().catch(() => {});
    return storage;
  }

  /** True if instances count requests together. */
  get isShared(): boolean {
    return !this.isUnavailable;
  }

  /** Counts a request in the shared window, or in a window of this instance while Redis is unavailable. Never fails. */
  async increment(
    key: string,
    ttl: number,
    limit: number,
    blockDuration: number,
    throttlerName?: string,
    units = 1,
  ): Promise<ThrottlerRecord> {
    const countHere = () => this.local.increment(key, ttl, limit, blockDuration, throttlerName, units);
    if (this.pause || this.redis.status !== 'ready') return countHere();
    // This request checks whether Redis is available again. Other requests do not wait for the result.
    if (this.isUnavailable) this.startPause();
    try {
      const [hits, endsInMs] = await new Promise<Counts>((resolve, reject) =>
        this.count({ key: prefix + key, ttl, limit, blockDuration, units, resolve, reject }),
      );
      this.markAvailable();
      return toThrottlerRecord(hits, endsInMs, limit);
    } catch (error) {
      this.markUnavailable((error as Error).message);
      return countHere();
    }
  }

  /** Counts simultaneous requests in one call, because a call to Redis costs as much as a response from memory. */
  private count(hit: Hit): void {
    if (this.waiting.push(hit) === 1) setImmediate(() => void this.countWaiting());
  }

  private async countWaiting(): Promise<void> {
    const hits = this.waiting;
    this.waiting = [];
    try {
      const keys = hits.map(({ key }) => key);
      const settings = hits.flatMap(({ ttl, limit, blockDuration, units }) => [ttl, limit, blockDuration, units]);
      const counts = readReply(await inTime(this.redis.countHits(keys.length, ...keys, ...settings)), hits.length);
      hits.forEach(({ resolve }, index) => resolve(counts[index] as Counts));
    } catch (error) {
      // The server behind the address may have become a replica, or forgotten its password. A new connection may lead to
      // another server.
      if ((error as Error).name === 'ReplyError') this.redis.disconnect(true);
      for (const { reject } of hits) reject(error as Error);
    }
  }

  onApplicationShutdown(): void {
    this.isStopped = true;
    clearTimeout(this.pause);
    this.redis.disconnect();
  }

  /** Logs only the reason, because the error itself may contain the password. */
  private markUnavailable(reason: string): void {
    if (this.isStopped) return;
    if (!this.isUnavailable)
      this.logger.pino.warn({ reason }, 'Redis is unreachable: each instance counts requests separately');
    this.isUnavailable = true;
    this.startPause();
  }

  private markAvailable(): void {
    if (!this.isUnavailable) return;
    this.isUnavailable = false;
    this.endPause();
    this.logger.pino.info('Redis is reachable again: the instances count requests together');
  }

  private startPause(): void {
    clearTimeout(this.pause);
    this.pause = setTimeout(() => this.endPause(), retryMs).unref();
  }

  private endPause(): void {
    clearTimeout(this.pause);
    this.pause = undefined;
  }
}

/**
 * Fails without a reply within {@link RedisWindowStorage.replyTimeoutMs}. A reply that has arrived by then is still used:
 * after a long task Node runs timers before it reads sockets.
 */
function inTime<Result>(reply: Promise<Result>): Promise<Result> {
  const { replyTimeoutMs } = RedisWindowStorage;
  return new Promise((resolve, reject) => {
    const fail = () => reject(new Error(`Redis did not reply within ${replyTimeoutMs} ms.`));
    const timer = setTimeout(() => setImmediate(fail), replyTimeoutMs);
    reply.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Reads the counts of {@link hitScript}. Fails for any other reply, for example from a server that is not Redis. */
function readReply(reply: unknown, hits: number): Counts[] {
  const numbers = Array.isArray(reply) ? (reply as unknown[]) : [];
  const pairs = Array.from({ length: hits }, (_, i) => [numbers[2 * i], numbers[2 * i + 1]] as const);
  const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;
  const isPair = (pair: readonly unknown[]): pair is Counts => pair.every(isCount) && pair[0] !== 0;
  if (numbers.length === 2 * hits && pairs.every(isPair)) return pairs;
  throw new Error('Redis sent an invalid reply instead of two counts.');
}
