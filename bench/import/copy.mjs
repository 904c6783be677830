import { execFileSync, spawnSync } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { from as copyFrom } from 'pg-copy-streams';

const psql = spawnSync('psql', ['--version'], { encoding: 'utf8' });
const hasPsql = psql.status === 0;

/** What the import is compared with. */
export function describeCopy() {
  return hasPsql ? `\\copy of ${psql.stdout.trim()}` : 'the COPY that psql would send: there is no psql here';
}

/** Copies a file of some columns into an unlogged copy of a table, with all its indexes and checks; answers the seconds. */
export async function copyRows(database, table, file, columns) {
  const { client } = database;
  await client.query('DROP TABLE IF EXISTS bench_copy');
  await client.query(`CREATE UNLOGGED TABLE bench_copy (LIKE ${table} INCLUDING ALL)`);
  await client.query('CHECKPOINT');
  const target = `bench_copy (${columns.join(', ')})`;
  const start = performance.now();
  if (hasPsql) execFileSync('psql', [database.url, '-qc', `\\copy ${target} from '${file}'`]);
  else await pipeline(createReadStream(file), client.query(copyFrom(`COPY ${target} FROM STDIN`)));
  const seconds = (performance.now() - start) / 1000;
  await client.query('DROP TABLE bench_copy');
  return seconds;
}
