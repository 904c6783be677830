// Lists the slowest test files of runs of Jest with --json, or stores the durations of all files for jest.config.mjs.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';

const root = path.resolve(import.meta.dirname, '..');
const stored = path.join(root, 'test/durations.json');

/** The durations of earlier runs in seconds, by file. Empty without the file, which is only a hint. */
export function storedDurations() {
  return existsSync(stored) ? JSON.parse(readFileSync(stored, 'utf8')) : {};
}

/** Returns the durations of the files of a run in seconds. A file that ran in two projects has the longer duration. */
export function durationsOf({ testResults }, folder = root) {
  const durations = new Map();
  const add = (file, ms) => durations.set(file, Math.max(durations.get(file) ?? 0, ms / 1_000));
  for (const { name, startTime, endTime, assertionResults } of testResults) {
    const file = path.relative(folder, name).replaceAll('\\', '/');
    if (file === 'test/support/together.ts') addFilesOf(assertionResults, add);
    else add(file, endTime - startTime);
  }
  return durations;
}

/** Adds the files of a part. A file takes from the last test of the file before it to its own last test. */
function addFilesOf(tests, add) {
  const ran = tests.filter(({ startAt }) => startAt != null).sort((a, b) => a.startAt - b.startAt);
  let from = ran[0]?.startAt;
  ran.forEach(({ ancestorTitles: [file], startAt, duration }, i) => {
    if (ran[i + 1]?.ancestorTitles[0] === file) return;
    const to = startAt + (duration ?? 0);
    add(file, to - from);
    from = to;
  });
}

function main() {
  const { values, positionals } = parseArgs({ options: { write: { type: 'boolean' } }, allowPositionals: true });
  const runs = positionals.filter((file) => existsSync(file)).map((file) => JSON.parse(readFileSync(file, 'utf8')));
  const durations = runs.flatMap((run) => [...durationsOf(run)]);
  if (values.write) {
    const rounded = durations.map(([file, seconds]) => [file, Math.round(seconds * 10) / 10]).sort();
    writeFileSync(stored, `${JSON.stringify(Object.fromEntries(rounded), null, 2)}\n`);
  }
  console.log('Slowest files:');
  const slowest = durations.sort(([, a], [, b]) => b - a).slice(0, 10);
  for (const [file, seconds] of slowest) console.log(`${seconds.toFixed(1).padStart(7)} s  ${file}`);
}

if (process.argv[1] === import.meta.filename) main();
