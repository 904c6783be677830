import { Injectable } from '@nestjs/common';
import { PrismaService } from '../database/prisma.service.js';
import { Prisma } from '../generated/prisma/client.js';
import { ColabSession } from './dto/colab-session.response.js';
import { streamerNamesOf } from './streamer-names.js';

@Injectable()
export class ColabSessionsRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** The first sessions of a stream, at most `limit`, by start, then by id; null for an unknown stream. */
  async listOfStream(id: bigint, limit: number): Promise<ColabSession[] | null> {
    const participants = streamerNamesOf(
      Prisma.sql`SELECT o.stream_id FROM colab_session_streams o WHERE o.session_id = c.id`,
    );
    const rows = await this.prisma.rows<ColabSession | { id: null }>(Prisma.sql`
      SELECT p.id::text AS id, p.started_at, p.ended_at, p.participants
      FROM streams s
      LEFT JOIN LATERAL (
        SELECT c.id, c.started_at, c.ended_at, ${participants} AS participants
        FROM colab_session_streams l
        JOIN colab_sessions c ON c.id = l.session_id
        WHERE l.stream_id = s.id
        ORDER BY c.started_at, c.id
        LIMIT ${limit}
      ) p ON TRUE
      WHERE s.id = ${id}
      ORDER BY p.started_at, p.id`);
    if (rows.length === 0) return null;
    return rows.filter((row): row is ColabSession => row.id !== null);
  }
}
