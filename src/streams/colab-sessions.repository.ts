import { Injectable } from '@nestjs/common';
import { PrismaService } from '../database/prisma.service.js';
import { streamerNamesOf } from '../database/streamer-names.js';
import { Prisma } from '../generated/prisma/client.js';
import { ColabSession, colabSessionSelect, toColabSession } from './dto/colab-session.response.js';

/**
 * Sessions are not hot, and are read with Prisma's API. Who took part is SQL: there is no foreign key, and so no relation for
 * that API, between streams and streamers.
 */
@Injectable()
export class ColabSessionsRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** The first sessions of a stream, at most `limit`, by start, then by id; null for an unknown stream. */
  async listOfStream(id: bigint, limit: number): Promise<ColabSession[] | null> {
    const { stream, colabSession } = this.prisma.client;
    const [known, sessions] = await Promise.all([
      stream.findUnique({ select: { id: true }, where: { id } }),
      colabSession.findMany({
        select: colabSessionSelect,
        where: { streams: { some: { streamId: id } } },
        orderBy: [{ startedAt: 'asc' }, { id: 'asc' }],
        take: limit,
      }),
    ]);
    if (known === null) return null;
    const participants = await this.listParticipants(sessions.map((session) => session.id));
    return sessions.map((session, i) => toColabSession(session, participants[i] ?? []));
  }

  /** The names of who took part in each of some sessions, sorted. */
  private async listParticipants(ids: readonly bigint[]): Promise<(string[] | null)[]> {
    if (ids.length === 0) return [];
    const streams = Prisma.sql`SELECT l.stream_id FROM colab_session_streams l WHERE l.session_id = c.id`;
    const rows = await this.prisma.rows<{ names: string[] | null }>(Prisma.sql`
      SELECT ${streamerNamesOf(streams)} AS names
      FROM unnest(${ids}::bigint[]) WITH ORDINALITY c(id, place)
      ORDER BY c.place`);
    return rows.map(({ names }) => names);
  }
}
