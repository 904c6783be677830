import { Injectable } from '@nestjs/common';
import { PrismaService } from '../database/prisma.service.js';
import { Prisma } from '../generated/prisma/client.js';
import { LiveStream } from './dto/live-stream.response.js';
import { wholeMinutes } from './thirty-day-window.js';

/** Live streams are ranked by a figure that stands in another table, so it is SQL. */
@Injectable()
export class LiveStreamsRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** The live streams from the position `from` on, by the viewers of their last sample, then by id; [] past the end. */
  rankLive(now: Date, from: number, limit: number): Promise<LiveStream[]> {
    return this.prisma.rows<LiveStream>(Prisma.sql`
      SELECT s.id::text AS id, s.streamer_id::text AS streamer_id, COALESCE(u.login, u.id::text) AS name,
        u.display_name, u.profile_image, s.game_name, s.title, k.viewers, s.started_at,
        greatest(${Prisma.raw(wholeMinutes('n.now'))}, 0) AS live_minutes, s.observed_at AS last_seen_at
      FROM (
        SELECT l.id, v.viewers
        FROM streams l
        LEFT JOIN LATERAL (
          SELECT q.viewers
          FROM viewer_samples q
          WHERE q.stream_id = l.id AND q.created_at >= l.started_at
          ORDER BY q.created_at DESC
          LIMIT 1
        ) v ON TRUE
        WHERE l.ended_at IS NULL
        ORDER BY v.viewers DESC NULLS LAST, l.id
        LIMIT ${limit} OFFSET ${from}
      ) k
      CROSS JOIN (SELECT ${now}::timestamptz AS now) n
      JOIN streams s ON s.id = k.id
      JOIN streamers u ON u.id = s.streamer_id
      ORDER BY k.viewers DESC NULLS LAST, k.id`);
  }
}
