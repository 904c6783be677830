// Plants defects in copies of the source, one at a time, and tells which of them the tests see.
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { findDefects } from './defects.mjs';
import { startDatabase } from './database.mjs';
import { CleanRuns } from './clean-runs.mjs';
import { WorkCopy } from './work-copy.mjs';

/** How many of 100 planted defects the tests have to see. */
const wantedPercent = 95;

const help = `Usage: npm run test:mutants -- [options]

  --only AREA     plant only the defects of an area, such as figures; may be given several times
  --grep TEXT     plant only those whose sentence or file holds a text
  --list          print the defects, and plant none
  --thorough      where the named specs see nothing, also run all other tests that use the file
  --workers N     how many to plant at a time, by default as many as there are cores, at most 4`;

const { values: options } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    grep: { type: 'string' },
    list: { type: 'boolean', default: false },
    thorough: { type: 'boolean', default: false },
    workers: { type: 'string', default: String(Math.min(availableParallelism(), 4)) },
    help: { type: 'boolean', default: false },
  },
});

if (options.help) console.log(help);
else process.exitCode = await main();

async function main() {
  const { defects, problems } = await findDefects(options);
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) return 2;
  if (defects.length === 0) {
    console.error('No defect is chosen by these options.');
    return 2;
  }
  if (options.list) {
    for (const defect of defects) console.log(describe(defect));
    return 0;
  }
  const database = await startDatabase();
  const stop = async () => {
    for (const copy of copies) copy.remove();
    await database.stop();
  };
  const copies = [];
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.once(signal, () => void stop().then(() => process.exit(130)));
  try {
    for (let i = 0; i < Math.min(Number(options.workers), defects.length); i++) copies.push(new WorkCopy(database.env));
    return await plantAll(copies, defects);
  } finally {
    await stop();
  }
}

async function plantAll(copies, defects) {
  const waiting = [...defects];
  const unseen = [];
  const clean = new CleanRuns();
  const work = async (copy) => {
    for (let defect = waiting.shift(); defect; defect = waiting.shift()) {
      const startedAt = performance.now();
      const result = await copy.plant(defect, options.thorough);
      const isSeen = result.isSeen && (await clean.isTrusted(result, copy));
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
      if (!isSeen) unseen.push(defect);
      console.log(`${isSeen ? 'seen    ' : 'NOT SEEN'} ${describe(defect)} [${result.by}, ${seconds} s]`);
    }
  };
  await Promise.all(copies.map(work));
  const seen = defects.length - unseen.length;
  console.log(`\n${seen} of ${defects.length} seen.`);
  for (const defect of unseen) console.log(`NOT SEEN ${describe(defect)}`);
  for (const spec of clean.failing) console.error(`${spec} fails without a defect.`);
  if (clean.failing.length > 0) return 2;
  return seen * 100 < wantedPercent * defects.length ? 1 : 0;
}

function describe({ area, file, defect }) {
  return `${area}: ${defect} (${file})`;
}
