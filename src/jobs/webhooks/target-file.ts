import { statSync, Stats } from 'node:fs';
import type { Logger } from 'pino';
import { ConfigError, webhooksFile } from '../../config/environment.js';
import { NotUtf8Error, readText } from '../../config/text-file.js';
import { readWebhookTargets, WebhookFileError, WebhookTarget } from '../../config/webhook-targets.js';

/** The file of `WEBHOOKS`, which is read again when it changes. */
export class TargetFile {
  private readVersion = '';
  private valid: readonly WebhookTarget[] | undefined;

  constructor(
    private readonly path: string,
    private readonly log: Pick<Logger, 'error' | 'warn' | 'info'>,
  ) {}

  /** Returns the targets of the newest valid version, the same array while the file is unchanged; undefined before the first. */
  read(): readonly WebhookTarget[] | undefined {
    const file = this.path;
    const state = stateOf(file);
    const version = state instanceof Stats ? [state.ctimeMs, state.mtimeMs, state.size, state.ino].join() : state;
    if (version === this.readVersion) return this.valid;
    this.readVersion = version;
    try {
      this.valid = readTargets(file);
      this.log.info({ targets: this.valid.length }, 'Read the targets of webhooks');
      if (state instanceof Stats && isWritableByAll(state))
        this.log.warn({ file }, 'All users can change the file of WEBHOOKS');
    } catch (error) {
      const reason = (error as Error).message;
      this.log.error({ file, reason }, 'WEBHOOKS is invalid: the previous targets stay');
    }
    return this.valid;
  }
}

/** Returns the path of the file. Throws a ConfigError without `WEBHOOKS`. */
export function requireTargetFile(path = webhooksFile()): string {
  if (path !== undefined) return path;
  throw new ConfigError('WEBHOOKS is not set. Set it to a file, such as WEBHOOKS=@webhooks.json.');
}

/** Returns the targets of the file. Throws a ConfigError with the reason if the file is missing or invalid. */
export function requireTargets(path?: string): WebhookTarget[] {
  const file = requireTargetFile(path);
  try {
    return readTargets(file);
  } catch (error) {
    throw new ConfigError(`WEBHOOKS is invalid. ${(error as Error).message}`);
  }
}

function readTargets(path: string): WebhookTarget[] {
  try {
    return readWebhookTargets(readText(path));
  } catch (error) {
    if (error instanceof NotUtf8Error) throw new WebhookFileError(`The file ${error.message}`);
    const { code } = error as NodeJS.ErrnoException;
    throw code === undefined ? error : new WebhookFileError(`The file cannot be read (${code}).`);
  }
}

/** Returns an error code if the file is out of reach. */
function stateOf(path: string): Stats | string {
  try {
    return statSync(path);
  } catch (error) {
    return String((error as NodeJS.ErrnoException).code);
  }
}

/** On Windows, Node.js reports this permission for each file. */
function isWritableByAll({ mode }: Stats): boolean {
  return process.platform !== 'win32' && (mode & 0o002) !== 0;
}
