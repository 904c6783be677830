import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { refreshLeaderboard } from '../../src/jobs/refresh/refresh-leaderboard.js';
import { runAsAdmin } from '../support/database/test-database.js';
import { TestStore } from '../support/database/test-store.js';

/** The tables that the operations read. A new table belongs here when an operation reads it. */
const served = (
  'all_viewer_samples board_entries boards chat_gaps chat_intervals colab_session_streams colab_sessions collector_failures collector_sweeps ' +
  'current_streams data_summary due_months event_markers event_streams events follower_points game_entries game_streamers installation ' +
  'live_streams message_stats packed_samples panels previous_positions ' +
  'pruned_months pruned_samples stream_changes streamers streams subscriber_points total_days totals viewer_samples watched_channels'
).split(' ');

const denied = /permission denied|must be (superuser|owner)|only roles with|privileges of the "pg_/i;

/** A user for DATABASE_READER_URL, as an operator creates it, without the session settings of the server. */
describe('a user who is a member of analytics_reader and nothing else', () => {
  const user = `reader_${randomBytes(6).toString('hex')}`;
  let store: TestStore;
  let client: pg.Client;

  beforeAll(async () => {
    store = await TestStore.start();
    await store.data.streamer();
    await runAsAdmin(`CREATE ROLE ${user} LOGIN PASSWORD 'secret' IN ROLE analytics_reader`);
    client = new pg.Client({
      connectionString: Object.assign(new URL(store.url), { username: user, password: 'secret' }).href,
    });
    await client.connect();
  });

  afterAll(async () => {
    await client.end();
    await store.stop();
    await runAsAdmin(`DROP ROLE ${user}`);
  });

  const names = async (sql: string, values: unknown[] = []) =>
    (await client.query<{ name: string }>(sql, values)).rows.map(({ name }) => name);

  it('has no other attribute and no other membership', async () => {
    const { rows } = await client.query(`
      SELECT r.rolsuper, r.rolcreaterole, r.rolcreatedb, r.rolreplication, r.rolbypassrls
      FROM pg_catalog.pg_roles r
      WHERE r.rolname IN (current_user, 'analytics_reader')
      GROUP BY 1, 2, 3, 4, 5`);
    const no = {
      rolsuper: false,
      rolcreaterole: false,
      rolcreatedb: false,
      rolreplication: false,
      rolbypassrls: false,
    };
    expect(rows).toEqual([no]);
    const memberOf = `
      SELECT r.rolname AS name FROM pg_catalog.pg_roles r
      WHERE pg_has_role(current_user, r.oid, 'MEMBER') AND r.rolname <> current_user ORDER BY r.rolname`;
    expect(await names(memberOf)).toEqual(['analytics_reader']);
  });

  it('may read only the served tables, and has no access to other tables, views or sequences', async () => {
    const touchable = (privileges: string, kinds: string) => `
      SELECT n.nspname || '.' || c.relname AS name
      FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname NOT IN ('pg_catalog', 'information_schema') AND n.nspname !~ '^pg_toast'
        AND c.relkind = ANY ('{${kinds}}') AND ${privileges}
      ORDER BY c.relname`;
    const tables = 'r,p,v,m,f';
    const write = "has_table_privilege(c.oid, 'INSERT, UPDATE, DELETE, TRUNCATE, REFERENCES, TRIGGER')";
    expect(await names(touchable("has_table_privilege(c.oid, 'SELECT')", tables))).toEqual(
      served.map((table) => `public.${table}`),
    );
    expect(await names(touchable("has_any_column_privilege(c.oid, 'SELECT')", tables))).toEqual(
      ['_prisma_migrations', ...served].map((table) => `public.${table}`),
    );
    expect(await names(touchable(write, tables))).toEqual([]);
    expect(await names(touchable("has_any_column_privilege(c.oid, 'INSERT, UPDATE, REFERENCES')", tables))).toEqual([]);
    expect(await names(touchable("has_sequence_privilege(c.oid, 'USAGE, SELECT, UPDATE')", 'S'))).toEqual([]);
  });

  it('may read the names of applied migrations, and no other data about them', async () => {
    const columns = `
      SELECT a.attname AS name FROM pg_catalog.pg_attribute a
      WHERE a.attrelid = '_prisma_migrations'::regclass AND a.attnum > 0
        AND has_column_privilege(a.attrelid, a.attnum, 'SELECT') ORDER BY a.attname`;
    expect(await names(columns)).toEqual(['finished_at', 'migration_name', 'rolled_back_at']);
  });

  it('may call no function that writes large objects', async () => {
    const writing = `
      SELECT p.proname AS name FROM pg_catalog.pg_proc p
      WHERE p.proname ~ '^lo_(creat|create|from_bytea|import|put|truncate|truncate64|unlink)$|^lowrite$'
        AND has_function_privilege(p.oid, 'EXECUTE')`;
    expect((await names(writing)).filter((name) => name !== 'lo_import')).toEqual([]);
  });

  it('may not create large objects, even in a read-only transaction', async () => {
    for (const sql of ['BEGIN READ ONLY; SELECT lo_create(0)', "SELECT lo_from_bytea(0, 'x')", 'SELECT lo_creat(-1)']) {
      await expect(client.query(sql)).rejects.toThrow(denied);
      await client.query('ROLLBACK');
    }
  });

  it('may not take a lock that delays a refresh', async () => {
    const owner = new pg.Client({ connectionString: store.url });
    await owner.connect();
    let refreshing: Promise<unknown> = Promise.resolve();
    try {
      await client.query('BEGIN; LOCK TABLE boards IN ACCESS SHARE MODE');
      await client.query('SELECT pg_advisory_lock(7204061003)');
      refreshing = refreshLeaderboard(owner);
      expect(await Promise.race([refreshing, sleep(20_000, 'It still waits.', { ref: false })])).toMatchObject({
        entries: 0,
      });
      await expect(client.query('LOCK TABLE boards IN SHARE UPDATE EXCLUSIVE MODE')).rejects.toThrow(denied);
    } finally {
      await client.query('ROLLBACK');
      await client.query('SELECT pg_advisory_unlock_all()');
      await refreshing;
      await owner.end();
    }
  });

  it('may call only application functions that read no tables, and none with the rights of another user', async () => {
    const functions = (condition: string) => `
      SELECT p.oid::regprocedure::text AS name
      FROM pg_catalog.pg_proc p JOIN pg_catalog.pg_namespace n ON n.oid = p.pronamespace
      WHERE has_schema_privilege(n.oid, 'USAGE') AND has_function_privilege(p.oid, 'EXECUTE') AND ${condition}`;
    const time = 'timestamp with time zone';
    expect((await names(functions("n.nspname NOT IN ('pg_catalog', 'information_schema')"))).sort()).toEqual([
      'bare_letters(text)',
      'fold_letters(text)',
      'fold_name(text)',
      'folded_words(text)',
      'join_words(text[])',
      'key_parts(text,text)',
      'mark_capitals(text)',
      'marked_words(text)',
      'name_index(text)',
      'name_key(text)',
      'name_parts(text,text)',
      'name_query(text)',
      'name_words(text)',
      'parts_query(text)',
      'remove_total_days()',
      'require_release()',
      `stream_figures(${[time, time, 'bigint', 'numeric', 'bigint', 'bigint', time, time].join()})`,
      'unpack_samples(packed_samples)',
    ]);
    expect(await names(functions('p.prosecdef'))).toEqual([]);
  });

  it('owns nothing, and may create objects in no schema', async () => {
    expect(
      await names(`
        SELECT n.nspname AS name FROM pg_catalog.pg_namespace n
        WHERE has_schema_privilege(n.oid, 'CREATE') AND n.nspname !~ '^pg_(toast_)?temp_'`),
    ).toEqual([]);
    expect(
      await names(`SELECT c.relname AS name FROM pg_catalog.pg_class c WHERE c.relowner = current_user::regrole`),
    ).toEqual([]);
  });

  it('reads the served tables', async () => {
    for (const table of served) await client.query(`SELECT FROM ${client.escapeIdentifier(table)} LIMIT 1`);
  });

  const refused = [
    'SELECT * FROM _prisma_migrations',
    'SELECT * FROM seed_state',
    'SELECT * FROM pg_catalog.pg_authid',
    'SELECT * FROM pg_catalog.pg_shadow',
    'SELECT * FROM pg_catalog.pg_statistic',
    "SELECT pg_read_file('/etc/passwd')",
    "SELECT pg_ls_dir('.')",
    "SELECT lo_import('/etc/passwd')",
    "COPY streamers TO PROGRAM 'cat'",
    "COPY streamers TO '/tmp/streamers'",
    "COPY streamers FROM PROGRAM 'true'",
    'COPY streamers FROM STDIN',
    "INSERT INTO streamers (id, login, display_name) VALUES (1, 'a', 'A')",
    "UPDATE streamers SET display_name = 'changed'",
    'DELETE FROM streamers',
    'SELECT * FROM streamers FOR UPDATE',
    'TRUNCATE streamers',
    'CREATE TABLE mine (id int)',
    'CREATE SCHEMA mine',
    'CREATE VIEW mine AS SELECT 1',
    'CREATE FUNCTION mine() RETURNS int LANGUAGE sql AS $$ SELECT 1 $$',
    'CREATE EXTENSION dblink',
    'CREATE ROLE mine',
    'ALTER ROLE analytics_reader SUPERUSER',
    'GRANT SELECT ON seed_state TO analytics_reader',
    'SET ROLE analytics',
    "SET session_preload_libraries = 'x'",
    "ALTER SYSTEM SET log_statement = 'all'",
    'SELECT pg_reload_conf()',
    'SELECT pg_switch_wal()',
    'CHECKPOINT',
  ];

  it('may not read, write or change anything else', async () => {
    for (const sql of refused) await expect(client.query(sql)).rejects.toThrow(denied);
  });
});
