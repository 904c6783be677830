import { Command } from 'commander';
import { ConfigError, loadConfig } from '../config/environment.js';
import { loadEnvFile } from '../config/env-file.js';
import { asCalledHere } from './as-called-here.js';
import { backupCommand, restoreCommand } from './backup/backup.command.js';
import { errorMessage } from './error-message.js';
import { forgetCommand } from './forget/forget.command.js';
import { generateCommand } from './generate/generate.command.js';
import { importCommand } from './import/import.command.js';
import { importsCommand } from './imports/imports.command.js';
import { migrateCommand } from './migrate.command.js';
import { prepareCommand } from './prepare.command.js';
import { pruneCommand } from './prune/prune.command.js';
import { refreshCommand } from './refresh/refresh.command.js';
import { SeedConflictError } from './seed/seed-conflicts.js';
import { seedCommand } from './seed/seed.command.js';

/** The exit codes besides 0, and those that a command has of its own. */
const exitCodes = { badData: 1, badUsage: 2, database: 3 };

const program = new Command('streaming-analytics')
  .description('Commands for the operator of the API. They connect as the owner of the tables, with DATABASE_URL.')
  .addCommand(prepareCommand(databaseUrl))
  .addCommand(migrateCommand(databaseUrl))
  .addCommand(seedCommand(databaseUrl))
  .addCommand(importCommand(databaseUrl))
  .addCommand(importsCommand(databaseUrl))
  .addCommand(forgetCommand(databaseUrl))
  .addCommand(refreshCommand(databaseUrl))
  .addCommand(pruneCommand(databaseUrl))
  .addCommand(backupCommand(databaseUrl))
  .addCommand(restoreCommand(databaseUrl))
  .addCommand(generateCommand(databaseUrl));

for (const command of [program, ...program.commands]) {
  // Commander ends with 1 for bad usage.
  command.configureOutput({
    writeOut: (text) => void process.stdout.write(asCalledHere(text)),
    writeErr: (text) => void process.stderr.write(asCalledHere(text)),
  });
  command.exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : exitCodes.badUsage));
}

try {
  loadEnvFile();
  await program.parseAsync();
} catch (error) {
  console.error(asCalledHere(errorMessage(error)));
  process.exitCode = exitCodeOf(error);
}

function databaseUrl(): string {
  const { databaseUrl: url } = loadConfig();
  if (url) return url;
  throw new ConfigError('DATABASE_URL is not set. The npm scripts start a database of their own if it is not set.');
}

function exitCodeOf(error: unknown): number {
  if (error instanceof ConfigError) return exitCodes.badUsage;
  return error instanceof SeedConflictError ? exitCodes.badData : exitCodes.database;
}
