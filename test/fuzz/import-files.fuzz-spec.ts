import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { Client } from 'pg';
import { FileError } from '../../src/ingest/errors.js';
import { findInputs } from '../../src/ingest/sources/files.js';
import { Kind, KindName } from '../../src/ingest/kinds/kind.js';
import { kinds } from '../../src/ingest/kinds/kinds.js';
import { runImport, importKind, ImportSummary } from '../../src/ingest/ingest.js';
import { createTestDatabase, TestDatabase } from '../support/database/test-database.js';
import { seed } from './fuzz-run.js';
import { importBombs } from './import-bomb-arbitrary.js';
import { importFiles } from './import-file-arbitrary.js';
import { keyOf, readFile, Row, store } from './import-oracle.js';
import { FuzzedKind, rules, typesOf, ValueType } from './import-rules.js';

/** Total number of files. */
const fileCount = Number(process.env.FUZZ_FILES ?? 2_000);

/** Limits for a bomb: processor time, and size of the rejects file. */
const maxMs = 20_000;
const maxRejectedBytes = 64 * 1024 * 1024;

const at = '2026-11-01T10:00:00Z';
const base: Partial<Record<KindName, Row[]>> = {
  streamers: ['1', '2', '3'].map((id) => ({ id, login: `login_${id}`, display_name: id })),
  streams: ['10', '11'].map((id) => ({ id, streamer_id: '1', started_at: at })),
  events: ['71', '2'].map((id) => ({ id, title: id, started_at: at, is_public: true })),
};
const idsOf = (kind: KindName) => new Set((base[kind] ?? []).map(({ id }) => String(id)));

let database: TestDatabase;
let client: Client;
let folder: string;

beforeAll(() => process.stderr.write(`FUZZ_SEED=${seed}\n`));

beforeEach(async () => {
  database = await createTestDatabase();
  client = new Client({ connectionString: database.url });
  await client.connect();
  await client.query(`SET TIME ZONE 'UTC'`);
  folder = await mkdtemp(path.join(os.tmpdir(), 'import-fuzz-'));
});

afterEach(async () => {
  await client.end();
  await database.drop();
  await rm(folder, { recursive: true });
});

const fuzzedKinds = kinds.filter((kind): kind is Kind & { name: FuzzedKind } => kind.name in rules);

it.each(fuzzedKinds)(
  'imports exactly the valid records of $name, and nothing if a record is bad and must not be skipped',
  async (kind) => {
    await client.query('BEGIN');
    for (const [name, records] of Object.entries(base)) await importKind(client, name as KindName, records);
    await client.query('COMMIT');
    const property = fc.asyncProperty(importFiles(rules[kind.name]), async ({ ending, bytes }) => {
      const file = path.join(folder, `${kind.name}${ending}`);
      await writeFile(file, bytes);
      const reading = readFile(kind.name, file, bytes, idsOf);
      const before = await stored(kind);
      const after = store(kind.name, before, reading?.rows ?? []);

      const strict = await run(kind, file, false);
      expect(strict?.rejected).toBe(reading === null ? undefined : reading.bad);
      expect(await stored(kind)).toEqual(reading?.bad === 0 ? after : before);

      const skipping = await run(kind, file, true);
      expect(skipping?.rejected).toBe(reading?.bad);
      expect(await stored(kind)).toEqual(after);
      if (reading?.bad === 0) expect(skipping?.kinds).toMatchObject([{ inserted: 0, updated: 0 }]);
    });
    await fc.assert(property, { seed, numRuns: Math.ceil(fileCount / fuzzedKinds.length), verbose: 1 });
  },
  1_800_000,
);

it('finishes a bomb in time, and imports nothing', async () => {
  const property = fc.asyncProperty(importBombs, fc.boolean(), async ({ ending, bytes }, skipInvalid) => {
    const file = path.join(folder, `streamers${ending}`);
    const rejectsPath = path.join(folder, 'x.rejects.ndjson');
    await writeFile(file, bytes);
    const { inputs } = await findInputs([file], ending.startsWith('.json') ? { helix: { at: new Date(at) } } : {});
    const before = process.cpuUsage();
    await runImport(client, inputs, { skipInvalid, rejectsPath }).catch((error: unknown) => {
      if (!(error instanceof FileError)) throw error;
    });
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(maxMs);
    const rejected = await stat(rejectsPath).catch(() => undefined);
    expect(rejected?.size ?? 0).toBeLessThan(maxRejectedBytes);
    expect((await client.query('SELECT FROM streamers')).rowCount).toBe(0);
    await rm(rejectsPath, { force: true });
  });
  await fc.assert(property, {
    seed,
    numRuns: Math.ceil(fileCount / 20),
    interruptAfterTimeLimit: 1_200_000,
    verbose: 1,
  });
}, 1_800_000);

/** Returns undefined if the whole file is bad. */
async function run(kind: Kind, file: string, skipInvalid: boolean): Promise<ImportSummary | undefined> {
  try {
    const { inputs } = await findInputs([file], { kind });
    return await runImport(client, inputs, { skipInvalid });
  } catch (error) {
    if (error instanceof FileError) return undefined;
    throw error;
  }
}

async function stored(kind: Kind & { name: FuzzedKind }): Promise<Map<string, Row>> {
  const columns = Object.entries(typesOf(rules[kind.name])).map(
    ([name, type]) => `${kind.name === 'streams' && name === 'ended_at' ? givenEnd : columnSql(name, type)} AS ${name}`,
  );
  const { rows } = await client.query<Row>(`SELECT ${columns.join(', ')} FROM ${kind.name} t`);
  return new Map(rows.map((row) => [keyOf(kind.name, row), row]));
}

/** The end from the record. Ends that the import infers from other streams do not count. */
const givenEnd = `CASE WHEN t.end_reason = 'given' THEN ${columnSql('ended_at', 'date')} END`;

/** SQL that returns a column in the oracle's format. */
function columnSql(name: string, type: ValueType): string {
  if (type === 'id') return `t.${name}::text`;
  if (type === 'count') return `to_json(t.${name})`;
  if (type === 'date') return `to_char(t.${name}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
  if (type === 'url') return `CASE WHEN t.${name} IS NOT NULL THEN 'a URL' END`;
  if (type !== 'ids') return `t.${name}`;
  return `ARRAY(SELECT l.stream_id::text FROM colab_session_streams l WHERE l.session_id = t.id ORDER BY l.stream_id)`;
}
