import { ApiProperty } from '@nestjs/swagger';
import { NamedStreamers } from '../../database/streamer-names.js';
import { Prisma } from '../../generated/prisma/client.js';
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

export const colabSessionSelect = { id: true, startedAt: true, endedAt: true } satisfies Prisma.ColabSessionSelect;
type ColabSessionRow = Prisma.ColabSessionGetPayload<{ select: typeof colabSessionSelect }>;

export function toColabSession(row: ColabSessionRow, participants?: NamedStreamers): ColabSession {
  const { id, startedAt, endedAt } = row;
  return {
    id: String(id),
    started_at: startedAt.toISOString(),
    ended_at: endedAt?.toISOString() ?? null,
    participants: participants?.names ?? [],
    participant_ids: participants?.ids ?? [],
  };
}
