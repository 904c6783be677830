import { Client } from 'pg';
import { importKind } from '../../src/commands/import/importer.js';
import { createTestDatabase, TestDatabase } from '../support/test-database.js';

describe('data_summary', () => {
  let database: TestDatabase;
  let client: Client;

  beforeAll(async () => {
    database = await createTestDatabase();
    client = new Client({ connectionString: database.url });
    await client.connect();
    await client.query('BEGIN');
    await importKind(client, 'streamers', [{ id: '1', login: 'ann', display_name: 'Ann' }]);
  });

  afterAll(async () => {
    await client.end();
    await database.drop();
  });

  it('keeps the newest moment of a kind when older rows are imported', async () => {
    for (const [day, newest] of [
      [1, '2026-10-01'],
      [3, '2026-10-03'],
      [2, '2026-10-03'],
    ] as const) {
      await importKind(client, 'follower_points', [
        { streamer_id: '1', created_at: `2026-10-0${day}T00:00:00Z`, followers: day },
      ]);
      const { rows } = await client.query<{ newest: Date }>(
        `SELECT d.newest FROM data_summary d WHERE d.kind = 'follower_points'`,
      );
      expect(rows).toEqual([{ newest: new Date(`${newest}T00:00:00Z`) }]);
    }
  });
});
