import { Command, CommanderError } from 'commander';
import { CommandRun, Surroundings } from '../../lifecycle/command-run.js';
import { errorMessage } from '../../logging/error-message.js';
import { commandLine } from './command-line.js';
import { exitCodeOf, exitCodes } from './exit-codes.js';

/**
 * Runs a command with its arguments, and returns the exit code. It changes nothing of the process. If the command does not end
 * in time after the signal, the function returns without it.
 */
export function runCommandLine(
  args: readonly string[],
  surroundings: Surroundings,
  signal: AbortSignal,
): Promise<number> {
  return new Promise((leave) => {
    const run = new CommandRun(surroundings, signal, leave);
    void runToEnd(commandLine(run), args, run).then(leave);
  });
}

async function runToEnd(program: Command, args: readonly string[], run: CommandRun): Promise<number> {
  for (const command of [program, ...program.commands]) {
    command.exitOverride().configureOutput({
      writeOut: (text) => run.write('stdout', text),
      writeErr: (text) => run.write('stderr', text),
    });
  }
  program.hook('preAction', (_program, command) => void (run.name = command.name()));
  try {
    await program.parseAsync(args, { from: 'user' });
    return run.exitCode;
  } catch (error) {
    // Commander has written its message. It exits with 1 for invalid usage.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : exitCodes.badUsage;
    run.error(errorMessage(error));
    return exitCodeOf(error);
  }
}
