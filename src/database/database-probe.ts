import { Injectable, OnApplicationShutdown } from '@nestjs/common';
import pg from 'pg';
import { Config } from '../config/config.js';
import { AppLogger } from '../logging/app-logger.js';
import { readAgainIfLost } from './connection-lost.js';
import { listMigrations } from './migrations.js';
import { configsOfHosts, createReaderPool } from './reader-pool.js';

/** `unreadable`: the user may not read it. `locked`: nobody can read it now, and nothing is known from before. */
export type MigrationState = 'applied' | 'missing' | 'unreadable' | 'locked';

const states: Record<string, MigrationState> = { '42P01': 'missing', '3F000': 'missing', '42501': 'unreadable' };
/** What PostgreSQL says when it has waited for a lock for as long as it may. */
const lockNotAvailable = '55P03';

/**
 * Tells whether the database is there and has the tables of this version: whether one server has, where there are several. It keeps
 * a connection of its own to each, so that no number of requests keeps it from asking; and all who ask at once get one answer.
 */
@Injectable()
export class DatabaseProbe implements OnApplicationShutdown {
  private readonly pools: pg.Pool[];
  private newest: string | undefined;
  private asking: Promise<MigrationState> | undefined;
  private last: MigrationState | undefined;

  constructor(config: Config, logger: AppLogger) {
    const oneConnection = { max: 1 };
    this.pools = configsOfHosts(config).map((host) => createReaderPool(host.config, logger, oneConnection));
  }

  /** Whether the newest migration of this version was applied. Fails when the database does not answer. */
  findState(): Promise<MigrationState> {
    return (this.asking ??= this.ask().finally(() => (this.asking = undefined)));
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all(this.pools.map((pool) => pool.end()));
  }

  private async ask(): Promise<MigrationState> {
    try {
      this.newest ??= (await listMigrations()).at(-1) ?? '';
      const search = searchFor(this.newest);
      this.last = await firstApplied(this.pools.map((pool) => readAgainIfLost(() => searchIn(pool, search))));
    } catch (error) {
      const { code = '' } = error as pg.DatabaseError;
      // Whoever locks the table of migrations does not change what it said before.
      if (code === lockNotAvailable) return this.last ?? 'locked';
      const state = states[code];
      if (state === undefined) throw error;
      this.last = state;
    }
    return this.last;
  }
}

async function searchIn(pool: pg.Pool, search: string): Promise<MigrationState> {
  // Of several statements pg answers a list.
  const results = [await pool.query(search)].flat();
  return results.at(-1)?.rowCount === 1 ? 'applied' : 'missing';
}

/** Waits for no other server once one has the tables. Otherwise it is as the first one says that says anything. */
async function firstApplied(answers: Promise<MigrationState>[]): Promise<MigrationState> {
  const applied = answers.map(async (answer) => {
    if ((await answer) === 'applied') return 'applied' as const;
    throw new Error('missing');
  });
  return Promise.any(applied)
    .catch(() => Promise.any(answers))
    .catch(() => answers[0] as Promise<MigrationState>);
}

// One transaction, and sooner than whoever asks for readiness gives up.
function searchFor(migration: string): string {
  return `
    SET LOCAL lock_timeout = '500ms';
    SELECT FROM _prisma_migrations m
    WHERE m.migration_name = ${pg.escapeLiteral(migration)} AND m.finished_at IS NOT NULL AND m.rolled_back_at IS NULL LIMIT 1`;
}
