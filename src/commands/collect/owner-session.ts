import type pg from 'pg';
import { DatabaseClient } from '../../database/database-client.js';
import { sessionName } from '../../database/session-name.js';
import { ownerSettings, randomPageCost } from '../../database/session-settings.js';

/** A query of the collector is small. */
const limitMs = 5_000;

/** A connection of the owner that is opened when it is needed, and again after it broke. */
export class OwnerSession {
  private client: pg.Client | undefined;
  private last: Promise<unknown> = Promise.resolve();

  constructor(private readonly databaseUrl: string) {}

  async query<Row extends pg.QueryResultRow>(sql: string, values: unknown[] = []): Promise<Row[]> {
    const query = { text: sql, values, query_timeout: limitMs } as pg.QueryConfig;
    return this.use(async (client) => (await client.query<Row>(query)).rows);
  }

  /** Runs an action with the connection, after those that were asked for before. */
  use<Result>(action: (client: pg.Client) => Promise<Result>): Promise<Result> {
    const turn = this.last.then(() => this.run(action));
    this.last = turn.catch(() => {});
    return turn;
  }

  end(): void {
    if (this.client) this.drop(this.client);
  }

  private async run<Result>(action: (client: pg.Client) => Promise<Result>): Promise<Result> {
    const client = await this.connect();
    try {
      return await action(client);
    } catch (error) {
      // What failed may be the connection.
      this.drop(client);
      throw error;
    }
  }

  private async connect(): Promise<pg.Client> {
    if (this.client) return this.client;
    const client = new DatabaseClient({
      connectionString: this.databaseUrl,
      application_name: sessionName(),
      connectionTimeoutMillis: limitMs,
      keepAlive: true,
    });
    client.on('error', () => this.drop(client));
    await client.connect();
    // What a sweep looks up, the one before has written, so it is in memory.
    await client.query(`${ownerSettings}; SET random_page_cost = ${randomPageCost}`);
    this.client = client;
    return client;
  }

  private drop(client: pg.Client): void {
    if (this.client === client) this.client = undefined;
    client.end().catch(() => {});
  }
}
