import { setImmediate } from 'node:timers/promises';

// admin_shutdown, crash_shutdown, the class of connection exceptions, and what the operating system says.
const lostCodes = new Set(['57P01', '57P02', '08000', '08003', '08006', 'ECONNRESET', 'EPIPE']);
// What pg says has no code.
const lostWords = /^(Connection terminated( unexpectedly)?|Client has encountered a connection error.*)$/;

// What ends all sessions at once may break the next connection too, and the one after it while it is made. Only within a
// second, so that nobody waits for longer than for a database that does not answer.
const mostAttempts = 5;
const tryAgainMs = 1_000;

/** Runs a read again when its connection goes away under it, which is no fault of the read. */
export async function readAgainIfLost<Result>(read: () => Promise<Result>): Promise<Result> {
  const lastAtMs = performance.now() + tryAgainMs;
  for (let attempt = 1; ; attempt++) {
    try {
      return await read();
    } catch (error) {
      if (!isConnectionLost(error) || attempt === mostAttempts || performance.now() > lastAtMs) throw error;
      // By then the pool has heard of others that went away in the same moment, and does not hand them out.
      await setImmediate();
    }
  }
}

/** Whether a query failed because its connection went away under it. */
function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as NodeJS.ErrnoException;
  return code === undefined ? lostWords.test(error.message) : lostCodes.has(code);
}
