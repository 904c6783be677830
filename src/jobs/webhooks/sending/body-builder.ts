import { NotFoundException } from '@nestjs/common';
import { Clock } from '../../../clock/clock.js';
import { Config } from '../../../config/config.js';
import { WebhookKind, WebhookTarget } from '../../../config/webhook-targets.js';
import { PrismaService } from '../../../database/prisma.service.js';
import { absoluteUrl } from '../../../http/request/public-path.js';
import { createLeaderboard } from '../../../leaderboard/create-leaderboard.js';
import { createStreams } from '../../../streams/create-streams.js';
import { toDiscordMessage, WebhookData } from './discord-message.js';
import { Delivery } from './delivery-store.js';

const maxBytes = 20_000;

type Load = (delivery: Delivery) => Promise<WebhookData[WebhookKind] | null>;

/** Builds the bodies of messages from the data that the API has. */
export class BodyBuilder {
  private readonly loads: Record<WebhookKind, Load>;

  constructor(
    private readonly prisma: PrismaService,
    private readonly config: Config,
  ) {
    const clock = new Clock();
    const { live, reports } = createStreams(prisma, clock, config);
    const leaderboard = createLeaderboard(prisma, live, clock);
    this.loads = {
      'stream.started': ({ subject }) => live.findItem(subject),
      'stream.ended': async ({ subject, occurred_at }) => {
        const stream = await reports.findEnded(subject);
        return stream && Date.parse(stream.ended_at ?? '') === occurred_at.getTime() ? stream : null;
      },
      'data.stale': async ({ subject: platform, occurred_at }) => ({
        platform,
        last_seen_at: occurred_at.toISOString(),
      }),
      'data.fresh': ({ subject }) => this.findSweep(subject),
      'month.final': async ({ subject }) =>
        (await leaderboard.listMonths()).find(({ month }) => month === subject) ?? null,
    };
  }

  /** Returns the body; null if the event does not hold any more: the stream is live again, has another end, or is gone. */
  async build(delivery: Delivery, target: WebhookTarget): Promise<string | null> {
    const { kind, created_at: at } = delivery;
    const data = await this.loads[kind](delivery).catch((error: unknown) => {
      if (error instanceof NotFoundException) return null;
      throw error;
    });
    if (data === null) return null;
    if (target.form === 'discord')
      return JSON.stringify(toDiscordMessage(kind, data as never, (path) => absoluteUrl(this.config, path)));
    return writeBody(kind, at, data);
  }

  private async findSweep(platform: string) {
    const sweep = await this.prisma.client.collectorSweep.findUnique({ where: { platform } });
    return sweep && { platform, last_seen_at: sweep.sweptAt.toISOString() };
  }
}

/** Returns a body of Standard Webhooks. Only tags of files can be longer than the limit. */
export function writeBody(type: string, at: Date, data: object): string {
  const body = (fields: object) => JSON.stringify({ type, timestamp: at.toISOString(), data: fields });
  const whole = body(data);
  return Buffer.byteLength(whole) < maxBytes ? whole : body({ ...data, tags: null });
}
