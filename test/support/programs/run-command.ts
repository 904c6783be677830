import { format } from 'node:util';
import { Command, CommanderError } from 'commander';
import { commandLine } from '../../../src/commands/command-line/command-line.js';
import { exitCodeOf, exitCodes } from '../../../src/commands/command-line/exit-codes.js';

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
    if (exitCodeOf(error) === exitCodes.database) throw error;
    onError((error as Error).message);
    return exitCodeOf(error);
  } finally {
    process.exitCode = undefined;
  }
}

/** Runs a command in this process and the current folder. Returns its exit code, standard output and standard error. */
export async function runHere(databaseUrl: string, args: string[]) {
  const result = { code: 0, output: '', errors: '' };
  const log = jest
    .spyOn(console, 'log')
    .mockImplementation((...words) => void (result.output += `${format(...words)}\n`));
  const error = jest
    .spyOn(console, 'error')
    .mockImplementation((...words) => void (result.errors += `${format(...words)}\n`));
  const program = commandLine(() => databaseUrl);
  try {
    result.code = await runCommand(program, args, (text) => (result.errors += `${text.trimEnd()}\n`));
  } finally {
    log.mockRestore();
    error.mockRestore();
  }
  return result;
}
