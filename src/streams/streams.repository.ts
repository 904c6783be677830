import { Injectable } from '@nestjs/common';
import { inBatches } from '../database/reads/batches.js';
import { streamerIdsOf } from '../database/identifiers.js';
import { PrismaService } from '../database/prisma.service.js';
import { Prisma } from '../generated/prisma/client.js';
import { MessageStats } from './detail/message-stats.response.js';
import { StreamSummary } from './detail/stream-summary.response.js';
import { RecentRange } from './viewers/graph-range.js';
import { streamerColumns, summaryColumns, SummaryRow, toSummaries } from './detail/summary-columns.js';

interface RecentKey extends RecentRange {
  name: string;
  limit: number;
  now: Date;
}

interface StreamKey {
  id: bigint;
  now: Date;
}

// Each streamer can have 100 streams. The rows of more streamers would block the process for too long.
const mostStreamers = 8;

/**
 * Uses SQL, because recent streams, single streams and message statistics are read often, and one query serves several
 * requests. Neighbors of a stream share the columns of recent streams; Prisma's API would return unknown tags as an
 * empty list.
 */
@Injectable()
export class StreamsRepository {
  constructor(private readonly prisma: PrismaService) {}

  private readonly findNewest = inBatches((asked: readonly RecentKey[]) => this.listNewest(asked), mostStreamers);

  /** Returns the streams of a streamer in a range, newest first, then by ID; null for an unknown streamer. */
  listRecent(name: string, limit: number, now: Date, range: RecentRange = {}): Promise<StreamSummary[] | null> {
    return this.findNewest({ name, limit, now, ...range });
  }

  private async listNewest(asked: readonly RecentKey[]): Promise<(StreamSummary[] | null)[]> {
    const rows = await this.prisma.rows<SummaryRow | { streamer_id: null }>(Prisma.sql`
      SELECT ${streamerColumns}, c.*
      FROM ${streamerIdsOf(asked.map(({ name }) => name))} n
      LEFT JOIN streamers u ON u.id = n.id
      CROSS JOIN LATERAL (SELECT (${asked.map(({ now }) => now)}::timestamptz[])[n.place] AS now) w
      CROSS JOIN LATERAL (
        SELECT ${summaryColumns}
        FROM (
          SELECT r.*
          FROM current_streams r
          WHERE r.streamer_id = u.id
            AND r.started_at >= (${asked.map(({ from = '-infinity' }) => from)}::timestamptz[])[n.place]
            AND r.started_at < (${asked.map(({ to = 'infinity' }) => to)}::timestamptz[])[n.place]
          ORDER BY r.started_at DESC, r.id
          LIMIT (${asked.map(({ limit }) => limit)}::int[])[n.place]
          OFFSET (${asked.map(({ offset = 0 }) => offset)}::bigint[])[n.place]
        ) s
      ) c
      ORDER BY n.place`);
    return rows.map((row) => (row.streamer_id === null ? null : toSummaries(row)));
  }

  /** Returns a stream as of `now`; null for an unknown stream. */
  findStream(id: bigint, now: Date): Promise<StreamSummary | null> {
    return this.findOne({ id, now });
  }

  private readonly findOne = inBatches((asked: readonly StreamKey[]) => this.listStreams(asked));

  private async listStreams(asked: readonly StreamKey[]): Promise<(StreamSummary | null)[]> {
    const rows = await this.prisma.rows<SummaryRow>(Prisma.sql`
      SELECT ${streamerColumns}, c.*
      FROM unnest(${asked.map(({ id }) => id)}::bigint[], ${asked.map(({ now }) => now)}::timestamptz[])
        WITH ORDINALITY w(id, now, place)
      LEFT JOIN (streams l JOIN streamers u ON u.id = l.streamer_id) ON l.id = w.id
      CROSS JOIN LATERAL (SELECT ${summaryColumns} FROM current_streams s WHERE s.id = l.id) c
      ORDER BY w.place`);
    return rows.map((row) => toSummaries(row)[0] ?? null);
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
  private async listBeside(id: bigint, now: Date, which: Prisma.Sql): Promise<StreamSummary[] | null> {
    const [row] = await this.prisma.rows<SummaryRow>(Prisma.sql`
      SELECT ${streamerColumns}, c.*
      FROM streams l
      JOIN streamers u ON u.id = l.streamer_id
      CROSS JOIN (SELECT ${now}::timestamptz AS now) w
      CROSS JOIN LATERAL (
        SELECT ${summaryColumns}
        FROM (SELECT r.* FROM current_streams r WHERE r.streamer_id = l.streamer_id AND ${which}) s
      ) c
      WHERE l.id = ${id}`);
    return row === undefined ? null : toSummaries(row);
  }

  /** Returns chat counts of a stream, with zeros if unknown; null for an unknown stream. */
  readonly findMessageStats = inBatches((ids: readonly bigint[]) => this.listMessageStats(ids));

  private async listMessageStats(ids: readonly bigint[]): Promise<(MessageStats | null)[]> {
    const rows = await this.prisma.rows<MessageStats & { is_known: boolean }>(Prisma.sql`
      SELECT s.id IS NOT NULL AS is_known,
        COALESCE(m.total_messages, 0) AS total_messages,
        COALESCE(m.unique_chatters, 0) AS unique_chatters,
        COALESCE(m.deleted_messages, 0) AS deleted_messages,
        m.shared_messages
      FROM unnest(${ids}::bigint[]) WITH ORDINALITY k(id, place)
      LEFT JOIN streams s ON s.id = k.id
      LEFT JOIN message_stats m ON m.stream_id = s.id
      ORDER BY k.place`);
    return rows.map(({ is_known, ...stats }) => (is_known ? stats : null));
  }
}
