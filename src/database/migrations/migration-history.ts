import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { Migration } from './migrations.js';

/** The row of a migration that runs. */
export interface MigrationRecord {
  id: string;
  /** The last ID that the batches of a migration have changed, -1 at first. Null for other migrations. */
  last: string | null;
}

/** The table of Prisma Migrate. Besides errors, its column `logs` keeps how far the batches of a migration have come. */
export class MigrationHistory {
  constructor(private readonly client: pg.Client) {}

  async create(): Promise<void> {
    await this.client.query(`
      CREATE TABLE _prisma_migrations (
        id varchar(36) NOT NULL PRIMARY KEY,
        checksum varchar(64) NOT NULL,
        finished_at timestamptz,
        migration_name varchar(255) NOT NULL,
        logs text,
        rolled_back_at timestamptz,
        started_at timestamptz NOT NULL DEFAULT now(),
        applied_steps_count integer NOT NULL DEFAULT 0
      )`);
  }

  async listApplied(): Promise<string[]> {
    const { rows } = await this.client.query<{ name: string }>(
      `SELECT m.migration_name AS name FROM _prisma_migrations m
      WHERE m.finished_at IS NOT NULL AND m.rolled_back_at IS NULL
      ORDER BY m.migration_name`,
    );
    return rows.map(({ name }) => name);
  }

  /** Adds the record of a migration. Batches continue where an earlier attempt with the same file ended. */
  async start({ name, checksum, mode }: Migration): Promise<MigrationRecord> {
    // Earlier attempts failed or were killed. Prisma Migrate refuses a database with such records.
    await this.client.query(
      'UPDATE _prisma_migrations m SET rolled_back_at = now() WHERE m.finished_at IS NULL AND m.rolled_back_at IS NULL',
    );
    const { rows } = await this.client.query<MigrationRecord>(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, logs)
      SELECT $1, $2::text, $3::text, CASE WHEN $4 THEN COALESCE((
        SELECT m.logs FROM _prisma_migrations m
        WHERE m.checksum = $2::text AND m.migration_name = $3::text AND m.finished_at IS NULL
        ORDER BY m.started_at DESC LIMIT 1
      ), '-1') END
      RETURNING id, logs AS last`,
      [randomUUID(), checksum, name, mode === 'batches'],
    );
    return rows[0] as MigrationRecord;
  }

  async keepProgress({ id }: MigrationRecord, last: string): Promise<void> {
    await this.client.query('UPDATE _prisma_migrations SET logs = $2 WHERE id = $1', [id, last]);
  }

  async fail({ id }: MigrationRecord, message: string): Promise<void> {
    await this.client.query('UPDATE _prisma_migrations SET logs = COALESCE(logs, $2) WHERE id = $1', [id, message]);
  }
}

/** SQL that completes a record. */
export function finished({ id }: MigrationRecord): string {
  return `
    UPDATE _prisma_migrations SET finished_at = clock_timestamp(), applied_steps_count = 1, logs = NULL
    WHERE id = ${pg.escapeLiteral(id)}`;
}
