import { writtenRelease } from '../../../src/database/session-settings.js';
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { loadSeed } from '../../../src/jobs/seed/load-seed.js';
import { migrateDatabase } from '../../../src/database/migrations/migrator.js';
import { EmbeddedPostgres } from '../../../src/embedded-postgres/embedded-postgres.js';
import { makeServerFolder } from './server-folder.js';

/** A seeded PostgreSQL server that the tests can stop, kill and pause. */
export class FaultCluster {
  private constructor(
    private server: EmbeddedPostgres,
    /** Contains the files of the server. `stop` deletes it. */
    readonly folder: string,
    private readonly settings: Record<string, string>,
  ) {}

  static async start(settings: Record<string, string> = {}): Promise<FaultCluster> {
    const cluster = await FaultCluster.open(makeServerFolder(), settings);
    await migrateDatabase(cluster.url);
    await cluster.asOwner((client) => loadSeed(client, new Date()));
    return cluster;
  }

  /** Starts a server on an existing folder. */
  static async open(folder: string, settings: Record<string, string>): Promise<FaultCluster> {
    return new FaultCluster(await startOn(folder, settings), folder, settings);
  }

  get url(): string {
    return this.server.url;
  }

  get port(): number {
    return Number(new URL(this.url).port);
  }

  get filesDir(): string {
    return this.server.filesDir;
  }

  /** The user that PostgreSQL runs as. */
  get account(): { uid: number; gid: number } {
    return statSync(this.filesDir);
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

  /** Sends a signal to the postmaster: SIGINT is a fast shutdown, SIGQUIT an immediate one. */
  signal(signal: NodeJS.Signals): void {
    process.kill(this.postmaster, signal);
  }

  /** Sends a signal to the postmaster and its child processes. */
  signalAll(signal: NodeJS.Signals): void {
    const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(this.postmaster)], { encoding: 'utf8' });
    for (const pid of [this.postmaster, ...children.trim().split(/\s+/).map(Number)]) process.kill(pid, signal);
  }

  /** Limits the size of files that new sessions write, in bytes. */
  limitFiles(bytes: number | 'unlimited'): void {
    const { uid, gid } = this.account;
    // In a container, not even root may do this for another user.
    const user = process.getuid?.() === 0 ? { uid, gid } : {};
    execFileSync('prlimit', ['--pid', String(this.postmaster), `--fsize=${bytes}:`], user);
  }

  /** Starts the server again, on the same port if it was killed. */
  async restart(): Promise<void> {
    this.server = await startOn(this.folder, this.settings);
  }

  /** Shuts the server down cleanly. */
  shutDown(): Promise<void> {
    return this.server.stop();
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

function startOn(dataDir: string, settings: Record<string, string>): Promise<EmbeddedPostgres> {
  return EmbeddedPostgres.start({
    dataDir,
    durable: false,
    settings: { 'analytics.release': writtenRelease, ...settings },
  });
}
