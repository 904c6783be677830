// Functions for processes, used by scripts and src/embedded-postgres. This file is JavaScript because scripts run before a
// build; processes.d.mts contains the types.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { constants } from 'node:os';

/** Waits until a child process has ended. Returns its exit code, as in a shell, and its output to pipes. */
export async function ended(child) {
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (output += String(text)));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => {
      resolve({ code: code ?? 128 + (constants.signals[signal] ?? 0), output: output.trim() });
    });
  });
}

/**
 * Start time of a process, as text to compare; null if no process has this PID. The start time distinguishes the process from
 * a later one with the same PID.
 */
export function processStart(pid) {
  if (!Number.isInteger(pid) || pid <= 0) return null;
  if (process.platform === 'linux') {
    const { state, start } = readStat(pid) ?? {};
    return state === 'Z' || state === 'X' ? null : (start ?? null);
  }
  if (process.platform === 'win32') return answersSignal(pid) ? 'running' : null;
  const { stdout } = spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8', env: { LC_ALL: 'C' } });
  return stdout.trim() || null;
}

/** Describes the calling process for {@link isAlive}. */
export function describeSelf() {
  return `${process.pid} ${processStart(process.pid)}`;
}

/** Whether the process that wrote {@link describeSelf} still runs. */
export function isAlive(description) {
  const [pid, ...start] = description.trim().split(' ');
  return processStart(Number(pid)) === start.join(' ');
}

/** Fields of a process from Linux' /proc; null if no process has this PID. */
export function readStat(pid) {
  let stat;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return null;
  }
  // The program's name is in parentheses, and may contain spaces and parentheses itself.
  const nameEnd = stat.lastIndexOf(')');
  const fields = stat.slice(nameEnd + 2).split(' ');
  return { name: stat.slice(stat.indexOf('(') + 1, nameEnd), state: fields[0], parent: fields[1], start: fields[19] };
}

function answersSignal(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}
