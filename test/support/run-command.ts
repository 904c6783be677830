import { Command, CommanderError } from 'commander';
import { commandLine } from '../../src/commands/command-line/command-line.js';
import { BadDataError } from '../../src/logging/error-message.js';
import { UsageError } from '../../src/ingest/errors.js';

/**
 * Runs a command in this process and returns the exit code of the process. `onError` receives what Commander or main.ts writes to
 * standard error.
 */
export async function runCommand(command: Command, args: string[], onError: (text: string) => void): Promise<number> {
  process.exitCode = undefined;
  command.exitOverride().configureOutput({ writeErr: onError });
  try {
    await command.parseAsync(args, { from: 'user' });
    return Number(process.exitCode ?? 0);
  } catch (error) {
    // The program uses the exit codes of main.ts instead of the codes of Commander.
    if (error instanceof CommanderError) return 2;
    if (!(error instanceof BadDataError) && !(error instanceof UsageError)) throw error;
    onError(error.message);
    return error instanceof UsageError ? 2 : 1;
  } finally {
    process.exitCode = undefined;
  }
}

/** Runs a command in this process and the current folder. Returns its exit code, standard output and standard error. */
export async function runHere(databaseUrl: string, args: string[]) {
  const result = { code: 0, output: '', errors: '' };
  const log = jest.spyOn(console, 'log').mockImplementation((line: string) => void (result.output += `${line}\n`));
  const error = jest.spyOn(console, 'error').mockImplementation((line: string) => void (result.errors += `${line}\n`));
  const program = commandLine(() => databaseUrl);
  try {
    result.code = await runCommand(program, args, (text) => (result.errors += `${text.trimEnd()}\n`));
  } finally {
    log.mockRestore();
    error.mockRestore();
  }
  return result;
}
