import type { Type } from '@nestjs/common';
import { ApiProperty, OpenAPIObject } from '@nestjs/swagger';
import { mainPlatform, platforms } from '../../config/platforms.js';
import { WebhookKind, webhookKinds } from '../../config/webhook-targets.js';
import { MomentProperty } from '../../http/query/value-schemas.js';
import { LeaderboardMonth } from '../../leaderboard/dto/leaderboard-month.response.js';
import { StreamersReport } from '../../streamer/dto/streamers-report.response.js';
import { WindowStats } from '../../streamer/dto/window-stats.response.js';
import { ChangedStream } from '../../streams/live/changed-stream.response.js';
import { LastStream } from '../../streams/reports/last-stream.response.js';
import { LiveStream } from '../../streams/live/live-stream.response.js';

/** The observations of a platform. */
export class WebhookPlatform {
  @ApiProperty({ description: 'Platform of a collector.', enum: platforms })
  platform: string;

  @MomentProperty('Time (UTC) of the newest observation.')
  last_seen_at: string;
}

/** Returns the schema of a message of a webhook. */
function messageOf(type: WebhookKind, dataClass: Type, description: string): Type {
  class Message {
    @ApiProperty({ description: 'Kind of the event.', enum: [type] })
    type: string;

    @MomentProperty('Time (UTC) at which the service noted the event.')
    timestamp: string;

    @ApiProperty({ type: dataClass, description })
    data: object;
  }
  const words = type.split('.').map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  Object.defineProperty(Message, 'name', { value: `Webhook${words.join('')}` });
  return Message;
}

const asListed = 'The month, as in the list of months.';

/** The message of each kind. */
const messages: Record<WebhookKind, [dataClass: Type, description: string]> = {
  'stream.started': [LiveStream, 'The stream, as in the list of live streams.'],
  'stream.changed': [ChangedStream, 'The stream, as in the list of live streams, with its changes.'],
  'stream.ended': [LastStream, 'The stream, as the last stream of its streamer.'],
  'data.stale': [WebhookPlatform, 'The platform and the time of its last observation.'],
  'data.fresh': [WebhookPlatform, 'The platform and the time of its newest observation.'],
  'month.final': [LeaderboardMonth, asListed],
  'month.revised': [LeaderboardMonth, asListed],
  'report.week': [StreamersReport, 'The figures of streamers in a week, from Monday to Monday.'],
  'report.month': [StreamersReport, 'The figures of streamers in a month.'],
};

export const webhookModels = webhookKinds.map((kind) => messageOf(kind, ...messages[kind]));

type Examples = Readonly<Record<string, { path: string; response?: unknown }>>;

/** Adds an example to each schema. Data of streams, months and streamers are responses of the examples. */
export function addWebhookExamples({ components }: OpenAPIObject, examples: Examples): void {
  const responseOf = (operation: string) => examples[operation]?.response;
  const [live] = responseOf('listLiveStreams') as LiveStream[];
  const months = responseOf('listMonths') as LeaderboardMonth[];
  const ended = responseOf('findLastStream') as LastStream;
  const final = months.find(({ is_final }) => is_final) ?? months[0];
  const changes = { before: { game_name: 'Just Chatting' }, after: { game_name: live?.game_name } };
  const reportOf = (range: string, from: string, to: string, rank: number | null) => {
    const { id, started_at, game_name, avg_viewers, peak_viewers, watchtime, minutes, streamer_id } = ended;
    const streamer = {
      ...{ streamer_id, name: 'aurora_plays', display_name: ended.user_display_name },
      ...{ ...(responseOf('findWindowStats') as WindowStats), days: undefined, coverage: undefined, rank },
      best_stream: { id, started_at, game_name, avg_viewers, peak_viewers, watchtime, minutes },
      page: `/streamers/${streamer_id}?range=${range}&tz=UTC`,
    };
    return { range, tz: 'UTC', from: `${from}T00:00:00.000Z`, to: `${to}T00:00:00.000Z`, streamers: [streamer] };
  };
  const week = reportOf('2026-09-21..2026-09-28', '2026-09-21', '2026-09-28', null);
  const month = reportOf('2026-09', '2026-09-01', '2026-10-01', 3);
  const platform = { platform: mainPlatform, last_seen_at: live?.last_seen_at };
  const data: Record<WebhookKind, [timestamp: string | null | undefined, data: unknown]> = {
    'stream.started': [live?.last_seen_at, live],
    'stream.changed': [live?.last_seen_at, { ...live, ...changes }],
    'stream.ended': [ended.ended_at, ended],
    'data.stale': [live?.last_seen_at, platform],
    'data.fresh': [live?.last_seen_at, platform],
    'month.final': [final?.refreshed_at, final],
    'month.revised': [final?.refreshed_at, final],
    'report.week': [week.to, week],
    'report.month': [month.to, month],
  };
  for (const [i, type] of webhookKinds.entries()) {
    const [timestamp, fields] = data[type];
    const schema = components?.schemas?.[webhookModels[i]?.name ?? ''];
    Object.assign(schema ?? {}, { example: { type, timestamp, data: fields } });
  }
}
