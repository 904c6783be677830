import { Injectable, OnApplicationShutdown } from '@nestjs/common';
import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { Config } from '../config/config.js';
import { Prisma, PrismaClient } from '../generated/prisma/client.js';
import { AppLogger } from '../logging/app-logger.js';
import { createReaderPool } from './reader-pool.js';

/** Prisma over the pool of read-only connections. It connects with the first query, so the server starts without it. */
@Injectable()
export class PrismaService extends PrismaClient implements OnApplicationShutdown {
  readonly pool: pg.Pool;

  constructor(config: Config, logger: AppLogger) {
    const warnOnce = once(() =>
      logger.warn('The role analytics_reader is missing or not granted: reading with the rights of DATABASE_URL.'),
    );
    const pool = createReaderPool(config, warnOnce);
    const onPoolError = ({ message }: Error) => logger.debug(`An idle database connection failed: ${message}`);
    const statementNameGenerator = config.databasePrepared ? statementNames() : undefined;
    super({ adapter: new PrismaPg(pool, { onPoolError, statementNameGenerator }) });
    this.pool = pool;
  }

  /** The rows of a statement. The statement's text must not depend on values, which belong in its parameters. */
  rows<Row>(sql: Prisma.Sql): Promise<Row[]> {
    return this.$queryRaw<Row[]>(sql);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.$disconnect();
    await this.pool.end();
  }
}

/** Names each distinct statement, so that PostgreSQL plans it once a connection. Texts are constants, so they are few. */
function statementNames(): (query: { sql: string }) => string {
  const names = new Map<string, string>();
  return ({ sql }) => {
    let name = names.get(sql);
    if (name === undefined) names.set(sql, (name = `s${names.size}`));
    return name;
  };
}

function once(action: () => void): () => void {
  let done = false;
  return () => {
    if (!done) action();
    done = true;
  };
}
