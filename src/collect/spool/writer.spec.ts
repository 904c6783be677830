import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { WaitingClock } from '../../clock/clock.js';
import { ImportSummary } from '../../ingest/ingest.js';
import { CollectorContext } from '../collector-context.js';
import { CollectorState } from '../collector-state.js';
import { Observation, packPiece } from './observation.js';
import { Spool } from './spool.js';
import { Writer } from './writer.js';

const sweepAt = (minute: string): Observation => ({
  head: { kind: 'sweep', at: `2026-01-01T00:${minute}:00.000Z`, knownImport: 1 },
  pieces: [packPiece([])],
});
const saved = { firstRejects: [] } as unknown as ImportSummary;

function set(save: (minute: string) => Promise<ImportSummary>, spool = new Spool(1_000_000)) {
  const state = new CollectorState();
  const clock = Object.assign(new WaitingClock(), { sleep: () => Promise.resolve() });
  const store = { save: ({ head }: Observation) => save(head.at.slice(14, 16)) };
  const context = { clock, state, spool, store, logger: pino({ level: 'silent' }) } as unknown as CollectorContext;
  return { state, spool, writer: new Writer(context) };
}

it('stores waiting observations and those that arrive meanwhile', async () => {
  const stored: string[] = [];
  const { state, spool, writer } = set((minute) => {
    if (stored.length === 0) writer.add(sweepAt('01'));
    stored.push(minute);
    return Promise.resolve(saved);
  });
  writer.add(sweepAt('00'));
  expect(await writer.storeAll(new AbortController().signal)).toBe(true);
  expect(stored).toEqual(['00', '01']);
  expect([spool.size, state.lostObservations]).toEqual([0, 0]);
});

it.each([
  ['that PostgreSQL refuses', Object.assign(new Error('refused'), { code: '22003' })],
  ['in the form of another version', new TypeError("Cannot read properties of undefined (reading 'id')")],
])('skips an observation %s three times and stores the rest, even if the command ends then', async (_what, error) => {
  const tried: string[] = [];
  const { state, spool, writer } = set((minute) => {
    tried.push(minute);
    return tried.length > 3 ? Promise.resolve(saved) : Promise.reject(error);
  });
  for (const minute of ['00', '01']) writer.add(sweepAt(minute));
  expect(await writer.storeAll(new AbortController().signal)).toBe(true);
  expect(tried).toEqual(['00', '00', '00', '01']);
  expect([spool.size, state.lostObservations]).toEqual([0, 1]);
});

it.each([
  ['was deleted', (file: string) => rmSync(file), []],
  ['became a folder', (file: string) => (rmSync(file), mkdirSync(file)), ['000000000001.unreadable']],
  ['is damaged', (file: string) => writeFileSync(file, 'damaged'), []],
])('skips an observation whose file %s, and stores the rest', async (_what, damage, left) => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'writer-'));
  const stored: string[] = [];
  const save = (minute: string) => Promise.resolve(saved).finally(() => stored.push(minute));
  const { state, spool, writer } = set(save, new Spool(1_000_000, folder));
  for (const minute of ['00', '01']) writer.add(sweepAt(minute));
  damage(path.join(folder, '000000000001'));
  expect(await writer.storeAll(new AbortController().signal)).toBe(true);
  expect([stored, spool.size, state.lostObservations]).toEqual([['01'], 0, 1]);
  spool.close();
  expect(readdirSync(folder)).toEqual(left);
  expect(new Spool(1_000_000, folder).size).toBe(0);
  rmSync(folder, { recursive: true });
});

it('does not count the attempts of an outage against an observation', async () => {
  const outage = Object.assign(new Error('away'), { code: 'ECONNREFUSED' });
  const refused = Object.assign(new Error('refused'), { code: '22003' });
  const errors = [outage, outage, refused];
  const { state, spool, writer } = set(() => {
    const error = errors.shift();
    return error ? Promise.reject(error) : Promise.resolve(saved);
  });
  writer.add(sweepAt('00'));
  for (const isStored of [false, false, true]) {
    expect(await writer.storeAll(new AbortController().signal)).toBe(isStored);
  }
  expect([spool.size, state.lostObservations]).toEqual([0, 0]);
});
