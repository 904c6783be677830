import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Config } from '../config/config.js';
import { DatabaseProbe } from '../database/database-probe.js';
import { PrismaService } from '../database/prisma.service.js';
import { Lifecycle } from '../lifecycle/lifecycle.js';
import { AppLogger } from '../logging/app-logger.js';
import { MetaService } from '../meta/meta.service.js';
import { WarmPages } from '../pages/warm-pages.js';
import { DocsFiles } from './docs-files.js';

/** On a machine with many busy processes the first attempts exceed the deadline for a read; each one leaves less to do. */
const maxAttempts = 20;
const pauseMs = 1_000;

/** Does what is expensive once before the first request: the documents, Prisma's engine, the connections, each page. */
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

  /** Until it has finished, the service is not ready. Returns early if the database is away or not migrated, and finishes once it is there. */
  async run(): Promise<void> {
    this.lifecycle.isStarting = true;
    await this.docs.loadAll();
    await this.prisma.loadEngine();
    if (await this.isDatabaseUsable()) await this.finish();
    else void this.finishLater();
  }

  private async finishLater(): Promise<void> {
    while (!this.lifecycle.isDraining && !(await this.isDatabaseUsable())) {
      await sleep(pauseMs, undefined, { ref: false });
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
        await sleep(pauseMs, undefined, { ref: false });
      }
    }
    this.lifecycle.isStarting = false;
  }

  private async isDatabaseUsable(): Promise<boolean> {
    const state = await this.probe.findState().catch(() => undefined);
    return state === 'applied';
  }
}
