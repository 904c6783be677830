import { pino } from 'pino';
import { AppLogger } from '../../logging/app-logger.js';

/** The exit code after an uncaught error: EX_SOFTWARE of sysexits.h. */
const uncaughtError = 70;

/** Logs an uncaught error as one line of JSON on standard error and ends the process, whose state is unknown after the error. */
export function endAfterUncaughtErrors(): void {
  const { pino: logger } = new AppLogger('fatal', pino.destination({ dest: 2, sync: true }));
  // Node.js also emits this event for unhandled rejections.
  process.once('uncaughtException', (error) => {
    try {
      logger.fatal({ err: error }, 'Ending after an uncaught error');
    } finally {
      process.exit(uncaughtError);
    }
  });
}
