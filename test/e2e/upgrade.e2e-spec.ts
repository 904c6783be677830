import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { restoreBackup } from '../../src/jobs/backup/restore-backup.js';
import { withOwner } from '../../src/database/owner-client.js';
import { refreshLeaderboard } from '../../src/jobs/refresh/refresh-leaderboard.js';
import { TestApp } from '../support/test-app.js';
import { createTestDatabase, TestDatabase } from '../support/test-database.js';

// The seed of the last release: its database, and its responses at that moment.
const fixtures = path.resolve(__dirname, '../fixtures/last-release');
const recorded = JSON.parse(gunzipSync(readFileSync(path.join(fixtures, 'answers.json.gz'))).toString()) as {
  at: string;
  answers: Record<string, { status: number; body: unknown }>;
};
const paths = Object.keys(recorded.answers);

interface Board {
  items: object[];
}

describe('a migrated database of the last release', () => {
  let database: TestDatabase;
  let api: TestApp;
  let migrations: string[];

  beforeAll(async () => {
    database = await createTestDatabase('template1');
    ({ migrations } = await restoreBackup(database.url, path.join(fixtures, 'database.sql.gz')));
    api = await TestApp.start({ databaseUrl: database.url, now: new Date(recorded.at) });
  });

  afterAll(async () => {
    await api.stop();
    await database.drop();
  });

  it('has the tables of this version', async () => {
    expect(migrations.length).toBeGreaterThan(0);
    expect((await api.get('/v1/health/ready')).status).toBe(200);
  });

  it('returns the same responses', async () => {
    expect(paths.length).toBeGreaterThan(150);
    for (const url of paths) {
      const { status, body } = await api.get(url);
      expect({ url, status, body: comparable(url, withoutAdded(body)) }).toEqual({
        url,
        status: recorded.answers[url]?.status,
        body: comparable(url, recorded.answers[url]?.body),
      });
    }
  });

  it('has the columns from which the last release reads leaderboard pages, also after a refresh', async () => {
    const board = recorded.answers['/v1/leaderboard?sort=watchtime&limit=50']?.body as Board;
    await withOwner(database.url, async (client) => {
      const entries = async () => {
        const { rows } = await client.query<{ entry_json: string }>(
          'SELECT e.entry_json FROM leaderboard_entries e ORDER BY e.watchtime_position LIMIT 50',
        );
        return rows.map((row) => JSON.parse(row.entry_json) as object);
      };
      expect(await entries()).toEqual(board.items);
      await refreshLeaderboard(client, new Date(recorded.at));
      expect(await entries()).toEqual(board.items);
    });
  });
});

/** Properties that the last release did not have. */
const added = new Set([
  'is_stale',
  'last_seen_at',
  'participant_ids',
  'channel_ids',
  'shared_messages',
  'language',
  'previous_rank',
]);

function withoutAdded(body: unknown): unknown {
  const text = JSON.stringify(body, (key, value: unknown) => (added.has(key) ? undefined : value));
  return JSON.parse(text);
}

/** The last release counted a live stream up to now. This version counts it up to its last observation. */
function comparable(url: string, body: unknown): unknown {
  if (!url.endsWith('/thirty-day-stats')) return body;
  const recent = recorded.answers[url.replace('thirty-day-stats', 'recent-streams?limit=20')]?.body;
  const isLive = (recent as { is_live: boolean }[]).some(({ is_live }) => is_live);
  return isLive ? { ...(body as object), total_minutes: undefined } : body;
}
