import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync } from 'node:fs';
import path from 'node:path';
import { FaultCluster } from './fault-cluster.js';
import { makeServerFolder } from './server-folder.js';
import { urlOfDatabase } from './test-database.js';

/** A separate PostgreSQL server, for tests of objects that belong to a whole cluster, such as roles. */
export class SecondCluster {
  private constructor(private readonly cluster: FaultCluster) {}

  static async start(): Promise<SecondCluster> {
    return new SecondCluster(await FaultCluster.open(makeServerFolder(), {}));
  }

  /** Enables TLS with a self-signed certificate for `database.example`, and returns the path of its file. */
  async useTls(): Promise<string> {
    const { filesDir, account } = this.cluster;
    const [key, certificate] = ['server.key', 'server.crt'].map((name) => path.join(filesDir, name)) as [
      string,
      string,
    ];
    const names = ['-subj', '/CN=database.example', '-addext', 'subjectAltName=DNS:database.example'];
    const files = ['-keyout', key, '-out', certificate];
    execFileSync('openssl', ['req', '-new', '-x509', '-nodes', '-newkey', 'rsa:2048', ...names, ...files], {
      stdio: 'ignore',
    });
    chownSync(key, account.uid, account.gid);
    chmodSync(key, 0o600);
    await this.query('ALTER SYSTEM SET ssl = on');
    await this.query('SELECT pg_reload_conf()');
    return certificate;
  }

  /** Creates a database for a new user without superuser rights, and returns the URL for that user. */
  async createOwnedDatabase(user: string, attributes = ''): Promise<string> {
    await this.query(`CREATE ROLE ${user} LOGIN PASSWORD 'secret' ${attributes}`);
    await this.query(`CREATE DATABASE ${user} OWNER ${user}`);
    return Object.assign(new URL(urlOfDatabase(this.cluster.url, user)), { username: user, password: 'secret' }).href;
  }

  /** Runs one statement as the superuser. */
  query(sql: string): Promise<Record<string, unknown>[]> {
    return this.cluster.asOwner(async (client) => (await client.query<Record<string, unknown>>(sql)).rows);
  }

  stop(): Promise<void> {
    return this.cluster.stop();
  }
}
