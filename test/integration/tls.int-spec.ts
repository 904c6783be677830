import { spawnSync } from 'node:child_process';
import { withOwner } from '../../src/database/owner-client.js';
import { DatabaseClient } from '../../src/database/database-client.js';
import { migrateDatabase } from '../../src/database/migrations/migrator.js';
import { describeWhere } from '../support/describe-where.js';
import { SecondCluster } from '../support/database/second-cluster.js';
import { createPrisma } from '../support/database/test-store.js';

const isInstalled = spawnSync('openssl', ['version']).status === 0;
const encrypted = 'SELECT s.ssl FROM pg_stat_ssl s WHERE s.pid = pg_backend_pid()';

describeWhere(isInstalled, 'a server with a self-signed certificate', 'for which OpenSSL is missing here', () => {
  let cluster: SecondCluster;
  let certificate: string;
  let url: string;

  beforeAll(async () => {
    cluster = await SecondCluster.start();
    url = await cluster.createOwnedDatabase('owner');
    expect(await sslOf(`${url}?sslmode=prefer`)).toBe(false);
    await expect(sslOf(`${url}?sslmode=require`)).rejects.toThrow('does not support SSL');
    certificate = await cluster.useTls();
  });

  afterAll(() => cluster.stop());

  it.each([
    ['disable', false],
    ['allow', true],
    ['prefer', true],
    ['require', true],
    ['no-verify', true],
  ])('sslmode=%s connects without a check of the certificate', async (mode, ssl) => {
    expect(await sslOf(`${url}?sslmode=${mode}`)).toBe(ssl);
  });

  it('is verified for verify-full, by certificate and by name', async () => {
    await expect(sslOf(`${url}?sslmode=verify-full`)).rejects.toThrow('self-signed certificate');
    await expect(sslOf(`${url}?sslmode=verify-full&sslrootcert=${certificate}`)).rejects.toThrow('altnames');
  });

  it.each(['verify-ca', 'require'])('is verified for %s and sslrootcert, by certificate alone', async (mode) => {
    expect(await sslOf(`${url}?sslmode=${mode}&sslrootcert=${certificate}`)).toBe(true);
  });

  it('is used by migrations, commands and the server for sslmode=require, without a warning', async () => {
    const warn = jest.spyOn(process, 'emitWarning');
    const required = `${url}?sslmode=require`;
    await migrateDatabase(required);
    expect(await withOwner(required, async (client) => (await client.query<object>(encrypted)).rows)).toEqual([
      { ssl: true },
    ]);
    const prisma = createPrisma({ DATABASE_URL: required });
    expect((await prisma.pool.query(encrypted)).rows).toEqual([{ ssl: true }]);
    expect(await prisma.client.streamer.count()).toBe(0);
    await prisma.onApplicationShutdown();
    expect(warn).not.toHaveBeenCalled();
  });
});

async function sslOf(url: string): Promise<boolean | undefined> {
  const client = new DatabaseClient({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<{ ssl: boolean }>(encrypted)).rows[0]?.ssl;
  } finally {
    await client.end();
  }
}
