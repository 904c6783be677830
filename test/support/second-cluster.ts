import { rmSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { EmbeddedPostgres } from '../../src/embedded-postgres/embedded-postgres.js';
import { makeServerFolder } from './server-folder.js';
import { urlOfDatabase } from './test-database.js';

/** A PostgreSQL beside the one of the run, for what belongs to a whole cluster, such as roles. */
export class SecondCluster {
  private constructor(
    private readonly server: EmbeddedPostgres,
    private readonly folder: string,
  ) {}

  static async start(): Promise<SecondCluster> {
    const folder = makeServerFolder();
    return new SecondCluster(await EmbeddedPostgres.start({ dataDir: folder, durable: false }), folder);
  }

  /** Makes a database of a new user who is no superuser, and answers how that user connects to it. */
  async createOwnedDatabase(user: string, attributes = ''): Promise<string> {
    await this.query(`CREATE ROLE ${user} LOGIN PASSWORD 'secret' ${attributes}`);
    await this.query(`CREATE DATABASE ${user} OWNER ${user}`);
    return Object.assign(new URL(urlOfDatabase(this.server.url, user)), { username: user, password: 'secret' }).href;
  }

  /** Runs one statement as the superuser. */
  async query(sql: string): Promise<Record<string, unknown>[]> {
    const client = new pg.Client({ connectionString: this.server.url });
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(sql)).rows;
    } finally {
      await client.end();
    }
  }

  async stop(): Promise<void> {
    await this.server.stop();
    rmSync(path.dirname(this.server.filesDir), { recursive: true, force: true });
    rmSync(this.folder, { recursive: true, force: true });
  }
}
