import { ApiProperty } from '@nestjs/swagger';
import {
  moment,
  nullableCount,
  nullableMoment,
  nullableText,
  nullableTexts,
  nullableUri,
} from '../../http/query/value-schemas.js';

/** An event with its figures. Null means unknown. */
export class EventSummary {
  @ApiProperty({ description: 'ID of the event.', example: '300000001' })
  id: string;

  @ApiProperty({
    description: 'Title, as the owner of the event wrote it. Escape it before you insert it into a page.',
  })
  title: string;

  @ApiProperty({
    description:
      'Average of the total concurrent viewers of all its streams during the event. Updated by each refresh.',
    ...nullableCount,
  })
  avg_viewers: number | null;

  @ApiProperty({
    description: 'Maximum of the total concurrent viewers of all its streams. Updated by each refresh.',
    ...nullableCount,
  })
  peak_viewers: number | null;

  @ApiProperty({ description: 'Start of the event, UTC.', ...moment })
  started_at: string;

  @ApiProperty({ description: 'End of the event, UTC. Null if no end is known.', ...nullableMoment })
  ended_at: string | null;

  @ApiProperty({
    description:
      'Sorted logins of up to 1,000 participating streamers. A streamer without a login is listed by channel ID. Null while the event has no streams.',
    ...nullableTexts,
  })
  channels: string[] | null;

  @ApiProperty({
    description: 'Channel IDs of these streamers, in the order of `channels`. Null while the event has no streams.',
    ...nullableTexts,
  })
  channel_ids: string[] | null;

  @ApiProperty({ description: 'URL of the logo.', ...nullableUri })
  logo_url: string | null;

  @ApiProperty({
    description: 'ID of the owner of the event, who is not necessarily a streamer in the database.',
    ...nullableText,
  })
  user_id: string | null;

  @ApiProperty({
    description: 'Whether the event is public. The API returns private events only if it requires a token.',
  })
  is_public: boolean;
}
