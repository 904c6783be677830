import { Injectable } from '@nestjs/common';
import { selectStreamerId } from '../../database/identifiers.js';
import { PrismaService } from '../../database/prisma.service.js';
import { streamerNamesSql } from '../../database/streamer-names.js';
import { Prisma } from '../../generated/prisma/client.js';
import { ColabSession } from './colab-session.response.js';
import { TimeRange } from '../../figures/time.js';
import { isIn } from '../../figures/windows.js';

/** Uses SQL, because no foreign key, and so no Prisma relation, connects streams and streamers. */
@Injectable()
export class ColabSessionsRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** Returns sessions of a stream after the first `offset` ones, by start, then by ID; null for an unknown stream. */
  async listOfStream(id: bigint, limit: number, offset = 0): Promise<ColabSession[] | null> {
    const [known, sessions] = await Promise.all([
      this.prisma.client.stream.findUnique({ select: { id: true }, where: { id } }),
      this.list(Prisma.sql`k.stream_id = ${id}`, Prisma.sql`q.started_at, q.id`, limit, offset),
    ]);
    return known === null ? null : sessions;
  }

  /**
   * Returns sessions of a streamer in a window after the first `offset` ones, newest first, then by ID; [] for an unknown
   * streamer.
   */
  listOfStreamer(name: string, window: TimeRange, limit: number, offset = 0): Promise<ColabSession[]> {
    const streamerFilter = Prisma.sql`s.streamer_id = ${selectStreamerId(name)} AND ${isIn('s.started_at', window)}`;
    return this.list(streamerFilter, Prisma.sql`q.started_at DESC, q.id`, limit, offset);
  }

  /** Returns sessions `q` in an order whose streams `s`, with links `k`, meet a condition. */
  private list(condition: Prisma.Sql, order: Prisma.Sql, limit: number, offset: number): Promise<ColabSession[]> {
    const streams = Prisma.sql`SELECT l.stream_id FROM colab_session_streams l WHERE l.session_id = c.id`;
    return this.prisma.rows<ColabSession>(Prisma.sql`
      SELECT c.id::text AS id, c.started_at, c.ended_at, COALESCE(p.names, '{}') AS participants,
        COALESCE(p.ids, '{}') AS participant_ids
      FROM (
        SELECT q.id, q.started_at, q.ended_at, row_number() OVER (ORDER BY ${order}) AS place
        FROM colab_sessions q
        WHERE q.id IN (
          SELECT k.session_id
          FROM streams s
          JOIN colab_session_streams k ON k.stream_id = s.id
          WHERE ${condition}
        )
        ORDER BY ${order}
        LIMIT ${limit} OFFSET ${offset}
      ) c
      CROSS JOIN LATERAL ${streamerNamesSql(streams)} p
      ORDER BY c.place`);
  }
}
