import { Client } from 'pg';
import { recordRemoval } from '../../src/commands/import/data-summary.js';
import { importKind } from '../../src/commands/import/importer.js';
import { findKind } from '../../src/commands/import/kinds/kinds.js';
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

  it.each([
    ['the newest moment of the rest', null, '2026-10-02'],
    ['a newest moment that is not from before the removed rows', '2026-10-03', '2026-10-03'],
    ['the newest moment of the rest if it was from before', '2026-10-04', '2026-10-02'],
  ])('keeps %s when rows are removed', async (_title, before, newest) => {
    await client.query('SAVEPOINT before_removal');
    await client.query(`DELETE FROM follower_points f WHERE f.created_at = '2026-10-03T00:00:00Z'`);
    await recordRemoval(client, findKind('follower_points'), 1, before === null ? null : new Date(before));
    const { rows } = await client.query(
      `SELECT d.row_count, d.newest FROM data_summary d WHERE d.kind = 'follower_points'`,
    );
    expect(rows).toEqual([{ row_count: '2', newest: new Date(newest) }]);
    await client.query('ROLLBACK TO before_removal');
  });
});
