import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import path from 'node:path';
import { processStart } from '../../scripts/processes.mjs';

/** The main process of a running PostgreSQL server. */
export interface Postmaster {
  pid: number;
  port: number;
  /** "starting", "ready" or "stopping". */
  status: string;
}

/** Finds the server that runs on the folder. */
export function findPostmaster(dataDir: string): Postmaster | null {
  const postmaster = readPidFile(dataDir);
  return postmaster && isPostgres(postmaster.pid, dataDir) ? postmaster : null;
}

/**
 * Removes the pid file of a killed server and returns the server's port. PostgreSQL refuses to start while any process
 * has that pid, even another program or a zombie in a container. Other checks also prevent two servers on one folder.
 */
export function clearPidFile(dataDir: string): number | undefined {
  const left = readPidFile(dataDir);
  if (!left || isPostgres(left.pid, dataDir)) return undefined;
  rmSync(path.join(dataDir, 'postmaster.pid'), { force: true });
  return left.port || undefined;
}

/** Lists processes of a killed server that still run a query on the folder. Works on Linux only. */
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

/** Checks whether PostgreSQL runs this process on this folder. After a reboot any program may have the pid. */
function isPostgres(pid: number, dataDir: string): boolean {
  if (processStart(pid) === null) return false;
  if (process.platform === 'win32') return true;
  try {
    if (process.platform === 'linux') return readlinkSync(`/proc/${pid}/cwd`) === dataDir;
  } catch {
    // In some containers even root cannot inspect another user's process, but its command line is readable.
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
