import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { loadConfig } from '../../src/config/environment.js';
import { DatabaseProbe } from '../../src/database/reads/database-probe.js';
import { listMigrations } from '../../src/database/migrations/migrations.js';
import { migrateDatabase } from '../../src/database/migrations/migrator.js';
import { Prisma } from '../../src/generated/prisma/client.js';
import { AppLogger } from '../../src/logging/app-logger.js';
import { createPrisma } from '../support/database/test-store.js';
import { createTestDatabase, runAsAdmin, TestDatabase } from '../support/database/test-database.js';

describe('DatabaseProbe', () => {
  let database: TestDatabase;
  let owner: pg.Client;
  let probe: DatabaseProbe;

  async function open(template?: string): Promise<void> {
    database = await createTestDatabase(template);
    owner = new pg.Client({ connectionString: database.url });
    await owner.connect();
    probe = probeOf({ DATABASE_URL: database.url });
  }

  afterEach(async () => {
    await probe.onApplicationShutdown();
    await owner.end();
    await database.drop();
  });

  const probeOf = (env: Record<string, string>) =>
    new DatabaseProbe(loadConfig(env), new AppLogger('silent', { write: () => {} }));

  it('finds no tables in an empty database, and finds them after the migrations', async () => {
    await open('template1');
    expect(await probe.findState()).toBe('missing');
    await migrateDatabase(database.url);
    expect(await probe.findState()).toBe('applied');
  });

  it('misses migrations on the tables of 1.0.0, whose reader cannot see them', async () => {
    await open('template1');
    const all = await listMigrations();
    await migrateDatabase(database.url, { wanted: all.slice(0, all.indexOf('20261126100000_expand_columns')) });
    expect(await probe.findState()).toBe('missing');
  });

  it.each(['streamers', 'live_streams', '_prisma_migrations'])(
    'reports row level security on %s, and no other problem afterwards',
    async (table) => {
      await open();
      await owner.query(`ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`);
      expect(await probe.findState()).toBe('filtered');
      await owner.query(`ALTER TABLE ${table} DISABLE ROW LEVEL SECURITY`);
      expect(await probe.findState()).toBe('applied');
    },
  );

  it.each([
    ['was not applied', 'DELETE FROM _prisma_migrations m'],
    ['has not ended', 'UPDATE _prisma_migrations m SET finished_at = NULL'],
    ['was rolled back', 'UPDATE _prisma_migrations m SET rolled_back_at = now()'],
  ])('misses a newest migration that %s', async (_, change) => {
    await open();
    const newest = 'WHERE m.migration_name = (SELECT max(n.migration_name) FROM _prisma_migrations n)';
    expect(await probe.findState()).toBe('applied');
    await owner.query(`${change} ${newest}`);
    expect(await probe.findState()).toBe('missing');
  });

  it('reports that a user outside of analytics_reader cannot read, and that a member can', async () => {
    await open();
    await probe.onApplicationShutdown();
    const user = `reader_${randomBytes(6).toString('hex')}`;
    await runAsAdmin(`CREATE ROLE ${user} LOGIN PASSWORD 'secret'`);
    const url = Object.assign(new URL(database.url), { username: user, password: 'secret' }).href;
    probe = probeOf({ DATABASE_READER_URL: url });
    expect(await probe.findState()).toBe('unreadable');
    await runAsAdmin(`GRANT analytics_reader TO ${user}`);
    expect(await probe.findState()).toBe('applied');
    await probe.onApplicationShutdown();
    probe = probeOf({ DATABASE_URL: database.url });
    await runAsAdmin(`DROP ROLE ${user}`);
  });

  it('still reports the known state while every table is locked', async () => {
    await open();
    expect(await probe.findState()).toBe('applied');
    const { rows } = await owner.query<{ tables: string }>(
      `SELECT string_agg(t.tablename, ', ') AS tables FROM pg_tables t WHERE t.schemaname = 'public'`,
    );
    await owner.query(`BEGIN; LOCK TABLE ${rows[0]?.tables} IN ACCESS EXCLUSIVE MODE`);
    const startedAtMs = performance.now();
    expect(await Promise.all([probe.findState(), probe.findState(), probe.findState()])).toEqual(
      Array(3).fill('applied'),
    );
    expect(performance.now() - startedAtMs).toBeLessThan(10_000);
    await owner.query('ROLLBACK');
  });

  it('distinguishes a locked migrations table from an unreachable database', async () => {
    await open();
    await owner.query('BEGIN; LOCK TABLE _prisma_migrations IN ACCESS EXCLUSIVE MODE');
    expect(await probe.findState()).toBe('locked');
    await owner.query('ROLLBACK');
    expect(await probe.findState()).toBe('applied');
  });

  it('responds at once while reads use all connections of the service and more wait', async () => {
    await open();
    await owner.query('SELECT pg_advisory_lock(1)');
    const settings = { DATABASE_POOL_SIZE: '2', DATABASE_DEADLINE_SECONDS: '5' };
    const prisma = createPrisma({ DATABASE_URL: database.url, ...settings });
    const slow = (i: number) => prisma.rows(Prisma.raw(`SELECT ${i}, pg_advisory_xact_lock(1)`));
    const reads = Promise.allSettled([slow(1), slow(2), slow(3), slow(4)]);
    try {
      while (prisma.poolUsage.waiting < 2) await new Promise((resolve) => setTimeout(resolve, 10));
      expect(await probe.findState()).toBe('applied');
      expect(prisma.poolUsage.waiting).toBe(2);
    } finally {
      await owner.query('SELECT pg_advisory_unlock(1)');
      await reads;
      await prisma.onApplicationShutdown();
    }
  });

  it('asks again when its session is terminated', async () => {
    await open();
    expect(await probe.findState()).toBe('applied');
    await owner.query('BEGIN; LOCK TABLE _prisma_migrations IN ACCESS EXCLUSIVE MODE');
    const asked = probe.findState();
    const waiting = `SELECT pg_terminate_backend(l.pid) FROM pg_locks l WHERE NOT l.granted AND l.database =
      (SELECT d.oid FROM pg_database d WHERE d.datname = current_database())`;
    while ((await owner.query(waiting)).rowCount === 0);
    await owner.query('ROLLBACK');
    expect(await asked).toBe('applied');
  });

  it('fails without a database, and finds it after its return', async () => {
    await open();
    await runAsAdmin(`ALTER DATABASE "${new URL(database.url).pathname.slice(1)}" ALLOW_CONNECTIONS false`);
    await expect(probe.findState()).rejects.toThrow();
    await runAsAdmin(`ALTER DATABASE "${new URL(database.url).pathname.slice(1)}" ALLOW_CONNECTIONS true`);
    expect(await probe.findState()).toBe('applied');
  });
});
