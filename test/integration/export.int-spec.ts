import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import type { Client } from 'pg';
import { prepareFolder } from '../../src/jobs/export/export-folder.js';
import { packSamples } from '../../src/jobs/pack/pack-samples.js';
import { writeExport } from '../../src/jobs/export/write-export.js';
import { findInputs } from '../../src/ingest/sources/files.js';
import { runImport, ImportSummary } from '../../src/ingest/ingest.js';
import { kindNames } from '../../src/ingest/kinds/kinds.js';
import { withOwner } from '../../src/database/owner-client.js';
import { pruneSamples } from '../../src/jobs/prune/prune-samples.js';
import { refreshLeaderboard } from '../../src/jobs/refresh/refresh-leaderboard.js';
import { expectDecided } from '../support/database/decided-again.js';
import { Factories, hoursAgo, testNow } from '../support/data/factories.js';
import { runsOf } from '../support/data/property-runs.js';
import { createSeededDatabase } from '../support/database/seeded-database.js';
import { createTestDatabase, TestDatabase } from '../support/database/test-database.js';

let root: string;
const databases: TestDatabase[] = [];

beforeAll(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), 'export-'));
});

afterAll(async () => {
  for (const database of databases) await database.drop();
  await rm(root, { recursive: true });
});

async function emptyDatabase(): Promise<string> {
  const database = await createTestDatabase();
  databases.push(database);
  return database.url;
}

let folders = 0;
const newFolder = () => path.join(root, `dump-${++folders}`);

async function exportFrom(url: string, isPacked = false): Promise<string> {
  const folder = newFolder();
  await prepareFolder(folder, false);
  await withOwner(url, (client) => writeExport(client, folder, { isPacked }));
  return folder;
}

async function importInto(url: string, folder: string): Promise<ImportSummary> {
  const { inputs, ignored } = await findInputs([folder]);
  expect(ignored).toEqual([]);
  return withOwner(url, async (client) => {
    const summary = await runImport(client, inputs, { at: testNow });
    expect(summary.firstRejects).toEqual([]);
    await refreshLeaderboard(client, { now: testNow });
    await expectDecided(client);
    return summary;
  });
}

/** Tables with the history of the data, which export files do not contain. */
const ofHistory = ['imports', 'import_changes', 'import_rows', 'boards', 'due_months', 'seed_state', 'forgotten_ids'];
const ofObservations = ['newest_observation', 'sweep_totals', 'totals', 'total_days', 'chat_gaps', 'chat_intervals'];
const ofPruning = ['pruned_samples', 'pruned_event_samples'];

/** All rows of the tables that the API reads. */
async function rowsOf(url: string): Promise<Record<string, string[]>> {
  return withOwner(url, async (client: Client) => {
    const { rows: tables } = await client.query<{ name: string; columns: string[] }>(
      `SELECT c.relname AS name, array_agg(quote_ident(a.attname) ORDER BY a.attname) AS columns
      FROM pg_catalog.pg_class c
      JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
        AND NOT a.attname IN ('import_id', 'changed_at', 'board_id', 'build_ms')
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
        AND NOT c.relname = ANY ($1)
      GROUP BY c.relname`,
      [['_prisma_migrations', ...ofHistory, ...ofObservations, ...ofPruning]],
    );
    const all: Record<string, string[]> = {};
    for (const { name, columns } of tables) {
      const { rows } = await client.query<{ row: string }>(
        `SELECT r::text AS row FROM (SELECT ${columns.join(', ')} FROM ${name}) r ORDER BY 1`,
      );
      all[name] = rows.map(({ row }) => row);
    }
    return all;
  });
}

async function seeded(): Promise<string> {
  const database = await createSeededDatabase(testNow);
  databases.push(database);
  return database.url;
}

it.each([false, true])(
  'writes the seed into files that create the same rows in an empty database (packed: %s)',
  async (isPacked) => {
    const from = await seeded();
    const rows = await rowsOf(from);
    // Samples of live streams stay rows.
    const { streams } = await withOwner(from, (client) => packSamples(client, { before: new Date('2030-01-01') }));
    expect(streams).toBeGreaterThan(1);
    const folder = await exportFrom(from, isPacked);
    const to = await emptyDatabase();
    const { kinds } = await importInto(to, folder);
    expect(await rowsOf(to)).toEqual(rows);
    for (const { kind, read, inserted } of kinds) expect([kind, inserted]).toEqual([kind, read]);
    expect(Object.values(rows).flat().length).toBeGreaterThan(10_000);
    expect((await readdir(folder)).sort()).toEqual(
      kindNames.map((kind) => `${kind}.ndjson${isPacked ? '.gz' : ''}`).sort(),
    );
    for (const name of await readdir(folder)) {
      expect([name, (await stat(path.join(folder, name))).mode & 0o777]).toEqual([name, 0o600]);
    }
  },
);

describe('the data of a database', () => {
  let url: string;
  let data: Factories;

  beforeEach(async () => {
    url = await emptyDatabase();
    data = await Factories.connect(url);
  });

  afterEach(() => data.end());

  /** The rows after an export and an import. */
  async function roundTrip(): Promise<Record<string, string[]>> {
    const to = await emptyDatabase();
    await importInto(to, await exportFrom(url));
    return rowsOf(to);
  }

  it('survives an export with any text', async () => {
    const text = fc
      .array(
        fc.oneof(
          fc.constantFrom(
            '"',
            '\\',
            '\\.',
            '\\N',
            '\n',
            '\r\n',
            '\t',
            '\u0001',
            '\u0002',
            '\b',
            '\u007f',
            '\u2028',
            '',
          ),
          fc.constantFrom('=1+1', ',', "'", '{', '}', 'NULL', 'مرحبا', '\u202E', '한국어', '👩‍👩‍👧', '\ufeff'),
          fc.string({ unit: 'binary', maxLength: 8 }).map((any) => any.replaceAll('\0', '')),
        ),
        { maxLength: 6 },
      )
      .map((parts) => parts.join(''));
    const texts = fc.sample(text, { numRuns: runsOf(300), seed: 7 });
    const { id: streamer_id } = await data.streamer({ display_name: 'a"\\b', profile_image: null });
    await data.streams(
      texts.map((title, i) => ({
        ...{
          streamer_id,
          title,
          game_name: title.slice(0, 200),
          language: i % 2 ? 'en' : null,
          vod_id: i % 2 ? null : title.slice(0, 90),
        },
        ...{ tags: i % 3 ? [title, '', title] : i % 2 ? [] : null, started_at: hoursAgo(i + 1), ended_at: hoursAgo(i) },
      })),
    );
    const rows = await roundTrip();
    expect(rows.streams).toHaveLength(texts.length);
    expect(rows.streams).toEqual((await rowsOf(url)).streams);
    expect(rows.streamers).toEqual((await rowsOf(url)).streamers);
  });

  /** Two streams without an end. The older one ended at its last sample. */
  async function observe(): Promise<void> {
    const folder = newFolder();
    await prepareFolder(folder, false);
    const lines = (records: object[]) => records.map((record) => `${JSON.stringify(record)}\n`).join('');
    await writeFile(path.join(folder, 'streamers.ndjson'), lines([{ id: '1', login: 'ann', display_name: 'Ann' }]));
    const streams = [50, 40, 30].map((hours, i) => ({
      id: String(i + 1),
      streamer_id: '1',
      started_at: hoursAgo(hours),
    }));
    await writeFile(path.join(folder, 'streams.ndjson'), lines(streams));
    const samples = [48, 47, 28, 27].map((hours, i) => ({
      ...{ stream_id: hours > 40 ? '1' : '3', created_at: hoursAgo(hours), viewers: 10 * i + 5 },
    }));
    await writeFile(path.join(folder, 'viewer_samples.ndjson'), lines(samples));
    await importInto(url, folder);
  }

  it('survives an export with inferred ends and figures from samples', async () => {
    await observe();
    const before = await rowsOf(url);
    const { rows } = await data.client.query<object>(
      'SELECT s.id, s.end_reason, s.figures_from_samples FROM current_streams s ORDER BY s.id',
    );
    expect(rows).toEqual([
      { id: '1', end_reason: 'next_stream', figures_from_samples: true },
      { id: '2', end_reason: 'next_stream', figures_from_samples: false },
      { id: '3', end_reason: null, figures_from_samples: true },
    ]);
    expect(await roundTrip()).toEqual(before);
  });

  it('survives an export with figures of pruned samples and the last observation of a live stream', async () => {
    await observe();
    const before = await streamsOf(url);
    await pruneSamples(data.client, hoursAgo(1));
    const folder = await exportFrom(url);
    const to = await emptyDatabase();
    await importInto(to, folder);
    expect(await streamsOf(to)).toEqual(before);
    const left = await withOwner(url, (client) => writeExport(client, folder));
    expect(left).toEqual({ streams: 2, events: 0, forgotten: 0 });
  });

  it('survives a prune during the export', async () => {
    const end = new Date('2030-01-01');
    await observe();
    await packSamples(data.client, { before: end });
    const written: Record<string, number> = {};
    const onFile = async (kind: string, rows: number) => {
      written[kind] = rows;
      if (kind === 'streamers') expect(await pruneSamples(data.client, end)).toBe(4);
    };
    await withOwner(url, async (client) => writeExport(client, await mkdtemp(path.join(root, 'dump-')), { onFile }));
    expect(written).toMatchObject({ viewer_samples: 4 });
  });

  it('survives an export with an end that comes only from an observation', async () => {
    await observe();
    const end = hoursAgo(45);
    await data.client.query('UPDATE streams SET ended_at = $1, observed_at = $1 WHERE id = 1', [end]);
    const to = await emptyDatabase();
    await importInto(to, await exportFrom(url));
    expect((await streamsOf(to))[0]).toMatchObject({ id: '1', ended_at: end, end_reason: 'given' });
  });

  const streamsOf = (from: string) =>
    withOwner(from, async (client) => {
      const columns = 's.id, s.ended_at, s.observed_at, s.avg_viewers, s.peak_viewers, s.watchtime, s.end_reason';
      return (await client.query<object>(`SELECT ${columns} FROM current_streams s ORDER BY s.id`)).rows;
    });
});

describe('the folder', () => {
  it('is created, or accepted if it is empty or comes from a killed export', async () => {
    const folder = newFolder();
    await prepareFolder(folder, false);
    await writeFile(path.join(folder, 'streams.ndjson.1b2c3d4e.partial'), '{');
    await prepareFolder(folder, false);
    expect(await readdir(folder)).toEqual(['streams.ndjson.1b2c3d4e.partial']);
  });

  it.each([
    ['is not empty', ['notes.txt'], false, 'is not empty'],
    ['contains an earlier export', ['streams.ndjson'], false, 'with --replace'],
    ['contains import files from elsewhere', ['streams.ndjson', 'panels-2026.csv'], true, 'contains panels-2026.csv'],
  ])('is refused if it %s', async (_what, files, mayReplace, message) => {
    const folder = newFolder();
    await prepareFolder(folder, false);
    for (const file of files) await writeFile(path.join(folder, file), '');
    await expect(prepareFolder(folder, mayReplace)).rejects.toThrow(message);
    expect((await readdir(folder)).sort()).toEqual(files.sort());
  });

  it('is refused if its parent does not exist, or if it is a file', async () => {
    await expect(prepareFolder(path.join(root, 'none', 'dump'), false)).rejects.toThrow('Folder does not exist');
    const file = newFolder();
    await writeFile(file, '');
    await expect(prepareFolder(file, false)).rejects.toThrow('is not a readable folder');
  });

  it('contains only the files of the new export and unrelated files after it replaces an earlier one', async () => {
    const url = await emptyDatabase();
    const folder = await exportFrom(url);
    await writeFile(path.join(folder, 'notes.txt'), '');
    await prepareFolder(folder, true);
    await withOwner(url, (client) => writeExport(client, folder, { isPacked: true }));
    expect((await readdir(folder)).sort()).toEqual(
      [...kindNames.map((kind) => `${kind}.ndjson.gz`), 'notes.txt'].sort(),
    );
  });

  it('has no new file, and keeps the files of an earlier export, if the export fails', async () => {
    const url = await emptyDatabase();
    const folder = await exportFrom(url);
    const before = await readdir(folder);
    await withOwner(url, (client) => client.query('ALTER TABLE colab_sessions RENAME TO elsewhere'));
    for (const into of [folder, newFolder()]) {
      await prepareFolder(into, true);
      await expect(withOwner(url, (client) => writeExport(client, into))).rejects.toThrow('colab_sessions');
      expect(await readdir(into)).toEqual(into === folder ? before : []);
    }
  });
});

it('fails at once if a file cannot be written', async () => {
  const url = await seeded();
  const folder = newFolder();
  await prepareFolder(folder, false);
  const onFile = async (kind: string) => {
    if (kind === 'stream_changes') await rm(folder, { recursive: true });
  };
  await expect(withOwner(url, (client) => writeExport(client, folder, { onFile }))).rejects.toThrow('ENOENT');
});

it('writes all kinds as of one moment despite concurrent writes', async () => {
  const url = await emptyDatabase();
  const data = await Factories.connect(url);
  const { id: streamer_id } = await data.streamer();
  await data.stream({ streamer_id });
  const folder = newFolder();
  await prepareFolder(folder, false);
  const written: Record<string, number> = {};
  await withOwner(url, (client) =>
    writeExport(client, folder, {
      onFile: async (kind, rows) => {
        written[kind] = rows;
        // A killed export leaves only partial files, which an import ignores.
        const present = await readdir(folder);
        expect(present.some((name) => name.startsWith(`${kind}.ndjson.`))).toBe(true);
        expect(present.filter((name) => !name.endsWith('.partial'))).toEqual([]);
        if (kind === 'streamers') await data.stream({ streamer_id });
      },
    }),
  );
  await data.end();
  expect(written).toMatchObject({ streamers: 1, streams: 1 });
});
