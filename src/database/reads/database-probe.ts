import { Injectable, OnApplicationShutdown } from '@nestjs/common';
import pg from 'pg';
import { Config } from '../../config/config.js';
import { AppLogger } from '../../logging/app-logger.js';
import { codeOf, lockNotAvailable, undefinedTable } from '../error-codes.js';
import { readAgainIfLost } from './connection-lost.js';
import { listMigrations } from '../migrations/migrations.js';
import { createReaderPool } from './reader-pool.js';

/**
 * `unreadable`: the user may not read the tables. `filtered`: row level security applies to a table. `locked`: the table of the
 * migrations is locked and no earlier state is known.
 */
export type MigrationState = 'applied' | 'missing' | 'unreadable' | 'filtered' | 'locked';

const states: Record<string, MigrationState> = {
  [undefinedTable]: 'missing',
  '3F000': 'missing',
  '42501': 'unreadable',
};

/**
 * SQL for a state that the table of the migrations does not show: a policy would also hide its rows, and a release
 * before 1.1.0 did not let the reader see it. Reads no table, so no lock delays it.
 */
const stateWithoutTables = `
  SELECT CASE
    WHEN count(*) FILTER (WHERE c.relrowsecurity AND row_security_active(c.oid)) > 0 THEN 'filtered'
    WHEN count(*) FILTER (WHERE c.relname = 'streamers') = 1 AND count(*) FILTER (WHERE c.relname = '_prisma_migrations') = 0
      THEN 'missing'
  END AS state
  FROM pg_catalog.pg_class c
  WHERE c.relnamespace = to_regnamespace('public') AND c.relkind IN ('r', 'p') AND NOT c.relispartition
    AND has_any_column_privilege(c.oid, 'SELECT')`;

/**
 * Checks whether the database is available and has the tables of this version. Uses its own connection, so that other
 * requests cannot block the check. Simultaneous callers share one result.
 */
@Injectable()
export class DatabaseProbe implements OnApplicationShutdown {
  private readonly pool: pg.Pool;
  private newestMigration: string | undefined;
  private pending: Promise<MigrationState> | undefined;
  private lastState: MigrationState | undefined;

  constructor(config: Config, logger: AppLogger) {
    this.pool = createReaderPool(config, logger, { max: 1 });
  }

  /** Checks whether the newest migration of this version was applied. Fails if the database does not respond. */
  findState(): Promise<MigrationState> {
    return (this.pending ??= this.check().finally(() => (this.pending = undefined)));
  }

  async onApplicationShutdown(): Promise<void> {
    await this.pool.end();
  }

  private async check(): Promise<MigrationState> {
    try {
      this.newestMigration ??= (await listMigrations()).at(-1) ?? '';
      // One transaction, with a shorter timeout than a readiness check.
      const statement = `
        SET LOCAL lock_timeout = '500ms';
        SELECT FROM _prisma_migrations m
        WHERE m.migration_name = ${pg.escapeLiteral(this.newestMigration)} AND m.finished_at IS NOT NULL
          AND m.rolled_back_at IS NULL LIMIT 1`;
      const early = await readAgainIfLost(() => this.pool.query<{ state: MigrationState | null }>(stateWithoutTables));
      const state = early.rows[0]?.state;
      if (state) return (this.lastState = state);
      // pg returns a list for several statements.
      const results = await readAgainIfLost(async () => [await this.pool.query(statement)].flat());
      this.lastState = results.at(-1)?.rowCount === 1 ? 'applied' : 'missing';
    } catch (error) {
      const code = codeOf(error) ?? '';
      // A lock on the migrations table does not change the earlier result.
      if (code === lockNotAvailable) return this.lastState ?? 'locked';
      const state = states[code];
      if (state === undefined) throw error;
      this.lastState = state;
    }
    return this.lastState;
  }
}
