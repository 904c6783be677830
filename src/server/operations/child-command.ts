import { ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Lifecycle } from '../../lifecycle/lifecycle.js';

const program = fileURLToPath(new URL('../../commands/main.js', import.meta.url));
const leaveWithParent = new URL('../../lifecycle/leave-with-parent.js', import.meta.url).href;

export interface ChildCommand<Report> {
  readonly args: readonly string[];
  /** Flags of Node.js. */
  readonly flags?: readonly string[];
  readonly onReport: (report: Report) => void;
  /** Returns the milliseconds until the restart; undefined for no restart. Not called during shutdown. */
  readonly onEnd: (reason: string) => number | undefined;
}

/**
 * Runs a command in a child process with the rights of the tables' owner, because this process may only read. The child process
 * ends with this process. Returns a function that asks it to end and waits for its end.
 */
export function runChildCommand<Report>(lifecycle: Lifecycle, command: ChildCommand<Report>): () => Promise<void> {
  let child: ChildProcess;
  let ended: Promise<void>;
  const start = () => {
    child = fork(program, command.args, {
      execArgv: [...(command.flags ?? []), '--import', leaveWithParent],
      // Its log is a part of the log of this process.
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    child.channel?.unref();
    child.on('message', command.onReport);
    ended = new Promise((resolve) => {
      onEnd(child, (reason) => {
        resolve();
        const pauseMs = lifecycle.isDraining ? undefined : command.onEnd(reason);
        if (pauseMs !== undefined) setTimeout(start, pauseMs).unref();
      });
    });
  };
  start();
  return () => {
    if (child.connected) child.disconnect();
    return ended;
  };
}

/** Calls `onceEnded` when the process has ended or could not start. */
function onEnd(child: ChildProcess, onceEnded: (reason: string) => void): void {
  let hasEnded = false;
  const end = (reason: string) => {
    if (!hasEnded) onceEnded(reason);
    hasEnded = true;
  };
  child.on('error', ({ message }) => end(message));
  child.on('exit', (code, signal) => end(`exit code ${code ?? signal}`));
}
