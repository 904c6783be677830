import { Lifecycle } from '../../src/lifecycle/lifecycle.js';
import { valueOf } from '../support/raw-answers.js';
import { RawConnection } from '../support/raw-connection.js';
import { TestApp } from '../support/test-app.js';

describe('a service that shuts down', () => {
  const api = TestApp.whileTesting();

  async function ask(path: string): Promise<[status: number | undefined, connection: string | undefined]> {
    const connection = new RawConnection(api.port);
    const answer = await connection.ask(Buffer.from(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`));
    connection.close();
    return [answer?.status, valueOf(answer?.headers ?? [], 'connection')];
  }

  it('says that it is not ready, and answers on, each connection for the last time', async () => {
    // The second answer is from the cache, where that is on.
    for (let i = 0; i < 2; i++) expect(await ask('/v1/leaderboard')).toEqual([200, 'keep-alive']);
    expect(await ask('/v1/health/ready')).toEqual([200, 'keep-alive']);
    api.app.get(Lifecycle).isDraining = true;
    expect(await ask('/v1/health/ready')).toEqual([503, 'close']);
    for (const path of ['/v1/health/live', '/v1/leaderboard', '/v1/events/public']) {
      expect(await ask(path)).toEqual([200, 'close']);
    }
    expect(await ask('/v1/nothing')).toEqual([404, 'close']);
  });
});
