import { loadSeed } from '../../src/commands/seed/load-seed.js';
import { withOwner } from '../../src/commands/owner-client.js';
import { createTestDatabase, TestDatabase } from './test-database.js';

/** A database of one suite that holds the seed of this moment. */
export async function createSeededDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase();
  await withOwner(database.url, (client) => loadSeed(client, new Date()));
  return database;
}
