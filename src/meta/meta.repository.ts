import { Injectable } from '@nestjs/common';
import { PrismaService } from '../database/prisma.service.js';
import { Prisma } from '../generated/prisma/client.js';

const summary = { kind: true, rowCount: true, newest: true } satisfies Prisma.DataSummarySelect;
export type DataSummaryRow = Prisma.DataSummaryGetPayload<{ select: typeof summary }>;

const board = {
  refreshedAt: true,
  entryCount: true,
  trackedSince: true,
  lastSeenAt: true,
  sampleCount: true,
  largestGapSeconds: true,
} satisfies Prisma.LeaderboardBoardSelect;
export type BoardRow = Prisma.LeaderboardBoardGetPayload<{ select: typeof board }>;

const sweeps = { since: true, sweptAt: true } satisfies Prisma.CollectorSweepSelect;
export type SweepsRow = Prisma.CollectorSweepGetPayload<{ select: typeof sweeps }>;

/** Reads with Prisma's API, since the status is not hot. */
@Injectable()
export class MetaRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** What the import counted, a row for each kind that was ever imported. */
  listDataSummary(): Promise<DataSummaryRow[]> {
    return this.prisma.client.dataSummary.findMany({ select: summary, orderBy: { kind: 'asc' }, take: 100 });
  }

  /** The board that readers see; null before the first refresh. */
  findBoard(): Promise<BoardRow | null> {
    return this.prisma.client.leaderboardBoard.findFirst({ select: board, orderBy: { id: 'desc' } });
  }

  /** The sweeps of the collector; null where none ever ran. */
  findSweeps(): Promise<SweepsRow | null> {
    return this.prisma.client.collectorSweep.findFirst({ select: sweeps, orderBy: { sweptAt: 'desc' } });
  }
}
