import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { listMigrations, migrationsDir, prismaDir } from './migrations.js';
import { cancellable } from './cancellable.js';
import { DatabaseClient } from './database-client.js';
import {
  DatabaseFacts,
  databaseFacts,
  notEmpty,
  reasonAgainst,
  reasonAgainstTables,
  someTables,
} from './requirements.js';
import { createSchemaEngine } from './schema-engine.js';
import { sessionName } from './session-name.js';
import { ownerSettings } from './session-settings.js';

const schemaPath = path.join(prismaDir, 'schema.prisma');

/** The engine's message about a database with other tables, without the following link to an unused tool. */
const engineNotEmpty = 'The database schema is not empty';

const noFilters = { externalTables: [], externalEnums: [] };

// Part of the script's transaction: PostgreSQL finishes a script even if the process is killed before the next step.
const noteFinished = `
  ;
  UPDATE _prisma_migrations m SET finished_at = now() WHERE m.finished_at IS NULL AND m.rolled_back_at IS NULL`;

/** Serializes migrations of several processes. Nothing else in the database uses this arbitrary constant. */
const lockKey = 7_204_061_001;

/** The database cannot be used, or PostgreSQL rejected a migration and rolled it back. */
export class MigrationError extends Error {}

/**
 * Applies missing migrations of `prisma/migrations`, oldest first, and returns their names. If `wanted` is given,
 * applies only these migrations. Each migration is one transaction. Simultaneous processes wait for each other. The
 * signal cancels the running statement.
 */
export async function migrateDatabase(
  url: string,
  log: (line: string) => void = () => {},
  wanted?: readonly string[],
  signal?: AbortSignal,
): Promise<string[]> {
  return withMigrator(url, signal, (migrator) => migrator.migrate(log, wanted));
}

/** Runs an action with the migrator of a database. The signal cancels the running statement. */
export async function withMigrator<Result>(
  url: string,
  signal: AbortSignal | undefined,
  action: (migrator: Migrator) => Promise<Result>,
): Promise<Result> {
  const migrator = new Migrator(url, signal);
  try {
    const [backend] = await migrator.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    return await cancellable(url, backend?.pid as number, signal, () => action(migrator));
  } finally {
    await migrator.end();
  }
}

/**
 * Applies migrations. A single session of the owner takes the lock and runs the scripts. PostgreSQL therefore holds the
 * lock until a script ends, even if the process is killed.
 */
export class Migrator {
  private failure?: Error;
  private readonly pool: pg.Pool;

  constructor(
    url: string,
    private readonly signal?: AbortSignal,
  ) {
    this.pool = new pg.Pool({
      Client: DatabaseClient,
      connectionString: url,
      application_name: sessionName(),
      max: 1,
      idleTimeoutMillis: 0,
      onConnect: async (client) => void (await client.query(ownerSettings)),
    });
    // A connection that breaks between two statements fails in the next statement.
    this.pool.on('error', () => {});
  }

  /** See {@link migrateDatabase}. */
  async migrate(log: (line: string) => void = () => {}, wanted?: readonly string[]): Promise<string[]> {
    const [facts] = (await this.query(databaseFacts)) as [DatabaseFacts];
    refuse(reasonAgainst(facts));
    const [lock] = await this.query<{ locked: boolean }>('SELECT pg_try_advisory_lock($1) AS locked', [lockKey]);
    if (!lock?.locked) {
      log('Another process is migrating this database; waiting for it to finish.');
      await this.query('SELECT pg_advisory_lock($1)', [lockKey]);
    }
    const applied = await this.listApplied();
    const names = (await listMigrations()).filter((name) => wanted?.includes(name) ?? true);
    const missing = names.filter((name) => !applied.includes(name));
    // Loading the engine takes half a second. Most starts do not need the engine.
    if (missing.length === 0) return [];
    refuse(reasonAgainstTables(facts));
    return await this.apply(names);
  }

  /** Runs an action with the connection of the session. The action must not migrate. */
  async use<Result>(action: (client: pg.Client) => Promise<Result>): Promise<Result> {
    const client = await this.pool.connect();
    try {
      return await action(client);
    } finally {
      client.release();
    }
  }

  async query<Row extends object>(sql: string, values?: unknown[]): Promise<Row[]> {
    return (await this.pool.query<Row>(sql, values)).rows;
  }

  end(): Promise<void> {
    return this.pool.end();
  }

  /**
   * The names of the applied migrations. Deletes records of migrations that failed or whose process was killed: they
   * left no changes and can be retried. Otherwise the engine would require `prisma migrate resolve`.
   */
  private async listApplied(): Promise<string[]> {
    const [table] = await this.query<{ known: boolean }>(
      `SELECT to_regclass('_prisma_migrations') IS NOT NULL AS known`,
    );
    if (!table?.known) return [];
    await this.query(
      'UPDATE _prisma_migrations m SET rolled_back_at = now() WHERE m.finished_at IS NULL AND m.rolled_back_at IS NULL',
    );
    const rows = await this.query<{ migration_name: string }>(
      'SELECT m.migration_name FROM _prisma_migrations m WHERE m.rolled_back_at IS NULL',
    );
    return rows.map((row) => row.migration_name);
  }

  private async apply(names: readonly string[]): Promise<string[]> {
    const engine = await createSchemaEngine(schemaPath, this.adapters());
    try {
      const migrationsList = await readMigrations(names);
      return (await engine.applyMigrations({ migrationsList, filters: noFilters })).appliedMigrationNames;
    } catch (error) {
      const words = this.failure?.message ?? messageOf(error);
      if (!words.startsWith(engineNotEmpty)) throw new MigrationError(words, { cause: this.failure ?? error });
      const tables = await this.query<{ name: string }>(someTables);
      throw new MigrationError(notEmpty(tables.map(({ name }) => name)), { cause: error });
    } finally {
      engine.free();
    }
  }

  /**
   * Prisma's adapter with scripts sent as a whole. The adapter's own `executeScript` splits at every `;` and
   * distributes the parts over the pool. This breaks function bodies and leaves partial migrations after an error.
   */
  private adapters(): PrismaPg {
    const adapters = new PrismaPg(this.pool);
    const connect = adapters.connect.bind(adapters);
    adapters.connect = async () => {
      const adapter = await connect();
      adapter.executeScript = async (script) => {
        this.signal?.throwIfAborted();
        await this.pool.query(script + noteFinished).catch((error: Error) => {
          this.failure = error;
          throw error;
        });
      };
      return adapter;
    };
    return adapters;
  }
}

function refuse(reason: string | undefined): void {
  if (reason !== undefined) throw new MigrationError(reason);
}

async function readMigrations(names: readonly string[]) {
  const migrationDirectories = await Promise.all(
    names.map(async (name) => {
      const value = await readFile(path.join(migrationsDir, name, 'migration.sql'), 'utf8');
      return { path: name, migrationFile: { path: 'migration.sql', content: { tag: 'ok' as const, value } } };
    }),
  );
  const lockfile = {
    path: 'migration_lock.toml',
    content: await readFile(path.join(migrationsDir, 'migration_lock.toml'), 'utf8'),
  };
  return { baseDir: migrationsDir, lockfile, shadowDbInitScript: '', migrationDirectories };
}

/** Removes locations in the engine's source code from an error message. */
function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.split(/\n\s*0: /)[0] as string;
}
