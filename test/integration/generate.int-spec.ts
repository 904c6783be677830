import { Client } from 'pg';
import { readPanelLink } from '../../src/partners/panel-url.js';
import { expectDecided } from '../support/database/decided-again.js';
import { createTestDatabase, TestDatabase } from '../support/database/test-database.js';
import { runCommand } from '../support/programs/run-command.js';

const now = '2026-10-01T12:00:30Z';
const nowFloored = '2026-10-01T12:00:00.000Z';
const small = ['--streamers', '200', '--streams-per-streamer', '6', '--viewer-samples', '5000', '--now', now];

let database: TestDatabase;
let client: Client;
let output: string;
let errors: string;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.drop());

beforeEach(async () => {
  await connect();
});

afterEach(async () => {
  await client.end();
  await database.empty();
});

async function connect(): Promise<void> {
  client = new Client({ connectionString: database.url });
  await client.connect();
  await client.query("SET TIME ZONE 'UTC'");
}

async function useAnotherDatabase(): Promise<void> {
  await client.end();
  await database.drop();
  database = await createTestDatabase();
  await connect();
}

async function run(...args: string[]): Promise<number> {
  const ran = await runCommand(database.url, ['generate', ...args]);
  ({ output, errors } = ran);
  return ran.code;
}

async function rowsOf<Row>(sql: string): Promise<Row[]> {
  return (await client.query(sql)).rows as Row[];
}

async function valueOf(sql: string): Promise<unknown> {
  const [row] = await rowsOf<object>(sql);
  return Object.values(row ?? {})[0];
}

const tables = ['streamers', 'streams', 'viewer_samples', 'follower_points', 'message_stats', 'panels'];

/** All rows of each table as one number. */
async function fingerprints(): Promise<Record<string, string>> {
  // The last column is null: the number of an import, or a column that was added later.
  const text = `regexp_replace(t::text, ',[)]$', ')')`;
  const sums = tables.map((table) => `(SELECT sum(hashtextextended(${text}, 0))::text FROM ${table} t) AS ${table}`);
  const [row = {}] = await rowsOf<Record<string, string>>(`SELECT ${sums.join(', ')}`);
  return row;
}

it('fills an empty database, and reports its progress', async () => {
  expect(await run(...small)).toBe(0);
  expect(output).toMatch(`Generating from seed 1, as of ${nowFloored}.`);
  expect(output).toMatch(/^streams +\d+\.\d s +1,200 rows +[\d,]+ rows\/s$/m);
  expect(output).toMatch(/^viewer_samples +\d+\.\d s +5,000 rows/m);
  expect(output).toMatch(/^follower_points +\d+\.\d s +2,000 rows/m);
  expect(output).toMatch(/^leaderboard +\d+\.\d s +175 rows/m);
  expect(output).toMatch(/^all +\d+\.\d s +8,\d{3} rows/m);
  expect(await valueOf('SELECT refreshed_at FROM boards')).toEqual(new Date(nowFloored));
  await expectDecided(client);
});

it('creates the same rows for the same options, in any database and with any version of PostgreSQL', async () => {
  await run(...small);
  const first = await fingerprints();
  await useAnotherDatabase();
  await run(...small);
  expect(await fingerprints()).toEqual(first);
  expect(first).toMatchInlineSnapshot(`
    {
      "follower_points": "57648857197136489954",
      "message_stats": "93513208245644648574",
      "panels": "-762591178834891701",
      "streamers": "36771657410024406096",
      "streams": "262726633260933431253",
      "viewer_samples": "-577950867044847500210",
    }
  `);
});

it.each([1, 2, 5, 101])('creates no overlapping streams for %i streamers', async (streamers) => {
  await run('--streamers', `${streamers}`, '--streams-per-streamer', '90', '--days', '60', '--now', now);
  expect(
    await rowsOf(`
      SELECT count(*)::int AS streams, count(*) FILTER (WHERE s.started_at < s.earlier_end)::int AS overlapping
      FROM (
        SELECT s.started_at,
          max(COALESCE(s.ended_at, 'infinity')) OVER (
            PARTITION BY s.streamer_id ORDER BY s.started_at, s.id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
          ) AS earlier_end
        FROM streams s
        JOIN streamers u ON u.id = s.streamer_id
      ) s`),
  ).toEqual([{ streams: streamers * 90, overlapping: 0 }]);
});

it('updates the number and the newest moment of each kind', async () => {
  await run(...small);
  const summary = await rowsOf<{ kind: string; row_count: string; newest: Date | null }>(
    'SELECT kind, row_count, newest FROM data_summary',
  );
  expect(summary.map(({ kind }) => kind).sort()).toEqual(tables.toSorted());
  for (const { kind, row_count } of summary) {
    expect([kind, row_count]).toEqual([kind, await valueOf(`SELECT count(*) FROM ${kind}`)]);
  }
  const newest = Object.fromEntries(summary.map((row) => [row.kind, row.newest]));
  expect(newest.streams).toEqual(await valueOf('SELECT max(started_at) FROM streams'));
  expect(newest.viewer_samples).toEqual(await valueOf('SELECT max(created_at) FROM viewer_samples'));
  expect(newest.streamers).toBeNull();
});

it('preserves the indexes, keys and foreign keys of the tables', async () => {
  const definitions = () =>
    rowsOf(`
      SELECT c.conrelid::regclass::text AS owner, c.conname AS name, pg_get_constraintdef(c.oid) AS definition
      FROM pg_constraint c
      WHERE c.conrelid::regclass::text = ANY('{${tables.join(',')}}')
        OR c.confrelid::regclass::text = ANY('{${tables.join(',')}}')
      UNION ALL
      SELECT i.tablename, i.indexname, i.indexdef FROM pg_indexes i WHERE i.tablename = ANY('{${tables.join(',')}}')
      ORDER BY 1, 2, 3`);
  const before = await definitions();
  await run(...small);
  expect(await definitions()).toEqual(before);
});

it('creates monthly partitions, each with its samples and its key', async () => {
  await run(...small);
  const partitions = await rowsOf(`
    SELECT c.relname AS name, pg_get_expr(c.relpartbound, c.oid) AS bounds,
      EXISTS (SELECT FROM pg_index x WHERE x.indrelid = c.oid AND x.indisprimary) AS keyed
    FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = 'viewer_samples'::regclass
    ORDER BY c.relname`);
  expect(partitions).toEqual(
    ['07', '08', '09', '10'].map((month) => ({
      name: `viewer_samples_2026_${month}`,
      bounds: expect.stringMatching(`FROM \\('2026-${month}-01 00:00:00\\+00'\\)`),
      keyed: true,
    })),
  );
});

it('creates consistent rows', async () => {
  await run(...small);
  expect(
    await valueOf(`
      SELECT count(*) FROM viewer_samples v LEFT JOIN streams s ON s.id = v.stream_id
      WHERE s.id IS NULL OR v.created_at < s.started_at OR v.created_at > COALESCE(s.ended_at, '${now}')
        OR v.viewers > s.peak_viewers`),
  ).toBe('0');
  expect(
    await valueOf(`
      SELECT count(*) FROM message_stats m JOIN streams s ON s.id = m.stream_id
      WHERE m.unique_chatters <> s.unique_chatters`),
  ).toBe('0');
  const newest = await valueOf(`
    SELECT greatest((SELECT max(started_at) FROM streams), (SELECT max(ended_at) FROM streams),
      (SELECT max(created_at) FROM follower_points), (SELECT max(removed_at) FROM panels)) < '${now}'`);
  expect(newest).toBe(true);
  for (const panel of await rowsOf<Record<string, unknown>>('SELECT * FROM panels LIMIT 20')) {
    expect(readPanelLink(panel.raw_url as string)).toEqual({
      url: panel.url,
      rootDomain: panel.root_domain,
      isCommercial: panel.is_commercial,
    });
  }
});

it('refuses a database with data, and does not change it', async () => {
  await client.query(`INSERT INTO streamers (id, login, display_name) VALUES (1, 'ann', 'Ann')`);
  expect(await run(...small)).toBe(1);
  expect(errors).toMatch('The database already contains streamers');
  expect(await valueOf('SELECT count(*) FROM streamers')).toBe('1');
  expect(await valueOf('SELECT count(*) FROM streams')).toBe('0');
});

it('leaves no data after a failure', async () => {
  await client.query('ALTER TABLE panels ADD CONSTRAINT refuses CHECK (streamer_id < 0)');
  expect(await run(...small)).toBe(3);
  expect(errors).toContain('refuses');
  await client.query('ALTER TABLE panels DROP CONSTRAINT refuses');
  expect(await valueOf('SELECT count(*) FROM streamers')).toBe('0');
  expect(await valueOf('SELECT count(*) FROM data_summary')).toBe('0');
  expect(await valueOf(`SELECT count(*) FROM pg_inherits WHERE inhparent = 'viewer_samples'::regclass`)).toBe('0');
});

it('fills a database whose data was deleted, even if it has partitions', async () => {
  await client.query(`
    CREATE TABLE viewer_samples_2026_09 PARTITION OF viewer_samples
    FOR VALUES FROM ('2026-09-01T00:00:00Z') TO ('2026-10-01T00:00:00Z')`);
  expect(await run(...small)).toBe(0);
  expect(await valueOf('SELECT count(*) FROM viewer_samples')).toBe('5000');
});

it.each([
  [['--streamers', '0'], 'integer from 1 to 10000000'],
  [['--now', 'yesterday'], 'time such as'],
  [['--streamers', '1', '--streams-per-streamer', '9999', '--days', '1'], 'is 9999, which is too many for --days 1'],
  [
    ['--streamers', '10', '--streams-per-streamer', '1', '--viewer-samples', '10001'],
    'must be at most 10000 for 10 streams',
  ],
])('refuses %j as bad usage', async (args, message) => {
  expect(await run(...args)).toBe(2);
  expect(errors).toMatch(message);
});
