import { ApiProperty } from '@nestjs/swagger';
import {
  moment,
  nullableCount,
  nullableMoment,
  nullableText,
  nullableTexts,
  nullableUri,
} from '../../http/value-schemas.js';

/** An event with its figures. Null means unknown. */
export class EventSummary {
  @ApiProperty({ description: 'Id of the event.', example: '300000001' })
  id: string;

  @ApiProperty({ description: 'Title, as its owner wrote it. Escape it before you put it into a page.' })
  title: string;

  @ApiProperty({
    description:
      'Mean of the concurrent viewers of all its streams together, over the time of the event, as of the last refresh.',
    ...nullableCount,
  })
  avg_viewers: number | null;

  @ApiProperty({
    description: 'Most concurrent viewers of all its streams together, as of the last refresh.',
    ...nullableCount,
  })
  peak_viewers: number | null;

  @ApiProperty({ description: 'When it begins, UTC.', ...moment })
  started_at: string;

  @ApiProperty({ description: 'When it ends, UTC. Null if it has no end yet.', ...nullableMoment })
  ended_at: string | null;

  @ApiProperty({
    description:
      'Sorted logins of the streamers whose streams are part of it, at most 1,000. A streamer without a login is named by channel id. Null while the event has no streams.',
    ...nullableTexts,
  })
  channels: string[] | null;

  @ApiProperty({
    description: 'Channel ids of these streamers, in the order of `channels`. Null while the event has no streams.',
    ...nullableTexts,
  })
  channel_ids: string[] | null;

  @ApiProperty({ description: 'Its logo.', ...nullableUri })
  logo_url: string | null;

  @ApiProperty({ description: 'Id of its owner, who need not be a streamer.', ...nullableText })
  user_id: string | null;

  @ApiProperty({ description: 'Whether everybody may see it. Private events are shown only if the API needs a token.' })
  is_public: boolean;
}
