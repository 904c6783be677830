import { pino } from 'pino';
import { ConfigError, loadConfig } from '../config/environment.js';
import { loadEnvFile } from '../config/env-file.js';
import { withLocalCommands } from '../config/with-local-commands.js';
import { nameSessions } from '../database/owner-client.js';
import { AppLogger } from '../logging/app-logger.js';
import { commandLine } from './command-line/command-line.js';
import { exitCodeOf, exitCodes } from './command-line/exit-codes.js';
import { errorMessage } from '../logging/error-message.js';

endAfterUncaughtErrors();
// The reader of the output, such as `head`, may end first. The command finishes its work without output.
for (const output of [process.stdout, process.stderr]) output.on('error', () => {});
const program = commandLine(databaseUrl);

for (const command of [program, ...program.commands]) {
  // Commander exits with 1 for bad usage.
  command.configureOutput({
    writeOut: (text) => void process.stdout.write(withLocalCommands(text)),
    writeErr: (text) => void process.stderr.write(withLocalCommands(text)),
  });
  command.exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : exitCodes.badUsage));
}

program.hook('preAction', (_program, command) => nameSessions(command.name()));

try {
  loadEnvFile();
  await program.parseAsync();
} catch (error) {
  console.error(withLocalCommands(errorMessage(error)));
  process.exitCode = exitCodeOf(error);
}

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

function databaseUrl(): string {
  const { databaseUrl: url } = loadConfig();
  if (url) return url;
  throw new ConfigError('DATABASE_URL is not set. Set it, or use the npm scripts, which start an embedded database.');
}
