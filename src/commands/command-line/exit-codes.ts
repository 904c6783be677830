import { ConfigError } from '../../config/environment.js';
import { UsageError } from '../../ingest/errors.js';
import { NotRefreshedError } from '../../jobs/refresh/refresh-after-change.js';
import { BadDataError } from '../../logging/error-message.js';

/** Exit codes besides 0 and the codes that are specific to a command. After an uncaught error: EX_SOFTWARE of sysexits.h. */
export const exitCodes = { badData: 1, badUsage: 2, database: 3, notRefreshed: 5, uncaught: 70 };

export function exitCodeOf(error: unknown): number {
  if (error instanceof ConfigError || error instanceof UsageError) return exitCodes.badUsage;
  if (error instanceof NotRefreshedError) return exitCodes.notRefreshed;
  return error instanceof BadDataError ? exitCodes.badData : exitCodes.database;
}
