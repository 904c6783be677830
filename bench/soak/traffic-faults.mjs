import { setTimeout as sleep } from 'node:timers/promises';
import { wholeNumber } from '../random.mjs';
import { garbage, isOneClient } from './addresses.mjs';

const clients = 200;
const pauseMs = 50;
// Of a database that is so far away eight connections get some 150 answers a second.
const delayMs = 25;

/** Clients that ask for too much, and proxies that hand on whatever they are sent. */
export function trafficFaults({ stage, client, random, during }) {
  const unknown = () => `/v1/streams/${1 + wholeNumber(1e9, random)}/message-stats`;
  const crowd = (ms, ask) => {
    const until = Date.now() + ms;
    const one = async () => {
      while (Date.now() < until) {
        await ask();
        await sleep(pauseMs * 2 * random());
      }
    };
    return Promise.all(Array.from({ length: clients }, one));
  };
  return {
    overload: () =>
      during('load', async () => {
        stage.network.delayMs = delayMs;
        const statuses = new Set();
        await crowd(1_000 + random() * 3_000, async () => statuses.add((await client.get(unknown())).status));
        stage.network.delayMs = 0;
        const others = [...statuses].filter((status) => status !== 404 && status !== 503);
        if (others.length > 0) throw new Error(`answered ${others.join(' and ')}`);
      }),
    'hostile proxy': async () => {
      const statuses = new Set();
      await crowd(1_000, async () => {
        const headers = { 'X-Forwarded-For': garbage(random) };
        statuses.add((await client.get('/v1/streamer/aurora_plays/partners', headers)).status);
      });
      // Other faults may have left the database or Redis busy for a while.
      for (let attempts = 3; !(await isOneClient(client, random)); attempts--) {
        if (attempts === 1) throw new Error('each spelling of an address has a budget of its own');
        await sleep(1_500);
      }
      const others = [...statuses].filter((status) => status !== 200);
      if (others.length > 0) throw new Error(`answered ${others.join(' and ')}`);
    },
  };
}
