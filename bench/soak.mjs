import { setTimeout as sleep } from 'node:timers/promises';
import { buildIfNeeded } from '../scripts/build-if-needed.mjs';
import { positiveNumber, readCommandLine } from '../scripts/command-line.mjs';
import { createRandom } from './random.mjs';
import { Asker } from './soak/asker.mjs';
import { Client } from './soak/client.mjs';
import { Data } from './soak/data.mjs';
import { Faults } from './soak/faults.mjs';
import { Questions } from './soak/questions.mjs';
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
  const data = new Data(stage, random);
  const client = new Client(stage);
  const faults = new Faults(stage, data, client, random);
  const askerRandom = createRandom(seed + 1);
  const questions = new Questions(stage, data, faults, askerRandom);
  const asker = new Asker(client, faults, questions, askerRandom);
  await data.importNext();
  await questions.learn(client);
  const until = Date.now() + minutes * 60_000;
  const asking = Promise.all(Array.from({ length: workers }, () => asker.askUntil(until)));
  // A failure is thrown below, where it is awaited. Without this, it would end the process and leave PostgreSQL running.
  asking.catch(() => {});
  while (Date.now() < until) {
    await sleep(500 + random() * 3_000);
    await faults.causeOne();
  }
  await asking;
  client.close();
  const wrong = asker.report();
  const failed = faults.report();
  process.exitCode = wrong > 0 || failed > 0 ? 1 : 0;
} finally {
  await stage.close();
}
