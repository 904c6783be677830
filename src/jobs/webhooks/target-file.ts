import { statSync } from 'node:fs';
import type { Logger } from 'pino';
import { ConfigError } from '../../config/environment.js';
import { NotUtf8Error, readText } from '../../config/text-file.js';
import { readWebhookTargets, WebhookTarget } from '../../config/webhook-targets.js';

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
    const { version, isWritableByAll } = describeFile(file);
    if (version === this.readVersion) return this.valid;
    this.readVersion = version;
    try {
      this.valid = requireTargets(file);
      this.log.info({ targets: this.valid.length }, 'Read the targets of webhooks');
      if (isWritableByAll) this.log.warn({ file }, 'All users can change the file of WEBHOOKS');
    } catch (error) {
      this.log.error({ file, reason: (error as Error).message }, 'WEBHOOKS is invalid: the previous targets stay');
    }
    return this.valid;
  }
}

/** Returns the targets of the file of `WEBHOOKS`. Throws a ConfigError with the reason if it is not set, missing or invalid. */
export function requireTargets(path: string | undefined): WebhookTarget[] {
  if (path === undefined)
    throw new ConfigError('WEBHOOKS is not set. Set it to a file, such as WEBHOOKS=@webhooks.json.');
  try {
    return readWebhookTargets(readText(path));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== undefined) throw new ConfigError(`WEBHOOKS: The file cannot be read (${code}).`);
    throw new ConfigError(`WEBHOOKS: ${error instanceof NotUtf8Error ? 'The file ' : ''}${message}`);
  }
}

function describeFile(path: string): { version: string; isWritableByAll: boolean } {
  try {
    const { ctimeMs, mtimeMs, size, ino, mode } = statSync(path);
    // On Windows, Node.js reports this permission for each file.
    const isWritableByAll = process.platform !== 'win32' && (mode & 0o002) !== 0;
    return { version: [ctimeMs, mtimeMs, size, ino, mode].join(), isWritableByAll };
  } catch (error) {
    return { version: String(error), isWritableByAll: false };
  }
}
