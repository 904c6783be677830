import { Injectable } from '@nestjs/common';
import { platformColumns } from '../database/list-filters.js';
import { PrismaService } from '../database/prisma.service.js';
import { streamerNamesSql } from '../database/streamer-names.js';
import { Prisma } from '../generated/prisma/client.js';
import { isStale } from '../figures/coverage.js';
import { readSamples, SampledRange, Signal, StreamSamples } from '../figures/samples/stream-samples.js';
import { EventMemberFigures } from './figures/event-figures.response.js';
import { EventOnly, EventMarker } from './dto/event-detail.response.js';
import { EventStream } from './dto/event-stream.response.js';
import { EventSummary } from './dto/event-summary.response.js';
import { eventOrder, EventSort } from './event-order.js';

/** A stream of an event, with what its figures need. */
export interface EventMember extends Omit<
  EventMemberFigures,
  'minutes' | 'avg_viewers' | 'peak_viewers' | 'watchtime'
> {
  started_at: string;
  ended_at: string | null;
  last_seen_at: string | null;
  sample_count: number | null;
}

/** An event, with the last change of the event, its markers or its streams. */
export interface DatedEvent extends EventSummary {
  changed_at: string;
}

/** SQL for the role of a stream `l` in its event `e`. */
const roleSql = Prisma.raw(`COALESCE(l.role, CASE WHEN l.stream_id = e.host_stream_id THEN 'official' END)`);

/** Uses SQL, because an event lists the streamers of up to 1,000 streams. */
@Injectable()
export class EventsRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** Returns public events from the position `from` on in an order, then by start and ID; [] past the end. */
  listPublic(from: number, limit: number, sort: EventSort = 'started_at'): Promise<EventSummary[]> {
    return this.list(Prisma.sql`v.is_public`, limit, from, Prisma.empty, sort);
  }

  /** Returns the newest public events, as {@link listPublic}, with the times of their last changes. */
  listDated(limit: number): Promise<DatedEvent[]> {
    const more = Prisma.sql`, COALESCE(e.changed_at, e.started_at) AS changed_at`;
    return this.list<DatedEvent>(Prisma.sql`v.is_public`, limit, 0, more);
  }

  async countPublic(): Promise<number> {
    const [row] = await this.prisma.rows<{ total: number }>(Prisma.sql`
      SELECT count(*) AS total FROM events v WHERE v.is_public`);
    return row?.total ?? 0;
  }

  /** Returns the newest events of a streamer, newest first, then by ID. Private events only on request. */
  listOfStreamer(streamerId: bigint, includePrivate: boolean, limit: number): Promise<EventSummary[]> {
    const joined = Prisma.sql`
      SELECT l.event_id FROM streams s JOIN event_streams l ON l.stream_id = s.id WHERE s.streamer_id = ${streamerId}`;
    return this.list(Prisma.sql`v.id IN (${joined}) AND (v.is_public OR ${includePrivate})`, limit);
  }

  /** Returns an event, or null if it is unknown. Private events are found only on request. */
  async findEvent(id: bigint, includePrivate: boolean): Promise<EventOnly | null> {
    const more = Prisma.sql`, e.description, e.host_stream_id::text AS host_stream_id`;
    const [event] = await this.list<EventOnly>(
      Prisma.sql`v.id = ${id} AND (v.is_public OR ${includePrivate})`,
      1,
      0,
      more,
    );
    return event ?? null;
  }

  /** Returns the streams of an event as of `now`, by start, then by ID, at most `limit`. */
  listStreams(id: bigint, limit: number, now: Date): Promise<EventStream[]> {
    return this.prisma.rows<EventStream>(Prisma.sql`
      SELECT s.id::text AS id, s.streamer_id::text AS streamer_id, s.title, s.game_name, s.started_at, s.ended_at,
        s.avg_viewers, s.peak_viewers, s.ended_at IS NULL AS is_live, ${Prisma.raw(isStale('w.now'))} AS is_stale,
        s.observed_at AS last_seen_at, u.display_name, u.profile_image, ${roleSql} AS role, s.language,
        ${platformColumns('streams', 's.id')}
      FROM event_streams l
      JOIN events e ON e.id = l.event_id
      CROSS JOIN (SELECT ${now}::timestamptz AS now) w
      JOIN current_streams s ON s.id = l.stream_id
      JOIN streamers u ON u.id = s.streamer_id
      WHERE l.event_id = ${id}
      ORDER BY s.started_at, s.id
      LIMIT ${limit}`);
  }

  /** Returns the streams of an event by start, then by ID, at most `limit`, with the numbers of their samples. */
  listMembers(id: bigint, limit: number): Promise<EventMember[]> {
    return this.prisma.rows<EventMember>(Prisma.sql`
      SELECT s.id::text AS id, s.streamer_id::text AS streamer_id, COALESCE(u.login, u.id::text) AS name, u.display_name,
        ${roleSql} AS role, s.language, s.started_at, s.ended_at, greatest(s.observed_at, s.last_sampled_at) AS last_seen_at,
        s.sample_count, ${platformColumns('streams', 's.id')}
      FROM event_streams l
      JOIN events e ON e.id = l.event_id
      JOIN current_streams s ON s.id = l.stream_id
      JOIN streamers u ON u.id = s.streamer_id
      WHERE l.event_id = ${id}
      ORDER BY s.started_at, s.id
      LIMIT ${limit}`);
  }

  /** Reads the samples of streams, with the index of each range. */
  readSamples(ranges: readonly SampledRange[], signal?: Signal): AsyncGenerator<[StreamSamples, number]> {
    return readSamples(this.prisma, ranges, signal);
  }

  /** Returns the markers by time, then by ID: at most `limit`, with at most `bytes` bytes of text in total. */
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

  /** Returns the events `v` that meet a condition, in an order, with their streamers and extra columns. */
  private list<Event = EventSummary>(
    condition: Prisma.Sql,
    limit: number,
    from = 0,
    more = Prisma.empty,
    sort: EventSort = 'started_at',
  ) {
    const streams = Prisma.sql`SELECT l.stream_id FROM event_streams l WHERE l.event_id = e.id`;
    return this.prisma.rows<Event>(Prisma.sql`
      SELECT e.id::text AS id, e.title, e.avg_viewers, e.peak_viewers, e.started_at, e.ended_at, c.names AS channels,
        c.ids AS channel_ids, e.logo_url, e.user_id::text AS user_id, e.is_public${more}
      FROM (
        SELECT v.*
        FROM events v
        WHERE ${condition}
        ORDER BY ${eventOrder('v', sort)}
        LIMIT ${limit} OFFSET ${from}
      ) e
      CROSS JOIN LATERAL ${streamerNamesSql(streams)} c
      ORDER BY ${eventOrder('e', sort)}`);
  }
}
