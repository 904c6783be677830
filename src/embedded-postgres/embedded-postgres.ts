import { accessSync, constants, existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { makeFolder, unprivilegedAccount } from './account.js';
import { prepareBinaries } from './binaries.js';
import {
  Cluster,
  ClusterOptions,
  clusterPath,
  createCluster,
  ownerName,
  readCluster,
  requireSameVersion,
} from './cluster.js';
import { withLock } from '../../scripts/file-lock.mjs';
import { findPostmaster, Postmaster } from './pid-file.js';
import { durableSettings, fastSettings, startPostmaster, stopPostmaster, waitUntilReady } from './postmaster.js';
import { countUsers, enter } from './users.js';

const lockLimitMs = 300_000;
const connectLimitMs = 10_000;
const exitingMs = 300;

/** Options of an {@link EmbeddedPostgres}. */
export interface EmbeddedPostgresOptions {
  /** The folder for the data, PostgreSQL's log and the password. Created if missing. */
  dataDir: string;
  /** False trades crash safety for speed. For tests. */
  durable?: boolean;
  /** Additional settings of PostgreSQL. For tests. */
  settings?: Record<string, string>;
  /** Receives progress messages and the location of the data. */
  log?: (line: string) => void;
}

/**
 * A PostgreSQL server with its own data folder, for use without an external server. The server survives a killed
 * process, and the next start takes it over. Several processes may share a server; the last one ends it.
 */
export class EmbeddedPostgres {
  private stopping?: Promise<void>;

  private constructor(
    /** The URL to connect to the database as its owner. */
    readonly url: string,
    /** The folder of PostgreSQL's files, which may be outside the given folder. */
    readonly filesDir: string,
    private readonly pid: number,
    private readonly folder: string,
    private readonly leave: () => void,
  ) {}

  /** Starts the server of a folder or joins the running one. Creates the database if necessary. */
  static async start({
    dataDir,
    durable = true,
    settings = {},
    log = () => {},
  }: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
    const folder = path.resolve(dataDir);
    const account = unprivilegedAccount(folder, path.join(clusterPath(folder), 'data'));
    try {
      makeFolder(folder, account);
      accessSync(folder, constants.W_OK);
    } catch (cause) {
      const { code } = cause as NodeJS.ErrnoException;
      throw new Error(`DATA_DIR is ${folder}, but must be a folder that this user can create and write (${code}).`, {
        cause,
      });
    }
    makeFolder(usersFolder(folder), account);
    const options = { folder, account, durable, settings, log };
    return withLock(lockFile(folder), lockLimitMs, async () => {
      const isShared = countUsers(usersFolder(folder)) > 0;
      const { cluster, postmaster } = await joinOrStart(options, isShared);
      const url = urlOf(cluster, postmaster, ownerName);
      return new EmbeddedPostgres(url, cluster.dataDir, postmaster.pid, folder, enter(usersFolder(folder)));
    });
  }

  /** Ends the server unless another process still uses it. */
  async stop(): Promise<void> {
    this.stopping ??= existsSync(this.folder)
      ? withLock(lockFile(this.folder), lockLimitMs, () => this.stopUnlessShared())
      : stopPostmaster(this.pid);
    return this.stopping;
  }

  private async stopUnlessShared(): Promise<void> {
    this.leave();
    if (countUsers(usersFolder(this.folder)) > 0) return;
    const postmaster = findPostmaster(this.filesDir);
    if (postmaster) await stopPostmaster(postmaster.pid);
  }
}

interface StartOptions extends ClusterOptions {
  settings: Record<string, string>;
}

async function joinOrStart(
  options: StartOptions,
  isShared: boolean,
): Promise<{ cluster: Cluster; postmaster: Postmaster }> {
  const existing = readCluster(options);
  const running = existing && (await join(existing, isShared));
  if (running) return { cluster: existing, postmaster: running };
  const bin = prepareBinaries(options.folder, options.account);
  if (existing) requireSameVersion(bin, existing, options.folder);
  const cluster = existing ?? createCluster(bin, options);
  const logFile = path.join(options.folder, 'postgres.log');
  const { account } = options;
  const settings = { ...(options.durable ? durableSettings : fastSettings), ...options.settings };
  const postmaster = await startPostmaster({ bin, dataDir: cluster.dataDir, logFile, account, settings });
  await ensureDatabase(urlOf(cluster, postmaster, 'postgres'));
  return { cluster, postmaster };
}

/** Returns the running server if it works. Ends a server that does not work and that no other process uses. */
async function join({ dataDir, password }: Cluster, isShared: boolean): Promise<Postmaster | null> {
  const found = findPostmaster(dataDir);
  if (!found) return null;
  if (found.status !== 'stopping') {
    try {
      const postmaster = await waitUntilReady(dataDir);
      await ensureDatabase(urlOf({ dataDir, password }, postmaster, 'postgres'));
      return postmaster;
    } catch (error) {
      // The server may have been killed just now, and its users have not noticed yet.
      await sleep(exitingMs);
      if (isShared && findPostmaster(dataDir)) throw error;
    }
  }
  await stopPostmaster(found.pid);
  return null;
}

async function ensureDatabase(url: string): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: connectLimitMs, query_timeout: 60_000 });
  // If the connection breaks, the query below fails too.
  client.on('error', () => {});
  await client.connect();
  try {
    const { rowCount } = await client.query('SELECT FROM pg_catalog.pg_database WHERE datname = $1', [ownerName]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${ownerName}`);
  } finally {
    await client.end();
  }
}

function urlOf({ password }: Cluster, { port }: Postmaster, database: string): string {
  return `postgresql://${ownerName}:${password}@127.0.0.1:${port}/${database}`;
}

const lockFile = (folder: string) => path.join(folder, 'lock');
const usersFolder = (folder: string) => path.join(folder, 'users');
