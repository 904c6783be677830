import { loadSeed } from '../../src/commands/seed/load-seed.js';
import { withOwner } from '../../src/commands/owner-client.js';
import { createTestDatabase, TestDatabase } from './test-database.js';

/**
 * A database of one suite that holds the seed. The first suite of a run that asks seeds a database as of now, and all get clones of it.
 * On a server that several runs share each suite seeds its own, because the runs' seeds may differ.
 */
export async function createSeededDatabase(): Promise<TestDatabase> {
  const { TEST_DATABASE_URL: server = '', TEST_SEEDED_TEMPLATE: template } = process.env;
  if (!template) return seedDatabase();
  await withOwner(server, async (client) => {
    // One suite at a time: the lock is held until this session ends.
    await client.query('SELECT pg_advisory_lock(1)');
    const { rowCount } = await client.query('SELECT FROM pg_catalog.pg_database d WHERE d.datname = $1', [template]);
    if (rowCount) return;
    const { pathname } = new URL((await seedDatabase()).url);
    await client.query(`ALTER DATABASE "${pathname.slice(1)}" RENAME TO ${template}`);
  });
  return createTestDatabase(template);
}

async function seedDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase();
  await withOwner(database.url, (client) => loadSeed(client, new Date()));
  return database;
}
