import { CommandRun } from './command-run.js';

/** The exit code of a command that was interrupted. */
export const interrupted = 130;

/** Time limit for PostgreSQL to confirm that it canceled the statement. Docker sends SIGKILL ten seconds after SIGTERM. */
const defaultLimitMs = 8_000;

/**
 * Runs an action that ends soon after the signal of a run is aborted. If the action does not end within `limitMs`, the run ends
 * with `exitCode` without it.
 */
export async function untilStopped(
  run: CommandRun,
  action: (signal: AbortSignal) => Promise<void>,
  exitCode: number,
  limitMs = defaultLimitMs,
): Promise<void> {
  const { signal } = run;
  let limit: NodeJS.Timeout | undefined;
  const startLimit = () => {
    limit = setTimeout(() => {
      run.error(
        `Ending after ${limitMs / 1_000} s. PostgreSQL cancels running statements when it notices that the process has ended.`,
      );
      run.leave(exitCode);
    }, limitMs);
  };
  if (signal.aborted) startLimit();
  else signal.addEventListener('abort', startLimit, { once: true });
  try {
    await action(signal);
  } finally {
    clearTimeout(limit);
    signal.removeEventListener('abort', startLimit);
  }
}

/** Runs the action of a command. If the signal of the run ends the action, the command prints `words` and exits with 130. */
export async function untilInterrupted(
  run: CommandRun,
  words: string,
  action: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const interruptible = async (signal: AbortSignal) => {
    try {
      await action(signal);
    } catch (error) {
      if (!signal.aborted) throw error;
      run.error(`Interrupted. ${words}`);
      run.exitCode = interrupted;
    }
  };
  await untilStopped(run, interruptible, interrupted);
}
