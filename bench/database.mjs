import { execFileSync } from 'node:child_process';
import path from 'node:path';
import pg from 'pg';
import { parentOf, pinDatabase } from './processes.mjs';

const root = path.resolve(import.meta.dirname, '..');
const streamers = 100_000;
const streamsPerStreamer = 20;
// Each streamer has one follower point per day.
const days = 90;
const staleAfterDays = 1;

/**
 * Opens the database of the run, and fills it if it is empty: with generated data, unless the run has its own. The next run
 * with the same data uses the database again. Data older than a day is replaced, because the last thirty days would have gaps.
 */
export async function openDatabase({ scale }, cores, data = generatedData(scale)) {
  const { EmbeddedPostgres } = await import('../dist/embedded-postgres/embedded-postgres.js');
  const dataDir = path.join(root, '.data/bench', data.folder);
  const embedded = await EmbeddedPostgres.start({ dataDir, durable: false, log: (line) => console.log(line) });
  const { url } = embedded;
  const client = new pg.Client({ connectionString: url });
  const close = async () => {
    await client.end();
    await embedded.stop();
  };
  try {
    await client.connect();
    await fill(client, url, data);
    const session = await client.query("SELECT pg_backend_pid() AS pid, current_setting('server_version') AS version");
    const [{ pid, version }] = session.rows;
    const postmaster = parentOf(pid);
    if (!pinDatabase(postmaster, cores)) console.log('PostgreSQL belongs to another user. It is not pinned to cores.');
    const { rows } = await client.query('SELECT d.kind, d.row_count::float8 AS count FROM data_summary d');
    const counts = Object.fromEntries(rows.map(({ kind, count }) => [kind, count]));
    return { url, client, postmaster, version, counts, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The URL for the peers, with the session settings that this service sets itself. */
export function tunedUrl(url) {
  const options = encodeURIComponent('-c random_page_cost=1.1 -c timezone=UTC');
  return `${url}${url.includes('?') ? '&' : '?'}options=${options}`;
}

async function fill(client, url, data) {
  const commandLine = path.join(root, 'dist/commands/main.js');
  const run = (args) =>
    execFileSync(process.execPath, [commandLine, ...args], {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, DATABASE_URL: url },
    });
  run(['migrate']);
  const { rows } = await client.query(
    `SELECT date_part('epoch', now() - max(d.changed_at)) / 86400 AS age FROM data_summary d WHERE d.kind = 'streams'`,
  );
  const [{ age }] = rows;
  if (age !== null && age <= staleAfterDays) return;
  if (age !== null) {
    await client.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
    run(['migrate']);
  }
  await data.addRows(client, run);
  await client.query('VACUUM (ANALYZE)');
}

/** `run` runs a command of the service. */
function generatedData(scale) {
  const options = {
    streamers: Math.max(1, Math.round(streamers * scale)),
    'streams-per-streamer': streamsPerStreamer,
    'follower-points-per-streamer': days,
    days,
  };
  const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
  return { folder: `scale-${scale}`, addRows: (_client, run) => run(['generate', ...args]) };
}
