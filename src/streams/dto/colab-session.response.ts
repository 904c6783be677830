import { ApiProperty } from '@nestjs/swagger';
import { moment, nullableMoment, texts } from '../../http/value-schemas.js';

/** Time in which streamers broadcast together. */
export class ColabSession {
  @ApiProperty({ description: 'Id of the session.', example: '320000001' })
  id: string;

  @ApiProperty({ description: 'When it began, UTC.', ...moment })
  started_at: string;

  @ApiProperty({ description: 'When it ended, UTC. Null while it goes on.', ...nullableMoment })
  ended_at: string | null;

  @ApiProperty({
    description:
      "Logins of who took part, sorted, at most 1,000, the stream's own streamer among them; the channel id of who has no login.",
    ...texts,
    example: ['aurora_plays', 'coop_carla'],
  })
  participants: string[];

  @ApiProperty({
    description: 'Channel ids of the participants, in the order of `participants`.',
    ...texts,
    example: ['100000001', '100000075'],
  })
  participant_ids: string[];
}
