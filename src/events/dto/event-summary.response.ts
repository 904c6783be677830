import { ApiProperty } from '@nestjs/swagger';
import { Prisma } from '../../generated/prisma/client.js';
import { streamerNamesOf } from '../../streams/streamer-names.js';

/** An event with its figures. Null means unknown. */
export class EventSummary {
  @ApiProperty({ description: 'Id of the event.', example: '300000001' })
  id: string;

  @ApiProperty({ description: 'Title, as its owner wrote it: escape it before it goes into a page.' })
  title: string;

  @ApiProperty({
    description: 'Mean of the concurrent viewers of all its streams together, over its time, as of the last refresh.',
    type: 'integer',
    nullable: true,
    minimum: 0,
  })
  avg_viewers: number | null;

  @ApiProperty({
    description: 'Most concurrent viewers of all its streams together, as of the last refresh.',
    type: 'integer',
    nullable: true,
    minimum: 0,
  })
  peak_viewers: number | null;

  @ApiProperty({ description: 'When it begins, UTC.', type: 'string', format: 'date-time' })
  started_at: string;

  @ApiProperty({
    description: 'When it ends, UTC; null while it has no end.',
    type: 'string',
    format: 'date-time',
    nullable: true,
  })
  ended_at: string | null;

  @ApiProperty({
    description:
      'Logins of the streamers whose streams are part of it, sorted, or the channel id of who has none; null while it has no streams.',
    type: 'array',
    items: { type: 'string' },
    nullable: true,
  })
  channels: string[] | null;

  @ApiProperty({ description: 'Its logo.', type: 'string', format: 'uri', nullable: true })
  logo_url: string | null;

  @ApiProperty({ description: "Its owner's id, who need not be a streamer.", type: 'string', nullable: true })
  user_id: string | null;

  @ApiProperty({ description: 'Whether everybody may see it; others are shown to holders of a token alone.' })
  is_public: boolean;
}

const channels = streamerNamesOf(Prisma.sql`SELECT l.stream_id FROM event_streams l WHERE l.event_id = e.id`);

/** The columns of a summary, from `events e`. */
export const eventSummaryColumns = Prisma.sql`
  e.id::text AS id, e.title, e.avg_viewers, e.peak_viewers, e.started_at, e.ended_at, ${channels} AS channels,
  e.logo_url, e.user_id::text AS user_id, e.is_public`;
