import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, DatabaseError } from 'pg';

/** A database of one test suite. */
export interface TestDatabase {
  /** Connects to it as its owner. */
  url: string;
  /** Deletes it, whoever is still connected. */
  drop(): Promise<void>;
}

/** Clones a database for one suite: the migrated and otherwise empty one, unless another is named. */
export async function createTestDatabase(template = process.env.TEST_TEMPLATE): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await clone(template ?? 'template1', name);
  return {
    url: urlOfDatabase(adminUrl(), name),
    drop: () => runAsAdmin(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`),
  };
}

/** Runs one statement as the superuser, outside of any test database. */
export async function runAsAdmin(sql: string): Promise<void> {
  const client = new Client({ connectionString: adminUrl() });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** The URL of another database on the same server. */
export function urlOfDatabase(url: string, name: string): string {
  return Object.assign(new URL(url), { pathname: `/${name}` }).href;
}

async function clone(template: string, name: string): Promise<void> {
  const cloneLimitMs = 20_000;
  for (const deadline = Date.now() + cloneLimitMs; ; await sleep(100)) {
    try {
      return await runAsAdmin(`CREATE DATABASE "${name}" TEMPLATE "${template}" STRATEGY file_copy`);
    } catch (error) {
      const isBusy = error instanceof DatabaseError && error.code === objectInUse;
      if (!isBusy || Date.now() > deadline) throw error;
    }
  }
}

const objectInUse = '55006';

function adminUrl(): string {
  const url = process.env.TEST_DATABASE_URL;
  if (!url) throw new Error('TEST_DATABASE_URL is not set: run the tests with Jest, whose setup starts PostgreSQL.');
  return url;
}
