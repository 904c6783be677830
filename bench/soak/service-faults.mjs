import { setTimeout as sleep } from 'node:timers/promises';
import { pickOne } from '../random.mjs';
import { isOneClient } from './addresses.mjs';

const hourMs = 3_600_000;

/** Faults of the service's process, and of what runs beside it. */
export function serviceFaults({ stage, client, random, during }) {
  return {
    'service restarted': () =>
      during('service', async () => {
        const code = await stage.service.stop();
        if (code !== 0) throw new Error(`it ended with ${code}`);
        await stage.startService();
      }),
    // The clock stays as it is until the next jump or restart.
    'clock jumped': async () => stage.service.shiftClock(pickOne([-hourMs, -90_000, 0, 90_000, hourMs], random)),
    'wrong Redis': async () => {
      stage.redis.replyWrongly(random);
      try {
        await sleep(500 + random() * 2_500);
        if (!(await isOneClient(client, random))) throw new Error('requests are not counted');
      } finally {
        stage.redis.replyRightly();
      }
    },
  };
}
