import { execFileSync } from 'node:child_process';
import { createReadStream, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { from as copyFrom } from 'pg-copy-streams';
import { buildIfNeeded } from '../scripts/build-if-needed.mjs';
import { positiveNumber, readCommandLine } from '../scripts/command-line.mjs';
import { openEmptyDatabase } from './import/empty-database.mjs';
import { writeSamples, writeStreamers, writeStreams } from './import/rows.mjs';
import { median } from './report.mjs';

const help = `Compares the speed of the import with COPY of the same rows into an unlogged copy of the table, in an embedded PostgreSQL.

  npm run bench:import -- [options]

  --rounds <number>   number of repetitions of each measurement (default 3)
  --streams <number>  number of streams to import (default 500000)
  --samples <number>  number of viewer samples to import (default 1000000)`;

const flags = {
  rounds: { type: 'string', default: '3' },
  streams: { type: 'string', default: '500000' },
  samples: { type: 'string', default: '1000000' },
};
const { rounds, streams, samples } = readCommandLine(help, flags, (values) =>
  Object.fromEntries(Object.keys(flags).map((name) => [name, positiveNumber(values, name)])),
);
const goals = { streams: 0.4, viewer_samples: 0.25 };

await buildIfNeeded();
const folder = mkdtempSync(path.join(os.tmpdir(), 'bench-import-'));
const database = await openEmptyDatabase();
try {
  console.log(
    `Node.js ${process.versions.node}, PostgreSQL ${database.version}, ${os.availableParallelism()} cores.\n`,
  );
  importFile('streamers', write('streamers', writeStreamers, 25_000).ndjson);
  await compare('streams', 'streams', streams, writeStreams);
  await database.empty('streams');
  // The streams that the samples belong to.
  importFile('streams', write('streams', writeStreams, writeSamples.streamsOf(samples)).ndjson);
  await compare('viewer_samples', 'viewer_samples, in order of time', samples, writeSamples.byTime);
  await compare('viewer_samples', 'viewer_samples, stream by stream', samples, writeSamples.byStream);
} finally {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
}

async function compare(kind, title, count, writeRows) {
  const files = write(kind, writeRows, count);
  const measured = [];
  for (let round = 0; round < rounds; round++) {
    await database.empty(kind);
    const imported = importFile(kind, files.ndjson);
    const copySeconds = await copyRows(kind, files.text, files.columns);
    measured.push({ ...imported, copySeconds, ratio: copySeconds / imported.seconds });
  }
  const most = Math.max(...measured.map(({ megabytes }) => megabytes));
  const ratios = measured.map(({ ratio }) => ratio);
  const each = ratios.map((ratio) => ratio.toFixed(2)).join(', ');
  const perSecond = (name) => thousands(count / median(measured.map((round) => round[name])));
  console.log(`${title}: ${thousands(count)} rows, median of ${rounds}`);
  console.log(`  import  ${perSecond('seconds')} rows/s, at most ${most} MB`);
  console.log(`  \\copy   ${perSecond('copySeconds')} rows/s`);
  console.log(`  ratio   ${median(ratios).toFixed(2)} (of ${each}), goal: ${goals[kind]}\n`);
}

/** Copies a file into columns of an unlogged copy of a table with all indexes and checks. Returns the duration in seconds. */
async function copyRows(table, file, columns) {
  const { client } = database;
  await client.query('DROP TABLE IF EXISTS bench_copy');
  await client.query(`CREATE UNLOGGED TABLE bench_copy (LIKE ${table} INCLUDING ALL)`);
  // The import derives the reason from the end.
  if (table === 'streams') await client.query(`ALTER TABLE bench_copy ALTER end_reason SET DEFAULT 'given'`);
  await client.query('CHECKPOINT');
  const start = performance.now();
  await pipeline(createReadStream(file), client.query(copyFrom(`COPY bench_copy (${columns.join(', ')}) FROM STDIN`)));
  return (performance.now() - start) / 1000;
}

/** Imports a file in a separate process. Returns the seconds from BEGIN to COMMIT and the peak memory. */
function importFile(kind, file) {
  const script = path.join(import.meta.dirname, 'import/importing-process.mjs');
  const output = execFileSync(process.execPath, [script, kind, file], {
    env: { ...process.env, DATABASE_URL: database.url },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return JSON.parse(output);
}

function write(kind, writeRows, count) {
  const files = { ndjson: path.join(folder, `${kind}.ndjson`), text: path.join(folder, `${kind}.txt`) };
  return { ...files, columns: writeRows(files, count) };
}

function thousands(number) {
  return Math.round(number).toLocaleString('en-US');
}
