// What start.mjs and cli.mjs share: the environment, and a database that lasts as long as they do.
import { existsSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');

/** Reads .env of the current folder, as src/config/env-file.ts does, before anything is built. What is set already stays. */
export function loadEnvironment() {
  if (existsSync('.env')) process.loadEnvFile();
}

/** The embedded PostgreSQL did not start or stop. */
class EmbeddedDatabaseError extends Error {}

/**
 * Runs `action` with DATABASE_URL set: as it is or in a file, or else to an embedded PostgreSQL, which stops after it.
 * Answers what `action` does.
 */
export async function withDatabase(action) {
  if (process.env.DATABASE_URL || process.env.DATABASE_URL_FILE) return action();
  const { EmbeddedPostgres } = await import('../dist/embedded-postgres/embedded-postgres.js');
  const dataDir = path.resolve(root, process.env.DATA_DIR || '.data');
  const server = await EmbeddedPostgres.start({ dataDir, log: (line) => console.error(line) }).catch(blameDatabase);
  process.env.DATABASE_URL = server.url;
  // Nobody else has brought this database.
  process.env.SEED ??= 'on';
  try {
    return await action();
  } finally {
    await server.stop().catch(blameDatabase);
  }
}

function blameDatabase(error) {
  throw new EmbeddedDatabaseError(error.message, { cause: error });
}

/**
 * Ends the process with the exit code that `main` answers, or with the message of what it throws and 1; with
 * `databaseFailed` instead where that is the embedded PostgreSQL.
 */
export async function exitWith(main, databaseFailed = 1) {
  try {
    process.exit(await main());
  } catch (error) {
    console.error(error.message);
    process.exit(error instanceof EmbeddedDatabaseError ? databaseFailed : 1);
  }
}
