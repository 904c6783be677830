import { Injectable, OnApplicationShutdown } from '@nestjs/common';
import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { Config } from '../config/config.js';
import { Prisma, PrismaClient } from '../generated/prisma/client.js';
import { AppLogger } from '../logging/app-logger.js';
import { connectMs, createReaderPool } from './reader-pool.js';
import { rowTypes } from './row-types.js';
import { Turns } from './turns.js';

/** The share of the pool that one statement may have. */
const ofConnections = 0.75;

/**
 * Prisma over the pool of read-only connections. It connects with the first query, so the server starts without it.
 *
 * What is hot is written in SQL, put together by Prisma's tagged templates, and goes to the pool directly: of the time
 * that `$queryRaw` takes in this process, more than half is spent in Prisma's engine (docs/decisions/0008).
 */
@Injectable()
export class PrismaService extends PrismaClient implements OnApplicationShutdown {
  readonly pool: pg.Pool;
  private readonly statementOf: (text: string) => Statement;

  constructor(config: Config, logger: AppLogger) {
    const warnOnce = once(() =>
      logger.warn('The role analytics_reader is missing or not granted: reading with the rights of DATABASE_URL.'),
    );
    const onIdleError = ({ message }: Error) => logger.debug(`An idle database connection failed: ${message}`);
    const pool = createReaderPool(config, warnOnce, onIdleError);
    const statementOf = createStatements(config);
    const statementNameGenerator = ({ sql }: { sql: string }) => statementOf(sql).query.name ?? '';
    super({ adapter: new PrismaPg(pool, config.databasePrepared ? { statementNameGenerator } : {}) });
    this.pool = pool;
    this.statementOf = statementOf;
  }

  /**
   * The rows of a statement, of which counts are numbers and moments ISO 8601 strings ({@link rowTypes}). The text of
   * the statement must not depend on values, which belong in its parameters.
   */
  async rows<Row>({ text, values }: Prisma.Sql): Promise<Row[]> {
    const statement = this.statementOf(text);
    const query = Object.create(statement.query) as pg.QueryConfig<unknown[]>;
    query.values = values;
    const { rows } = await statement.turns.run(() => this.pool.query(query));
    return rows as Row[];
  }

  async onApplicationShutdown(): Promise<void> {
    await this.$disconnect();
    await this.pool.end();
  }
}

interface Statement {
  /**
   * What is the same in all queries of it, to be their prototype: pg copies each query, and the fewer properties of its own
   * one has, the faster. Named, PostgreSQL plans it once a connection.
   */
  query: pg.QueryConfig<unknown[]>;
  /** So that one statement that is held up, by a locked table, say, leaves connections to the others. */
  turns: Turns;
}

/** The statements by their texts, which are constants, so they are few. */
function createStatements({ databasePrepared, databasePoolSize }: Config): (text: string) => Statement {
  const statements = new Map<string, Statement>();
  const most = Math.max(1, Math.floor(databasePoolSize * ofConnections));
  return (text) => {
    let statement = statements.get(text);
    if (statement === undefined) {
      const query = { text, types: rowTypes, ...(databasePrepared && { name: `s${statements.size}` }) };
      statement = { query, turns: new Turns(most, connectMs) };
      statements.set(text, statement);
    }
    return statement;
  };
}

function once(action: () => void): () => void {
  let done = false;
  return () => {
    if (!done) action();
    done = true;
  };
}
