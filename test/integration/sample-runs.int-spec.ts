import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileInput } from '../../src/commands/import/files.js';
import { Importer } from '../../src/commands/import/importer.js';
import { viewerSamples } from '../../src/commands/import/kinds/viewer-samples.js';
import { databaseWhileTesting } from '../support/test-database.js';
import { inputsOf } from '../support/records.js';

const database = databaseWhileTesting();
const folder = mkdtempSync(path.join(os.tmpdir(), 'sample-runs-'));
const startMs = Date.parse('2026-03-01T00:00:00.000Z');
const minutes = 4 * 24 * 60;
const ids = ['10', '9223372036854775807'];
const after = (minute: number) => new Date(startMs + minute * 60_000).toISOString();

type Sample = [id: string, minute: number, viewers: number];

afterAll(() => rmSync(folder, { recursive: true }));

beforeEach(async () => {
  const streams = ids.map((id) => ({ id, streamer_id: '1', started_at: after(0), ended_at: after(minutes) }));
  const inputs = inputsOf({ streamers: [{ id: '1', login: 'ann', display_name: 'Ann' }], streams });
  await new Importer(database.client).run(inputs);
});

/** Imports the samples from one file. */
async function load(samples: readonly Sample[]) {
  const file = path.join(folder, 'viewer_samples.csv');
  const lines = samples.map(([id, minute, viewers]) => `${id},${after(minute)},${viewers}`);
  writeFileSync(file, ['stream_id,created_at,viewers', ...lines, ''].join('\n'));
  const { kinds } = await new Importer(database.client).run([await fileInput(viewerSamples, file)]);
  return kinds[0];
}

/** What is stored, and what must be: the last sample of each moment, and the figures of these. */
async function expectStored(samples: readonly Sample[]): Promise<void> {
  for (const id of ids) {
    const last = new Map(samples.filter(([of]) => of === id).map(([, minute, viewers]) => [minute, viewers]));
    const sorted = [...last].sort(([a], [b]) => a - b);
    const held = sorted.map(([minute], index) => (sorted[index + 1]?.[0] ?? minutes) - minute);
    const watchtime = sorted.reduce((sum, [, viewers], index) => sum + viewers * held[index]!, 0);
    const stored = await database.client.query<{ at: Date; viewers: string }>(
      'SELECT v.created_at AS at, v.viewers FROM viewer_samples v WHERE v.stream_id = $1 ORDER BY v.created_at',
      [id],
    );
    expect(stored.rows.map(({ at, viewers }) => [(at.getTime() - startMs) / 60_000, Number(viewers)])).toEqual(sorted);
    const { rows } = await database.client.query<object>(
      `SELECT s.watchtime::float8, s.peak_viewers::float8, s.sample_count::float8, s.largest_gap_seconds::float8,
        s.last_viewers::float8
      FROM streams s WHERE s.id = $1`,
      [id],
    );
    expect(rows[0]).toEqual({
      watchtime,
      peak_viewers: Math.max(...last.values()),
      sample_count: last.size,
      largest_gap_seconds: Math.max(sorted[0]![0], ...held) * 60,
      last_viewers: sorted.at(-1)![1],
    });
  }
}

const inOrder = Array.from({ length: 400 }, (_, index): Sample => [ids[index % 2]!, (index >> 1) * 13, index % 90]);

it('stores samples in order of time, over several days', async () => {
  expect(await load(inOrder)).toMatchObject({ read: 400, inserted: 400, repeated: 0 });
  await expectStored(inOrder);
});

it('stores samples of any order, and the last one of a moment', async () => {
  const samples = [...inOrder].reverse();
  samples.splice(50, 0, [ids[0]!, 13, 1_000], [ids[0]!, 13, 7]);
  samples.push([ids[1]!, 13, 500]);
  expect(await load(samples)).toMatchObject({ read: 403, inserted: 400, repeated: 3 });
  await expectStored(samples);
});

it('counts samples that other days have already', async () => {
  process.env.SAMPLE_PARTITIONS = 'day';
  const isOfSecondDay = ([, minute]: Sample) => minute >= 1_440 && minute < 2_880;
  await load(inOrder.filter(isOfSecondDay));
  await load(inOrder.filter((sample) => !isOfSecondDay(sample)));
  delete process.env.SAMPLE_PARTITIONS;
  await expectStored(inOrder);
});

it('adds samples to days that have some', async () => {
  await load(inOrder.filter((_, index) => index % 3 !== 0));
  expect(await load(inOrder)).toMatchObject({ inserted: 134, unchanged: 266 });
  await expectStored(inOrder);
});
