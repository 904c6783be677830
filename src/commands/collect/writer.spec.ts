import { pino } from 'pino';
import { WaitingClock } from '../../clock/waiting-clock.js';
import { ImportSummary } from '../import/importer.js';
import { CollectorState } from './collector-state.js';
import { Observation, packPiece } from './observation.js';
import { Saved } from './save-observation.js';
import { Spool } from './spool.js';
import { Writer } from './writer.js';

const sweepAt = (at: string): Observation => ({
  head: { kind: 'sweep', at, isComplete: true },
  pieces: [packPiece([])],
});

/** A spool on a disk that may be full. */
class DiskSpool {
  isFull = false;
  private readonly blocks: Buffer[] = [];
  readonly bytes = 0;

  get size(): number {
    return this.blocks.length;
  }

  add(block: Buffer): boolean {
    if (this.isFull) throw new Error('ENOSPC: no space left on device');
    this.blocks.push(block);
    return true;
  }

  first(): Buffer | undefined {
    return this.blocks[0];
  }

  removeFirst(): void {
    this.blocks.shift();
  }
}

it('loses none of the observations, of which one waits in memory since the disk was full', async () => {
  const spool = new DiskSpool();
  const saved: string[] = [];
  const state = new CollectorState();
  const writer = new Writer({
    spool: spool as unknown as Spool,
    save: async ({ head }) => {
      // The next sweep ends while this one is stored.
      if (saved.length === 0) writer.add(sweepAt('2026-01-01T00:01:00.000Z'));
      saved.push(head.at);
      return { summary: { firstRejects: [] } as unknown as ImportSummary, open: 0 } satisfies Saved;
    },
    mostBytes: 1_000_000,
    ...{ clock: new WaitingClock(), state, logger: pino({ level: 'silent' }) },
  });
  spool.isFull = true;
  writer.add(sweepAt('2026-01-01T00:00:00.000Z'));
  spool.isFull = false;
  expect(await writer.storeAll(new AbortController().signal)).toBe(true);
  expect(saved).toEqual(['2026-01-01T00:00:00.000Z', '2026-01-01T00:01:00.000Z']);
  expect([state.waiting, state.lostObservations]).toEqual([0, 0]);
});

it('leaves out what PostgreSQL refuses three times, so that the rest is stored, also by a command that ends then', async () => {
  const tried: string[] = [];
  const state = new CollectorState();
  const writer = new Writer({
    spool: undefined,
    save: ({ head }) => {
      tried.push(head.at.slice(14, 16));
      if (tried.length <= 3) return Promise.reject(Object.assign(new Error('refused'), { code: '22003' }));
      return Promise.resolve({ summary: { firstRejects: [] } as unknown as ImportSummary, open: 0 });
    },
    mostBytes: 1_000_000,
    clock: new (class extends WaitingClock {
      override sleep = () => Promise.resolve();
    })(),
    ...{ state, logger: pino({ level: 'silent' }) },
  });
  for (const minute of ['00', '01']) writer.add(sweepAt(`2026-01-01T00:${minute}:00.000Z`));
  expect(await writer.storeAll(new AbortController().signal)).toBe(true);
  expect(tried).toEqual(['00', '00', '00', '01']);
  expect([state.waiting, state.lostObservations]).toEqual([0, 1]);
});
