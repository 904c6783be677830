import { setTimeout as sleep } from 'node:timers/promises';

// admin_shutdown, crash_shutdown, the class of connection exceptions, what the operating system says, and what Prisma makes of
// that.
const lostCodes = new Set(['57P01', '57P02', '08000', '08003', '08006', 'ECONNRESET', 'EPIPE', 'P1017']);
// What pg says has no code.
const lostWords = /^(Connection terminated( unexpectedly)?|Client has encountered a connection error.*)$/;

// What ends all sessions ends one after the other, and may break the next connection too, and the one after it while it is
// made. The pauses, together 155 ms, let it come to its end.
const mostAttempts = 6;
const firstPauseMs = 5;

/** Runs a read again when its connection goes away under it, which is no fault of the read. Each pause is twice the one before. */
export async function readAgainIfLost<Result>(read: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await read();
    } catch (error) {
      if (!isConnectionLost(error) || attempt === mostAttempts) throw error;
      await sleep(firstPauseMs * 2 ** (attempt - 1));
    }
  }
}

/** An error of pg, or of Prisma's API, which keeps the code of PostgreSQL in its details. */
interface QueryError extends Error {
  code?: string;
  meta?: { driverAdapterError?: { cause?: { originalCode?: string } } };
}

/** Whether a query failed because its connection went away under it. */
function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, meta, message } = error as QueryError;
  if (code === undefined) return lostWords.test(message);
  return lostCodes.has(meta?.driverAdapterError?.cause?.originalCode ?? code);
}
