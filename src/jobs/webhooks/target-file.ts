import { statSync } from 'node:fs';
import type { Logger } from 'pino';
import { readText } from '../../config/text-file.js';
import { readWebhookTargets, WebhookFileError, WebhookTarget } from '../../config/webhook-targets.js';

/** The file of `WEBHOOKS`, which is read again when it changes. */
export class TargetFile {
  private readVersion = '';
  private valid: readonly WebhookTarget[] | undefined;

  constructor(
    private readonly path: string,
    private readonly log: Pick<Logger, 'error' | 'info'>,
  ) {}

  /** Returns the targets of the newest valid version, the same array while the file is unchanged; undefined before the first. */
  read(): readonly WebhookTarget[] | undefined {
    try {
      const { mtimeMs, size, ino } = statSync(this.path);
      const version = [mtimeMs, size, ino].join();
      if (version === this.readVersion) return this.valid;
      this.readVersion = version;
      this.valid = readWebhookTargets(readText(this.path));
      this.log.info({ targets: this.valid.length }, 'Read the targets of webhooks');
    } catch (error) {
      this.report(error);
    }
    return this.valid;
  }

  private report(error: unknown): void {
    const isMissing = !(error instanceof WebhookFileError) && error instanceof Error && 'code' in error;
    const version = isMissing ? String(error.code) : this.readVersion;
    if (isMissing && version === this.readVersion) return;
    this.readVersion = version;
    const reason = isMissing ? `The file cannot be read (${version}).` : (error as Error).message;
    this.log.error({ file: this.path, reason }, 'WEBHOOKS is invalid: the previous targets stay');
  }
}
