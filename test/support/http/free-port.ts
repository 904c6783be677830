import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * An unused port of this machine. The port is below the range from which the system assigns ports to other tests, so it
 * stays free for a server that is killed and restarted.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(10_000, 32_000);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
      .once('error', () => resolve(false))
      .listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
