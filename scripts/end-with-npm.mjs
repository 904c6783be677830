// Notices that the npm that runs this script has gone. Nobody tells the script, which would go on and keep its port.
import { clearInterval, setInterval } from 'node:timers';
import { readStat } from './processes.mjs';

const intervalMs = 500;

/** Calls `end` once npm, which may have started us through a shell, is no longer there. */
export function endWithNpm(end) {
  if (!process.env.npm_lifecycle_event) return;
  const isShell = process.platform === 'linux' && /^(ba|da|a)?sh$/.test(readStat(process.ppid)?.name ?? '');
  const shell = isShell ? process.ppid : undefined;
  const parents = () => `${process.ppid} ${shell && readStat(shell)?.parent}`;
  const before = parents();
  const timer = setInterval(() => {
    if (parents() === before) return;
    clearInterval(timer);
    end();
  }, intervalMs);
  timer.unref();
}
