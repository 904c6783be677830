import { ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync, statSync, truncateSync } from 'node:fs';
import { AddressInfo, createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Account, ownLikeParent } from './account.js';
import { locateBinaries, programEnvironment } from './binaries.js';
import { clearPidFile, findPostmaster, listLeftovers, Postmaster } from './pid-file.js';
import { processStart } from '../../scripts/processes.mjs';

const startLimitMs = 120_000;
const startAttempts = 5;
const logLimitBytes = 10_000_000;
/** Temporary errors: the port was taken after all, or processes of a killed server are still ending. */
const passing = /could not bind|could not create any TCP\/IP sockets|still in use|lock file ".*" already exists/;

/** Settings for a small service that differ from PostgreSQL's defaults. */
export const durableSettings = {
  shared_buffers: '128MB',
  max_connections: '100',
  jit: 'off',
  // Allows a large import between checkpoints. This server has no replicas.
  max_wal_size: '2GB',
  // After a checkpoint, a sweep writes each changed page of an index in full.
  wal_compression: 'on',
  wal_level: 'minimal',
  max_wal_senders: '0',
  log_checkpoints: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
};

/** Settings for tests, whose data may be lost in a crash of the machine. */
export const fastSettings = {
  ...durableSettings,
  shared_buffers: '64MB',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  // Autovacuum would keep connections to the template that the tests clone.
  autovacuum: 'off',
};

export interface PostmasterOptions {
  bin: string;
  dataDir: string;
  logFile: string;
  account: Account | undefined;
  settings: Record<string, string>;
}

/** Starts a server on the folder. Retries on another port if the first one is taken. */
export async function startPostmaster(options: PostmasterOptions): Promise<Postmaster> {
  // Reuse the port of a killed server, because other processes may still connect to it.
  let port = clearPidFile(options.dataDir);
  if (fileSize(options.logFile) > logLimitBytes) truncateSync(options.logFile);
  for (let attempt = 1; ; attempt++) {
    const logStart = fileSize(options.logFile);
    const child = spawnPostmaster(options, port ?? (await freePort()));
    port = undefined;
    try {
      return await waitUntilReady(options.dataDir, child);
    } catch (error) {
      const output = readFileSync(options.logFile).subarray(logStart).toString().trim();
      if (attempt < startAttempts && passing.test(output)) {
        if (output.includes('still in use')) listLeftovers(options.dataDir).forEach((pid) => sendSignal(pid, 'QUIT'));
        await sleep(200 * attempt);
        continue;
      }
      const lines = output.split('\n').slice(-15).join('\n');
      throw new Error(`${(error as Error).message} The end of ${options.logFile}:\n${lines}`, { cause: error });
    }
  }
}

/** Waits until a server accepts connections. Fails if the server ends or does not start in time. */
export async function waitUntilReady(dataDir: string, child?: ChildProcess): Promise<Postmaster> {
  let failure: Error | undefined;
  child?.once('error', (error) => (failure = error));
  for (const deadline = Date.now() + startLimitMs; Date.now() < deadline; await sleep(20)) {
    const postmaster = findPostmaster(dataDir);
    if (postmaster?.status === 'ready' && (!child || postmaster.pid === child.pid)) return postmaster;
    if (failure) throw new Error(`PostgreSQL could not be started (${failure.message}).`);
    if (child ? child.exitCode !== null || child.signalCode !== null : !postmaster) {
      throw new Error('PostgreSQL ended while it was starting.');
    }
  }
  if (child?.pid) await stopPostmaster(child.pid);
  throw new Error(`PostgreSQL was not ready within ${startLimitMs / 1000} seconds.`);
}

/** Shuts a server down: first gracefully, then immediately, and finally by force. */
export async function stopPostmaster(pid: number): Promise<void> {
  const start = processStart(pid);
  const ended = () => processStart(pid) !== start || start === null;
  for (const [signal, limitMs] of [
    ['INT', 30_000],
    ['QUIT', 10_000],
    ['KILL', 5_000],
  ] as const) {
    if (ended()) return;
    sendSignal(pid, signal);
    for (const deadline = Date.now() + limitMs; Date.now() < deadline && !ended();) await sleep(10);
  }
  if (!ended()) throw new Error(`PostgreSQL (process ${pid}) does not end, even after SIGKILL.`);
}

function spawnPostmaster({ bin, dataDir, logFile, account, settings }: PostmasterOptions, port: number): ChildProcess {
  const options = { ...settings, port: String(port), listen_addresses: '127.0.0.1', unix_socket_directories: '' };
  const args = Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const log = openSync(logFile, 'a', 0o600);
  ownLikeParent(account, logFile);
  // Use a separate process group, so that Ctrl-C in a terminal does not end the database before this process.
  const child = spawn(path.join(bin, 'postgres'), ['-D', dataDir, ...args], {
    ...account,
    cwd: dataDir,
    env: programEnvironment,
    stdio: ['ignore', log, log],
    detached: true,
    windowsHide: true,
  });
  closeSync(log);
  child.unref();
  return child;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await once(server.close(), 'close');
  return port;
}

function sendSignal(pid: number, signal: 'INT' | 'QUIT' | 'KILL'): void {
  if (process.platform === 'win32' && signal !== 'KILL') {
    spawnSync(path.join(locateBinaries(), 'pg_ctl'), ['kill', signal, String(pid)], { windowsHide: true });
    return;
  }
  try {
    process.kill(pid, `SIG${signal}`);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

function fileSize(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
