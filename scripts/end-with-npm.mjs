// Detects the end of the npm process that runs this script. Without this check, the script would continue and keep its port.
import { clearInterval, setInterval } from 'node:timers';
import { readStat } from './processes.mjs';

const intervalMs = 500;

/** Calls `end` after npm has ended. npm may have started this process through a shell. */
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
