import { Injectable } from '@nestjs/common';
import { Config } from '../../config/config.js';
import { CollectorRefusal, CollectorStatus } from '../../lifecycle/collector-status.js';
import { Lifecycle } from '../../lifecycle/lifecycle.js';
import { AppLogger } from '../../logging/app-logger.js';
import { runChildCommand } from './child-command.js';

const restartMs = 10_000;

/**
 * Collects in a child process, for all platforms as `npm run collect` does. The child process is restarted if it ends, unless its
 * settings are invalid or a platform refuses its credentials.
 */
@Injectable()
export class ServiceCollector {
  private stopChild: (() => Promise<void>) | undefined;

  constructor(
    private readonly config: Config,
    private readonly logger: AppLogger,
    private readonly lifecycle: Lifecycle,
    private readonly status: CollectorStatus,
  ) {}

  start(): void {
    if (!this.config.collects) return;
    const { pino } = this.logger;
    const { status } = this;
    this.stopChild = runChildCommand<CollectorRefusal>(this.lifecycle, {
      args: ['collect', '--as-child'],
      flags: process.execArgv,
      onReport: ({ refusal }) => (status.refusal = refusal),
      onEnd: (reason) => {
        const isFinal = status.refusal !== undefined;
        const message = isFinal
          ? 'The collector ended: correct its settings and restart'
          : 'The collector ended and will be restarted';
        pino.warn({ reason: status.refusal ?? reason }, message);
        return isFinal ? undefined : restartMs;
      },
    });
  }

  /** Asks the collector to end, and waits for its end. */
  async stop(): Promise<void> {
    await this.stopChild?.();
  }
}
