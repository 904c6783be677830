import { Injectable } from '@nestjs/common';
import { PrismaService } from '../database/prisma.service.js';
import { totalFigures } from '../figures/total-figures.js';
import { Window } from '../figures/windows.js';
import { Prisma } from '../generated/prisma/client.js';
import { NamedTotal, PlatformTotal } from './dto/total.response.js';
import { TotalsInterval } from './dto/totals.query.js';

/** A kind of totals with a row per name. */
export type NamedKind = 'language' | 'game';

export interface TotalsRange extends Window {
  /** All platforms by default. */
  platform?: string | undefined;
}

/** Hours of a platform as a whole. All languages of an hour are stored, so a language without a row has no streams. */
const hours = Prisma.sql`SELECT a.* FROM totals a WHERE a.kind = 'all' AND a.name = ''`;

/** Reads the totals that a refresh stores. */
@Injectable()
export class TotalsRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** Returns the totals of each interval with a complete sweep, oldest first, then by platform. */
  listIntervals(range: TotalsRange, interval: TotalsInterval, limit: number): Promise<PlatformTotal[]> {
    return this.listOf(hours, range, interval, limit);
  }

  /** Returns the totals of a game in each interval in which it is stored. */
  listOfGame(game: string, range: TotalsRange, interval: TotalsInterval, limit: number): Promise<PlatformTotal[]> {
    const stored = Prisma.sql`SELECT a.* FROM totals a WHERE a.kind = 'game' AND a.name = ${game}`;
    return this.listOf(stored, range, interval, limit);
  }

  /** Returns the totals of a language in each interval with a complete sweep. Figures are zero while it has no streams. */
  listOfLanguage(
    language: string,
    range: TotalsRange,
    interval: TotalsInterval,
    limit: number,
  ): Promise<PlatformTotal[]> {
    const known = Prisma.sql`
      SELECT a.created_at, a.platform, a.covered_ms, a.watched_channels, COALESCE(l.viewer_ms, 0) AS viewer_ms,
        COALESCE(l.peak_viewers, 0) AS peak_viewers, COALESCE(l.stream_ms, 0) AS stream_ms,
        COALESCE(l.peak_streams, 0) AS peak_streams
      FROM (${hours}) a
      LEFT JOIN totals l ON l.kind = 'language' AND l.name = ${language}
        AND l.created_at = a.created_at AND l.platform = a.platform`;
    return this.listOf(known, range, interval, limit);
  }

  /** Returns the totals of each language or game in a range, by watchtime, highest first, then by name and platform. */
  rankNames(kind: NamedKind, range: TotalsRange, limit: number): Promise<NamedTotal[]> {
    const figures = Prisma.raw(totalFigures(kind === 'language' ? 'max(c.covered_ms)' : undefined));
    return this.prisma.rows<NamedTotal>(Prisma.sql`
      SELECT t.name, t.platform, ${figures}
      FROM totals t
      JOIN (
        SELECT t.platform, sum(t.covered_ms) AS covered_ms FROM (${hours}) t WHERE ${isIn(range)} GROUP BY t.platform
      ) c ON c.platform = t.platform
      WHERE t.kind = ${kind} AND ${isIn(range)}
      GROUP BY t.name, t.platform
      ORDER BY sum(t.viewer_ms) DESC, t.name COLLATE "C", t.platform
      LIMIT ${limit}`);
  }

  private listOf(
    stored: Prisma.Sql,
    range: TotalsRange,
    interval: TotalsInterval,
    limit: number,
  ): Promise<PlatformTotal[]> {
    return this.prisma.rows<PlatformTotal>(Prisma.sql`
      SELECT date_trunc(${interval}, t.created_at, 'UTC') AS created_at, t.platform, ${Prisma.raw(totalFigures())}
      FROM (${stored}) t
      WHERE ${isIn(range)}
      GROUP BY 1, t.platform
      ORDER BY 1, t.platform
      LIMIT ${limit}`);
  }
}

/** SQL for whether an hour of `totals t` starts in a range, on its platform. */
function isIn({ from, to, platform }: TotalsRange): Prisma.Sql {
  const isOfPlatform = platform === undefined ? Prisma.empty : Prisma.sql`AND t.platform = ${platform}`;
  return Prisma.sql`t.created_at >= ${from} AND t.created_at < ${to} ${isOfPlatform}`;
}
