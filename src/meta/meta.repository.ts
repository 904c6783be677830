import { Injectable } from '@nestjs/common';
import { selectKnownSince } from '../figures/known-time.js';
import { defaultDays } from '../figures/windows.js';
import { PlatformName } from '../config/platforms.js';
import { andOfPlatform } from '../database/list-filters.js';
import { PrismaService } from '../database/prisma.service.js';
import { hasSeedOnly } from '../database/platforms/seed-ids.js';
import { DataState } from './data-state.js';
import { Prisma } from '../generated/prisma/client.js';
import { BoardStatus } from './dto/status.response.js';

const summary = { kind: true, rowCount: true, newest: true } satisfies Prisma.DataSummarySelect;
export type DataSummaryRow = Prisma.DataSummaryGetPayload<{ select: typeof summary }>;

/** The board that readers see, with its coverage, which is null if the previous release created the board. */
export interface BoardRow {
  refreshed_at: string;
  entry_count: number;
  tracked_since: string | null;
  last_seen_at: string | null;
  sample_count: number | null;
  largest_gap_seconds: number | null;
}

const sweeps = { platform: true, since: true, sweptAt: true } satisfies Prisma.CollectorSweepSelect;
export type SweepsRow = Prisma.CollectorSweepGetPayload<{ select: typeof sweeps }>;

/** Uses Prisma's API because the status is not hot, and SQL to check whether a server has the newest board. */
@Injectable()
export class MetaRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** The counts of the import, with a row for each kind that has been imported. */
  listDataSummary(): Promise<DataSummaryRow[]> {
    return this.prisma.client.dataSummary.findMany({ select: summary, orderBy: { kind: 'asc' }, take: 100 });
  }

  /** The time of the newest data, null without data, and whether the only data is the seed. */
  async findDataState(): Promise<DataState> {
    const [row] = await this.prisma.rows<DataState>(Prisma.sql`
      SELECT (SELECT max(d.newest) FROM data_summary d) AS newest, ${Prisma.raw(hasSeedOnly)} AS is_invented`);
    return row as DataState;
  }

  /** Whether there is a streamer of a platform. */
  async hasStreamers(platform: PlatformName): Promise<boolean> {
    const [row] = await this.prisma.rows<{ found: boolean }>(
      Prisma.sql`SELECT EXISTS (SELECT FROM streamers u WHERE TRUE${andOfPlatform('u.id', platform)}) AS found`,
    );
    return row?.found ?? false;
  }

  /** The board that readers see, never older than a board that was read before. Null before the first refresh. */
  async findBoard(): Promise<BoardRow | null> {
    const [row] = await this.prisma.boardRows<BoardRow>(Prisma.sql`
      SELECT b.refreshed_at, b.entry_count, b.tracked_since, b.last_seen_at, b.sample_count, b.largest_gap_seconds
      FROM boards b
      WHERE b.days = ${Prisma.raw(String(defaultDays))}`);
    return row ?? null;
  }

  /** The boards of the last days, shortest window first. */
  listBoards(): Promise<BoardStatus[]> {
    return this.prisma.boardRows<BoardStatus>(Prisma.sql`
      SELECT b.days, b.refreshed_at, ${Prisma.raw(selectKnownSince())} AS known_since
      FROM boards b
      WHERE b.days IS NOT NULL
      ORDER BY b.days`);
  }

  /** The random ID of the database, which a restored backup keeps. */
  async findInstallation(): Promise<string> {
    return (await this.prisma.client.installation.findUniqueOrThrow({ where: { id: 1 } })).uuid;
  }

  /** The sweeps of the collectors, with a row for each platform that has been collected. */
  listSweeps(): Promise<SweepsRow[]> {
    return this.prisma.client.collectorSweep.findMany({ select: sweeps, orderBy: { platform: 'asc' }, take: 100 });
  }

  /** The last failed sweep of each platform. */
  listFailures() {
    return this.prisma.client.collectorFailure.findMany({ orderBy: { platform: 'asc' }, take: 100 });
  }
}
