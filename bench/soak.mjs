import { parseArgs } from 'node:util';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildIfNeeded } from '../scripts/build-if-needed.mjs';
import { createRandom } from './random.mjs';
import { Asker } from './soak/asker.mjs';
import { Faults } from './soak/faults.mjs';
import { Stage } from './soak/stage.mjs';

const help = `Puts a mixed load on the built service while faults come at random, and compares each answer with what it has to be.

  npm run soak -- [options]

  --minutes <number>  how long (default 60)
  --seed <number>     of the random faults and requests, to see the same ones again (default: another one each time)

It brings a PostgreSQL of its own. It ends with 0 if no answer was wrong, with 1 otherwise.`;

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '60' }, seed: { type: 'string' }, help: { type: 'boolean' } },
});
if (values.help) {
  console.log(help);
  process.exit(0);
}
const minutes = Number(values.minutes);
const seed = values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(values.seed);
if (!(minutes > 0) || !Number.isSafeInteger(seed)) {
  console.error('--minutes must be a number above 0, --seed a whole number.');
  process.exit(2);
}

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
  // Heard of below; before that it would end the process, and leave the stage standing.
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
