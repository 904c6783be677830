import { setTimeout as sleep } from 'node:timers/promises';
import { withOwner } from '../../../src/database/owner-client.js';
import { seededPath } from '../../support/http/seeded-paths.js';
import { createSeededDatabase } from '../../support/database/seeded-database.js';
import { listed, Service, startLoad } from '../../support/http/service.js';
import { TestDatabase } from '../../support/database/test-database.js';

describe('database sessions that are terminated under load', () => {
  let database: TestDatabase;
  let service: Service;

  beforeAll(async () => {
    database = await createSeededDatabase();
    // On slow machines, PostgreSQL can need seconds to start a session.
    const env = { DATABASE_URL: database.url, CACHE_TTL_SECONDS: '0', DATABASE_DEADLINE_SECONDS: '5' };
    service = await Service.start(env);
  });

  afterAll(async () => {
    await service.stop();
    await database.drop();
  });

  it.each([
    ['one at random', 25, 1],
    ['all at once', 250, 100],
  ])('cause no failed request, %s', async (_name, everyMs, most) => {
    const load = startLoad((i) => service.get(seededPath(i)), 16);
    await endSessions(everyMs, most).finally(() => load.stop());
    expect(listed((await load.stop()).filter(({ status }) => status !== 200))).toEqual([]);
  });

  /** Terminates up to `most` of the service's sessions at a time, until 100 sessions were terminated. */
  function endSessions(everyMs: number, most: number): Promise<void> {
    return withOwner(database.url, async (client) => {
      for (let ended = 0; ended < 100; await sleep(everyMs)) {
        const { rows } = await client.query<{ ended: boolean }>(
          `SELECT pg_terminate_backend(s.pid) AS ended
          FROM (
            SELECT a.pid
            FROM pg_catalog.pg_stat_activity a
            WHERE a.datname = current_database() AND a.application_name = 'streaming-analytics api'
            ORDER BY random()
            LIMIT $1
          ) s`,
          [most],
        );
        ended += rows.length;
      }
    });
  }
});
