import { Command, CommanderError } from 'commander';

/**
 * Runs a command in this process and returns the exit code. Receives standard error of Commander in `onError`.
 */
export async function runCommand(command: Command, args: string[], onError: (text: string) => void): Promise<number> {
  process.exitCode = undefined;
  command.exitOverride().configureOutput({ writeErr: onError });
  try {
    await command.parseAsync(args, { from: 'user' });
    return Number(process.exitCode ?? 0);
  } catch (error) {
    // The program uses this code instead of the code from Commander.
    if (error instanceof CommanderError) return 2;
    throw error;
  } finally {
    process.exitCode = undefined;
  }
}
