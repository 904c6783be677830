import type { Client } from 'pg';
import { withOwner } from '../../src/database/owner-client.js';
import { observeSeed } from '../../src/jobs/seed/observe-seed.js';
import { createSeededDatabase } from '../support/database/seeded-database.js';
import { TestDatabase } from '../support/database/test-database.js';

const hourMs = 3_600_000;

/** The age of the last observation and the viewers of each live stream, the newest observation first. */
async function liveAt(client: Client, now: Date): Promise<{ minutes: number | null; viewers: number | null }[]> {
  const { rows } = await client.query<{ minutes: number | null; viewers: number | null }>(
    `SELECT round(extract(epoch FROM $1::timestamptz - l.last_at) / 60)::int AS minutes, l.last_viewers::int AS viewers
     FROM live_streams l ORDER BY l.last_at DESC NULLS LAST, l.stream_id`,
    [now],
  );
  return rows;
}

describe('the live streams of the seed', () => {
  let database: TestDatabase;
  const run = <Result>(action: (client: Client) => Promise<Result>) => withOwner(database.url, action);

  beforeEach(async () => {
    database = await createSeededDatabase();
  });

  afterEach(() => database.drop());

  it('are observed again hours later, except for those that the seed does not observe', async () => {
    const later = new Date(Date.now() + 5 * hourMs);
    await run(async (client) => {
      await observeSeed(client, later);
      const live = await liveAt(client, later);
      expect(live.slice(0, 7).map(({ minutes }) => minutes)).toEqual(Array(7).fill(0));
      expect(Math.min(...live.slice(0, 7).map(({ viewers }) => viewers ?? 0))).toBeGreaterThan(10);
      expect(live[7]?.minutes).toBeGreaterThan(5 * 60);
      expect(live.slice(8)).toEqual(Array(2).fill({ minutes: null, viewers: null }));
    });
  });

  it.each([
    ['a database with other data', `INSERT INTO streamers (id, login, display_name) VALUES (7, 'other', 'Other')`],
    ['a database that was not seeded', 'DELETE FROM seed_state'],
  ])('are not changed in %s', async (_database, change) => {
    await run(async (client) => {
      await client.query(change);
      const now = new Date();
      const before = await liveAt(client, now);
      await observeSeed(client, new Date(now.getTime() + 5 * hourMs));
      expect(await liveAt(client, now)).toEqual(before);
    });
  });
});
