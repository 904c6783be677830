import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { loadSeed } from '../../src/commands/seed/load-seed.js';
import { migrateDatabase } from '../../src/database/migrator.js';
import { EmbeddedPostgres } from '../../src/embedded-postgres/embedded-postgres.js';
import { makeServerFolder } from './server-folder.js';

/** A seeded PostgreSQL of its own, to be stopped, killed and paused. */
export class FaultCluster {
  private constructor(
    private server: EmbeddedPostgres,
    /** Holds its files, and is removed with it. */
    readonly folder: string,
  ) {}

  static async start(): Promise<FaultCluster> {
    const folder = makeServerFolder();
    const cluster = new FaultCluster(await EmbeddedPostgres.start({ dataDir: folder, durable: false }), folder);
    await migrateDatabase(cluster.url);
    await cluster.asOwner((client) => loadSeed(client, new Date()));
    return cluster;
  }

  get url(): string {
    return this.server.url;
  }

  get port(): number {
    return Number(new URL(this.url).port);
  }

  /** Whom PostgreSQL runs as. */
  get account(): { uid: number; gid: number } {
    return statSync(this.server.filesDir);
  }

  async asOwner<Result>(action: (client: pg.Client) => Promise<Result>): Promise<Result> {
    const client = new pg.Client({ connectionString: this.url });
    client.on('error', () => {});
    await client.connect();
    try {
      return await action(client);
    } finally {
      await client.end().catch(() => {});
    }
  }

  /** Sends a signal to the server's first process: SIGINT stops it fast, SIGQUIT at once. */
  signal(signal: NodeJS.Signals): void {
    process.kill(this.postmaster, signal);
  }

  /** Sends a signal to the server's first process and all that it has started. */
  signalAll(signal: NodeJS.Signals): void {
    const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(this.postmaster)], { encoding: 'utf8' });
    for (const pid of [this.postmaster, ...children.trim().split(/\s+/).map(Number)]) process.kill(pid, signal);
  }

  /** How many bytes each file may have that sessions write which are opened from now on. */
  limitFiles(bytes: number | 'unlimited'): void {
    const { uid, gid } = this.account;
    // Not even root may for another user, in a container.
    const user = process.getuid?.() === 0 ? { uid, gid } : {};
    execFileSync('prlimit', ['--pid', String(this.postmaster), `--fsize=${bytes}:`], user);
  }

  /** Starts it again on the same port. */
  async restart(): Promise<void> {
    this.server = await EmbeddedPostgres.start({ dataDir: this.folder, durable: false });
  }

  async stop(): Promise<void> {
    await this.server.stop();
    rmSync(path.dirname(this.server.filesDir), { recursive: true, force: true });
    rmSync(this.folder, { recursive: true, force: true });
  }

  private get postmaster(): number {
    return Number(readFileSync(path.join(this.server.filesDir, 'postmaster.pid'), 'utf8').split('\n')[0]);
  }
}
