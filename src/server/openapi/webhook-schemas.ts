import { ApiProperty, OpenAPIObject } from '@nestjs/swagger';
import { mainPlatform, platforms } from '../../config/platforms.js';
import { MomentProperty } from '../../http/query/value-schemas.js';
import { LeaderboardMonth } from '../../leaderboard/dto/leaderboard-month.response.js';
import { LastStream } from '../../streams/reports/last-stream.response.js';
import { LiveStream } from '../../streams/live/live-stream.response.js';

/** The observations of a platform. */
export class WebhookPlatform {
  @ApiProperty({ description: 'Platform of a collector.', enum: platforms })
  platform: string;

  @MomentProperty('Time (UTC) of the newest observation.')
  last_seen_at: string;
}

/** The properties of a message next to its data. */
function messageOf(type: string) {
  abstract class Message {
    @ApiProperty({ description: 'Kind of the event.', enum: [type] })
    type: string;

    @MomentProperty('Time (UTC) at which the service noted the event.')
    timestamp: string;
  }
  return Message;
}

/** Message of a webhook: a stream has started. */
export class WebhookStreamStarted extends messageOf('stream.started') {
  @ApiProperty({ description: 'The stream, as in the list of live streams.' })
  data: LiveStream;
}

/** Message of a webhook: a stream has ended. */
export class WebhookStreamEnded extends messageOf('stream.ended') {
  @ApiProperty({ description: 'The stream, as the last stream of its streamer.' })
  data: LastStream;
}

/** Message of a webhook: the data of a platform is late. */
export class WebhookDataStale extends messageOf('data.stale') {
  @ApiProperty({ description: 'The platform and the time of its last observation.' })
  data: WebhookPlatform;
}

/** Message of a webhook: the data of a platform is fresh again. */
export class WebhookDataFresh extends messageOf('data.fresh') {
  @ApiProperty({ description: 'The platform and the time of its newest observation.' })
  data: WebhookPlatform;
}

/** Message of a webhook: the leaderboard of a month is final. */
export class WebhookMonthFinal extends messageOf('month.final') {
  @ApiProperty({ description: 'The month, as in the list of months. Later changes of its figures cause no message.' })
  data: LeaderboardMonth;
}

export const webhookModels = [
  WebhookStreamStarted,
  WebhookStreamEnded,
  WebhookDataStale,
  WebhookDataFresh,
  WebhookMonthFinal,
];

type Examples = Readonly<Record<string, { path: string; response?: unknown }>>;

/** Adds an example to each schema. Data of streams and months are responses of the examples. */
export function addWebhookExamples({ components }: OpenAPIObject, examples: Examples): void {
  const responseOf = (operation: string) => examples[operation]?.response;
  const [live] = responseOf('listLiveStreams') as LiveStream[];
  const months = responseOf('listMonths') as LeaderboardMonth[];
  const ended = responseOf('findLastStream') as LastStream;
  const platform = { platform: mainPlatform, last_seen_at: live?.last_seen_at };
  const data: Record<string, [type: string, timestamp: string | null | undefined, data: unknown]> = {
    WebhookStreamStarted: ['stream.started', live?.last_seen_at, live],
    WebhookStreamEnded: ['stream.ended', ended.ended_at, ended],
    WebhookDataStale: ['data.stale', live?.last_seen_at, platform],
    WebhookDataFresh: ['data.fresh', live?.last_seen_at, platform],
    WebhookMonthFinal: ['month.final', months[0]?.refreshed_at, months.find(({ is_final }) => is_final) ?? months[0]],
  };
  for (const [name, [type, timestamp, fields]] of Object.entries(data)) {
    Object.assign(components?.schemas?.[name] ?? {}, { example: { type, timestamp, data: fields } });
  }
}
