import { OnApplicationShutdown } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { AppLogger } from '../logging/app-logger.js';
import { FixedWindowStorage, WindowCount } from './fixed-window.storage.js';

const prefix = 'streaming-analytics:rate-limit:';

// A request waits this long for Redis, and Redis is left alone this long after it has failed one.
const answerMs = 100;
const restMs = 1_000;

/** A window starts with its first hit; one whose end is missing gets one. */
const hitScript = `
  local hits = redis.call('INCR', KEYS[1])
  local left = redis.call('PTTL', KEYS[1])
  if left < 0 then
    left = tonumber(ARGV[1])
    redis.call('PEXPIRE', KEYS[1], left)
  end
  return { hits, left }`;

type HitCounter = Redis & { countHit(key: string, windowMs: number): Promise<[hits: number, endsInMs: number]> };

/**
 * Counts hits in Redis, so that several instances count together. While Redis does not answer, each counts by itself; a
 * line of the log tells when that begins, and one when it ends.
 */
export class RedisWindowStorage implements OnApplicationShutdown {
  private isGone = false;
  private isStopped = false;
  private rest: NodeJS.Timeout | undefined;

  private constructor(
    private readonly redis: HitCounter,
    private readonly local: FixedWindowStorage,
    private readonly logger: AppLogger,
  ) {
    redis.on('error', ({ message }: Error) => this.leave(message));
    redis.on('close', () => this.leave('Its connection was closed.'));
  }

  /** Connects, or begins to try again and again. The library is loaded only here, where it is needed. */
  static async connect(url: string, local: FixedWindowStorage, logger: AppLogger): Promise<RedisWindowStorage> {
    const { Redis: Client } = await import('ioredis');
    const redis = new Client(url, {
      protocol: 2,
      lazyConnect: true,
      disableClientInfo: true,
      enableOfflineQueue: false,
      autoResendUnfulfilledCommands: false,
      maxRetriesPerRequest: 0,
      connectTimeout: restMs,
      // A connection that has fallen silent is given up, since a new one may work.
      socketTimeout: 2 * restMs,
      retryStrategy: () => restMs,
      scripts: { countHit: { lua: hitScript, numberOfKeys: 1 } },
    });
    const storage = new RedisWindowStorage(redis as HitCounter, local, logger);
    await redis.connect().catch(() => {});
    return storage;
  }

  /** Whether hits are counted together with other instances. */
  get isShared(): boolean {
    return !this.isGone;
  }

  /** Counts a hit of a client in its window, which all instances share if Redis can be reached. */
  count(key: string, windowMs: number): WindowCount | Promise<WindowCount> {
    if (this.rest || this.redis.status !== 'ready') return this.local.count(key, windowMs);
    // One request tries whether Redis has come back.
    if (this.isGone) this.startRest();
    return inTime(this.redis.countHit(prefix + key, windowMs)).then(
      ([hits, endsInMs]) => {
        this.comeBack();
        return { hits, endsInMs };
      },
      ({ message }: Error) => {
        this.leave(message);
        return this.local.count(key, windowMs);
      },
    );
  }

  onApplicationShutdown(): void {
    this.isStopped = true;
    clearTimeout(this.rest);
    this.redis.disconnect();
  }

  /** The reason goes to the log without the error it is from, which may hold the password. */
  private leave(reason: string): void {
    if (this.isStopped) return;
    if (!this.isGone)
      this.logger.pino.warn({ reason }, 'Redis is out of reach: each instance counts requests by itself');
    this.isGone = true;
    this.startRest();
  }

  private comeBack(): void {
    if (!this.isGone) return;
    this.isGone = false;
    this.endRest();
    this.logger.pino.info('Redis answers again: the instances count requests together');
  }

  private startRest(): void {
    clearTimeout(this.rest);
    this.rest = setTimeout(() => this.endRest(), restMs).unref();
  }

  private endRest(): void {
    clearTimeout(this.rest);
    this.rest = undefined;
  }
}

/**
 * Fails when there is no answer after {@link answerMs}. One that has arrived by then still counts: a process that was busy
 * for longer looks at its timers before it looks at its sockets.
 */
function inTime<Result>(answer: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(new Error(`It has not answered for ${answerMs} ms.`));
    const timer = setTimeout(() => setImmediate(fail), answerMs);
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
