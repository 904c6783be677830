import type pg from 'pg';
import { connectOwner } from '../database/owner-client.js';
import { randomPageCost } from '../database/session-settings.js';

const connectMs = 5_000;

/** A connection of the owner that is opened on demand, and again after it broke. */
export class OwnerSession {
  private client: pg.Client | undefined;
  private last: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly databaseUrl: string,
    /** Time limit of each query; unlimited by default. */
    private readonly queryMs?: number,
  ) {}

  async query<Row extends pg.QueryResultRow>(sql: string, values: unknown[] = []): Promise<Row[]> {
    return this.use(async (client) => (await client.query<Row>(sql, values)).rows);
  }

  /** Runs an action with the connection, after the actions of earlier calls. */
  use<Result>(action: (client: pg.Client) => Promise<Result>): Promise<Result> {
    const turn = this.last.then(async () => {
      const client = await this.connect();
      return action(client).catch((error: unknown) => {
        // The connection itself may have failed.
        this.drop(client);
        throw error;
      });
    });
    this.last = turn.catch(() => {});
    return turn;
  }

  end(): void {
    if (this.client) this.drop(this.client);
  }

  private async connect(): Promise<pg.Client> {
    if (this.client) return this.client;
    const client = await connectOwner({
      connectionString: this.databaseUrl,
      connectionTimeoutMillis: connectMs,
      query_timeout: this.queryMs,
    });
    client.on('error', () => this.drop(client));
    this.client = client;
    // The rows that a sweep looks up were written by the previous sweep, so they are in memory.
    await client.query(`SET random_page_cost = ${randomPageCost}`);
    return client;
  }

  private drop(client: pg.Client): void {
    if (this.client === client) this.client = undefined;
    client.end().catch(() => {});
  }
}
