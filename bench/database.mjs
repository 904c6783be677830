import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { commandLineOf, root } from './our-service.mjs';
import { pinDatabase, postmasterOf } from './processes.mjs';

const streamers = 100_000;
const streamsPerStreamer = 20;
// Each streamer has a follower point for each day.
const days = 90;
const staleAfterDays = 1;
const copyName = 'bench_this_build';

/**
 * The database of the run: BENCH_DATABASE_URL, or an embedded one that is kept for the next run of the same scale. It is
 * filled when it is empty. Kept data that is older than a day is generated again, or the last thirty days would have gaps.
 * With `against`, `beforeUrl` is the database of the older build, with the same rows.
 */
export async function openDatabase({ scale, against }, cores) {
  const given = process.env.BENCH_DATABASE_URL;
  const embedded = given ? undefined : await startEmbedded(against ? `scale-${scale}-against` : `scale-${scale}`);
  const firstUrl = given ?? embedded.url;
  let client;
  try {
    client = await connect(firstUrl);
    await fill(client, runnerOf(against ?? root, firstUrl), scale, embedded !== undefined);
    const url = against ? await copyDatabase(client, firstUrl) : firstUrl;
    if (against) {
      client = await connect(url);
      runnerOf(root, url)(['migrate']);
    }
    await client.query(readFileSync(path.join(import.meta.dirname, 'servers/postgrest.sql'), 'utf8'));
    const postmaster = await pinPostmaster(client, cores);
    const { version } = await one(client, "SELECT current_setting('server_version') AS version");
    const { rows } = await client.query('SELECT d.kind, d.row_count::float8 AS count FROM data_summary d');
    const counts = Object.fromEntries(rows.map(({ kind, count }) => [kind, count]));
    return { url, beforeUrl: firstUrl, client, postmaster, version, counts, close: () => close(client, embedded) };
  } catch (error) {
    await close(client, embedded);
    throw error;
  }
}

/** The URL for the peers, with the settings that our service sets for each session itself. */
export function tunedUrl(url) {
  const options = encodeURIComponent('-c random_page_cost=1.1 -c timezone=UTC');
  return `${url}${url.includes('?') ? '&' : '?'}options=${options}`;
}

async function startEmbedded(name) {
  const { EmbeddedPostgres } = await import('../dist/embedded-postgres/embedded-postgres.js');
  const dataDir = path.join(root, '.data/bench', name);
  return EmbeddedPostgres.start({ dataDir, durable: false, log: (line) => console.log(line) });
}

async function fill(client, run, scale, isOurs) {
  run(['migrate']);
  const { age } = await one(
    client,
    `SELECT date_part('epoch', now() - max(d.changed_at)) / 86400 AS age FROM data_summary d WHERE d.kind = 'streams'`,
  );
  if (age !== null && age <= staleAfterDays) return;
  if (age !== null && !isOurs) return console.log(`The data is ${Math.round(age)} days old, so recent days are empty.`);
  if (age !== null) {
    await client.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
    run(['migrate']);
  }
  const options = {
    streamers: Math.max(1, Math.round(streamers * scale)),
    'streams-per-streamer': streamsPerStreamer,
    'follower-points-per-streamer': days,
    days,
  };
  run(['generate', ...Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)])]);
  await client.query('VACUUM (ANALYZE)');
}

/** Copies a database, whose client it ends since PostgreSQL copies none that is in use; answers the URL of the copy. */
async function copyDatabase(client, url) {
  await client.end();
  const copy = Object.assign(new URL(url), { pathname: `/${copyName}` }).href;
  const admin = await connect(Object.assign(new URL(url), { pathname: '/template1' }).href);
  const name = pg.escapeIdentifier(decodeURIComponent(new URL(url).pathname.slice(1)));
  console.log('Copying the database for this build ...');
  try {
    await admin.query(`DROP DATABASE IF EXISTS ${copyName}`);
    await admin.query(`CREATE DATABASE ${copyName} TEMPLATE ${name}`);
  } finally {
    await admin.end();
  }
  return copy;
}

/** Runs commands of the build in a folder on a database. */
function runnerOf(folder, url) {
  const file = commandLineOf(folder);
  const env = { ...process.env, DATABASE_URL: url };
  return (args) => execFileSync(process.execPath, [file, ...args], { cwd: folder, stdio: 'inherit', env });
}

/** Keeps PostgreSQL to some cores and answers its first process; undefined where it runs on another machine. */
async function pinPostmaster(client, cores) {
  const postmaster = postmasterOf((await one(client, 'SELECT pg_backend_pid() AS pid')).pid);
  if (postmaster === undefined) console.log("PostgreSQL runs elsewhere, so its processor time can't be measured.");
  else if (!pinDatabase(postmaster, cores)) console.log('PostgreSQL belongs to another user and runs on any core.');
  return postmaster;
}

async function connect(connectionString) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return client;
}

async function one(client, sql) {
  const { rows } = await client.query(sql);
  return rows[0];
}

async function close(client, embedded) {
  await client?.end();
  await embedded?.stop();
}
