import { Injectable, OnApplicationShutdown } from '@nestjs/common';
import { PrismaPg } from '@prisma/adapter-pg';
import type pg from 'pg';
import { Config } from '../config/config.js';
import { DatabaseHost } from '../config/database-hosts.js';
import { parametersWithoutEffect } from '../config/database-url.js';
import { Prisma, PrismaClient } from '../generated/prisma/client.js';
import { AppLogger } from '../logging/app-logger.js';
import { readAgainIfLost } from './connection-lost.js';
import { HostTurns } from './host-turns.js';
import { HostWatch } from './host-watch.js';
import { NewestBoard, OfBoard, splitBoard, withBoard } from './newest-board.js';
import { ReaderHost } from './reader-host.js';
import { ReaderHosts } from './reader-hosts.js';
import { configsOfHosts, createReaderPool } from './reader-pool.js';
import { Reads } from './reads.js';
import { rowTypes } from './row-types.js';

// PostgreSQL keeps the plan of each on every connection. Prisma's API makes a text for every length of a list of values.
const mostNamedStatements = 200;

/** How many connections there are, how many of these are idle, how many reads wait for one, and how many there may be. */
export interface PoolUsage {
  total: number;
  idle: number;
  waiting: number;
  max: number;
}

/** One of several servers, as metrics show it. */
export interface HostUsage {
  name: string;
  isUp: boolean;
  /** Infinity where nothing is known. */
  lagMs: number;
  /** Whether there is none that suits readers better. */
  isRead: boolean;
  used: number;
  idle: number;
}

/**
 * Reads from the database over a pool of read-only connections to each server that the configuration names. It connects with the first
 * query, so the server starts without the database. What is not hot uses Prisma's API, {@link client}; what is hot is SQL, which
 * {@link rows} sends to the pool directly: of the time that `$queryRaw` takes in this process, more than half is spent in Prisma's engine
 * (docs/decisions/http/database-reads.md). Either way {@link Reads} bounds a read, and tries it again if its connection was lost.
 */
@Injectable()
export class PrismaService implements OnApplicationShutdown {
  readonly client: ReturnType<PrismaService['createClient']>;
  /** What was read of the leaderboard so far, where several servers may differ in it. */
  readonly newestBoard: NewestBoard;
  private readonly hosts: ReaderHosts;
  private readonly clients: PrismaClient[] = [];
  private readonly names = new Map<string, string>();
  private readonly reads: Reads;
  private readonly watch: HostWatch | undefined;

  constructor(
    private readonly config: Config,
    logger: AppLogger,
  ) {
    const hosts = configsOfHosts(config);
    const parameters = new Set(hosts.flatMap(({ host }) => parametersWithoutEffect(host.url)));
    if (parameters.size > 0)
      logger.pino.warn({ parameters: [...parameters] }, 'Parameters of the database URL have no effect');
    this.hosts = new ReaderHosts(hosts.map(({ host, config: own }) => createHost(host, own, logger)));
    this.reads = new Reads(this.hosts, config.databaseDeadlineSeconds * 1000);
    // A standby that is further behind than this is not read.
    this.newestBoard = new NewestBoard(2 * config.replicaMaxLagMs);
    this.client = this.createClient();
    if (!this.hosts.areSeveral) return;
    const oneConnection = { max: 1 };
    const connections = hosts.map(({ config: own }) => createReaderPool(own, logger, oneConnection));
    this.watch = new HostWatch(this.hosts, connections, logger);
  }

  /** The connections to the server, to the first one of several. */
  get pool(): pg.Pool {
    return (this.hosts.all[0] as ReaderHost).pool;
  }

  /** Whether there are several servers, which may differ for a while. */
  get hasSeveralHosts(): boolean {
    return this.hosts.areSeveral;
  }

  /**
   * The rows of a statement, of which counts are numbers and moments ISO 8601 strings ({@link rowTypes}). The text of
   * the statement must not depend on values, which belong in its parameters.
   */
  rows<Row>(statement: Prisma.Sql): Promise<Row[]> {
    return this.read<Row, Row[]>(statement, (rows) => rows);
  }

  /** The same of a statement that reads a board: never of an older one than what was read before. */
  boardRows<Row>(statement: Prisma.Sql): Promise<Row[]> {
    // One server does not go back in time.
    if (!this.hosts.areSeveral) return this.rows(statement);
    return this.read<Row & OfBoard, Row[]>(withBoard(statement), (found) => {
      const { boardId, rows } = splitBoard<Row>(found);
      this.newestBoard.note(boardId);
      return rows;
    });
  }

  get poolUsage(): PoolUsage {
    const pools = this.hosts.all.map(({ pool }) => pool);
    return {
      total: sum(pools.map(({ totalCount }) => totalCount)),
      idle: sum(pools.map(({ idleCount }) => idleCount)),
      waiting: this.reads.waiting,
      max: this.config.databasePoolSize * pools.length,
    };
  }

  /** Each of several servers; none where there is but one. */
  get hostUsage(): HostUsage[] {
    if (!this.hosts.areSeveral) return [];
    return this.hosts.all.map((host) => {
      const { name, isUp = false, lagMs, pool } = host;
      const { totalCount, idleCount } = pool;
      return { name, isUp, lagMs, isRead: this.hosts.isBest(host), used: totalCount - idleCount, idle: idleCount };
    });
  }

  /** Loads Prisma's engine, which takes most of the time of its first query. It needs no database. */
  async loadEngine(): Promise<void> {
    await Promise.all(this.clients.map((client) => client.$connect()));
  }

  /** Opens all connections. Throws if no server can be reached. */
  async connectAll(): Promise<void> {
    await Promise.any(this.hosts.all.map(({ pool }) => openAll(pool, this.config.databasePoolSize)));
  }

  async onApplicationShutdown(): Promise<void> {
    await this.watch?.stop();
    await Promise.all(this.clients.map((client) => client.$disconnect()));
    await Promise.all(this.hosts.all.map(({ pool }) => pool.end()));
  }

  private async read<Row, Result>({ text, values }: Prisma.Sql, take: (rows: Row[]) => Result): Promise<Result> {
    const query = { name: this.nameOf(text), text, values, types: rowTypes };
    return this.reads.run(text, async ({ pool }) => take((await pool.query(query)).rows as Row[]));
  }

  /** A client for each server: an operation that takes several statements sends all of them to the same one. */
  private createClient() {
    const statementNameGenerator = ({ sql }: { sql: string }) => this.nameOf(sql) ?? '';
    for (const { pool } of this.hosts.all) {
      const adapter = new PrismaPg(pool, { statementNameGenerator });
      this.clients.push(new PrismaClient({ adapter, errorFormat: 'minimal' }));
    }
    const [first] = this.clients as [PrismaClient];
    return first.$extends({
      query: {
        $allOperations: ({ model = '', operation, args, query }) =>
          this.reads.run(`${model}.${operation}`, (host) => {
            const client = this.clients[this.hosts.all.indexOf(host)];
            return client === first ? query(args) : operationOf(client, model, operation)(args);
          }),
      },
    });
  }

  /** The name of a prepared statement, which PostgreSQL plans once a connection; undefined for one that is not prepared. */
  private nameOf(text: string): string | undefined {
    const name = this.names.get(text);
    if (name !== undefined || !this.config.databasePrepared || this.names.size === mostNamedStatements) return name;
    const made = `s${this.names.size}`;
    this.names.set(text, made);
    return made;
  }
}

async function openAll(pool: pg.Pool, count: number): Promise<void> {
  const opening = Array.from({ length: count }, () => readAgainIfLost(() => pool.connect()));
  const opened = await Promise.allSettled(opening);
  for (const one of opened) if (one.status === 'fulfilled') one.value.release();
  const failed = opened.find((one) => one.status === 'rejected');
  if (failed) throw failed.reason as Error;
}

function createHost({ name, wanted }: DatabaseHost, config: Config, logger: AppLogger): ReaderHost {
  const { databasePoolSize, replicaMaxLagMs } = config;
  return new ReaderHost(
    name,
    createReaderPool(config, logger),
    new HostTurns(databasePoolSize),
    wanted,
    replicaMaxLagMs,
  );
}

type Operation = (args: unknown) => Promise<unknown>;

/** An operation of a client by its name, such as `findMany` of `DataSummary`. */
function operationOf(client: unknown, model: string, operation: string): Operation {
  const delegates = client as Record<string, Record<string, Operation> | undefined>;
  const name = model.charAt(0).toLowerCase() + model.slice(1);
  const found = delegates[name]?.[operation];
  if (found === undefined) throw new Error(`Prisma's client has no ${operation} of ${model}.`);
  return found;
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
