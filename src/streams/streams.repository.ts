import { Injectable } from '@nestjs/common';
import { inBatches } from '../database/batches.js';
import { streamerIdOf } from '../database/identifiers.js';
import { PrismaService } from '../database/prisma.service.js';
import { Prisma } from '../generated/prisma/client.js';
import { MessageStats } from './dto/message-stats.response.js';
import { StreamSummary, streamSummaryColumns } from './dto/stream-summary.response.js';

@Injectable()
export class StreamsRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** A streamer's newest streams, newest first, then by id; null for an unknown streamer. */
  async listRecent(name: string, limit: number): Promise<StreamSummary[] | null> {
    // The outer join keeps a row for a streamer without streams, which tells it from an unknown one.
    const rows = await this.prisma.rows<StreamSummary | { id: null }>(Prisma.sql`
      SELECT ${streamSummaryColumns}
      FROM streamers u
      LEFT JOIN LATERAL (
        SELECT r.* FROM streams r WHERE r.streamer_id = u.id ORDER BY r.started_at DESC, r.id LIMIT ${limit}
      ) s ON TRUE
      WHERE u.id = ${streamerIdOf(name)}
      ORDER BY s.started_at DESC, s.id`);
    if (rows.length === 0) return null;
    return rows.filter((row): row is StreamSummary => row.id !== null);
  }

  /**
   * The newest streams of a stream's streamer that started before it, newest first, then by id; null for an unknown
   * stream.
   */
  async listEarlier(id: bigint, limit: number): Promise<StreamSummary[] | null> {
    const rows = await this.prisma.rows<StreamSummary | { id: null }>(Prisma.sql`
      SELECT ${streamSummaryColumns}
      FROM streams c
      JOIN streamers u ON u.id = c.streamer_id
      LEFT JOIN LATERAL (
        SELECT r.*
        FROM streams r
        WHERE r.streamer_id = c.streamer_id AND r.started_at < c.started_at
        ORDER BY r.started_at DESC, r.id
        LIMIT ${limit}
      ) s ON TRUE
      WHERE c.id = ${id}
      ORDER BY s.started_at DESC, s.id`);
    if (rows.length === 0) return null;
    return rows.filter((row): row is StreamSummary => row.id !== null);
  }

  /** What was written in a stream's chat, zeros where nothing is known; null for an unknown stream. */
  readonly findMessageStats = inBatches((ids: readonly bigint[]) => this.listMessageStats(ids));

  private async listMessageStats(ids: readonly bigint[]): Promise<(MessageStats | null)[]> {
    const rows = await this.prisma.rows<MessageStats & { is_known: boolean }>(Prisma.sql`
      SELECT s.id IS NOT NULL AS is_known,
        COALESCE(m.total_messages, 0) AS total_messages,
        COALESCE(m.unique_chatters, 0) AS unique_chatters,
        COALESCE(m.deleted_messages, 0) AS deleted_messages
      FROM unnest(${ids}::bigint[]) WITH ORDINALITY k(id, place)
      LEFT JOIN streams s ON s.id = k.id
      LEFT JOIN message_stats m ON m.stream_id = s.id
      ORDER BY k.place`);
    return rows.map(({ is_known, ...stats }) => (is_known ? stats : null));
  }
}
