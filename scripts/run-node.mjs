// Runs other Node.js programs one after the other, and forwards signals to them.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { endWithNpm } from './end-with-npm.mjs';
import { ended } from './processes.mjs';

const isWindows = process.platform === 'win32';
const repeatMs = 1000;
let running;
let interruptedBy;
let interruptedAt = 0;

// The reader of the output may end first.
for (const output of [process.stdout, process.stderr]) output.on('error', () => {});

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => interrupt(signal));
endWithNpm(() => interrupt('SIGTERM'));

/**
 * Runs a program on the same terminal and returns its exit code. After a signal, no further program starts. If this process is
 * killed, the program shuts down cleanly.
 */
export async function runNode(args) {
  if (interruptedBy) return 128 + constants.signals[interruptedBy];
  const leave = new URL('../dist/lifecycle/leave-with-parent.js', import.meta.url).href;
  const child = spawn(process.execPath, ['--import', leave, ...args], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    // Ctrl-C reaches the whole process group of a terminal. In its own group, the program gets each signal once, from here.
    detached: !isWindows,
  });
  const { code } = await follow(child);
  return code;
}

/** Runs a program and returns its exit code and output. */
export async function captureNode(args) {
  if (interruptedBy) return { code: 128 + constants.signals[interruptedBy], output: '' };
  return follow(spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'], windowsHide: true }));
}

/** Whether a signal has asked this process to end. */
export function isInterrupted() {
  return interruptedBy !== undefined;
}

async function follow(child) {
  running = child;
  try {
    return await ended(child);
  } finally {
    running = undefined;
  }
}

function interrupt(signal) {
  // npm forwards a signal that the terminal has already sent to all processes.
  if (Date.now() - interruptedAt < repeatMs) return;
  interruptedAt = Date.now();
  interruptedBy ??= signal;
  // Windows has no signals to forward, and its console notifies each program itself.
  if (!isWindows) running?.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal);
}
