import type { Readable, Writable } from 'node:stream';
import { Config, LogLevel } from '../config/config.js';
import { commandUrl } from '../config/command-settings.js';
import { ConfigError, loadConfig } from '../config/environment.js';
import { Environment } from '../config/secret-files.js';
import { withLocalCommands } from '../config/with-local-commands.js';
import { AppLogger } from '../logging/app-logger.js';

export type Output = Writable & { readonly isTTY?: boolean };

/** What a command gets from its process. */
export interface Surroundings {
  readonly env: Environment;
  readonly stdin: Readable;
  readonly stdout: Output;
  readonly stderr: Output;
  /** Sends a message to the parent process. */
  readonly send?: ((message: object) => void) | undefined;
}

/** One run of a command. The command uses its process only through this object, so a process can run several commands. */
export class CommandRun {
  /** The name of the command. */
  name = '';
  exitCode = 0;

  constructor(
    readonly surroundings: Surroundings,
    /** The command must end soon after this signal is aborted. */
    readonly signal: AbortSignal,
    /** Ends the run with an exit code, even if the command continues. */
    readonly leave: (exitCode: number) => void,
  ) {}

  readonly log = (line: string): void => this.write('stdout', `${line}\n`);

  readonly error = (line: string): void => this.write('stderr', `${line}\n`);

  write(output: 'stdout' | 'stderr', text: string): void {
    const { env, [output]: stream } = this.surroundings;
    stream.write(withLocalCommands(text, env.COMMAND_PREFIX));
  }

  /** Reads the environment. Throws a ConfigError. */
  config(): Readonly<Config> {
    return loadConfig(this.surroundings.env);
  }

  /** The URL for the sessions of this command. Throws a ConfigError if DATABASE_URL is not set. */
  get databaseUrl(): string {
    const config = this.config();
    if (config.databaseUrl) return commandUrl(config.databaseUrl, this.name, config);
    throw new ConfigError('DATABASE_URL is not set. Set it, or use the npm scripts, which start an embedded database.');
  }

  /** A log on standard output, whose lines have the fields. */
  logger(level: LogLevel, fields?: object): AppLogger {
    const { isTTY = false } = this.surroundings.stdout;
    return new AppLogger(level, { write: (line) => this.write('stdout', line), isTTY }, fields);
  }
}
