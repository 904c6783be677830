import { Injectable } from '@nestjs/common';
import { platforms } from '../config/platforms.js';
import { PrismaService } from '../database/prisma.service.js';
import { totalFigures } from '../figures/total-figures.js';
import { dayMs, TimeRange } from '../figures/time.js';
import { daysIn, isIn } from '../figures/windows.js';
import { Prisma } from '../generated/prisma/client.js';
import { NamedTotal, PlatformTotal } from './dto/total.response.js';
import { TotalsInterval } from './dto/totals.query.js';

/** A kind of totals with a row per name. */
export type NamedKind = 'language' | 'game';

export interface TotalsRange extends TimeRange {
  /** All platforms by default. */
  platform?: string | undefined;
}

/** Longer ranges are read by day where the sums of the day are stored. */
const daysOfHours = 14;

const figures = Prisma.raw(
  ['viewer_ms', 'peak_viewers', 'stream_ms', 'peak_streams', 'covered_ms', 'watched_channels']
    .map((name) => `t.${name}`)
    .join(', '),
);

/** All languages of an hour are stored, so a language without a row has no streams. */
const isWhole = Prisma.sql`t.kind = 'all' AND t.name = ''`;

/** Reads the totals that a refresh stores. A range begins and ends at a whole hour. */
@Injectable()
export class TotalsRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** Returns the totals of each interval with a complete sweep, oldest first, then by platform. */
  listIntervals(range: TotalsRange, interval: TotalsInterval, limit: number): Promise<PlatformTotal[]> {
    return this.listOf(totalsIn(range, isWhole, interval), interval, limit);
  }

  /** Returns the totals of a game in each interval in which it is stored. */
  listOfGame(game: string, range: TotalsRange, interval: TotalsInterval, limit: number): Promise<PlatformTotal[]> {
    return this.listOf(totalsIn(range, Prisma.sql`t.kind = 'game' AND t.name = ${game}`, interval), interval, limit);
  }

  /** Returns the totals of a language in each interval with a complete sweep. Figures are zero while it has no streams. */
  listOfLanguage(
    language: string,
    range: TotalsRange,
    interval: TotalsInterval,
    limit: number,
  ): Promise<PlatformTotal[]> {
    const isOfLanguage = Prisma.sql`t.kind = 'language' AND t.name = ${language}`;
    const known = Prisma.sql`
      SELECT a.created_at, a.platform, a.covered_ms, a.watched_channels, COALESCE(l.viewer_ms, 0) AS viewer_ms,
        COALESCE(l.peak_viewers, 0) AS peak_viewers, COALESCE(l.stream_ms, 0) AS stream_ms,
        COALESCE(l.peak_streams, 0) AS peak_streams
      FROM (${totalsIn(range, isWhole, interval)}) a
      LEFT JOIN (${totalsIn(range, isOfLanguage, interval)}) l USING (created_at, platform)`;
    return this.listOf(known, interval, limit);
  }

  /** Returns the totals of each language or game in a range, by watchtime, highest first, then by name and platform. */
  rankNames(kind: NamedKind, range: TotalsRange, limit: number): Promise<NamedTotal[]> {
    const coveredMs = '(SELECT c.covered_ms FROM covered c WHERE c.platform = t.platform)';
    // PostgreSQL computes `covered` only for languages.
    return this.prisma.rows<NamedTotal>(Prisma.sql`
      WITH covered AS (
        SELECT a.platform, sum(a.covered_ms) AS covered_ms FROM (${totalsIn(range, isWhole)}) a GROUP BY a.platform
      )
      SELECT t.name, t.platform, ${Prisma.raw(totalFigures(kind === 'language' ? coveredMs : undefined))}
      FROM (${totalsIn(range, Prisma.sql`t.kind = ${kind}`)}) t
      GROUP BY t.name, t.platform
      ORDER BY sum(t.viewer_ms) DESC, t.name COLLATE "C", t.platform
      LIMIT ${limit}`);
  }

  private listOf(stored: Prisma.Sql, interval: TotalsInterval, limit: number): Promise<PlatformTotal[]> {
    return this.prisma.rows<PlatformTotal>(Prisma.sql`
      SELECT date_trunc(${interval}, t.created_at, 'UTC') AS created_at, t.platform, ${Prisma.raw(totalFigures())}
      FROM (${stored}) t
      GROUP BY 1, t.platform
      ORDER BY 1, t.platform
      LIMIT ${limit}`);
  }
}

/**
 * SQL for the rows of a range that meet a condition: hours, or days with the hours of both ends and of days that are not stored.
 */
function totalsIn(range: TotalsRange, condition: Prisma.Sql, interval?: TotalsInterval): Prisma.Sql {
  const rows = Prisma.sql`SELECT t.name, t.created_at, t.platform, ${figures}`;
  const hours = Prisma.sql`${rows} FROM totals t WHERE ${condition} AND ${isOfRange(range)}`;
  if (interval === 'hour' || daysIn(range) <= daysOfHours) return hours;
  const days = { ...range, from: Math.ceil(range.from / dayMs) * dayMs, to: Math.floor(range.to / dayMs) * dayMs };
  const wholeHours = Prisma.sql`SELECT t.created_at FROM totals t WHERE ${isWhole} AND ${isOfRange(range)}`;
  // LIMIT 1 reads a row each, unlike min(t.created_at). OFFSET 0: the planner expects many days and would read all hours.
  return Prisma.sql`
    ${rows} FROM total_days t WHERE ${condition} AND ${isOfRange(days)}
    UNION ALL
    SELECT h.*
    FROM (
      SELECT p.platform, d.day
      FROM (${wholeHours} ORDER BY t.created_at LIMIT 1) f
      CROSS JOIN (${wholeHours} ORDER BY t.created_at DESC LIMIT 1) l
      CROSS JOIN generate_series(date_trunc('day', f.created_at, 'UTC'), l.created_at, interval '24 hours') d(day)
      CROSS JOIN unnest(${[...platforms]}::text[]) p(platform)
      EXCEPT
      SELECT t.platform, t.created_at FROM total_days t WHERE ${isWhole} AND ${isOfRange(days)}
    ) u
    CROSS JOIN LATERAL (${wholeHours} AND ${isInDay('u.platform', 'u.day')} LIMIT 1) w
    CROSS JOIN LATERAL (${hours} AND ${isInDay('u.platform', 'u.day')} OFFSET 0) h`;
}

/** SQL for whether an hour or day of `t` starts in a range, on its platform. */
function isOfRange(range: TotalsRange): Prisma.Sql {
  const { platform } = range;
  const isOfPlatform = platform === undefined ? Prisma.empty : Prisma.sql`AND t.platform = ${platform}`;
  return Prisma.sql`${isIn('t.created_at', range)} ${isOfPlatform}`;
}

/** SQL for whether an hour of `t` is in a day of a platform. */
function isInDay(platform: string, day: string): Prisma.Sql {
  return Prisma.raw(
    `t.platform = ${platform} AND t.created_at >= ${day} AND t.created_at < ${day} + interval '24 hours'`,
  );
}
