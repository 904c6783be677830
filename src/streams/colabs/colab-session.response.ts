import { ApiProperty } from '@nestjs/swagger';
import { MomentProperty, NullableMomentProperty, TextsProperty } from '../../http/query/value-schemas.js';

/** A period in which streamers broadcast together. */
export class ColabSession {
  @ApiProperty({ description: 'ID of the session.', example: '320000001' })
  id: string;

  @MomentProperty('Start of the session, UTC.')
  started_at: string;

  @NullableMomentProperty('End of the session, UTC. Null while the session continues.')
  ended_at: string | null;

  @TextsProperty(
    'Sorted logins of up to 1,000 participants, including the streamer of this stream. A participant without a login is listed by channel ID.',
    { example: ['aurora_plays', 'coop_carla'] },
  )
  participants: string[];

  @TextsProperty('Channel IDs of the participants, in the order of `participants`.', {
    example: ['100000001', '100000075'],
  })
  participant_ids: string[];
}
