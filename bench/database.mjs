import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { pinDatabase, postmasterOf } from './processes.mjs';

const root = path.resolve(import.meta.dirname, '..');
const cli = path.join(root, 'dist/cli/main.js');
const streamers = 100_000;
const streamsPerStreamer = 20;
// A point a day, as somebody who counts followers has them.
const days = 90;
const staleAfterDays = 1;

/**
 * The database of the run: BENCH_DATABASE_URL, or an embedded one that is kept for the next run of the same scale.
 * Filled when it is empty; kept data of another day is made anew, or the last thirty days would run dry.
 */
export async function openDatabase({ scale }, cores) {
  const given = process.env.BENCH_DATABASE_URL;
  const embedded = given ? undefined : await startEmbedded(scale);
  const url = given ?? embedded.url;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await fill(client, url, scale, embedded !== undefined);
    await client.query(readFileSync(path.join(import.meta.dirname, 'servers/postgrest.sql'), 'utf8'));
    const postmaster = postmasterOf((await one(client, 'SELECT pg_backend_pid() AS pid')).pid);
    if (postmaster === undefined) console.log("PostgreSQL runs elsewhere, so its processor time can't be measured.");
    else if (!pinDatabase(postmaster, cores)) console.log('PostgreSQL belongs to another user and runs on any core.');
    const { version } = await one(client, "SELECT current_setting('server_version') AS version");
    const { rows } = await client.query('SELECT d.kind, d.row_count::float8 AS count FROM data_summary d');
    const counts = Object.fromEntries(rows.map(({ kind, count }) => [kind, count]));
    return { url, client, postmaster, version, counts, close: () => close(client, embedded) };
  } catch (error) {
    await close(client, embedded);
    throw error;
  }
}

/** The URL for servers that leave the settings of a session to whoever deploys them: the same as ours sets itself. */
export function tunedUrl(url) {
  const options = encodeURIComponent('-c random_page_cost=1.1 -c timezone=UTC');
  return `${url}${url.includes('?') ? '&' : '?'}options=${options}`;
}

async function startEmbedded(scale) {
  const { EmbeddedPostgres } = await import('../dist/embedded-postgres/embedded-postgres.js');
  const dataDir = path.join(root, '.data/bench', `scale-${scale}`);
  return EmbeddedPostgres.start({ dataDir, durable: false, log: (line) => console.log(line) });
}

async function fill(client, url, scale, isOurs) {
  runCli(url, ['migrate']);
  const { age } = await one(
    client,
    `SELECT date_part('epoch', now() - max(d.changed_at)) / 86400 AS age FROM data_summary d WHERE d.kind = 'streams'`,
  );
  if (age !== null && age <= staleAfterDays) return;
  if (age !== null && !isOurs) return console.log(`The data is ${Math.round(age)} days old, so recent days are empty.`);
  if (age !== null) {
    await client.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
    runCli(url, ['migrate']);
  }
  const options = {
    streamers: Math.max(1, Math.round(streamers * scale)),
    'streams-per-streamer': streamsPerStreamer,
    'follower-points-per-streamer': days,
    days,
  };
  runCli(url, ['generate', ...Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)])]);
  await client.query('VACUUM (ANALYZE)');
}

function runCli(url, args) {
  execFileSync(process.execPath, [cli, ...args], { stdio: 'inherit', env: { ...process.env, DATABASE_URL: url } });
}

async function one(client, sql) {
  const { rows } = await client.query(sql);
  return rows[0];
}

async function close(client, embedded) {
  await client.end();
  await embedded?.stop();
}
