import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { PrismaService } from '../../src/database/prisma.service.js';
import { readerSession } from '../../src/database/session-settings.js';
import { Prisma } from '../../src/generated/prisma/client.js';
import { describeWhere } from '../support/describe-where.js';
import { PgBouncer } from '../support/database/pgbouncer.js';
import { runAsAdmin } from '../support/database/test-database.js';
import { createPrisma, TestStore } from '../support/database/test-store.js';

const user = `pooled_${randomBytes(6).toString('hex')}`;

const settingsOf = (statementMs: number) => Object.entries(readerSession(statementMs));

const session = Prisma.sql`
  SELECT current_user::text AS "user", current_setting('default_transaction_read_only') AS read_only,
    current_setting('statement_timeout') AS timeout, current_setting('TimeZone') AS zone`;

it('statements have names, unless DATABASE_PREPARED is off', async () => {
  const names = Prisma.sql`
    SELECT count(*)::int AS count FROM pg_prepared_statements p
    WHERE p.name LIKE 's%' AND p.statement LIKE '%pg_prepared_statements%'`;
  for (const [prepared, counts] of Object.entries({ on: [1, 1], off: [0, 0] })) {
    const store = await TestStore.start({ env: { DATABASE_PREPARED: prepared, DATABASE_POOL_SIZE: '1' } });
    const found = [await store.prisma.rows(names), await store.prisma.rows(names)];
    await store.stop();
    expect(found.flat()).toEqual(counts.map((count) => ({ count })));
  }
});

it('the documentation lists the settings of a reader', () => {
  const page = readFileSync('docs/install.md', 'utf8');
  const lines = [...page.matchAll(/^ *ALTER ROLE analytics_api SET (\w+) = '(.*)';/gm)];
  expect(lines.map(([, name, value]) => [name, value])).toEqual(settingsOf(1_500));
});

describeWhere(
  PgBouncer.isInstalled,
  'a server behind a PgBouncer in transaction mode',
  'which is not installed here',
  () => {
    let store: TestStore;
    let bouncer: PgBouncer;
    let prisma: PrismaService;

    beforeAll(async () => {
      store = await TestStore.start();
      await store.data.streamer({ login: 'somebody' });
      await runAsAdmin(`CREATE ROLE ${user} LOGIN PASSWORD 'secret' IN ROLE analytics_reader`);
      for (const [name, value] of settingsOf(3_750)) await runAsAdmin(`ALTER ROLE ${user} SET ${name} = '${value}'`);
      bouncer = await PgBouncer.start(Object.assign(new URL(store.url), { username: user, password: 'secret' }).href);
      prisma = createPrisma({
        DATABASE_READER_URL: bouncer.url,
        DATABASE_PREPARED: 'off',
        DATABASE_DEADLINE_SECONDS: '5',
      });
    });

    afterAll(async () => {
      await prisma.onApplicationShutdown();
      await bouncer.stop();
      await store.stop();
      await runAsAdmin(`DROP ROLE ${user}`);
    });

    it('returns the right response to each simultaneous query, over any connection', async () => {
      const asked = Array.from({ length: 400 }, (_, i) =>
        i % 2 === 0
          ? prisma.rows<{ found: string }>(
              Prisma.sql`SELECT s.login AS found FROM streamers s WHERE s.login = ${'somebody'}`,
            )
          : prisma.rows<{ found: string }>(Prisma.sql`SELECT ${String(i)}::text AS found`),
      );
      const answers = (await Promise.all(asked)).map(([row]) => row?.found);
      expect(answers).toEqual(answers.map((_, i) => (i % 2 === 0 ? 'somebody' : String(i))));
      expect(await prisma.client.streamer.count()).toBe(1);
    });

    it('reads with the rights and settings of its own user', async () => {
      const sessions = await Promise.all(Array.from({ length: 20 }, () => prisma.rows(session)));
      const own = { user, read_only: 'on', timeout: '3750ms', zone: 'UTC' };
      expect(sessions.flat()).toEqual(Array(20).fill(own));
    });
  },
);
