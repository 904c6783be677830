import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Config } from '../../config/config.js';
import { DatabaseProbe } from '../../database/reads/database-probe.js';
import { PrismaService } from '../../database/prisma.service.js';
import { Lifecycle } from '../../lifecycle/lifecycle.js';
import { AppLogger } from '../../logging/app-logger.js';
import { MetaService } from '../../meta/meta.service.js';
import { WarmPages } from '../../pages/warm-pages.js';
import { DocsFiles } from '../docs/docs-files.js';

/**
 * On a busy machine the first attempts exceed the deadline of a read. Each attempt leaves less work for the next one.
 */
const maxAttempts = 20;
const pauseMs = 1_000;
/** The service starts to listen after this time even if the warm-up has not finished. */
const maxWaitMs = 3_000;
/** A database that does not respond within this time is considered unavailable. */
const maxProbeMs = 2_000;

/** Does expensive work before the first request: documents, Prisma's engine, connections and pages. */
@Injectable()
export class WarmUp {
  constructor(
    private readonly config: Config,
    private readonly docs: DocsFiles,
    private readonly prisma: PrismaService,
    private readonly probe: DatabaseProbe,
    private readonly meta: MetaService,
    private readonly pages: WarmPages,
    private readonly lifecycle: Lifecycle,
    private readonly logger: AppLogger,
  ) {}

  /**
   * The service is not ready until the warm-up has finished. Returns early if the database is unavailable, not migrated
   * or slow; the warm-up then finishes in the background.
   */
  async run(): Promise<void> {
    this.lifecycle.isStarting = true;
    this.docs.loadAll();
    await this.prisma.loadEngine();
    if (await this.isDatabaseUsable()) await Promise.race([this.finish(), pause(maxWaitMs)]);
    else void this.finishLater();
  }

  /** Logs why the database cannot be used, since no readiness check may have asked yet. */
  private async logProblem(): Promise<void> {
    await this.meta.checkReadiness().catch(({ message: reason }: Error) => {
      this.logger.pino.warn({ reason }, 'The service started, but is not ready');
    });
  }

  private async finishLater(): Promise<void> {
    await this.logProblem();
    while (!this.lifecycle.isDraining && !(await this.isDatabaseUsable())) {
      await pause(pauseMs);
    }
    await this.finish();
  }

  private async finish(): Promise<void> {
    for (let attempt = 1; !this.lifecycle.isDraining; attempt++) {
      try {
        await this.prisma.connectAll();
        await this.meta.findStatus();
        if (this.config.pagesEnabled) await this.pages.render();
        break;
      } catch (error) {
        if (attempt === maxAttempts) {
          this.logger.pino.warn({ err: error }, 'The warm-up failed: the first requests may be slow');
          break;
        }
        await pause(pauseMs);
      }
    }
    this.lifecycle.isStarting = false;
  }

  private async isDatabaseUsable(): Promise<boolean> {
    const state = await Promise.race([this.probe.findState().catch(() => undefined), pause(maxProbeMs)]);
    return state === 'applied';
  }
}

function pause(ms: number): Promise<void> {
  return sleep(ms, undefined, { ref: false });
}
