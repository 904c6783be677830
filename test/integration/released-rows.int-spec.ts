import { withOwner } from '../../src/database/owner-client.js';
import { listMigrations } from '../../src/database/migrations/migrations.js';
import { migrateDatabase } from '../../src/database/migrations/migrator.js';
import { expectDecided } from '../support/database/decided-again.js';
import { createTestDatabase, TestDatabase } from '../support/database/test-database.js';

let database: TestDatabase;

beforeEach(async () => {
  database = await createTestDatabase('template1');
  const all = await listMigrations();
  await migrateDatabase(database.url, { wanted: all.slice(0, all.indexOf('20261126100000_expand_columns')) });
});

afterEach(() => database.drop());

/** Commands of 1.0.0 that write start with these statements: the first one all but refresh, the second one refresh. */
const firstStatements = [
  { text: 'SELECT pg_try_advisory_xact_lock($1) AS locked', values: [7_204_061_002] },
  {
    text: `SELECT pg_try_advisory_xact_lock($1) AS locked, CASE WHEN q.is_called THEN q.last_value ELSE 0 END AS newest_id
    FROM leaderboard_boards_id_seq q`,
    values: [7_204_061_003],
  },
];

const query = (sql: string) => withOwner(database.url, async (client) => (await client.query(sql)).rows as unknown[]);

it('ends, reasons, figures and observations of 1.0.0 are decided as in an import', async () => {
  await query(`
    INSERT INTO streams (id, streamer_id, started_at, ended_at, avg_viewers, peak_viewers, figures_from_samples, sampled_from) VALUES
      (1, 1, '2026-01-01', '2026-01-02', 5, 9, TRUE, '2026-01-01'), (2, 1, '2026-01-03', NULL, 1, 9, TRUE, '2026-01-03'),
      (3, 1, '2026-01-05', NULL, NULL, NULL, FALSE, NULL), (4, 1, '2026-01-07', NULL, 1, 7, TRUE, '2026-01-07'),
      (5, 2, '2026-01-01', '2026-01-02', 1, 8, TRUE, '2026-01-01'), (6, 2, '2026-01-03', '2026-01-04', NULL, 3, FALSE, NULL),
      (7, 3, '2026-01-01', '2026-01-02', NULL, NULL, FALSE, NULL), (8, 3, '2026-01-05', '2026-01-06', 4, 4, TRUE, '2026-01-05');
    CREATE TABLE viewer_samples_2026_01 PARTITION OF viewer_samples FOR VALUES FROM ('2026-01-01') TO ('2026-02-01');
    INSERT INTO viewer_samples (stream_id, created_at, viewers) VALUES (1, '2026-01-01 12:00', 9), (2, '2026-01-03', 9),
      (2, '2026-01-04', 5), (4, '2026-01-07', 6), (4, '2026-01-08', 7), (5, '2026-01-01', 2), (5, '2026-01-03', 8),
      (8, '2026-01-05', 4), (8, '2026-01-07', 6);
    INSERT INTO sighted_streams (stream_id, seen_at, is_open) VALUES (4, '2026-01-08', TRUE), (6, '2026-01-04', FALSE),
      (7, '2026-01-02', FALSE), (8, '2026-01-06', FALSE);
    INSERT INTO streamers (id, display_name) VALUES (1, 'Ann'), (2, 'Bob'), (3, 'Cid');
    INSERT INTO sighted_streamers (streamer_id, named_at, pictured_at) VALUES (1, '2026-01-08', '2026-01-07'), (2, '2026-01-04', NULL);
    INSERT INTO sighting_state (newest_at) VALUES ('2026-01-09');
    INSERT INTO events (id, title, started_at, is_public, figures_due) VALUES (1, 'A', '2026-01-01', TRUE, FALSE), (2, 'B', '2026-01-01', TRUE, FALSE),
      (3, 'C', '2026-01-01', TRUE, FALSE);
    INSERT INTO event_streams (event_id, stream_id) VALUES (1, 2), (2, 4), (2, 7), (3, 8);
    INSERT INTO leaderboard_boards VALUES (1, '2026-01-09', '2025-12-10', 1);
    INSERT INTO leaderboard_entries VALUES (1, 1, 'a', 'A', 0, 9007199254740992, 0, 0, 0, 0, 0, 0, 0, 0)`);
  const all = await listMigrations();
  const backfill = '20261126130000_backfill_streams';
  await migrateDatabase(database.url, { wanted: all.slice(0, all.indexOf(backfill) + 1) });
  // As if the process was killed before it recorded the end: the batches run again.
  await query(`UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name = '${backfill}'`);
  expect(await migrateDatabase(database.url)).toContain(backfill);
  expect(
    await query(`
      SELECT s.id::int, s.ended_at::date::text AS ended, s.end_reason AS reason, s.avg_viewers::int AS avg, s.peak_viewers::int AS peak,
        s.figures_from_samples AS computed, s.sample_count::int AS samples
      FROM streams s ORDER BY s.id`),
  ).toEqual([
    { id: 1, ended: '2026-01-02', reason: 'given', avg: 5, peak: 9, computed: false, samples: 1 },
    { id: 2, ended: '2026-01-04', reason: 'next_stream', avg: 9, peak: 9, computed: true, samples: 2 },
    { id: 3, ended: '2026-01-07', reason: 'next_stream', avg: null, peak: null, computed: false, samples: null },
    { id: 4, ended: null, reason: null, avg: null, peak: null, computed: false, samples: null },
    { id: 5, ended: '2026-01-02', reason: 'given', avg: 2, peak: 2, computed: true, samples: 1 },
    { id: 6, ended: '2026-01-04', reason: 'unobserved', avg: null, peak: 3, computed: false, samples: null },
    { id: 7, ended: '2026-01-02', reason: 'next_stream', avg: null, peak: null, computed: false, samples: null },
    { id: 8, ended: '2026-01-07', reason: 'unobserved', avg: 4, peak: 6, computed: true, samples: 2 },
  ]);
  await withOwner(database.url, expectDecided);
  expect(
    await query(`
      SELECT l.stream_id::int AS id, l.observed_at::date::text AS observed, c.avg_viewers::int AS avg, c.peak_viewers::int AS peak
      FROM live_streams l JOIN current_streams c ON c.id = l.stream_id`),
  ).toEqual([{ id: 4, observed: '2026-01-08', avg: 6, peak: 7 }]);
  expect(await query('SELECT e.id::int FROM events e WHERE e.figures_due ORDER BY e.id')).toEqual([
    { id: 1 },
    { id: 3 },
  ]);
  expect(
    await query(
      'SELECT u.named_at::date::text AS named, u.pictured_at::date::text AS pictured FROM streamers u ORDER BY u.id',
    ),
  ).toEqual([
    { named: '2026-01-08', pictured: '2026-01-07' },
    { named: '2026-01-04', pictured: null },
    { named: null, pictured: null },
  ]);
  expect(await query('SELECT o.observed_at::date::text AS at FROM newest_observation o')).toEqual([
    { at: '2026-01-09' },
  ]);
  expect(await query('SELECT e.watchtime FROM board_entries e')).toEqual([{ watchtime: '9007199254740991' }]);
});

it('events of 1.2.0 were changed by the last import that wrote them, a marker or a stream, or at their start, but not later than now', async () => {
  const all = await listMigrations();
  const backfill = '20261129032000_backfill_changes_of_events';
  await migrateDatabase(database.url, { wanted: all.slice(0, all.indexOf(backfill)) });
  await query(`
    INSERT INTO imports (id, imported_at, imported_by, kinds, changes, can_undo)
    SELECT i.id, i.at::timestamptz, 'ann', '[]', 0, FALSE
    FROM (VALUES (1, '2026-01-01'), (2, '2026-01-02'), (3, '2026-01-03'), (4, '2100-01-01')) i(id, at);
    INSERT INTO streamers (id, display_name) VALUES (1, 'Ann');
    INSERT INTO streams (id, streamer_id, started_at, ended_at, end_reason) VALUES (1, 1, '2025-01-01', '2025-01-02', 'given');
    INSERT INTO events (id, title, started_at, is_public, import_id) VALUES (1, 'A', '2025-01-01', TRUE, 1), (2, 'B', '2025-01-01', TRUE, 1),
      (3, 'C', '2025-01-01', TRUE, 2), (4, 'D', '2025-01-01', TRUE, NULL), (5, 'E', '2100-01-01', TRUE, NULL), (6, 'F', '2025-01-01', TRUE, 4);
    INSERT INTO event_streams (event_id, stream_id, import_id) VALUES (2, 1, 3), (3, 1, 1);
    INSERT INTO event_markers (id, event_id, title, timestamp, color, import_id) VALUES (1, 2, 'a', '2025-01-01', '#000000', 2),
      (2, 3, 'b', '2025-01-01', '#000000', 3)`);
  await migrateDatabase(database.url);
  const changes = () =>
    query(`SELECT e.id::int, e.changed_at::text AS at FROM events e WHERE e.changed_at < '2026-06-01' ORDER BY e.id`);
  const expected = [
    ...[
      { id: 1, at: '2026-01-01 00:00:00+00' },
      { id: 2, at: '2026-01-03 00:00:00+00' },
    ],
    ...[
      { id: 3, at: '2026-01-03 00:00:00+00' },
      { id: 4, at: '2025-01-01 00:00:00+00' },
    ],
  ];
  expect(await changes()).toEqual(expected);
  const late = 'SELECT e.id::int, e.changed_at <= now() AS is_past FROM events e WHERE e.id > 4 ORDER BY e.id';
  expect(await query(late)).toEqual([
    { id: 5, is_past: true },
    { id: 6, is_past: true },
  ]);
  // As if the process was killed before it recorded the end: the batches run again.
  await query(`UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name = '${backfill}'`);
  await query('UPDATE imports SET imported_at = now()');
  expect(await migrateDatabase(database.url)).toEqual([backfill]);
  expect(await changes()).toEqual(expected);
});

it('each window and month keeps its newest board', async () => {
  const all = await listMigrations();
  await migrateDatabase(database.url, { wanted: all.slice(0, all.indexOf('20261129101000_board_of_window')) });
  const values = (id: number, key: string) => `(${id}, ${key}, now(), now(), now(), 0, 0)`;
  await query(`
    INSERT INTO boards (id, days, month, refreshed_at, window_start, window_end, build_ms, entry_count)
    VALUES ${values(1, '7, NULL')}, ${values(2, '30, NULL')}, ${values(3, '30, NULL')}, ${values(4, "NULL, '2026-01'")},
      ${values(5, "NULL, '2026-02'")}, ${values(6, "NULL, '2026-01'")}`);
  await query(`
    INSERT INTO board_entries SELECT b.id, 1, 'a', 'A', NULL, NULL, NULL, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 FROM boards b`);
  await migrateDatabase(database.url);
  const left = [1, 3, 5, 6].map((id) => ({ id }));
  expect(await query('SELECT b.id::int FROM boards b ORDER BY b.id')).toEqual(left);
  expect(await query('SELECT e.board_id::int AS id FROM board_entries e ORDER BY e.board_id')).toEqual(left);
});

it('observations that imports of 1.1.0 and 1.2.0 replaced have their platform', async () => {
  const all = await listMigrations();
  const backfill = '20261129106100_backfill_kept_observations';
  await migrateDatabase(database.url, { wanted: all.slice(0, all.indexOf(backfill)) });
  await query(`
    INSERT INTO imports (id, imported_at, imported_by, kinds, changes, can_undo)
    SELECT n, now(), 'ann', '[]', 1, TRUE FROM generate_series(1, 3) n;
    INSERT INTO import_changes (import_id, table_name, is_deleted, before) VALUES
      (1, 'newest_observation', FALSE, '{"import_id": 0}'), (2, 'newest_observation', FALSE, '{"id": 2, "import_id": 1}'),
      (2, 'streams', FALSE, '{"id": 2}')`);
  await migrateDatabase(database.url);
  // As if the process was killed before it recorded the end: the batches run again.
  await query(`UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name = '${backfill}'`);
  expect(await migrateDatabase(database.url)).toEqual([backfill]);
  expect(await query('SELECT c.before FROM import_changes c ORDER BY c.id')).toEqual([
    { before: { import_id: 0, platform: 1 } },
    { before: { import_id: 1, platform: 2 } },
    { before: { id: 2 } },
  ]);
});

it('an interrupted prune of 1.0.0 is finished', async () => {
  await query(`
    CREATE TABLE viewer_samples_2026_01 PARTITION OF viewer_samples FOR VALUES FROM ('2026-01-01') TO ('2026-02-01');
    CREATE TABLE viewer_samples_2026_02 PARTITION OF viewer_samples FOR VALUES FROM ('2026-02-01') TO ('2026-03-01');
    CREATE TABLE viewer_samples_2026_03 PARTITION OF viewer_samples FOR VALUES FROM ('2026-03-01') TO ('2026-04-01');
    INSERT INTO viewer_samples VALUES (1, '2026-01-01', 1), (1, '2026-02-01', 1), (1, '2026-03-01', 1);
    INSERT INTO data_summary VALUES ('viewer_samples', 3, NULL, now());
    ALTER TABLE viewer_samples DETACH PARTITION viewer_samples_2026_01`);
  for (const month of ['01', '02', '03']) {
    await query(
      `COMMENT ON TABLE viewer_samples_2026_${month} IS 'Pruned: the next npm run prune drops this partition.'`,
    );
  }
  // A reader keeps the second partition half detached.
  await withOwner(database.url, async (reader) => {
    await reader.query('BEGIN; SELECT FROM viewer_samples');
    await withOwner(database.url, async (pruning) => {
      await pruning.query("SET lock_timeout = '50ms'");
      const detach = 'ALTER TABLE viewer_samples DETACH PARTITION viewer_samples_2026_02 CONCURRENTLY';
      await expect(pruning.query(detach)).rejects.toThrow('lock timeout');
    });
  });
  await migrateDatabase(database.url);
  expect(
    await query(`
      SELECT c.oid::regclass::text AS name, obj_description(c.oid) AS mark,
        (SELECT d.row_count FROM data_summary d WHERE d.kind = 'viewer_samples') AS counted
      FROM pg_class c WHERE c.relkind = 'r' AND c.relname LIKE 'viewer\\_samples\\_%'`),
  ).toEqual([{ name: 'viewer_samples_2026_03', mark: null, counted: '1' }]);
});

it('commands of 1.0.0 that write finish before the migration, and fail with their first statement after it', async () => {
  const all = await listMigrations();
  // This migration leaves their failure to the triggers of require-release.int-spec.ts.
  const wanted = all.slice(0, all.indexOf('20261128030000_contract'));
  await withOwner(database.url, async (importing) => {
    await importing.query('BEGIN');
    for (const statement of firstStatements) await importing.query(statement);
    await importing.query(`INSERT INTO streamers (id, login, display_name) VALUES (1, 'ann', 'Ann')`);
    const lines: string[] = [];
    const log = (line: string) => {
      lines.push(line);
      void importing.query('COMMIT');
    };
    await migrateDatabase(database.url, { wanted, log, lockTimeoutMs: 100, pauseMs: 100 });
    expect(lines).toEqual([expect.stringMatching(/^20261126100000_expand_columns waits for a lock/)]);
    for (const statement of firstStatements) {
      await expect(importing.query(statement)).rejects.toThrow('A newer version has changed the tables');
    }
  });
  expect(await query('SELECT s.login, s.named_at FROM streamers s')).toEqual([{ login: 'ann', named_at: null }]);
});
