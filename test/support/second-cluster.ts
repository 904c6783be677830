import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, rmSync, statSync } from 'node:fs';
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

  /** Switches TLS on, with a self-signed certificate for `database.example`, whose file is returned. */
  async useTls(): Promise<string> {
    const { filesDir } = this.server;
    const [key, certificate] = ['server.key', 'server.crt'].map((name) => path.join(filesDir, name)) as [
      string,
      string,
    ];
    const names = ['-subj', '/CN=database.example', '-addext', 'subjectAltName=DNS:database.example'];
    const files = ['-keyout', key, '-out', certificate];
    execFileSync('openssl', ['req', '-new', '-x509', '-nodes', '-newkey', 'rsa:2048', ...names, ...files], {
      stdio: 'ignore',
    });
    const { uid, gid } = statSync(filesDir);
    chownSync(key, uid, gid);
    chmodSync(key, 0o600);
    await this.query('ALTER SYSTEM SET ssl = on');
    await this.query('SELECT pg_reload_conf()');
    return certificate;
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
