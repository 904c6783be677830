// Shared by start.mjs and cli.mjs: the environment, and a database that runs as long as the script.
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');

/** The file .env is unusable. */
class EnvFileError extends Error {}

/** The embedded PostgreSQL did not start or stop. */
class EmbeddedDatabaseError extends Error {}

/** Reads .env of the current folder. Existing variables take precedence. Requires a build of the product. */
export async function loadEnvironment() {
  const { loadEnvFile } = await import('../dist/config/env-file.js');
  try {
    loadEnvFile();
  } catch (error) {
    throw new EnvFileError(error.message, { cause: error });
  }
}

/**
 * Runs `action` with DATABASE_URL or DATABASE_URL_FILE, or else with an embedded PostgreSQL, which stops afterwards. Returns the
 * result of `action`. `reason` explains why the user's database is not used.
 */
export async function withDatabase(action, reason) {
  const { DATABASE_URL: url, DATABASE_URL_FILE: urlFile, DATA_DIR: folder } = process.env;
  if (url || urlFile) return action();
  const { EmbeddedPostgres } = await import('../dist/embedded-postgres/embedded-postgres.js');
  const dataDir = path.resolve(root, folder || '.data');
  const why = reason ?? `DATABASE_URL is ${url === undefined ? 'not set' : 'empty'}`;
  console.error(`${why}, so the embedded PostgreSQL in ${dataDir} is used.`);
  const server = await EmbeddedPostgres.start({ dataDir, log: (line) => console.error(line) }).catch(blameDatabase);
  process.env.DATABASE_URL = server.url;
  // This database belongs to the service.
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
 * Ends the process with the exit code that `main` returns. If `main` throws, prints the message and exits with 1, or with the
 * codes for an unusable .env and for a failure of the embedded PostgreSQL.
 */
export async function exitWith(main, { badUsage = 1, databaseFailed = 1 } = {}) {
  try {
    process.exit(await main());
  } catch (error) {
    console.error(error.message);
    if (error instanceof EnvFileError) process.exit(badUsage);
    process.exit(error instanceof EmbeddedDatabaseError ? databaseFailed : 1);
  }
}
