/** The exit code of a process that was interrupted before it was done. */
export const interrupted = 130;

/** How long to wait for PostgreSQL to cancel a statement. */
const usualLimitMs = 1_000;

/**
 * Runs an action that ends soon after its signal, which SIGINT and SIGTERM abort; the process ends with `exitCode` if
 * the action does not within `limitMs`, and at once at the same signal again.
 */
export async function untilStopped(
  action: (signal: AbortSignal) => Promise<void>,
  exitCode: number,
  limitMs = usualLimitMs,
): Promise<void> {
  const stopping = new AbortController();
  let limit: NodeJS.Timeout | undefined;
  const stop = () => {
    limit ??= setTimeout(() => process.exit(exitCode), limitMs);
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
