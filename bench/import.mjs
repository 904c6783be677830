import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { buildIfNeeded } from '../scripts/build-if-needed.mjs';
import { positiveNumber, readCommandLine } from '../scripts/command-line.mjs';
import { copyRows, describeCopy } from './import/copy.mjs';
import { openEmptyDatabase } from './import/empty-database.mjs';
import { importFile } from './import/import-file.mjs';
import { writeSamples, writeStreamers, writeStreams } from './import/rows.mjs';
import { median } from './report.mjs';

const help = `Compares the import with \\copy of psql, which writes the same rows into an unlogged copy of the same table.

  npm run bench:import -- [options]

  --rounds <number>   how often each measurement is repeated (default 3)
  --streams <number>  the number of streams to import (default 500000)
  --samples <number>  the number of viewer samples to import (default 1000000)
  --no-growth         do not measure how the time for a row grows with the number of rows

BENCH_DATABASE_URL names an empty database to use. Without it, an embedded PostgreSQL is started and deleted at the end.`;

const flags = {
  rounds: { type: 'string', default: '3' },
  streams: { type: 'string', default: '500000' },
  samples: { type: 'string', default: '1000000' },
  'no-growth': { type: 'boolean', default: false },
};
const { rounds, streams, samples, withGrowth } = readCommandLine(help, flags, (values) => ({
  rounds: positiveNumber(values, 'rounds'),
  streams: positiveNumber(values, 'streams'),
  samples: positiveNumber(values, 'samples'),
  withGrowth: !values['no-growth'],
}));
const growth = [100_000, 1_000_000, 5_000_000];
const goals = { streams: 0.4, viewer_samples: 0.25 };

await buildIfNeeded();
const folder = mkdtempSync(path.join(os.tmpdir(), 'bench-import-'));
const database = await openEmptyDatabase();
try {
  console.log(`Node.js ${process.versions.node}, PostgreSQL ${database.version}, ${os.availableParallelism()} cores.`);
  console.log(`Compared with ${describeCopy()}.\n`);
  await prepare();
  await compare('streams', 'streams', streams, writeStreams);
  await fillStreams();
  await compare('viewer_samples', 'viewer_samples, in order of time', samples, writeSamples.byTime);
  await compare('viewer_samples', 'viewer_samples, stream by stream', samples, writeSamples.byStream);
  if (withGrowth) await measureGrowth();
} finally {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
}

async function prepare() {
  const { ndjson } = await write('streamers', writeStreamers, 25_000);
  await importFile(database.url, 'streamers', ndjson);
}

/** Writes the streams that the samples belong to. */
async function fillStreams() {
  await database.empty('streams');
  const most = Math.max(samples, withGrowth ? Math.max(...growth) : 0);
  const { ndjson } = await write('streams', writeStreams, writeSamples.streamsOf(most));
  await importFile(database.url, 'streams', ndjson);
}

async function compare(kind, title, count, writeRows) {
  const files = await write(kind, writeRows, count);
  const measured = [];
  for (let round = 0; round < rounds; round++) {
    await database.empty(kind);
    const imported = await importFile(database.url, kind, files.ndjson);
    const copySeconds = await copyRows(database, kind, files.text, files.columns);
    measured.push({ ...imported, copySeconds, ratio: copySeconds / imported.seconds });
  }
  const perSecond = (name) => thousands(count / median(measured.map((round) => round[name])));
  console.log(`${title}: ${thousands(count)} rows, median of ${rounds}`);
  console.log(
    `  import  ${perSecond('seconds')} rows/s, at most ${Math.max(...measured.map(({ megabytes }) => megabytes))} MB`,
  );
  console.log(`  \\copy   ${perSecond('copySeconds')} rows/s`);
  const ratios = measured.map(({ ratio }) => ratio.toFixed(2)).join(', ');
  console.log(
    `  ratio   ${median(measured.map(({ ratio }) => ratio)).toFixed(2)} (of ${ratios}), the goal is ${goals[kind]}\n`,
  );
}

async function measureGrowth() {
  console.log('viewer_samples, in order of time, by how many there are');
  for (const count of growth) {
    const { ndjson } = await write('viewer_samples', writeSamples.byTime, count);
    await database.empty('viewer_samples');
    const { seconds, megabytes } = await importFile(database.url, 'viewer_samples', ndjson);
    const each = ((seconds / count) * 1e6).toFixed(2);
    console.log(
      `  ${thousands(count).padStart(9)} rows  ${seconds.toFixed(1).padStart(5)} s  ${each} us a row  ${megabytes} MB`,
    );
  }
}

async function write(kind, writeRows, count) {
  const files = { ndjson: path.join(folder, `${kind}.ndjson`), text: path.join(folder, `${kind}.txt`) };
  return { ...files, columns: await writeRows(files, count) };
}

function thousands(number) {
  return Math.round(number).toLocaleString('en-US');
}
