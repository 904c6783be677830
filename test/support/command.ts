import { ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

const main = path.resolve(__dirname, '../../dist/commands/main.js');

export interface CommandEnd {
  /** Null when a signal ended it. */
  code: number | null;
  output: string;
}

/** A command of the built command line in a process of its own. */
export class Command {
  readonly ended: Promise<CommandEnd>;
  private output = '';

  private constructor(private readonly process: ChildProcess) {
    for (const stream of [process.stdout, process.stderr]) {
      stream?.on('data', (chunk: Buffer) => (this.output += chunk.toString()));
    }
    this.ended = once(process, 'close').then(([code]) => ({ code: code as number | null, output: this.output }));
  }

  static start(databaseUrl: string, args: string[], env: Record<string, string> = {}): Command {
    // A folder without a file `.env`.
    const cwd = __dirname;
    const options = { cwd, env: { ...process.env, DATABASE_URL: databaseUrl, ...env }, stdio: 'pipe' as const };
    return new Command(spawn(process.execPath, [main, ...args], options));
  }

  /** Runs it to its end, which has to be a good one. */
  static async run(databaseUrl: string, args: string[], env: Record<string, string> = {}): Promise<string> {
    const { code, output } = await Command.start(databaseUrl, args, env).ended;
    if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${output}`);
    return output;
  }

  kill(signal: NodeJS.Signals = 'SIGKILL'): void {
    this.process.kill(signal);
  }
}
