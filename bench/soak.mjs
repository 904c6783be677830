import { setTimeout as sleep } from 'node:timers/promises';
import { buildIfNeeded } from '../scripts/build-if-needed.mjs';
import { positiveNumber, readCommandLine } from './command-line.mjs';
import { createRandom } from './random.mjs';
import { Asker } from './soak/asker.mjs';
import { Faults } from './soak/faults.mjs';
import { Stage } from './soak/stage.mjs';

const help = `Puts a mixed load on the built service, causes faults at random, and checks every answer.

  npm run soak -- [options]

  --minutes <number>  how long (default 60)
  --seed <number>     repeats the faults and requests of the run that printed this seed (default: a random seed)

It starts its own PostgreSQL. The exit code is 0 if no answer was wrong, and 1 otherwise.`;

const options = { minutes: { type: 'string', default: '60' }, seed: { type: 'string' } };
const { minutes, seed } = readCommandLine(help, options, (values) => {
  const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
  if (!Number.isSafeInteger(seed)) throw new Error('--seed must be a whole number.');
  return { minutes: positiveNumber(values, 'minutes'), seed };
});
const workers = 12;

console.log(`Seed ${seed}, ${minutes} minutes.`);
await buildIfNeeded();
const random = createRandom(seed);
const stage = await Stage.open();
try {
  const faults = new Faults(stage, random);
  const asker = new Asker(stage, faults, createRandom(seed + 1));
  await asker.learn();
  const until = Date.now() + minutes * 60_000;
  const asking = Promise.all(Array.from({ length: workers }, () => asker.askUntil(until)));
  // A failure is thrown below, where it is awaited. Without this, it would end the process and leave PostgreSQL running.
  asking.catch(() => {});
  while (Date.now() < until) {
    await sleep(500 + random() * 3_000);
    await faults.causeOne();
  }
  await asking;
  asker.report();
  faults.report();
  process.exitCode = asker.wrong.length > 0 || faults.failures.length > 0 ? 1 : 0;
} finally {
  await stage.close();
}
