import { Injectable } from '@nestjs/common';
import { streamerIdOf } from '../database/identifiers.js';
import { PrismaService } from '../database/prisma.service.js';
import { Prisma } from '../generated/prisma/client.js';
import { EventRow } from './dto/event-detail.response.js';
import { EventMarker } from './dto/event-marker.response.js';
import { EventStream } from './dto/event-stream.response.js';
import { EventSummary, eventSummaryColumns } from './dto/event-summary.response.js';

@Injectable()
export class EventsRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** Public events from the position `from` on, newest first, then by id; [] past the end. */
  listPublic(from: number, limit: number): Promise<EventSummary[]> {
    // The page first, so that nothing is looked up for the events before it.
    return this.prisma.rows<EventSummary>(Prisma.sql`
      SELECT ${eventSummaryColumns}
      FROM (
        SELECT p.*
        FROM events p
        WHERE p.is_public
        ORDER BY p.started_at DESC, p.id
        LIMIT ${limit} OFFSET ${from}
      ) e
      ORDER BY e.started_at DESC, e.id`);
  }

  /**
   * The newest events that streams of a streamer are part of, newest first, then by id; null for an unknown streamer.
   * Private ones only on request.
   */
  async listOfStreamer(name: string, withPrivate: boolean, limit: number): Promise<EventSummary[] | null> {
    const rows = await this.prisma.rows<EventSummary | { id: null }>(Prisma.sql`
      SELECT ${eventSummaryColumns}
      FROM streamers u
      LEFT JOIN LATERAL (
        SELECT j.*
        FROM events j
        WHERE j.id IN (
            SELECT l.event_id
            FROM streams s
            JOIN event_streams l ON l.stream_id = s.id
            WHERE s.streamer_id = u.id
          )
          AND (j.is_public OR ${withPrivate}::boolean)
        ORDER BY j.started_at DESC, j.id
        LIMIT ${limit}
      ) e ON TRUE
      WHERE u.id = ${streamerIdOf(name)}
      ORDER BY e.started_at DESC, e.id`);
    if (rows.length === 0) return null;
    return rows.filter((row): row is EventSummary => row.id !== null);
  }

  /** An event; null for an unknown one, and for a private one unless those are asked for too. */
  async findEvent(id: bigint, withPrivate: boolean): Promise<EventRow | null> {
    const rows = await this.prisma.rows<EventRow>(Prisma.sql`
      SELECT ${eventSummaryColumns}, e.description, e.host_stream_id::text AS host_stream_id
      FROM events e
      WHERE e.id = ${id} AND (e.is_public OR ${withPrivate}::boolean)`);
    return rows[0] ?? null;
  }

  /** The streams of an event by start, then by id, at most `limit`. */
  listStreams(id: bigint, limit: number): Promise<EventStream[]> {
    return this.prisma.rows<EventStream>(Prisma.sql`
      SELECT s.id::text AS id, s.streamer_id::text AS streamer_id, s.title, s.game_name, s.started_at, s.ended_at,
        s.avg_viewers, s.peak_viewers, s.ended_at IS NULL AS is_live, u.display_name, u.profile_image
      FROM event_streams l
      JOIN streams s ON s.id = l.stream_id
      JOIN streamers u ON u.id = s.streamer_id
      WHERE l.event_id = ${id}
      ORDER BY s.started_at, s.id
      LIMIT ${limit}`);
  }

  /** The markers of an event by time, then by id, at most `limit`. */
  listMarkers(id: bigint, limit: number): Promise<EventMarker[]> {
    return this.prisma.rows<EventMarker>(Prisma.sql`
      SELECT m.id::text AS id, m.title, m.description, m.timestamp, m.color
      FROM event_markers m
      WHERE m.event_id = ${id}
      ORDER BY m.timestamp, m.id
      LIMIT ${limit}`);
  }
}
