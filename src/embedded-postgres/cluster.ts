import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { Account, canEnter, changeOwner, sharedFolder } from './account.js';
import { ownServerAdvice, programEnvironment } from './binaries.js';

const initialisingLimitMs = 120_000;

/** The owner of the database and the name of the database. */
export const ownerName = 'analytics';

/** A database cluster on disk. */
export interface Cluster {
  /** PostgreSQL's data folder. */
  dataDir: string;
  password: string;
}

export interface ClusterOptions {
  folder: string;
  account: Account | undefined;
  durable: boolean;
  log: (line: string) => void;
}

/** The path of a folder's cluster: a folder, or a link to a folder elsewhere that PostgreSQL's account can enter. */
export function clusterPath(folder: string): string {
  return path.join(folder, 'postgres');
}

/** Reads the cluster of a folder. Null if the cluster does not exist yet. */
export function readCluster({ folder, account }: ClusterOptions): Cluster | null {
  if (!existsSync(clusterPath(folder))) return null;
  const home = realpathSync(clusterPath(folder));
  const dataDir = path.join(home, 'data');
  const { uid } = statSync(home);
  if (!account && process.getuid && uid !== process.getuid()) {
    throw new Error(
      `The database in ${home} belongs to another user (uid ${uid}). Set DATA_DIR to a folder of this user.`,
    );
  }
  if (account && uid !== account.uid) changeOwner(account, home);
  if (account && !canEnter(dataDir, account)) {
    throw new Error(
      `PostgreSQL refuses to run as root. It runs as uid ${account.uid}, which cannot access ${dataDir}.`,
    );
  }
  return { dataDir, password: readFileSync(path.join(home, 'password'), 'utf8') };
}

/** Throws if another major version of PostgreSQL created the cluster. Only that version can read the files. */
export function requireSameVersion(bin: string, { dataDir }: Cluster, folder: string): void {
  const made = readFileSync(path.join(dataDir, 'PG_VERSION'), 'utf8').trim();
  const { stdout } = spawnSync(path.join(bin, 'postgres'), ['--version'], {
    env: programEnvironment,
    encoding: 'utf8',
  });
  const brought = /\d+/.exec(stdout)?.[0];
  if (brought === undefined || made === brought) return;
  throw new Error(
    `The database in ${folder} was created by PostgreSQL ${made}. This version of the service contains PostgreSQL ${brought}, ` +
      'which cannot read it. Write a backup with the previous version of the service: ' +
      'npm run backup -- analytics.backup.gz. Then move the folder away, and restore the backup with this version: npm run restore -- analytics.backup.gz',
  );
}

/**
 * Creates the cluster of a folder. The cluster appears only after it is complete, so an interrupted run leaves none.
 */
export function createCluster(bin: string, options: ClusterOptions): Cluster {
  const { folder, account, log } = options;
  const target = clusterPath(folder);
  removeRemains(folder);
  const isReachable = !account || canEnter(folder, account);
  const home = mkdtempSync(isReachable ? `${target}.new-` : path.join(sharedFolder(account), 'data-'));
  log(`Creating a PostgreSQL database in ${isReachable ? target : home}`);
  const password = randomBytes(24).toString('hex');
  writeFileSync(path.join(home, 'password'), password, { mode: 0o600 });
  changeOwner(account, home);
  try {
    initialise(bin, home, options);
  } catch (error) {
    rmSync(home, { recursive: true, force: true });
    throw error;
  }
  if (isReachable) renameSync(home, target);
  else {
    log(`(PostgreSQL refuses to run as root. It runs as uid ${account.uid}, which cannot access ${folder}.)`);
    symlinkSync(home, target);
  }
  return { dataDir: path.join(realpathSync(target), 'data'), password };
}

/** Deletes the remains of an interrupted run: a partial cluster, or a link to a deleted one. */
function removeRemains(folder: string): void {
  const name = path.basename(clusterPath(folder));
  const remains = readdirSync(folder).filter((entry) => entry === name || entry.startsWith(`${name}.new-`));
  for (const entry of remains) rmSync(path.join(folder, entry), { recursive: true, force: true, maxRetries: 5 });
}

function initialise(bin: string, home: string, { account, durable }: ClusterOptions): void {
  const args = [
    `--pgdata=${path.join(home, 'data')}`,
    `--username=${ownerName}`,
    `--pwfile=${path.join(home, 'password')}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
    ...(durable ? [] : ['--no-sync']),
  ];
  const { error, status, stderr } = spawnSync(path.join(bin, 'initdb'), args, {
    ...account,
    cwd: home,
    env: programEnvironment,
    encoding: 'utf8',
    timeout: initialisingLimitMs,
    windowsHide: true,
  });
  if (status !== 0)
    throw new Error(`initdb ended with status ${status}:\n${error?.message ?? stderr}\n${ownServerAdvice}`);
}
