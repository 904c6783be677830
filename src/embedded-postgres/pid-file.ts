import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import path from 'node:path';
import { processStart } from '../../scripts/processes.mjs';

/** A running PostgreSQL server's main process. */
export interface Postmaster {
  pid: number;
  port: number;
  /** "starting", "ready" or "stopping". */
  status: string;
}

/** The server that runs on the folder, if any. */
export function findPostmaster(dataDir: string): Postmaster | null {
  const postmaster = readPidFile(dataDir);
  return postmaster && isPostgres(postmaster.pid, dataDir) ? postmaster : null;
}

/**
 * Removes the pid file of a server that was killed, and answers the port it had. PostgreSQL would refuse to start while
 * a process of that pid exists, be it another program's by now or a zombie that nobody reaps, as in a container. That
 * no two servers run on one folder does not depend on this file alone.
 */
export function clearPidFile(dataDir: string): number | undefined {
  const left = readPidFile(dataDir);
  if (!left || isPostgres(left.pid, dataDir)) return undefined;
  rmSync(path.join(dataDir, 'postmaster.pid'), { force: true });
  return left.port || undefined;
}

/**
 * Processes of a killed server that still work on the folder: one in the middle of a query does not notice for long
 * that its server has gone. Known on Linux only.
 */
export function listLeftovers(dataDir: string): number[] {
  if (process.platform !== 'linux') return [];
  const pids = readdirSync('/proc').map(Number).filter(Number.isInteger);
  return pids.filter((pid) => processStart(pid) !== null && isPostgres(pid, dataDir));
}

function readPidFile(dataDir: string): Postmaster | null {
  try {
    const lines = readFileSync(path.join(dataDir, 'postmaster.pid'), 'utf8').split('\n');
    return { pid: Number(lines[0]), port: Number(lines[3]), status: (lines[7] ?? '').trim() };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Whether a process is PostgreSQL's on this folder. After a restart of the machine a pid may be any program's. */
function isPostgres(pid: number, dataDir: string): boolean {
  if (processStart(pid) === null) return false;
  if (process.platform === 'win32') return true;
  try {
    if (process.platform === 'linux') return readlinkSync(`/proc/${pid}/cwd`) === dataDir;
  } catch {
    // Some containers let not even root look at another user's process, but its command line is open to all.
  }
  return commandOf(pid).includes(dataDir);
}

function commandOf(pid: number): string {
  if (process.platform !== 'linux') {
    return spawnSync('ps', ['-o', 'command=', '-ww', '-p', String(pid)], { encoding: 'utf8' }).stdout;
  }
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}
