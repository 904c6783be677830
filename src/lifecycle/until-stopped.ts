import { withLocalCommands } from '../config/with-local-commands.js';

/** The exit code of a process that was interrupted. */
export const interrupted = 130;

/** Time limit for PostgreSQL to confirm that it canceled the statement. Docker sends SIGKILL ten seconds after SIGTERM. */
const defaultLimitMs = 8_000;

/**
 * Runs an action that ends soon after its signal; SIGINT and SIGTERM abort the signal. The process exits with
 * `exitCode` if the action does not end within `limitMs`, and at once if the same signal arrives again.
 */
export async function untilStopped(
  action: (signal: AbortSignal) => Promise<void>,
  exitCode: number,
  limitMs = defaultLimitMs,
): Promise<void> {
  const stopping = new AbortController();
  let limit: NodeJS.Timeout | undefined;
  const stop = () => {
    limit ??= setTimeout(() => {
      console.error(
        `Ending after ${limitMs / 1_000} s. PostgreSQL cancels running statements when it notices that the process has ended.`,
      );
      process.exit(exitCode);
    }, limitMs);
    stopping.abort();
  };
  process.once('SIGINT', stop).once('SIGTERM', stop);
  try {
    await action(stopping.signal);
  } finally {
    clearTimeout(limit);
    process.off('SIGINT', stop).off('SIGTERM', stop);
  }
}

/** Runs the action of a command. If SIGINT or SIGTERM ends the action, the command prints `words` and exits with 130. */
export async function untilInterrupted(words: string, action: (signal: AbortSignal) => Promise<void>): Promise<void> {
  await untilStopped(async (signal) => {
    try {
      await action(signal);
    } catch (error) {
      if (!signal.aborted) throw error;
      console.error(withLocalCommands(`Interrupted. ${words}`));
      process.exitCode = interrupted;
    }
  }, interrupted);
}
