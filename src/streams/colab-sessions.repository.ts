import { Injectable } from '@nestjs/common';
import { streamerIdOf } from '../database/identifiers.js';
import { PrismaService } from '../database/prisma.service.js';
import { NamedStreamers, streamersOf } from '../database/streamer-names.js';
import { Prisma } from '../generated/prisma/client.js';
import { ColabSession, colabSessionSelect, toColabSession } from './dto/colab-session.response.js';
import { Window } from './thirty-day-window.js';

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
    return sessions.map((session, i) => toColabSession(session, participants[i]));
  }

  /** The newest sessions in which a streamer took part with a stream of a window, newest first, then by id. [] for an unknown one. */
  async listOfStreamer(name: string, { from, to }: Window, limit: number): Promise<ColabSession[]> {
    const streams = Prisma.sql`SELECT l.stream_id FROM colab_session_streams l WHERE l.session_id = c.id`;
    const rows = await this.prisma.rows<ColabSession>(Prisma.sql`
      SELECT c.id::text AS id, c.started_at, c.ended_at, p.names AS participants, p.ids AS participant_ids
      FROM (
        SELECT q.id, q.started_at, q.ended_at
        FROM colab_sessions q
        WHERE q.id IN (
          SELECT k.session_id
          FROM streams s
          JOIN colab_session_streams k ON k.stream_id = s.id
          WHERE s.streamer_id = ${streamerIdOf(name)} AND s.started_at >= ${from} AND s.started_at < ${to}
        )
        ORDER BY q.started_at DESC, q.id
        LIMIT ${limit}
      ) c
      CROSS JOIN LATERAL ${streamersOf(streams)} p
      ORDER BY c.started_at DESC, c.id`);
    return rows;
  }

  /** The streamers who took part in each of some sessions. */
  private async listParticipants(ids: readonly bigint[]): Promise<NamedStreamers[]> {
    if (ids.length === 0) return [];
    const streams = Prisma.sql`SELECT l.stream_id FROM colab_session_streams l WHERE l.session_id = c.id`;
    return this.prisma.rows<NamedStreamers>(Prisma.sql`
      SELECT p.*
      FROM unnest(${ids}::bigint[]) WITH ORDINALITY c(id, place)
      CROSS JOIN LATERAL ${streamersOf(streams)} p
      ORDER BY c.place`);
  }
}
