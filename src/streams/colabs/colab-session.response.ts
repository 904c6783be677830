import { ApiProperty } from '@nestjs/swagger';
import { moment, nullableMoment, texts } from '../../http/query/value-schemas.js';

/** A period in which streamers broadcast together. */
export class ColabSession {
  @ApiProperty({ description: 'ID of the session.', example: '320000001' })
  id: string;

  @ApiProperty({ description: 'Start of the session, UTC.', ...moment })
  started_at: string;

  @ApiProperty({ description: 'End of the session, UTC. Null while the session continues.', ...nullableMoment })
  ended_at: string | null;

  @ApiProperty({
    description:
      'Sorted logins of up to 1,000 participants, including the streamer of this stream. A participant without a login is listed by channel ID.',
    ...texts,
    example: ['aurora_plays', 'coop_carla'],
  })
  participants: string[];

  @ApiProperty({
    description: 'Channel IDs of the participants, in the order of `participants`.',
    ...texts,
    example: ['100000001', '100000075'],
  })
  participant_ids: string[];
}
