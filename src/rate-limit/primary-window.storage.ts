import type { Channel } from '../workers/channel.js';
import { FixedWindowStorage } from './fixed-window.storage.js';
import { ThrottlerRecord, UnitStorage, recordOf } from './throttler-record.js';

const topic = 'hits';

/** The arguments of {@link FixedWindowStorage.count}. */
type Hit = [key: string, ttl: number, limit: number, blockDuration: number, units?: number];

/**
 * Counts requests in the process that started this worker, so that the workers of an instance count together. It asks once for all
 * requests of a turn of the event loop.
 */
export class PrimaryWindowStorage implements UnitStorage {
  private hits: Hit[] = [];
  private readonly resolves: ((record: ThrottlerRecord) => void)[] = [];

  constructor(private readonly primary: Channel) {}

  increment(
    key: string,
    ttl: number,
    limit: number,
    blockDuration: number,
    _throttlerName?: string,
    units?: number,
  ): Promise<ThrottlerRecord> {
    return new Promise((resolve) => {
      if (this.hits.length === 0) setImmediate(() => void this.ask());
      this.hits.push([key, ttl, limit, blockDuration, units]);
      this.resolves.push(resolve);
    });
  }

  private async ask(): Promise<void> {
    const hits = this.hits;
    const resolves = this.resolves.splice(0);
    this.hits = [];
    const records = (await this.primary.ask(topic, hits)) as ThrottlerRecord[] | undefined;
    // Without the process that started it a worker ends. Until then nobody counts.
    resolves.forEach((resolve, i) => resolve(records?.[i] ?? recordOf(1, hits[i]?.[1] ?? 0, hits[i]?.[2] ?? 1)));
  }
}

/** Counts the requests of a worker, in the process that started it. */
export function countHitsOf(worker: Channel, storage: FixedWindowStorage): void {
  worker.answer(topic, (hits) => (hits as Hit[]).map((hit) => storage.count(...hit)));
}
