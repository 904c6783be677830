import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { tryLock, withOwner } from '../owner-client.js';
import { MigrationHistory } from './migration-history.js';
import { MigrationRunner, RunOptions } from './migration-runner.js';
import { listMigrations, migrationsDir, readMigration } from './migrations.js';
import { DatabaseFacts, databaseFacts, reasonAgainst, reasonAgainstTables } from './requirements.js';
import { reasonAgainstUnreleased } from './unreleased-migrations.js';

export interface MigrateOptions extends RunOptions {
  /** Apply only these migrations. */
  wanted?: readonly string[];
  folder?: string;
  unreleased?: readonly string[];
}

/** Serializes migrations of several processes. Nothing else in the database uses this arbitrary constant. */
const lockKey = 7_204_061_001;

const pollMs = 200;

/** Runs {@link migrate} with a connection of the owner. The signal cancels the running statement. */
export function migrateDatabase(url: string, options: MigrateOptions = {}): Promise<string[]> {
  return withOwner(url, (client) => migrate(client, options), options.signal);
}

/**
 * Applies missing migrations of `prisma/migrations`, oldest first, and returns their names. Simultaneous processes wait
 * for each other until the session ends.
 */
export async function migrate(client: pg.Client, options: MigrateOptions = {}): Promise<string[]> {
  const { folder = migrationsDir, wanted, unreleased } = options;
  await lockMigrations(client, options);
  const [facts] = (await client.query<DatabaseFacts>(databaseFacts)).rows as [DatabaseFacts];
  const history = new MigrationHistory(client);
  const applied = facts.has_history ? await history.listApplied() : [];
  const refusal = reasonAgainst(facts) ?? reasonAgainstUnreleased(applied, unreleased);
  if (refusal !== undefined) throw new Error(refusal);
  const missing = (await listMigrations(folder)).filter(
    (name) => !applied.includes(name) && (wanted?.includes(name) ?? true),
  );
  if (missing.length === 0) return [];
  const obstacle = reasonAgainstTables(facts);
  if (obstacle !== undefined) throw new Error(obstacle);
  if (!facts.has_history) await history.create();
  const runner = new MigrationRunner(client, history, options);
  for (const name of missing) await runner.apply(await readMigration(name, folder));
  return missing;
}

/**
 * Waits until no other session migrates. Polls, because a session that waits in pg_advisory_lock keeps a snapshot, for
 * which CREATE INDEX CONCURRENTLY of the other session would wait.
 */
export async function lockMigrations(client: pg.Client, { log, signal }: MigrateOptions = {}): Promise<void> {
  for (let isFirst = true; ; isFirst = false) {
    if (await tryLock(client, lockKey)) return;
    if (isFirst) log?.('Another process is migrating this database; waiting for it to finish.');
    await sleep(pollMs, undefined, { signal });
  }
}
