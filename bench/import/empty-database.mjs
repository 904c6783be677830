import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';

/** Opens a migrated database without data on an embedded PostgreSQL. `empty` empties a table again. */
export async function openEmptyDatabase() {
  const { EmbeddedPostgres } = await import('../../dist/embedded-postgres/embedded-postgres.js');
  const { ownerSettings } = await import('../../dist/database/session-settings.js');
  const { migrateDatabase } = await import('../../dist/database/migrations/migrator.js');
  const folder = mkdtempSync(path.join(os.tmpdir(), 'bench-import-database-'));
  // If this process runs as root, PostgreSQL runs as another user, who must be able to open the folder.
  chmodSync(folder, 0o755);
  const server = await EmbeddedPostgres.start({ dataDir: folder });
  const { url } = server;
  await migrateDatabase(url);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(ownerSettings);
  const { rows } = await client.query(`SELECT current_setting('server_version') AS version`);
  const close = async () => {
    await client.end();
    await server.stop();
    for (const made of [path.dirname(server.filesDir), folder]) rmSync(made, { recursive: true, force: true });
  };
  return { url, client, version: rows[0].version, empty: (kind) => empty(client, kind), close };
}

/** Empties a table and the tables that refer to it. */
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
