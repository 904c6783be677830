import { Injectable } from '@nestjs/common';
import { streamerById } from '../../database/identifiers.js';
import { PrismaService } from '../../database/prisma.service.js';
import { Prisma } from '../../generated/prisma/client.js';
import { MessageStats } from './message-stats.response.js';
import { StreamSummary } from './stream-summary.response.js';
import { allTime } from '../../figures/time.js';
import { isIn } from '../../figures/windows.js';
import { streamerColumns, summaryColumns, SummaryRow, toSummaries } from './summary-columns.js';

// Each streamer can have 100 streams. The rows of more streamers would block the process for too long.
const maxStreamers = 8;

/**
 * Uses SQL, because recent streams, single streams and message statistics are read often. Neighbors of a stream share
 * the columns of recent streams; Prisma's API would return unknown tags as an empty list.
 */
@Injectable()
export class StreamsRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** Returns the streams of a streamer in a range, newest first, then by ID; null for an unknown streamer. */
  async listRecent(
    name: string,
    limit: number,
    now: Date,
    offset = 0,
    range = allTime,
  ): Promise<StreamSummary[] | null> {
    const streams = Prisma.sql`
      SELECT ${streamerColumns}, c.*
      FROM ${streamerById(name)} n
      JOIN streamers u ON u.id = n.id
      CROSS JOIN (SELECT ${now}::timestamptz AS now) w
      CROSS JOIN LATERAL (
        SELECT ${summaryColumns}
        FROM (
          SELECT r.*
          FROM current_streams r
          WHERE r.streamer_id = u.id AND ${isIn('r.started_at', range)}
          ORDER BY r.started_at DESC, r.id
          LIMIT ${limit}::int OFFSET ${offset}::bigint
        ) s
      ) c`;
    const row = await this.prisma.batchedRow<SummaryRow | null>(streams, maxStreamers);
    return row && toSummaries(row);
  }

  /** Returns a stream as of `now`; null for an unknown stream. */
  async findStream(id: bigint, now: Date): Promise<StreamSummary | null> {
    const row = await this.prisma.batchedRow<SummaryRow | null>(Prisma.sql`
      SELECT ${streamerColumns}, c.*
      FROM streams l
      JOIN streamers u ON u.id = l.streamer_id
      CROSS JOIN (SELECT ${now}::timestamptz AS now) w
      CROSS JOIN LATERAL (SELECT ${summaryColumns} FROM current_streams s WHERE s.id = l.id) c
      WHERE l.id = ${id}::bigint`);
    return row && (toSummaries(row)[0] ?? null);
  }

  /** Returns the newest streams that started before a stream, newest first, then by ID; null for an unknown stream. */
  listEarlier(id: bigint, limit: number, now: Date): Promise<StreamSummary[] | null> {
    return this.listBeside(
      id,
      now,
      Prisma.sql`r.started_at < l.started_at ORDER BY r.started_at DESC, r.id LIMIT ${limit}`,
    );
  }

  /** Returns the oldest streams that started after a stream, oldest first, then by ID; null for an unknown stream. */
  async listLater(id: bigint, limit: number, now: Date): Promise<StreamSummary[] | null> {
    const after = Prisma.sql`r.started_at > l.started_at ORDER BY r.started_at, r.id LIMIT ${limit}`;
    return (await this.listBeside(id, now, after))?.reverse() ?? null;
  }

  /** Returns streams `r` of the streamer of a stream `l`, newest first. */
  private async listBeside(id: bigint, now: Date, condition: Prisma.Sql): Promise<StreamSummary[] | null> {
    const [row] = await this.prisma.rows<SummaryRow>(Prisma.sql`
      SELECT ${streamerColumns}, c.*
      FROM streams l
      JOIN streamers u ON u.id = l.streamer_id
      CROSS JOIN (SELECT ${now}::timestamptz AS now) w
      CROSS JOIN LATERAL (
        SELECT ${summaryColumns}
        FROM (SELECT r.* FROM current_streams r WHERE r.streamer_id = l.streamer_id AND ${condition}) s
      ) c
      WHERE l.id = ${id}`);
    return row === undefined ? null : toSummaries(row);
  }

  /** Returns chat counts of a stream, with zeros if unknown; null for an unknown stream. */
  findMessageStats(id: bigint): Promise<MessageStats | null> {
    return this.prisma.batchedRow(Prisma.sql`
      SELECT COALESCE(m.total_messages, 0) AS total_messages,
        COALESCE(m.unique_chatters, 0) AS unique_chatters,
        COALESCE(m.deleted_messages, 0) AS deleted_messages,
        m.shared_messages
      FROM streams s
      LEFT JOIN message_stats m ON m.stream_id = s.id
      WHERE s.id = ${id}::bigint`);
  }
}
