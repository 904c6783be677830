import pg from 'pg';
import { listMigrations } from '../../src/database/migrations/migrations.js';
import { migrateDatabase } from '../../src/database/migrations/migrator.js';
import { withOwner } from '../../src/database/owner-client.js';
import { createTestDatabase, TestDatabase } from '../support/database/test-database.js';

const firstGate = '20261127110000_require_release';
const gate = '20261129000000_raise_release_gate';
const message = 'A newer version has changed the tables; use the commands of that version.';

describe('the tables of this release', () => {
  let database: TestDatabase;
  /** A session of 1.1.0, whose commands do not set the release. */
  let old: pg.Client;

  beforeEach(async () => {
    database = await createTestDatabase('template1');
    await migrateBefore(firstGate);
    // Instead of the setting for all tests.
    await withOwner(database.url, (client) =>
      client.query(
        `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET analytics.release = ''''', current_database()); END $$`,
      ),
    );
    old = new pg.Client({ connectionString: database.url });
    await old.connect();
  });

  afterEach(async () => {
    await old.end();
    await database.drop();
  });

  const migrateBefore = async (name: string) => {
    const all = await listMigrations();
    await migrateDatabase(database.url, { wanted: all.slice(0, all.indexOf(name)) });
  };

  const listTables = async () => {
    const { rows } = await old.query<{ name: string }>(`
      SELECT c.relname AS name FROM pg_catalog.pg_class c
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
        AND c.relname <> '_prisma_migrations'`);
    return rows.map(({ name }) => name);
  };

  it('reject whatever a command of 1.1.0 writes', async () => {
    await migrateDatabase(database.url);
    const tables = await listTables();
    expect(tables.length).toBeGreaterThan(30);
    for (const table of tables) {
      for (const action of ['INSERT INTO # DEFAULT VALUES', 'DELETE FROM # WHERE FALSE', 'TRUNCATE # CASCADE']) {
        await expect(old.query(action.replace('#', table))).rejects.toThrow(message);
      }
      await expect(old.query(`COPY ${table} FROM '/dev/null'`)).rejects.toThrow(message);
    }
    await expect(old.query('UPDATE streams SET title = NULL')).rejects.toThrow(message);
  });

  it('accept this release and later ones', async () => {
    await migrateDatabase(database.url);
    await withOwner(database.url, (client) => client.query('DELETE FROM streamers'));
    for (const release of ['1.3', '1.3.1', '1.10', '2.0']) {
      await old.query(`SET analytics.release = '${release}'`);
      await old.query('DELETE FROM streamers');
    }
    for (const release of ['1.2', '1.2.9', '0.9', '1.3.beta', '1.3.', 'next', '1.99999999999']) {
      await old.query(`SET analytics.release = '${release}'`);
      await expect(old.query('DELETE FROM streamers')).rejects.toThrow(message);
    }
  });

  it.each([
    ['1.1.0', firstGate, '', /^20261127110000_require_release waits for a lock/],
    ['1.2.0', gate, '1.2', /^20261129000000_raise_release_gate waits for a lock/],
  ])('change after a command of %s that is writing', async (_, name, release, waits) => {
    await migrateBefore(name);
    await old.query(`SET analytics.release = '${release}'`);
    await old.query(`BEGIN; INSERT INTO streamers (id, login, display_name) VALUES (1, 'ann', 'Ann')`);
    const lines: string[] = [];
    const log = (line: string) => {
      lines.push(line);
      void old.query('COMMIT');
    };
    await migrateDatabase(database.url, { log, lockTimeoutMs: 100, pauseMs: 100 });
    expect(lines).toEqual([expect.stringMatching(waits)]);
    expect((await old.query('SELECT s.login FROM streamers s')).rows).toEqual([{ login: 'ann' }]);
    await expect(old.query('DELETE FROM streamers')).rejects.toThrow(message);
  });
});
