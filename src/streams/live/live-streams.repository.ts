import { Injectable } from '@nestjs/common';
import { selectStreamerIds } from '../../database/identifiers.js';
import { PrismaService } from '../../database/prisma.service.js';
import { Prisma } from '../../generated/prisma/client.js';
import { isStale } from '../../figures/coverage.js';
import { PlatformName } from '../../config/platforms.js';
import { platformNameOf } from '../../database/platforms/platform-ids.js';
import { matchesStream, platformColumns, andOfPlatform } from '../../database/list-filters.js';
import { maxComparedLive, selectDescribed } from './compared-streams.js';
import { LiveStream } from './live-stream.response.js';
import { LiveFilter } from './live-streams.query.js';
import { WatchedPart } from './watched-part.js';
import { wholeMinutes } from '../../figures/windows.js';

/** Uses SQL, because Prisma's schema has no views. */
@Injectable()
export class LiveStreamsRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** Returns the number of live streams, with any tags and title. Platforms have some hundred thousand at most. */
  async countLive(filter: LiveFilter = {}): Promise<number> {
    const [row] = await this.prisma.rows<{ total: number }>(
      Prisma.sql`SELECT count(*) AS total FROM live_streams l WHERE ${conditions(filter)}`,
    );
    return row?.total ?? 0;
  }

  /** Returns the number of live streams by language. */
  countByLanguage(platform?: PlatformName): Promise<{ language: string; streams: number }[]> {
    return this.prisma.rows(Prisma.sql`
      SELECT l.language, count(*) AS streams
      FROM live_streams l
      WHERE l.language IS NOT NULL${andOfPlatform('l.stream_id', platform)}
      GROUP BY l.language
      ORDER BY l.language
      LIMIT 10000`);
  }

  /** Returns the viewers and streams of this moment by platform and language, most viewers first. */
  sumViewers(): Promise<WatchedPart[]> {
    return this.prisma.rows<WatchedPart>(Prisma.sql`
      SELECT ${Prisma.raw(platformNameOf('l.stream_id'))} AS platform, l.language,
        COALESCE(sum(l.last_viewers), 0) AS viewers, count(*) AS streams
      FROM live_streams l
      GROUP BY 1, l.language
      ORDER BY 3 DESC, 1, l.language
      LIMIT 10000`);
  }

  /**
   * Returns the live streams from the position `from` on, by the viewers of their last sample, then by ID; [] past the
   * end. `most` is the number of streams that are compared with a tag and a title.
   */
  rankLive(
    now: Date,
    from: number,
    limit: number,
    filter: LiveFilter = {},
    most = maxComparedLive[filter.title === undefined ? 'tag' : 'title'],
  ): Promise<LiveStream[]> {
    const isPlain = (filter.tag ?? filter.title) === undefined;
    const found = isPlain
      ? selectRanked(filter, limit, from)
      : selectDescribed(selectRanked(filter, most), filter, limit, from);
    return this.prisma.rows<LiveStream>(Prisma.sql`
      ${selectItems(found, now)}
      ORDER BY k.viewers DESC NULLS LAST, k.id`);
  }

  /** Returns a stream as in the list, also after its end; null for an unknown stream. */
  async findItem(id: string, now: Date): Promise<LiveStream | null> {
    const stream = Prisma.sql`SELECT c.id, c.last_viewers AS viewers FROM current_streams c WHERE c.id = ${id}::bigint`;
    const [row] = await this.prisma.rows<LiveStream>(selectItems(stream, now));
    return row ?? null;
  }
}

/** SQL for the IDs and viewers of live streams in the order of the list, with any tags and title. */
function selectRanked(filter: LiveFilter, limit: number, from = 0): Prisma.Sql {
  return Prisma.sql`
      SELECT l.stream_id AS id, l.last_viewers AS viewers
      FROM live_streams l
      WHERE ${conditions(filter)}
      ORDER BY l.last_viewers DESC NULLS LAST, l.stream_id
      LIMIT ${limit} OFFSET ${from}`;
}

/** SQL for the items of streams, given as a query `k` of their IDs and viewers. */
function selectItems(streams: Prisma.Sql, now: Date): Prisma.Sql {
  return Prisma.sql`
      SELECT s.id::text AS id, s.streamer_id::text AS streamer_id, COALESCE(u.login, u.id::text) AS name,
        u.display_name, u.profile_image, s.game_name, s.title, s.language, k.viewers, s.started_at,
        greatest(${Prisma.raw(wholeMinutes('n.now'))}, 0) AS live_minutes, s.observed_at AS last_seen_at, ${Prisma.raw(isStale('n.now'))} AS is_stale,
        ${platformColumns('streams', 's.id')}
      FROM (${streams}) k
      CROSS JOIN (SELECT ${now}::timestamptz AS now) n
      JOIN current_streams s ON s.id = k.id
      JOIN streamers u ON u.id = s.streamer_id`;
}

function conditions({ names, ...filter }: LiveFilter): Prisma.Sql {
  return Prisma.sql`${matchesStream('l', 'l.stream_id', filter)}${names === undefined ? Prisma.empty : andOfStreamers(names)}`;
}

function andOfStreamers(names: readonly string[]): Prisma.Sql {
  return Prisma.sql` AND l.stream_id IN (
    SELECT s.id FROM streams s WHERE s.ended_at IS NULL AND s.streamer_id IN ${selectStreamerIds(names)}
  )`;
}
