import { loadSeed } from '../../../src/jobs/seed/load-seed.js';
import { withOwner } from '../../../src/database/owner-client.js';
import { createTestDatabase, TestDatabase } from './test-database.js';

/** A moment for seeds whose dates a test needs to know. */
export const seedMoment = new Date('2026-10-01T12:00:00Z');

/**
 * Creates a database with the seed for one suite, as of `now`, by default the time of the first call. The first suite of a run
 * that needs a moment seeds a template, and every suite gets a clone. On a server that several runs share, each suite seeds its
 * own database, because the seeds may differ.
 */
export async function createSeededDatabase(now?: Date): Promise<TestDatabase> {
  const { TEST_DATABASE_URL: server = '', TEST_SEEDED_TEMPLATE: prefix } = process.env;
  if (!prefix) return seedDatabase(now);
  const template = now ? `${prefix}_${now.getTime()}` : prefix;
  await withOwner(server, async (client) => {
    // Only one suite at a time: the session holds the lock until it ends.
    await client.query('SELECT pg_advisory_lock(1)');
    const { rowCount } = await client.query('SELECT FROM pg_catalog.pg_database d WHERE d.datname = $1', [template]);
    if (rowCount) return;
    const { pathname } = new URL((await seedDatabase(now)).url);
    await client.query(`ALTER DATABASE "${pathname.slice(1)}" RENAME TO ${template}`);
  });
  return createTestDatabase(template);
}

async function seedDatabase(now = new Date()): Promise<TestDatabase> {
  const database = await createTestDatabase();
  await withOwner(database.url, (client) => loadSeed(client, now));
  return database;
}
