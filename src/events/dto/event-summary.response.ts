import { ApiProperty } from '@nestjs/swagger';
import {
  MomentProperty,
  NullableCountProperty,
  NullableMomentProperty,
  NullableTextProperty,
  NullableTextsProperty,
  NullableUriProperty,
} from '../../http/query/value-schemas.js';

/** An event with its figures. Null means unknown. */
export class EventSummary {
  @ApiProperty({ description: 'ID of the event.', example: '300000001' })
  id: string;

  @ApiProperty({
    description: 'Title, as the owner of the event wrote it. Escape it before you insert it into a page.',
  })
  title: string;

  @NullableCountProperty('Average total viewers of all streams during the event. Updated by each refresh.')
  avg_viewers: number | null;

  @NullableCountProperty('Maximum total viewers of all streams. Updated by each refresh.')
  peak_viewers: number | null;

  @MomentProperty('Start of the event, UTC.')
  started_at: string;

  @NullableMomentProperty('End of the event, UTC. Null if no end is known.')
  ended_at: string | null;

  @NullableTextsProperty(
    'Sorted logins of up to 1,000 participating streamers. A streamer without a login is listed by channel ID. Null while the event has no streams.',
  )
  channels: string[] | null;

  @NullableTextsProperty(
    'Channel IDs of these streamers, in the order of `channels`. Null while the event has no streams.',
  )
  channel_ids: string[] | null;

  @NullableUriProperty('URL of the logo.')
  logo_url: string | null;

  @NullableTextProperty('ID of the owner of the event, who is not necessarily a streamer in the database.')
  user_id: string | null;

  @ApiProperty({
    description: 'Whether the event is public. The API returns private events if it requires a token.',
  })
  is_public: boolean;
}
