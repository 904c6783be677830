import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { buildIfNeeded } from '../../scripts/build-if-needed.mjs';

const template = 'template_migrated';

/** Starts one PostgreSQL for all defects, with the migrated database that the tests clone (test/support/global-setup.ts). */
export async function startDatabase() {
  await buildIfNeeded();
  const { EmbeddedPostgres } = await import('../../dist/embedded-postgres/embedded-postgres.js');
  const { migrateDatabase } = await import('../../dist/database/migrator.js');
  const folder = mkdtempSync(path.join(os.tmpdir(), `streaming-analytics-test-${process.pid}-`));
  // As root the server runs as another user, who has to enter.
  chmodSync(folder, 0o755);
  const server = await EmbeddedPostgres.start({ dataDir: folder, durable: false });
  const stop = async () => {
    await server.stop();
    rmSync(path.dirname(server.filesDir), { recursive: true, force: true });
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await query(server.url, `CREATE DATABASE ${template}`);
    await migrateDatabase(Object.assign(new URL(server.url), { pathname: `/${template}` }).href);
    await query(server.url, `ALTER DATABASE ${template} IS_TEMPLATE true ALLOW_CONNECTIONS false`);
  } catch (error) {
    await stop();
    throw error;
  }
  return { env: { TEST_DATABASE_URL: server.url, TEST_TEMPLATE: template }, stop };
}

async function query(connectionString, sql) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
