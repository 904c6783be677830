import { Injectable } from '@nestjs/common';
import { PrismaService } from '../database/prisma.service.js';
import { Prisma } from '../generated/prisma/client.js';

export interface DataSummaryRow {
  kind: string;
  row_count: number;
  newest: Date | null;
}

export interface BoardRow {
  refreshed_at: Date;
  entry_count: number;
}

@Injectable()
export class MetaRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** Fails when the database is out of reach. */
  async ping(): Promise<void> {
    await this.prisma.rows(Prisma.sql`SELECT 1 AS one`);
  }

  /** What the import counted, a row for each kind that was ever imported. */
  listDataSummary(): Promise<DataSummaryRow[]> {
    return this.prisma.rows<DataSummaryRow>(Prisma.sql`
      SELECT d.kind, d.row_count::float8 AS row_count, d.newest FROM data_summary d ORDER BY d.kind LIMIT 100`);
  }

  /** The board that readers see; null before the first refresh. */
  async findBoard(): Promise<BoardRow | null> {
    const rows = await this.prisma.rows<BoardRow>(Prisma.sql`
      SELECT b.refreshed_at, b.entry_count FROM leaderboard_boards b ORDER BY b.id DESC LIMIT 1`);
    return rows[0] ?? null;
  }
}
