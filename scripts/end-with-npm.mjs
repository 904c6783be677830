// Notices that the npm that runs this script has gone. Nobody tells the script, which would go on and keep its port.
import { readFileSync } from 'node:fs';
import { clearInterval, setInterval } from 'node:timers';

const intervalMs = 500;

/** Calls `end` once npm, which may have started us through a shell, is no longer there. */
export function endWithNpm(end) {
  if (!process.env.npm_lifecycle_event) return;
  const shell = process.platform === 'linux' && /^(ba|da|a)?sh$/.test(nameOf(process.ppid)) ? process.ppid : undefined;
  const parents = () => `${process.ppid} ${shell && parentOf(shell)}`;
  const before = parents();
  const timer = setInterval(() => {
    if (parents() === before) return;
    clearInterval(timer);
    end();
  }, intervalMs);
  timer.unref();
}

function nameOf(pid) {
  return readProcess(pid, 'comm').trim();
}

function parentOf(pid) {
  const stat = readProcess(pid, 'stat');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1];
}

function readProcess(pid, file) {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
