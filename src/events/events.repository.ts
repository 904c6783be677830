import { Injectable } from '@nestjs/common';
import { PrismaService } from '../database/prisma.service.js';
import { NamedStreamers, streamersOf } from '../database/streamer-names.js';
import { Prisma } from '../generated/prisma/client.js';
import { isStale } from '../streams/coverage.js';
import { EventOnly, eventSelect, toEvent } from './dto/event-detail.response.js';
import { EventMarker } from './dto/event-marker.response.js';
import { EventStream } from './dto/event-stream.response.js';
import { EventSummary, eventSummarySelect, EventSummaryRow, toEventSummary } from './dto/event-summary.response.js';

const newestFirst = [{ startedAt: 'desc' }, { id: 'asc' }] satisfies Prisma.EventOrderByWithRelationInput[];

/**
 * Events are not hot, and are read with Prisma's API. Markers are SQL, since their texts are summed up. What needs the streamers of streams is SQL, since there is
 * no foreign key, and so no relation for that API, between them; and since an event may have 1,000 streams, each of which
 * the API would read for the few names of its channels.
 */
@Injectable()
export class EventsRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** Public events from the position `from` on, newest first, then by id; [] past the end. */
  async listPublic(from: number, limit: number): Promise<EventSummary[]> {
    const rows = await this.prisma.client.event.findMany({
      select: eventSummarySelect,
      where: { isPublic: true },
      orderBy: newestFirst,
      skip: from,
      take: limit,
    });
    return this.summarize(rows);
  }

  /** The newest events that streams of a streamer are part of, newest first, then by id. Private ones only on request. */
  async listOfStreamer(streamerId: bigint, withPrivate: boolean, limit: number): Promise<EventSummary[]> {
    const rows = await this.prisma.client.event.findMany({
      select: eventSummarySelect,
      where: { streams: { some: { stream: { streamerId } } }, ...(!withPrivate && { isPublic: true }) },
      orderBy: newestFirst,
      take: limit,
    });
    return this.summarize(rows);
  }

  /** An event; null for an unknown one, and for a private one unless those are asked for too. */
  async findEvent(id: bigint, withPrivate: boolean): Promise<EventOnly | null> {
    const row = await this.prisma.client.event.findUnique({
      select: eventSelect,
      where: { id, ...(!withPrivate && { isPublic: true }) },
    });
    if (row === null) return null;
    const [channels] = await this.listChannels([id]);
    return toEvent(row, channels);
  }

  /** The streams of an event as of `now`, by start, then by id, at most `limit`. */
  listStreams(id: bigint, limit: number, now: Date): Promise<EventStream[]> {
    return this.prisma.rows<EventStream>(Prisma.sql`
      SELECT s.id::text AS id, s.streamer_id::text AS streamer_id, s.title, s.game_name, s.started_at, s.ended_at,
        s.avg_viewers, s.peak_viewers, s.ended_at IS NULL AS is_live, ${Prisma.raw(isStale('w.now'))} AS is_stale,
        s.observed_at AS last_seen_at, u.display_name, u.profile_image
      FROM event_streams l
      CROSS JOIN (SELECT ${now}::timestamptz AS now) w
      JOIN current_streams s ON s.id = l.stream_id
      JOIN streamers u ON u.id = s.streamer_id
      WHERE l.event_id = ${id}
      ORDER BY s.started_at, s.id
      LIMIT ${limit}`);
  }

  /** The markers of an event by time, then by id, at most `limit`, and no more than have texts of `bytes` together. */
  listMarkers(eventId: bigint, limit: number, bytes: number): Promise<EventMarker[]> {
    return this.prisma.rows<EventMarker>(Prisma.sql`
      SELECT m.id, m.title, m.description, m.timestamp, m.color
      FROM (
        SELECT k.id::text AS id, k.title, k.description, k.timestamp, k.color,
          sum(octet_length(k.title) + COALESCE(octet_length(k.description), 0)) OVER (ORDER BY k.timestamp, k.id) AS bytes
        FROM event_markers k
        WHERE k.event_id = ${eventId}
        ORDER BY k.timestamp, k.id
        LIMIT ${limit}
      ) m
      WHERE m.bytes <= ${bytes}
      ORDER BY m.timestamp, m.id::bigint`);
  }

  private async summarize(rows: EventSummaryRow[]): Promise<EventSummary[]> {
    const channels = await this.listChannels(rows.map(({ id }) => id));
    return rows.map((row, i) => toEventSummary(row, channels[i]));
  }

  /** The streamers of each of some events. */
  private async listChannels(ids: readonly bigint[]): Promise<NamedStreamers[]> {
    if (ids.length === 0) return [];
    const streams = Prisma.sql`SELECT l.stream_id FROM event_streams l WHERE l.event_id = e.id`;
    return this.prisma.rows<NamedStreamers>(Prisma.sql`
      SELECT p.*
      FROM unnest(${ids}::bigint[]) WITH ORDINALITY e(id, place)
      CROSS JOIN LATERAL ${streamersOf(streams)} p
      ORDER BY e.place`);
  }
}
