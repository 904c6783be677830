import { Readable, Writable } from 'node:stream';
import { commandLine } from '../../../src/commands/command-line/command-line.js';
import { runCommandLine } from '../../../src/commands/command-line/run-command-line.js';
import { CommandRun } from '../../../src/lifecycle/command-run.js';

interface Given {
  /** Variables besides DATABASE_URL. */
  env?: Record<string, string>;
  stdin?: Readable;
  /** Receives messages to the parent process. */
  send?: (message: object) => void;
}

/** A command that runs in this process, with its own environment, streams and signal. */
export class RunningCommand {
  output = '';
  errors = '';
  readonly ended: Promise<number>;
  private readonly stopping = new AbortController();

  constructor(databaseUrl: string, args: string[], { env = {}, stdin = Readable.from([]), send }: Given = {}) {
    const surroundings = {
      env: { DATABASE_URL: databaseUrl, ...env },
      ...{ stdin, send },
      stdout: writable((text) => (this.output += text)),
      stderr: writable((text) => (this.errors += text)),
    };
    this.ended = runCommandLine(args, surroundings, this.stopping.signal);
  }

  /** Complete lines of standard output. */
  get lines(): string[] {
    return this.output.split('\n').slice(0, -1);
  }

  /** Stops the command as a signal does, and returns its exit code. */
  stop(): Promise<number> {
    this.stopping.abort();
    return this.ended;
  }
}

function writable(onText: (text: string) => void): Writable {
  return new Writable({
    decodeStrings: false,
    write(chunk, _encoding, done) {
      onText(String(chunk));
      done();
    },
  });
}

/** Runs a command in this process, and returns its exit code and what it wrote. */
export async function runCommand(databaseUrl: string, args: string[], given?: Given) {
  const command = new RunningCommand(databaseUrl, args, given);
  const code = await command.ended;
  const { output, errors } = command;
  return { code, output, errors };
}

/** The names of all commands. */
export function listCommands(): string[] {
  const surroundings = { env: {}, stdin: process.stdin, stdout: process.stdout, stderr: process.stderr };
  const run = new CommandRun(surroundings, new AbortController().signal, () => {});
  return commandLine(run).commands.map((command) => command.name());
}
