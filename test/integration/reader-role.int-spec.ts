import pg from 'pg';
import { migrateDatabase } from '../../src/database/migrations/migrator.js';
import { PrismaService } from '../../src/database/prisma.service.js';
import { SecondCluster } from '../support/database/second-cluster.js';
import { createPrisma, TestStore } from '../support/database/test-store.js';

const readOnly = /read-only transaction/;
const denied = /permission denied|must be owner/;
const warning =
  'The role analytics_reader does not exist or is not granted. The service reads with the privileges of the user in DATABASE_URL.';

/** Statements that change data or tables, one of each kind. */
const writes = [
  "INSERT INTO streamers (id, login, display_name) VALUES (1, 'a', 'A')",
  "UPDATE streamers SET display_name = 'changed'",
  'DELETE FROM streamers',
  'TRUNCATE board_entries',
  'CREATE TABLE mine (id int)',
  'CREATE INDEX ON streams (title)',
  'ALTER TABLE streams ADD COLUMN mine int',
  'DROP TABLE panels',
  'CREATE FUNCTION mine() RETURNS int LANGUAGE sql AS $$ SELECT 1 $$',
  "SELECT nextval('boards_id_seq')",
];

const session = `
  SELECT session_user::text AS session_user, current_user::text AS current_user,
    current_setting('default_transaction_read_only') AS read_only, current_setting('statement_timeout') AS timeout,
    current_setting('TimeZone') AS zone`;

describe('the connection of the server', () => {
  let store: TestStore;

  beforeAll(async () => {
    store = await TestStore.start({ env: { DATABASE_DEADLINE_SECONDS: '2' } });
    await store.data.streamer();
  });

  afterAll(() => store.stop());

  it('logs in as the owner and reads as the read-only role, in UTC, with a time limit', async () => {
    expect(await ask(store.prisma, session)).toEqual([
      { session_user: 'analytics', current_user: 'analytics_reader', read_only: 'on', timeout: '1500ms', zone: 'UTC' },
    ]);
  });

  it('prepares every connection of the pool in the same way', async () => {
    // One at a time, because a connection has to be made within a second.
    const clients: pg.PoolClient[] = [];
    for (let i = 0; i < 4; i++) clients.push(await store.prisma.pool.connect());
    const answers = await Promise.all(clients.map((client) => client.query<Record<string, string>>(session)));
    for (const client of clients) client.release();
    expect(answers.map(({ rows }) => rows[0]?.current_user)).toEqual(Array(4).fill('analytics_reader'));
  });

  it('disables JIT compilation, which takes half a second for millions of expected rows', async () => {
    await store.data.client.query(`ALTER DATABASE ${new URL(store.url).pathname.slice(1)} SET jit = on`);
    const prisma = createPrisma({ DATABASE_URL: store.url });
    expect(await ask(prisma, "SELECT current_setting('jit') AS jit")).toEqual([{ jit: 'off' }]);
    await prisma.onApplicationShutdown();
  });

  it("is the same for Prisma's own queries", async () => {
    // The first use of Prisma takes a second of processor time.
    const prisma = createPrisma({ DATABASE_URL: store.url, DATABASE_DEADLINE_SECONDS: '5' });
    expect(await prisma.client.$queryRawUnsafe(session)).toMatchObject([{ current_user: 'analytics_reader' }]);
    await expect(prisma.client.seedState.create({ data: { seedNow: new Date() } })).rejects.toThrow(readOnly);
    await prisma.onApplicationShutdown();
  });

  it('cannot write, even in a read-write transaction', async () => {
    for (const sql of writes) {
      await expect(ask(store.prisma, sql)).rejects.toThrow(/read-only transaction|permission denied/);
      await withWritable(store.prisma, (client) => expect(client.query(sql)).rejects.toThrow(denied));
    }
  });

  it('cancels a statement that runs too long', async () => {
    await expect(ask(store.prisma, 'SELECT pg_sleep(5)')).rejects.toThrow('statement timeout');
  });
});

describe('on other servers', () => {
  let cluster: SecondCluster;
  let lines: string[];
  let prisma: PrismaService | undefined;

  beforeAll(async () => {
    cluster = await SecondCluster.start();
  });

  afterAll(() => cluster.stop());

  beforeEach(() => {
    lines = [];
  });

  afterEach(() => prisma?.onApplicationShutdown());

  const connect = (env: Record<string, string>) =>
    (prisma = createPrisma({ DATABASE_DEADLINE_SECONDS: '5', ...env }, (line) => lines.push(line)));
  const warnings = () => lines.map((line) => (JSON.parse(line) as { msg: string }).msg);

  it('reads as an owner who may not create roles, still read-only, and warns once', async () => {
    const url = await cluster.createOwnedDatabase('no_roles');
    await migrateDatabase(url);
    expect(await cluster.query("SELECT FROM pg_roles r WHERE r.rolname = 'analytics_reader'")).toEqual([]);
    const server = connect({ DATABASE_URL: url });
    const answers = await Promise.all([ask(server, session), ask(server, session), ask(server, session)]);
    expect(answers.flat()).toEqual(
      Array(3).fill(expect.objectContaining({ current_user: 'no_roles', read_only: 'on', zone: 'UTC' })),
    );
    expect(await server.client.streamer.count()).toBe(0);
    expect(warnings()).toEqual([warning]);
    for (const sql of writes) await expect(ask(server, sql)).rejects.toThrow(readOnly);
  });

  it('uses the role if the owner may create it and is not a superuser', async () => {
    const url = await cluster.createOwnedDatabase('makes_roles', 'CREATEROLE');
    await migrateDatabase(url);
    const server = connect({ DATABASE_URL: url });
    expect(await ask(server, session)).toMatchObject([
      { session_user: 'makes_roles', current_user: 'analytics_reader', read_only: 'on' },
    ]);
    expect(await server.client.streamer.count()).toBe(0);
    expect(warnings()).toEqual([]);
    await withWritable(server, (client) => expect(client.query(writes[0] ?? '')).rejects.toThrow(denied));
  });

  it('reads as an owner without a grant of a role from another database, and warns', async () => {
    const url = await cluster.createOwnedDatabase('not_granted', 'CREATEROLE');
    await migrateDatabase(url);
    const server = connect({ DATABASE_URL: url });
    expect(await ask(server, session)).toMatchObject([{ current_user: 'not_granted', read_only: 'on' }]);
    expect(await server.client.streamer.count()).toBe(0);
    expect(warnings()).toEqual([warning]);
  });

  it('reads as the user of DATABASE_READER_URL, without another role', async () => {
    const url = await cluster.createOwnedDatabase('owns');
    await migrateDatabase(url);
    await cluster.query("CREATE ROLE own_reader LOGIN PASSWORD 'secret' IN ROLE analytics_reader");
    const readerUrl = Object.assign(new URL(url), { username: 'own_reader' }).href;
    const server = connect({ DATABASE_URL: url, DATABASE_READER_URL: readerUrl });
    expect(await ask(server, session)).toMatchObject([
      { session_user: 'own_reader', current_user: 'own_reader', read_only: 'on', timeout: '3750ms', zone: 'UTC' },
    ]);
    expect(await server.client.streamer.count()).toBe(0);
    expect(warnings()).toEqual([]);
    await withWritable(server, (client) => expect(client.query(writes[0] ?? '')).rejects.toThrow(denied));
  });
});

async function ask(prisma: PrismaService, sql: string): Promise<Record<string, unknown>[]> {
  return (await prisma.pool.query<Record<string, unknown>>(sql)).rows;
}

/** A connection of the server after read-only transactions were switched off. */
async function withWritable(prisma: PrismaService, action: (client: pg.PoolClient) => Promise<void>): Promise<void> {
  const client = await prisma.pool.connect();
  try {
    await client.query('SET default_transaction_read_only = off');
    await action(client);
  } finally {
    client.release(true);
  }
}
