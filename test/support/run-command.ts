import { Command, CommanderError } from 'commander';

/**
 * Runs a command in this process, and answers what the process would end with. What Commander writes to standard error goes
 * to `onError`.
 */
export async function runCommand(command: Command, args: string[], onError: (text: string) => void): Promise<number> {
  process.exitCode = undefined;
  command.exitOverride().configureOutput({ writeErr: onError });
  try {
    await command.parseAsync(args, { from: 'user' });
    return Number(process.exitCode ?? 0);
  } catch (error) {
    // As the program has it, whatever Commander says.
    if (error instanceof CommanderError) return 2;
    throw error;
  } finally {
    process.exitCode = undefined;
  }
}
