// What scripts and src/embedded-postgres share about processes. Plain JavaScript, since scripts run before anything is
// built; processes.d.mts has the types.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { constants } from 'node:os';

/** Waits until a child process has ended: its exit code, as a shell would give it, and what it wrote to pipes. */
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
 * When a process began, as text to compare; null if none of that pid runs. With it a pid in a file cannot be mistaken
 * for a later process that happens to have the same one.
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

/** Names the calling process for {@link isAlive}. */
export function describeSelf() {
  return `${process.pid} ${processStart(process.pid)}`;
}

/** Whether the process that wrote {@link describeSelf} still runs. */
export function isAlive(description) {
  const [pid, ...start] = description.trim().split(' ');
  return processStart(Number(pid)) === start.join(' ');
}

/** What Linux tells of a process; null if there is none of that pid. */
export function readStat(pid) {
  let stat;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return null;
  }
  // The program's name is in parentheses and may itself hold spaces and parentheses.
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
