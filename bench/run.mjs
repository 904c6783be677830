// Measures the service and its peers. "npm run bench -- --help" lists the options.
import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { buildIfNeeded } from '../scripts/build-if-needed.mjs';
import { readOptions } from './options.mjs';

// npm writes this file at the end of an installation.
const installed = path.join(import.meta.dirname, 'node_modules/.package-lock.json');
const wanted = path.join(import.meta.dirname, 'package-lock.json');

try {
  const options = readOptions();
  if (process.platform !== 'linux')
    throw new Error('The benchmark requires Linux, because it reads processor times from /proc.');
  install();
  await buildIfNeeded();
  await run(options);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}

async function run(options) {
  // These modules require the packages and the build.
  const { openDatabase } = await import('./database.mjs');
  const { splitCores, pin } = await import('./processes.mjs');
  const { describeRun, writeResults } = await import('./report.mjs');
  const name = options.costs ? 'costs' : options.memory ? 'memory' : options.pairs ? 'pairs' : 'speed';
  const { measure, tables, ownData } = await import(`./${name}.mjs`);
  const cores = splitCores();
  pin(process.pid, cores.others);
  const database = await openDatabase(options, cores.others, ownData);
  const stopOnSignal = () => database.close().finally(() => process.exit(1));
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, stopOnSignal);
  try {
    const data = await measure(database, cores, options);
    writeResults(name, describeRun(database, cores), data, tables(data));
  } finally {
    await database.close();
  }
}

function install() {
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(wanted).mtimeMs) return;
  console.log('Installing the dependencies of the benchmark ...');
  const { status } = spawnSync('npm', ['ci', '--prefix', import.meta.dirname], { stdio: 'inherit' });
  if (status !== 0) throw new Error('Installing the dependencies of the benchmark failed.');
}
