import { ConfigError, loadConfig } from '../config/environment.js';
import { loadEnvFile } from '../config/env-file.js';
import { withLocalCommands } from '../config/with-local-commands.js';
import { nameSessions } from '../database/owner-client.js';
import { commandLine } from './command-line/command-line.js';
import { BadDataError, errorMessage } from '../logging/error-message.js';
import { UsageError } from '../ingest/errors.js';
import { endAfterUncaughtErrors } from './command-line/uncaught-error.js';

/** Exit codes besides 0 and the codes that are specific to a command. */
const exitCodes = { badData: 1, badUsage: 2, database: 3 };

endAfterUncaughtErrors();
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

function databaseUrl(): string {
  const { databaseUrl: url } = loadConfig();
  if (url) return url;
  throw new ConfigError('DATABASE_URL is not set. Set it, or use the npm scripts, which start an embedded database.');
}

function exitCodeOf(error: unknown): number {
  if (error instanceof ConfigError || error instanceof UsageError) return exitCodes.badUsage;
  return error instanceof BadDataError ? exitCodes.badData : exitCodes.database;
}
