import { setTimeout as sleep } from 'node:timers/promises';
import { codeOf, lockNotAvailable, undefinedTable } from '../error-codes.js';
import { DeadlineExceeded } from './deadlines.js';

/** None of the servers that were read has the newest board yet. */
export class OlderBoardError extends Error {}

// admin_shutdown, crash_shutdown, connection exceptions, errors of the operating system, and Prisma's code. Also
// serialization_failure and deadlock_detected: a standby ends reads with these codes when they delay replay. Read-only
// sessions get them for no other reason.
const lostCodes = new Set('57P01 57P02 08000 08003 08006 ECONNRESET EPIPE P1017 40001 40P01'.split(' '));
// pg's own errors have no code. A connection times out if the process is too busy; the next attempt succeeds.
const lostWords =
  /^(Connection terminated( unexpectedly| due to connection timeout)?|timeout exceeded when trying to connect|Client has encountered a connection error.*|received invalid response.*)$/;

// cannot_connect_now, errors of the operating system and of name resolution, and Prisma's codes. Also query_canceled,
// which a statement timeout causes.
const temporaryCodes = new Set([
  ...'57P03 ECONNREFUSED EHOSTUNREACH ENETUNREACH ETIMEDOUT ENOTFOUND EAI_AGAIN P1001 P1002 P1008 57014'.split(' '),
  lockNotAvailable,
]);
/** These texts also occur within Prisma's messages. */
const unreachableWords = /timeout exceeded when trying to connect|due to connection timeout/;
/** PostgreSQL's class of errors for insufficient memory, disk space or connections. */
const insufficientResources = /^53/;
/** Why PostgreSQL rejects a session, by error code. Readiness shows these texts, so they contain no names. */
const refusals: Readonly<Record<string, string>> = {
  '28P01': 'password authentication failed',
  '28000': 'the user does not exist, cannot log in, or has no matching line in pg_hba.conf',
  '3D000': 'the database in the URL does not exist',
  '53300': 'too many connections',
  '55000': 'the database does not accept connections',
};
/** A standby that has not replayed a migration yet lacks a table, a column, a function or a right. */
const missingCodes = new Set([undefinedTable, '42703', '42883', '42501']);
/** Errors of pg and Node.js before PostgreSQL starts a session. */
const noPassword = /^SASL: .*password must be a/;
const tlsCodes = /^(ERR_TLS|ERR_SSL|CERT_|SELF_SIGNED|DEPTH_ZERO|UNABLE_TO_)/;
const noTls = /server does not support SSL/;

// When all sessions are ended one by one, the next connection may break too, even while it is opened. The pauses add up
// to 955 ms, which is enough even if a busy machine takes 300 ms to connect.
const maxAttempts = 16;
const firstPauseMs = 5;
const maxPauseMs = 80;

/**
 * Retries a read if its connection is lost, if a standby ends it, if the server lacks a board that was read before, or if
 * `isWorthRetry` accepts the error. Each pause is twice as long as the previous one, up to a limit.
 */
export async function readAgainIfLost<Result>(
  read: () => Promise<Result>,
  isWorthRetry: (error: unknown) => boolean = () => false,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await read();
    } catch (error) {
      const isRetried = isConnectionLost(error) || isWorthRetry(error);
      if (!isRetried || attempt === maxAttempts) throw error;
      await sleep(Math.min(firstPauseMs * 2 ** (attempt - 1), maxPauseMs));
    }
  }
}

/** True if the server opens no more connections. Open ones become free within milliseconds. */
export function isOutOfConnections(error: unknown): boolean {
  return codeOf(error) === '53300';
}

/** Explains why a reachable server rejects a session. Undefined if the error has another cause. */
export function explainRefusal(error: unknown): string | undefined {
  const code = codeOf(error);
  const message = messageOf(error);
  if (noPassword.test(message)) return 'a password is required';
  if (tlsCodes.test(code ?? '') || noTls.test(message)) return 'a TLS connection could not be made';
  return refusals[code ?? ''];
}

/** True if another server may serve the same read: this one lacks a migration, or refuses sessions. */
export function isFaultOfServer(error: unknown): boolean {
  return missingCodes.has(codeOf(error) ?? '') || explainRefusal(error) !== undefined;
}

/** True if a retry in a few seconds may succeed: the database is unavailable, busy or locked, or timed out. */
export function isTemporary(error: unknown): boolean {
  if (error instanceof DeadlineExceeded || isConnectionLost(error)) return true;
  const code = codeOf(error);
  if (code === undefined) return unreachableWords.test(messageOf(error));
  return temporaryCodes.has(code) || insufficientResources.test(code);
}

/** True if a query lost its connection, or ran before the newest board had arrived. */
function isConnectionLost(error: unknown): boolean {
  if (error instanceof OlderBoardError) return true;
  const code = codeOf(error);
  if (code === undefined) return lostWords.test(messageOf(error));
  return lostCodes.has(code);
}

function messageOf(error: unknown): string {
  return String((error as Error | undefined)?.message);
}
