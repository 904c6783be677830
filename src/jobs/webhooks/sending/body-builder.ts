import { NotFoundException } from '@nestjs/common';
import { Clock } from '../../../clock/clock.js';
import { Config } from '../../../config/config.js';
import { changedProperties, ChangedProperty, WebhookKind, WebhookTarget } from '../../../config/webhook-targets.js';
import { PrismaService } from '../../../database/prisma.service.js';
import { absoluteUrl } from '../../../http/request/public-path.js';
import { createLeaderboard } from '../../../leaderboard/create-leaderboard.js';
import { createStreamer } from '../../../streamer/create-streamer.js';
import { createStreams } from '../../../streams/create-streams.js';
import { StreamChange } from '../../../streams/detail/stream-detail.response.js';
import { ChangedStream } from '../../../streams/live/changed-stream.response.js';
import { buildReport } from './build-report.js';
import { toDiscordMessage } from './discord-message.js';
import { WebhookEvent } from './delivery-store.js';
import { noticeOf, WebhookData } from './notice.js';
import { toNtfyMessage } from './ntfy-message.js';

const maxBytes = 20_000;

type Load = (event: WebhookEvent, target: WebhookTarget) => Promise<WebhookData[WebhookKind] | null>;

/** Builds the bodies of messages from the data that the API has. */
export class BodyBuilder {
  private readonly loads: Record<WebhookKind, Load>;

  constructor(
    private readonly prisma: PrismaService,
    private readonly config: Config,
  ) {
    const clock = new Clock();
    const services = createStreams(prisma, clock, config);
    const { streams, live, reports } = services;
    const leaderboard = createLeaderboard(prisma, live, clock);
    const streamers = createStreamer(prisma, services, leaderboard, clock);
    const findMonth = async ({ subject }: WebhookEvent) =>
      (await leaderboard.listMonths()).find(({ month }) => month === subject) ?? null;
    const report = (event: WebhookEvent) => buildReport({ prisma, config, streamers, streams, leaderboard }, event);
    this.loads = {
      'stream.started': ({ subject }) => live.findItem(subject),
      'stream.changed': async ({ subject, occurred_at: at, created_at }, target) => {
        const before = await streams.findDescription(subject, new Date(at.getTime() - 1));
        const changes = compare(before, await streams.findDescription(subject, created_at), target);
        const stream = changes && (await live.findItem(subject));
        return stream && { ...stream, ...changes };
      },
      'stream.ended': async ({ subject, occurred_at }) => {
        const stream = await reports.findEnded(subject);
        return stream && Date.parse(stream.ended_at ?? '') === occurred_at.getTime() ? stream : null;
      },
      'data.stale': async ({ subject: platform, occurred_at }) => ({
        platform,
        last_seen_at: occurred_at.toISOString(),
      }),
      'data.fresh': ({ subject }) => this.findSweep(subject),
      'month.final': findMonth,
      'month.revised': findMonth,
      'report.week': report,
      'report.month': report,
    };
  }

  /**
   * Returns the body; null if the event does not hold any more: the stream is live again, has another end or its first description
   * again, or is gone.
   */
  async build(event: WebhookEvent, target: WebhookTarget): Promise<string | null> {
    const { kind, created_at: at } = event;
    const data = await this.loads[kind](event, target).catch((error: unknown) => {
      if (error instanceof NotFoundException) return null;
      throw error;
    });
    if (data === null) return null;
    if (target.form === 'standard') return writeBody(kind, at, data);
    const notice = noticeOf(kind, data as never);
    const addressOf = (path: string) => absoluteUrl(this.config, path);
    return JSON.stringify(
      target.form === 'discord' ? toDiscordMessage(notice, addressOf) : toNtfyMessage(kind, notice, addressOf),
    );
  }

  private async findSweep(platform: string) {
    const sweep = await this.prisma.client.collectorSweep.findUnique({ where: { platform } });
    return sweep && { platform, last_seen_at: sweep.sweptAt.toISOString() };
  }
}

/** Returns the changed properties that a target wants; null without any. */
function compare(
  before: StreamChange | null,
  after: StreamChange | null,
  { changes }: WebhookTarget,
): Pick<ChangedStream, 'before' | 'after'> | null {
  if (before === null || after === null) return null;
  const isChanged = (name: ChangedProperty) => JSON.stringify(before[name]) !== JSON.stringify(after[name]);
  const names = (changes ?? changedProperties).filter(isChanged);
  const valuesOf = (change: StreamChange) => Object.fromEntries(names.map((name) => [name, change[name]]));
  return names.length === 0 ? null : { before: valuesOf(before), after: valuesOf(after) };
}

/**
 * Returns a body of Standard Webhooks. Only texts of files can be longer than the limit: tags are left out first, then games, and
 * then half of the streamers of a report.
 */
export function writeBody(type: string, at: Date, data: object): string {
  const body = (leftOut: readonly string[], maxStreamers = 20) =>
    JSON.stringify({ type, timestamp: at.toISOString(), data }, (key, value: unknown) => {
      if (key === 'streamers' && Array.isArray(value)) return value.slice(0, maxStreamers) as unknown[];
      return leftOut.includes(key) ? null : value;
    });
  const bodies = [body([]), body(['tags']), body(['tags', 'game_name'])];
  return bodies.find((text) => Buffer.byteLength(text) < maxBytes) ?? body(['tags', 'game_name'], 10);
}
