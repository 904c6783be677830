import { Injectable, OnApplicationShutdown } from '@nestjs/common';
import { PrismaPg } from '@prisma/adapter-pg';
import type pg from 'pg';
import { Config } from '../config/config.js';
import { parametersWithoutEffect } from '../config/database-url.js';
import { Prisma, PrismaClient } from '../generated/prisma/client.js';
import { AppLogger } from '../logging/app-logger.js';
import { isFaultOfServer, isOutOfConnections, OlderBoardError, readAgainIfLost } from './reads/connection-lost.js';
import { Batches, Statement } from './reads/batches.js';
import { NewestBoard, BoardColumns, splitBoard, withBoard } from './newest-board.js';
import { createReaderPool, hasReaderAddress, primaryConfig, readerUrl } from './reads/reader-pool.js';
import { Reads } from './reads/reads.js';
import { countWork } from './reads/work.js';
import { rowTypes } from './row-types.js';

// PostgreSQL keeps a plan per statement and connection. Prisma's API has a statement per length of a list of values.
const maxNamedStatements = 200;
/** A load balancer sends no connections to a recovered standby until existing connections end. */
const balancedLifetimeSeconds = 300;
const idlePrimaryMs = 60_000;

/**
 * Reads from the database over a pool of read-only connections. It connects with the first query, so the server starts
 * without the database. Most queries are SQL that {@link rows} sends to the pool directly, because `$queryRaw` spends more than half
 * of its time in Prisma's engine (docs/decisions/http/database-reads.md). Prisma's API ({@link client}) serves a few simple queries.
 * {@link Reads} limits the time of both and retries them if the connection is lost.
 */
@Injectable()
export class PrismaService implements OnApplicationShutdown {
  readonly client: ReturnType<PrismaService['createClient']>;
  readonly pool: pg.Pool;
  /** Undefined if `DATABASE_READER_URL` has no address of its own. A single server never returns an older board. */
  readonly newestBoard: NewestBoard | undefined;
  /** Connections to the server of `DATABASE_URL`, for data that the readers' server does not have yet. */
  private readonly primary: pg.Pool | undefined;
  private readonly names = new Map<string, string>();
  private readonly reads: Reads;
  private readonly batches = new Batches((statement) => this.rows(statement));
  private readonly boardBatches = new Batches((statement) => this.boardRows(statement));

  constructor(
    private readonly config: Config,
    logger: AppLogger,
  ) {
    const parameters = parametersWithoutEffect(readerUrl(config));
    if (parameters.length > 0) logger.pino.warn({ parameters }, 'Parameters of the database URL have no effect');
    this.reads = new Reads(config.databasePoolSize, config.databaseDeadlineSeconds * 1000);
    const isBalanced = hasReaderAddress(config);
    this.pool = createReaderPool(config, logger, isBalanced ? { maxLifetimeSeconds: balancedLifetimeSeconds } : {});
    this.client = this.createClient();
    if (!isBalanced) return;
    this.newestBoard = new NewestBoard();
    this.primary = createReaderPool(primaryConfig(config), logger, { idleTimeoutMillis: idlePrimaryMs });
  }

  /**
   * Returns the rows of a statement, with counts as numbers and moments as ISO 8601 strings ({@link rowTypes}). The
   * text of the statement must not contain values; pass them as parameters.
   */
  async rows<Row>(statement: Statement): Promise<Row[]> {
    const query = this.queryOf(statement);
    const rows = await this.reads.run(query.text, () => this.queryReaders<Row>(query));
    countWork('row', rows.length);
    return rows;
  }

  /**
   * Returns the row of a hot statement. Simultaneous calls with the same text are one query ({@link Batches}), so each
   * value needs a cast. `Row` includes null if the row may be missing.
   */
  batchedRow<Row extends object | null>(statement: Prisma.Sql, maxBatchSize?: number): Promise<Row> {
    return this.batches.row(statement, maxBatchSize) as Promise<Row>;
  }

  /** Same as {@link batchedRow} for a statement that reads a board. */
  batchedBoardRow<Row extends object | null>(statement: Prisma.Sql): Promise<Row> {
    return this.boardBatches.row(statement) as Promise<Row>;
  }

  /** Same as {@link rows} for a statement that reads a board. Never returns an older board than before. */
  boardRows<Row>(statement: Statement): Promise<Row[]> {
    const { newestBoard, primary } = this;
    if (newestBoard === undefined || primary === undefined) return this.rows(statement);
    const query = this.queryOf(withBoard(statement));
    return this.reads.run(query.text, async () => {
      const fromPrimary = async () => (await primary.query<Row & BoardColumns>(query)).rows;
      for (const read of [() => this.queryReaders<Row & BoardColumns>(query), fromPrimary]) {
        const { boardId, rows } = splitBoard<Row>(await read());
        if (!newestBoard.note(boardId)) continue;
        countWork('row', rows.length);
        return rows;
      }
      throw new OlderBoardError('No server has the newest board yet.');
    });
  }

  /** Total and idle connections, reads that wait for a connection, and the maximum number of connections. */
  get poolUsage(): { total: number; idle: number; waiting: number; max: number } {
    const { totalCount: total, idleCount: idle } = this.pool;
    return { total, idle, waiting: this.reads.waiting, max: this.config.databasePoolSize };
  }

  /** Loads Prisma's engine, which takes most of the time of its first query. Does not need the database. */
  loadEngine(): Promise<void> {
    return this.client.$connect();
  }

  /** Opens all connections that the server allows. Throws if the server cannot be reached. */
  async connectAll(): Promise<void> {
    const connect = () => readAgainIfLost(() => this.pool.connect());
    const opened = await Promise.allSettled(Array.from({ length: this.config.databasePoolSize }, connect));
    for (const one of opened) if (one.status === 'fulfilled') one.value.release();
    const failed = opened.find((one) => one.status === 'rejected' && !isOutOfConnections(one.reason));
    if (failed) throw (failed as PromiseRejectedResult).reason as Error;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.client.$disconnect();
    await Promise.all([this.pool.end(), this.primary?.end()]);
  }

  /** Reads from the server of the readers, and from the primary server if the fault is that server's. */
  private async queryReaders<Row>(query: pg.QueryConfig): Promise<Row[]> {
    try {
      return (await this.pool.query(query)).rows as Row[];
    } catch (error) {
      if (this.primary === undefined || !isFaultOfServer(error)) throw error;
      return (await this.primary.query(query)).rows as Row[];
    }
  }

  private queryOf({ text, values }: Statement) {
    return { name: this.nameOf(text), text, values, types: rowTypes };
  }

  private createClient() {
    const statementNameGenerator = ({ sql }: { sql: string }) => this.nameOf(sql) ?? '';
    const adapter = new PrismaPg(this.pool, { statementNameGenerator });
    return new PrismaClient({ adapter, errorFormat: 'minimal' }).$extends({
      query: {
        $allOperations: ({ model = '', operation, args, query }) =>
          this.reads.run(`${model}.${operation}`, () => query(args)),
      },
    });
  }

  /** The name of a prepared statement, which is planned once per connection. Undefined if not prepared. */
  private nameOf(text: string): string | undefined {
    const name = this.names.get(text);
    if (name !== undefined || !this.config.databasePrepared || this.names.size === maxNamedStatements) return name;
    const made = `s${this.names.size}`;
    this.names.set(text, made);
    return made;
  }
}
