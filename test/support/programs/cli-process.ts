import { ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const program = path.resolve(__dirname, '../../../dist/commands/main.js');

/** A command of the built command line in a separate process with an open standard input. */
export class CliProcess {
  output = '';
  errors = '';
  /** Exit code, or the signal that killed the process. */
  readonly ended: Promise<number | string>;

  private constructor(readonly process: ChildProcessWithoutNullStreams) {
    this.process.stdout.on('data', (chunk: Buffer) => (this.output += chunk.toString()));
    this.process.stderr.on('data', (chunk: Buffer) => (this.errors += chunk.toString()));
    // The process may end before it has read its whole input.
    this.process.stdin.on('error', () => {});
    this.ended = once(this.process, 'close').then(([code, signal]) => (code ?? signal) as number | string);
  }

  /** Starts the command in `cwd`, by default a folder without a `.env` file. */
  static start(databaseUrl: string, args: string[], cwd = __dirname, env: Record<string, string> = {}): CliProcess {
    const options = { cwd, env: { ...process.env, DATABASE_URL: databaseUrl, ...env } };
    return new CliProcess(spawn(process.execPath, [program, ...args], options));
  }

  /** Starts the command with a limit on the file size, in blocks of 512 bytes, to simulate a full disk. */
  static startLimited(databaseUrl: string, args: string[], cwd: string, blocks: number): CliProcess {
    const script = `ulimit -f ${blocks}; exec "$@"`;
    const command = ['-c', script, 'sh', process.execPath, program, ...args];
    return new CliProcess(spawn('sh', command, { cwd, env: { ...process.env, DATABASE_URL: databaseUrl } }));
  }

  /** Runs the command and returns its standard output. Throws if the command fails. */
  static async run(databaseUrl: string, args: string[], env: Record<string, string> = {}): Promise<string> {
    const command = CliProcess.start(databaseUrl, args, __dirname, env);
    const code = await command.ended;
    if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${command.output}${command.errors}`);
    return command.output + command.errors;
  }

  /** Waits until standard error contains a text. */
  async untilSaid(text: string): Promise<void> {
    for (const deadline = Date.now() + 60_000; !this.errors.includes(text); await sleep(50)) {
      if (Date.now() > deadline) throw new Error(`Expected "${text}" on standard error, got: ${this.errors}`);
    }
  }
}
