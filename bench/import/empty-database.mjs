import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';

/** A migrated database without data, with ways to empty its tables again. */
export async function openEmptyDatabase() {
  const given = process.env.BENCH_DATABASE_URL;
  const embedded = given ? undefined : await startEmbedded();
  const url = given ?? embedded.url;
  const { migrateDatabase } = await import('../../dist/database/migrator.js');
  await migrateDatabase(url);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const close = async () => {
    if (given) await empty(client, 'streamers');
    await client.end();
    await embedded?.discard();
  };
  const { rows } = await client.query(`
    SELECT current_setting('server_version') AS version, EXISTS (SELECT FROM streamers) AS "isUsed"`);
  if (rows[0].isUsed) {
    await client.end();
    throw new Error(
      'BENCH_DATABASE_URL names a database that holds data. Name an empty one: what it holds is deleted.',
    );
  }
  return { url, client, version: rows[0].version, empty: (kind) => empty(client, kind), close };
}

/** Empties a table and what refers to it. */
async function empty(client, kind) {
  const { rows } = await client.query(`
    SELECT i.inhrelid::regclass AS name FROM pg_catalog.pg_inherits i WHERE i.inhparent = 'viewer_samples'::regclass`);
  for (const { name } of rows) await client.query(`DROP TABLE ${name}`);
  const kinds = {
    streamers: 'streamers, streams, viewer_samples',
    streams: 'streams',
    viewer_samples: 'viewer_samples',
  };
  await client.query(`TRUNCATE ${kinds[kind]} CASCADE`);
  await client.query('DELETE FROM data_summary');
  await client.query('CHECKPOINT');
}

async function startEmbedded() {
  const { EmbeddedPostgres } = await import('../../dist/embedded-postgres/embedded-postgres.js');
  const folder = mkdtempSync(path.join(os.tmpdir(), 'bench-import-database-'));
  // As root PostgreSQL runs as another user, who must be able to enter the folder.
  chmodSync(folder, 0o755);
  const server = await EmbeddedPostgres.start({ dataDir: folder });
  const discard = async () => {
    await server.stop();
    for (const made of [path.dirname(server.filesDir), folder]) rmSync(made, { recursive: true, force: true });
  };
  return { url: server.url, discard };
}
