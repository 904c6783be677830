import { ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const program = path.resolve(__dirname, '../../dist/commands/main.js');

/** A command of the built command line in a process of its own, whose standard input is open. */
export class CliProcess {
  output = '';
  errors = '';
  /** What it ended with: a code, or the signal that killed it. */
  readonly ended: Promise<number | string>;

  private constructor(readonly process: ChildProcessWithoutNullStreams) {
    this.process.stdout.on('data', (chunk: Buffer) => (this.output += chunk.toString()));
    this.process.stderr.on('data', (chunk: Buffer) => (this.errors += chunk.toString()));
    // It may end before it has read all that it is given.
    this.process.stdin.on('error', () => {});
    this.ended = once(this.process, 'close').then(([code, signal]) => (code ?? signal) as number | string);
  }

  /** Starts it in `cwd`, by default a folder without a file `.env`. */
  static start(databaseUrl: string, args: string[], cwd = __dirname, env: Record<string, string> = {}): CliProcess {
    const options = { cwd, env: { ...process.env, DATABASE_URL: databaseUrl, ...env } };
    return new CliProcess(spawn(process.execPath, [program, ...args], options));
  }

  /** Starts it where no file may grow beyond so many blocks of 512 bytes, as on a disk that is full. */
  static startLimited(databaseUrl: string, args: string[], cwd: string, blocks: number): CliProcess {
    const script = `ulimit -f ${blocks}; exec "$@"`;
    const command = ['-c', script, 'sh', process.execPath, program, ...args];
    return new CliProcess(spawn('sh', command, { cwd, env: { ...process.env, DATABASE_URL: databaseUrl } }));
  }

  /** Runs it to its end, which has to be a good one, and answers all that it printed. */
  static async run(databaseUrl: string, args: string[], env: Record<string, string> = {}): Promise<string> {
    const command = CliProcess.start(databaseUrl, args, __dirname, env);
    const code = await command.ended;
    if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${command.output}${command.errors}`);
    return command.output + command.errors;
  }

  /** Waits until it has said something on standard error. */
  async untilSaid(text: string): Promise<void> {
    for (const deadline = Date.now() + 60_000; !this.errors.includes(text); await sleep(50)) {
      if (Date.now() > deadline) throw new Error(`It never said "${text}", but: ${this.errors}`);
    }
  }
}
