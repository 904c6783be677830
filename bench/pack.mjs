import os from 'node:os';
import { buildIfNeeded } from '../scripts/build-if-needed.mjs';
import { positiveNumber, readCommandLine } from '../scripts/command-line.mjs';
import { openEmptyDatabase } from './import/empty-database.mjs';

const help = `Measures what viewer samples take on disk as rows and packed, and how fast they are packed.

  npm run bench:pack -- [options]

  --channels <number>  how many channels are sampled every minute (default 100)
  --months <number>    for how many months (default 12)

Each channel streams once a day for 2 to 10 hours. A sample comes up to 0.4 seconds late, and one in 2,000 is missing.

BENCH_DATABASE_URL names an empty database to use. Without it, an embedded PostgreSQL is started and deleted at the end.`;

const flags = { channels: { type: 'string', default: '100' }, months: { type: 'string', default: '12' } };
const { channels, months } = readCommandLine(help, flags, (values) => ({
  channels: positiveNumber(values, 'channels'),
  months: positiveNumber(values, 'months'),
}));
const goal = 6;

await buildIfNeeded();
const { packSamples } = await import('../dist/commands/pack/pack-samples.js');
const database = await openEmptyDatabase();
const { client } = database;
try {
  console.log(
    `Node.js ${process.versions.node}, PostgreSQL ${database.version}, ${os.availableParallelism()} cores.\n`,
  );
  await client.query(`SET TIME ZONE 'UTC'; SET synchronous_commit = off; SELECT setseed(0.5)`);
  await client.query(
    `INSERT INTO streamers (id, display_name) SELECT i, 'Channel ' || i FROM generate_series(1, $1::int) i`,
    [channels],
  );
  const total = { samples: 0, rowBytes: 0, seconds: 0 };
  for (let month = 0; month < months; month++) await measureMonth(month, total);
  const packedBytes = await number(`SELECT pg_total_relation_size('packed_samples') AS number`);
  const leftBytes = await number(
    `SELECT COALESCE(sum(pg_total_relation_size(i.inhrelid)), 0) AS number FROM pg_inherits i WHERE i.inhparent = 'viewer_samples'::regclass`,
  );
  const each = (bytes) => (bytes / total.samples).toFixed(2);
  console.log(`${thousands(total.samples)} samples, ${thousands(total.samples / total.seconds)} packed a second`);
  console.log(`  as rows  ${each(total.rowBytes)} bytes a sample, ${megabytes(total.rowBytes)}`);
  console.log(
    `  packed   ${each(packedBytes + leftBytes)} bytes a sample, ${megabytes(packedBytes + leftBytes)}, the goal is ${goal}`,
  );
} finally {
  await database.close();
}

/** Fills a month, and packs it. */
async function measureMonth(month, total) {
  const from = new Date(Date.UTC(2024, month, 1)).toISOString();
  const to = new Date(Date.UTC(2024, month + 1, 1)).toISOString();
  await client.query(
    `CREATE TABLE viewer_samples_${from.slice(0, 7).replace('-', '_')} PARTITION OF viewer_samples FOR VALUES FROM ('${from}') TO ('${to}')`,
  );
  await client.query(
    `INSERT INTO streams (id, streamer_id, started_at, ended_at)
    SELECT (extract(epoch FROM d.day) / 86400)::bigint * 100000 + c.id, c.id, s.start, s.start + s.hours * interval '1 hour'
    FROM streamers c
    CROSS JOIN generate_series($1::timestamptz, $2::timestamptz - interval '1 day', interval '1 day') d(day)
    CROSS JOIN LATERAL (SELECT d.day + (c.id * 7919 % 780) * interval '1 minute' AS start, 2 + 8 * random() AS hours) s`,
    [from, to],
  );
  // The samples of a stream waver by up to a twentieth.
  const { rowCount } = await client.query(
    `INSERT INTO viewer_samples (stream_id, created_at, viewers)
    SELECT s.id, date_trunc('milliseconds', s.started_at + m * interval '1 minute' + random() * interval '0.4 seconds'),
      (50 + s.id * 7919 % 20000) * (0.95 + 0.1 * random())
    FROM streams s
    CROSS JOIN generate_series(0, (extract(epoch FROM s.ended_at - s.started_at) / 60)::int - 1) m
    WHERE s.started_at >= $1 AND s.started_at < $2 AND random() > 1 / 2000::float8
    ORDER BY s.id, m`,
    [from, to],
  );
  await client.query('ANALYZE streams, viewer_samples');
  total.rowBytes += await number(
    `SELECT sum(pg_total_relation_size(i.inhrelid)) AS number FROM pg_inherits i WHERE i.inhparent = 'viewer_samples'::regclass`,
  );
  const start = performance.now();
  const { samples } = await packSamples(client);
  total.seconds += (performance.now() - start) / 1000;
  if (samples !== rowCount) throw new Error(`${rowCount} samples were written, and ${samples} packed.`);
  total.samples += samples;
}

async function number(sql) {
  return Number((await client.query(sql)).rows[0].number);
}

function megabytes(bytes) {
  return `${thousands(bytes / 1e6)} MB`;
}

function thousands(value) {
  return Math.round(value).toLocaleString('en-US');
}
