import { loadSeed } from '../../../src/jobs/seed/load-seed.js';
import { withOwner } from '../../../src/database/owner-client.js';
import { createTestDatabase, TestDatabase } from './test-database.js';

/**
 * Creates a database with the seed for one suite. The first suite of a run seeds a database with the current time, and every
 * suite gets a clone. On a server that several runs share, each suite seeds its own database, because the seeds may differ.
 */
export async function createSeededDatabase(): Promise<TestDatabase> {
  const { TEST_DATABASE_URL: server = '', TEST_SEEDED_TEMPLATE: template } = process.env;
  if (!template) return seedDatabase();
  await withOwner(server, async (client) => {
    // Only one suite at a time: the session holds the lock until it ends.
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
