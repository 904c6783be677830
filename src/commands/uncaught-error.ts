import { pino } from 'pino';
import { AppLogger } from '../logging/app-logger.js';

/** The exit code of a command that ended after an uncaught error. It is EX_SOFTWARE of sysexits.h. */
const uncaughtError = 70;

/** Logs an uncaught error as one line of JSON on standard error and ends the process, since its state is unknown after such an error. */
export function endAfterUncaughtErrors(): void {
  const { pino: logger } = new AppLogger('fatal', pino.destination({ dest: 2, sync: true }));
  // Node.js passes rejections that nothing handles to the same event.
  process.once('uncaughtException', (error) => {
    try {
      logger.fatal({ err: error }, 'Ending after an uncaught error');
    } finally {
      process.exit(uncaughtError);
    }
  });
}
