import { appendFileSync, cpSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { loadSeed } from '../../src/commands/seed/load-seed.js';
import { withOwner } from '../../src/commands/owner-client.js';
import { migrateDatabase } from '../../src/database/migrator.js';
import { Account, giveTo } from '../../src/embedded-postgres/account.js';
import { prepareBinaries } from '../../src/embedded-postgres/binaries.js';
import { EmbeddedPostgres } from '../../src/embedded-postgres/embedded-postgres.js';
import { startPostmaster, stopPostmaster } from '../../src/embedded-postgres/postmaster.js';
import { durableSettings } from '../../src/embedded-postgres/settings.js';
import { makeServerFolder } from '../support/server-folder.js';

// A process that is killed loses nothing that the system has, so there is no need to wait for the disk.
const settings = {
  ...durableSettings,
  shared_buffers: '64MB',
  fsync: 'off',
  wal_level: 'replica',
  max_wal_senders: '4',
  wal_keep_size: '1GB',
  wal_retrieve_retry_interval: '200ms',
};

const reader = 'scale_reader';

/** A PostgreSQL server on its files, to be killed and started again on the same port. */
export class DatabaseServer {
  private pid = 0;

  constructor(
    private readonly bin: string,
    readonly dataDir: string,
    readonly account: Account | undefined,
    private readonly ownerUrl: string,
  ) {}

  /** Connects as the owner of the tables. */
  url = '';

  get readerUrl(): string {
    return Object.assign(new URL(this.url), { username: reader, password: 'secret' }).href;
  }

  async start(): Promise<void> {
    const logFile = `${this.dataDir}.log`;
    const { bin, dataDir, account } = this;
    const { pid, port } = await startPostmaster({ bin, dataDir, logFile, account, settings });
    this.pid = pid;
    this.url = Object.assign(new URL(this.ownerUrl), { port: String(port) }).href;
  }

  kill(): void {
    process.kill(this.pid, 'SIGKILL');
  }

  stop(): Promise<void> {
    return stopPostmaster(this.pid);
  }

  async query<Row extends pg.QueryResultRow>(sql: string): Promise<Row[]> {
    return withOwner(this.url, async (client) => (await client.query<Row>(sql)).rows);
  }
}

/** A seeded primary, and a standby that has everything which the primary acknowledges. */
export class PrimaryAndStandby {
  private constructor(
    readonly primary: DatabaseServer,
    readonly standby: DatabaseServer,
    private readonly folder: string,
  ) {}

  static async start(): Promise<PrimaryAndStandby> {
    const folder = makeServerFolder();
    const maker = await EmbeddedPostgres.start({ dataDir: folder, durable: false });
    await migrateDatabase(maker.url);
    await withOwner(maker.url, async (client) => {
      await loadSeed(client, new Date());
      await client.query(`CREATE ROLE ${reader} LOGIN PASSWORD 'secret' IN ROLE analytics_reader`);
      await client.query('CREATE TABLE acknowledged (id bigint PRIMARY KEY)');
    });
    await maker.stop();
    const { uid, gid } = statSync(maker.filesDir);
    const account = process.getuid?.() === 0 ? { uid, gid } : undefined;
    const bin = prepareBinaries(folder, account);
    const server = (dataDir: string) => new DatabaseServer(bin, dataDir, account, maker.url);
    const pair = new PrimaryAndStandby(server(maker.filesDir), server(`${maker.filesDir}-standby`), folder);
    await pair.primary.start();
    await pair.copy();
    await pair.standby.start();
    await pair.primary.query(`ALTER SYSTEM SET synchronous_standby_names = '*'`);
    await pair.primary.query('SELECT pg_reload_conf()');
    await pair.untilReplayed();
    return pair;
  }

  /** Until the standby has what the primary has now. */
  async untilReplayed(): Promise<void> {
    const [now] = await this.primary.query<{ lsn: string }>('SELECT pg_current_wal_lsn()::text AS lsn');
    const replayed = `SELECT pg_last_wal_replay_lsn() >= '${now?.lsn}' AS is_done`;
    for (const deadline = Date.now() + 60_000; Date.now() < deadline; await sleep(50)) {
      const rows = await this.standby.query<{ is_done: boolean }>(replayed).catch(() => []);
      if (rows[0]?.is_done) return;
    }
    throw new Error('The standby does not catch up.');
  }

  async stop(): Promise<void> {
    // A primary that waits for a standby ends all the same.
    await this.standby.stop();
    await this.primary.stop();
    rmSync(path.dirname(this.primary.dataDir), { recursive: true, force: true });
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Copies the primary while it runs, as pg_basebackup would, which the npm package does not have. */
  private async copy(): Promise<void> {
    const { dataDir, account } = this.primary;
    const target = this.standby.dataDir;
    mkdirSync(target, { mode: 0o700 });
    const label = await withOwner(this.primary.url, async (client) => {
      await client.query(`SELECT pg_backup_start('standby', true)`);
      cpSync(dataDir, target, {
        recursive: true,
        verbatimSymlinks: true,
        filter: (source) => !/postmaster\.(pid|opts)$/.test(source),
      });
      const { rows } = await client.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop(false)');
      return rows[0]?.labelfile ?? '';
    });
    writeFileSync(path.join(target, 'backup_label'), label);
    writeFileSync(path.join(target, 'standby.signal'), '');
    const { hostname, port, username, password } = new URL(this.primary.url);
    const conninfo = `host=${hostname} port=${port} user=${username} password=${password}`;
    appendFileSync(path.join(target, 'postgresql.auto.conf'), `primary_conninfo = '${conninfo}'\n`);
    giveTo(account, target);
  }
}
