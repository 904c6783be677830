import { pino } from 'pino';
import { loadEnvFile } from '../config/env-file.js';
import { AppLogger } from '../logging/app-logger.js';
import { errorMessage } from '../logging/error-message.js';
import { exitCodeOf, exitCodes } from './command-line/exit-codes.js';
import { runCommandLine } from './command-line/run-command-line.js';

endAfterUncaughtErrors();
// The reader of the output, such as `head`, may end first. The command finishes its work without output.
for (const output of [process.stdout, process.stderr]) output.on('error', () => {});

const stopping = new AbortController();
// The same signal again ends the process at once.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => stopping.abort());

try {
  loadEnvFile();
  process.exitCode = await runCommandLine(process.argv.slice(2), process, stopping.signal);
} catch (error) {
  console.error(errorMessage(error));
  process.exitCode = exitCodeOf(error);
}
// A command that did not end in time would keep the process running.
if (stopping.signal.aborted) process.exit();

/** Logs an uncaught error as one line of JSON on standard error and ends the process, whose state is unknown after the error. */
function endAfterUncaughtErrors(): void {
  const { pino: logger } = new AppLogger('fatal', pino.destination({ dest: 2, sync: true }));
  // Node.js also emits this event for unhandled rejections.
  process.once('uncaughtException', (error) => {
    try {
      logger.fatal({ err: error }, 'Ending after an uncaught error');
    } finally {
      process.exit(exitCodes.uncaught);
    }
  });
}
