import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { codeOf, lockNotAvailable } from '../error-codes.js';
import { finished, MigrationHistory, MigrationRecord } from './migration-history.js';
import { Migration } from './migrations.js';

export interface RunOptions {
  log?: (line: string) => void;
  /** Ends the waiting for locks. */
  signal?: AbortSignal;
  /** The caller has begun a transaction. All migrations become part of it, and no other session uses the tables. */
  isInTransaction?: boolean;
  /** The longest time that other sessions wait behind a migration that waits for a lock, and the pause until the next attempt. */
  lockTimeoutMs?: number;
  pauseMs?: number;
}

/** A request has two seconds, so a lock may delay it for a quarter of them. In the pause, delayed requests finish. */
const defaults = { lockTimeoutMs: 500, pauseMs: 2_000 };

/** The codes of lock_not_available and deadlock_detected. */
const lockErrors = [lockNotAvailable, '40P01'];

const progressMs = 10_000;

/** Bodies between dollar signs, strings and comments, which can contain what ends a statement; and ends of statements. */
const statementParts = /(\$\w*\$)[^]*?\1|'[^']*'|--.*|(?<end>;\n\n)/g;

/** Splits a file after each semicolon before an empty line, except within a string, a comment, or a body between dollar signs. */
export function splitStatements(sql: string): string[] {
  const ends = [...sql.matchAll(statementParts)].flatMap(({ groups, index }) => (groups?.end ? index + 1 : []));
  return [...ends, sql.length].map((end, number) => sql.slice(ends[number - 1], end).trim());
}

/** Runs the files of migrations. CONTRIBUTING.md describes their modes. */
export class MigrationRunner {
  constructor(
    private readonly client: pg.Client,
    private readonly history: MigrationHistory,
    private readonly options: RunOptions,
  ) {}

  async apply(migration: Migration): Promise<void> {
    this.options.signal?.throwIfAborted();
    const record = await this.history.start(migration);
    try {
      await this[migration.mode](migration, record);
      if (migration.mode !== 'transaction') await this.client.query(finished(record));
    } catch (error) {
      const { message } = error as Error;
      // Fails in a transaction of the caller, which the error has ended.
      await this.history.fail(record, message).catch(() => {});
      throw new Error(`Migration ${migration.name} failed: ${message}`, { cause: error });
    }
  }

  /** PostgreSQL finishes the file and its record even if this process is killed. */
  private async transaction({ name, sql }: Migration, record: MigrationRecord): Promise<void> {
    await this.withLockTimeout(name, () => this.client.query(`${sql}\n;${finished(record)}`));
  }

  /** Each statement is one transaction. A stopped file starts again with the first statement. */
  private async statements({ name, sql }: Migration): Promise<void> {
    for (const statement of splitStatements(sql)) {
      this.options.signal?.throwIfAborted();
      await this.withLockTimeout(name, () => this.client.query(statement));
    }
  }

  /** A file that creates an index. Without a lock timeout, which would leave an invalid index. */
  private async concurrently({ name, sql }: Migration): Promise<void> {
    const index = /INDEX CONCURRENTLY IF NOT EXISTS "(\w+)"/.exec(sql)?.[1];
    if (index === undefined) throw new Error(`${name} lacks CREATE INDEX CONCURRENTLY IF NOT EXISTS "name".`);
    const inMode = (text: string) => (this.options.isInTransaction ? text.replace(' CONCURRENTLY', '') : text);
    const { rowCount } = await this.client.query(
      `SELECT FROM pg_catalog.pg_index i WHERE i.indexrelid = to_regclass(quote_ident($1)) AND NOT i.indisvalid`,
      [index],
    );
    if (rowCount) await this.client.query(inMode(`DROP INDEX CONCURRENTLY "${index}"`));
    await this.client.query(inMode(sql));
  }

  /** Repeats a statement until no rows are left. The statement returns the last ID of the batch. */
  private async batches({ name, sql }: Migration, record: MigrationRecord): Promise<void> {
    let { last } = record;
    for (let loggedAt = Date.now(); ;) {
      this.options.signal?.throwIfAborted();
      const { rows } = await this.withLockTimeout(name, () => this.client.query<{ last: string | null }>(sql, [last]));
      last = rows[0]?.last ?? null;
      if (last === null) return;
      await this.history.keepProgress(record, last);
      if (Date.now() < loggedAt + progressMs) continue;
      this.options.log?.(`${name} is done up to ID ${last}.`);
      loggedAt = Date.now();
    }
  }

  /** Other sessions queue behind a statement that waits for a lock. After the timeout, they get their turn. */
  private async withLockTimeout<Result>(name: string, action: () => Promise<Result>): Promise<Result> {
    const { isInTransaction, lockTimeoutMs, pauseMs, log, signal } = { ...defaults, ...this.options };
    if (isInTransaction) return action();
    await this.client.query(`SET lock_timeout = ${lockTimeoutMs}`);
    try {
      for (let isFirst = true; ; isFirst = false) {
        try {
          return await action();
        } catch (error) {
          if (!lockErrors.includes(codeOf(error) ?? '')) throw error;
          if (isFirst) {
            const pause = `after ${pauseMs / 1_000} s`;
            log?.(
              `${name} waits for a lock that another session holds. It is tried again ${pause}, until it gets the lock.`,
            );
          }
          await sleep(pauseMs, undefined, { signal });
        }
      }
    } finally {
      await this.client.query('SET lock_timeout = 0').catch(() => {});
    }
  }
}
