import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * When a process began, as text to compare; null if none of that pid runs. With it a pid in a file cannot be mistaken
 * for a later process that happens to have the same one.
 */
export function processStart(pid: number): string | null {
  if (!Number.isInteger(pid) || pid <= 0) return null;
  if (process.platform === 'linux') return linuxProcessStart(pid);
  if (process.platform === 'win32') return answersSignal(pid) ? 'running' : null;
  const { stdout } = spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8', env: { LC_ALL: 'C' } });
  return stdout.trim() || null;
}

/** Names the calling process for {@link isAlive}. */
export function describeSelf(): string {
  return `${process.pid} ${processStart(process.pid)}`;
}

/** Whether the process that wrote {@link describeSelf} still runs. */
export function isAlive(description: string): boolean {
  const [pid = '', ...start] = description.trim().split(' ');
  return processStart(Number(pid)) === start.join(' ');
}

function linuxProcessStart(pid: number): string | null {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return null;
  }
  // The second field is the program's name in parentheses, which may itself hold spaces and parentheses.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state] = fields;
  return state === 'Z' || state === 'X' ? null : (fields[19] ?? null);
}

function answersSignal(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
