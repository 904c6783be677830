import { Injectable, OnApplicationShutdown } from '@nestjs/common';
import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { Config } from '../config/config.js';
import { Prisma, PrismaClient } from '../generated/prisma/client.js';
import { AppLogger } from '../logging/app-logger.js';
import { createReaderPool } from './reader-pool.js';
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

/**
 * Reads from the database over one pool of read-only connections. It connects with the first query, so the server starts
 * without the database. What is not hot uses Prisma's API, {@link client}; what is hot is SQL, which {@link rows} sends to
 * the pool directly: of the time that `$queryRaw` takes in this process, more than half is spent in Prisma's engine
 * (docs/decisions/0008). Either way {@link Reads} bounds a read, and tries it again if its connection was lost.
 */
@Injectable()
export class PrismaService implements OnApplicationShutdown {
  readonly client: ReturnType<PrismaService['createClient']>;
  readonly pool: pg.Pool;
  private readonly names = new Map<string, string>();
  private readonly reads: Reads;

  constructor(
    private readonly config: Config,
    logger: AppLogger,
  ) {
    this.pool = createReaderPool(config, logger);
    this.reads = new Reads(config.databasePoolSize, config.databaseDeadlineSeconds * 1000);
    this.client = this.createClient();
  }

  /**
   * The rows of a statement, of which counts are numbers and moments ISO 8601 strings ({@link rowTypes}). The text of
   * the statement must not depend on values, which belong in its parameters.
   */
  async rows<Row>({ text, values }: Prisma.Sql): Promise<Row[]> {
    const query = { name: this.nameOf(text), text, values, types: rowTypes };
    const { rows } = await this.reads.run(text, () => this.pool.query(query));
    return rows as Row[];
  }

  get poolUsage(): PoolUsage {
    const { totalCount, idleCount } = this.pool;
    return { total: totalCount, idle: idleCount, waiting: this.reads.waiting, max: this.config.databasePoolSize };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.client.$disconnect();
    await this.pool.end();
  }

  private createClient() {
    const adapter = new PrismaPg(this.pool, { statementNameGenerator: ({ sql }) => this.nameOf(sql) ?? '' });
    return new PrismaClient({ adapter, errorFormat: 'minimal' }).$extends({
      query: {
        $allOperations: ({ model, operation, args, query }) =>
          this.reads.run(`${model}.${operation}`, () => query(args)),
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
