import { Injectable } from '@nestjs/common';
import { PrismaService } from '../database/prisma.service.js';
import { Prisma } from '../generated/prisma/client.js';

const summary = { kind: true, rowCount: true, newest: true } satisfies Prisma.DataSummarySelect;
export type DataSummaryRow = Prisma.DataSummaryGetPayload<{ select: typeof summary }>;

const board = { refreshedAt: true, entryCount: true } satisfies Prisma.LeaderboardBoardSelect;
export type BoardRow = Prisma.LeaderboardBoardGetPayload<{ select: typeof board }>;

@Injectable()
export class MetaRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** Fails when the database is out of reach. */
  async ping(): Promise<void> {
    await this.prisma.rows(Prisma.sql`SELECT 1 AS one`);
  }

  /** What the import counted, a row for each kind that was ever imported. */
  listDataSummary(): Promise<DataSummaryRow[]> {
    return this.prisma.dataSummary.findMany({ select: summary, orderBy: { kind: 'asc' }, take: 100 });
  }

  /** The board that readers see; null before the first refresh. */
  findBoard(): Promise<BoardRow | null> {
    return this.prisma.leaderboardBoard.findFirst({ select: board, orderBy: { id: 'desc' } });
  }
}
