import { setTimeout as sleep } from 'node:timers/promises';
import { DeadlineExceeded } from './deadlines.js';

/** No server that was read has the newest board yet. */
export class OlderBoard extends Error {}

// admin_shutdown, crash_shutdown, the class of connection exceptions, what the operating system says, and what Prisma makes of
// that. And serialization_failure and deadlock_detected, with which a standby ends a read that keeps it from replaying what
// its primary has removed: nothing else gives these to somebody who only reads.
const lostCodes = new Set('57P01 57P02 08000 08003 08006 ECONNRESET EPIPE P1017 40001 40P01'.split(' '));
// pg's own errors have no code. A connection times out where the process itself was too busy to finish it, and the next one does not.
const lostWords =
  /^(Connection terminated( unexpectedly| due to connection timeout)?|timeout exceeded when trying to connect|Client has encountered a connection error.*)$/;

// cannot_connect_now, what the operating system and names say, and what Prisma makes of that. And query_canceled, which a statement
// timeout causes, and lock_not_available.
const temporaryCodes = new Set(
  '57P03 ECONNREFUSED EHOSTUNREACH ENETUNREACH ETIMEDOUT ENOTFOUND EAI_AGAIN P1001 P1002 P1008 57014 55P03'.split(' '),
);
/** Also within a message of Prisma. */
const unreachableWords = /timeout exceeded when trying to connect|due to connection timeout/;
/** PostgreSQL's class of errors for too little memory, disk space or connections. */
const insufficientResources = /^53/;
/** Why PostgreSQL refuses a session, by its code. Readiness shows the reason, so a reason names no user, database or host. */
const refusals: Readonly<Record<string, string>> = {
  '28P01': 'password authentication failed',
  '28000': 'its user does not exist, may not log in, or has no matching line in pg_hba.conf',
  '3D000': 'the database of its URL does not exist',
  '53300': 'too many connections',
  '55000': 'the database does not accept connections',
};
/** A standby that has not replayed a migration yet lacks a table, a column, a function or a right. */
const missingCodes = new Set(['42P01', '42703', '42883', '42501']);
/** What pg and Node.js report before PostgreSQL is asked for a session. */
const noPassword = /^SASL: .*password must be a/;
const tlsCodes = /^(ERR_TLS|ERR_SSL|CERT_|SELF_SIGNED|DEPTH_ZERO|UNABLE_TO_)/;
const noTls = /server does not support SSL/;

// What ends all sessions ends one after the other, and may break the next connection too, and the one after it while it is
// made. The pauses, together 955 ms, let it come to its end, also where a busy machine takes 300 ms to make a connection.
const mostAttempts = 16;
const firstPauseMs = 5;
const longestPauseMs = 80;

/**
 * Runs a read again when its connection goes away under it, or a standby ends it, or has not yet what was read before: none is a
 * fault of the read. Each pause is twice the one before, up to a limit.
 */
export async function readAgainIfLost<Result>(read: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await read();
    } catch (error) {
      if (!isConnectionLost(error) || attempt === mostAttempts) throw error;
      await sleep(Math.min(firstPauseMs * 2 ** (attempt - 1), longestPauseMs));
    }
  }
}

/** Why a server that can be reached refuses a session. Undefined if it does not. */
export function refusalOf(error: unknown): string | undefined {
  const code = codeOf(error);
  const message = messageOf(error);
  if (noPassword.test(message)) return 'a password is required';
  if (tlsCodes.test(code ?? '') || noTls.test(message)) return 'a TLS connection could not be made';
  return refusals[code ?? ''];
}

/** Whether another server may serve the same read: this one lacks a migration, or refuses sessions. */
export function isFaultOfServer(error: unknown): boolean {
  return missingCodes.has(codeOf(error) ?? '') || refusalOf(error) !== undefined;
}

/** Whether the same read may succeed a few seconds later: the database is away, busy or locked, or the time for the read is over. */
export function isTemporary(error: unknown): boolean {
  if (error instanceof DeadlineExceeded || isConnectionLost(error)) return true;
  const code = codeOf(error);
  if (code === undefined) return unreachableWords.test(messageOf(error));
  return temporaryCodes.has(code) || insufficientResources.test(code);
}

/** An error of pg, or of Prisma's API, which keeps the code of PostgreSQL in its details. */
interface QueryError extends Error {
  code?: string;
  meta?: { driverAdapterError?: { cause?: { originalCode?: string } } };
}

/** Whether a query failed because its connection went away under it, or because it came too early for the newest board. */
function isConnectionLost(error: unknown): boolean {
  if (error instanceof OlderBoard) return true;
  const code = codeOf(error);
  if (code === undefined) return lostWords.test(messageOf(error));
  return lostCodes.has(code);
}

function codeOf(error: unknown): string | undefined {
  const { code, meta } = (error ?? {}) as QueryError;
  return code === undefined ? undefined : (meta?.driverAdapterError?.cause?.originalCode ?? code);
}

function messageOf(error: unknown): string {
  return String((error as QueryError | undefined)?.message);
}
