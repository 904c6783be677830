import { Injectable, ServiceUnavailableException } from '@nestjs/common';
import { safeNumber } from '../database/safe-number.js';
import { version } from '../version.js';
import { RowCounts, Status } from './dto/status.response.js';
import { MetaRepository } from './meta.repository.js';

@Injectable()
export class MetaService {
  constructor(private readonly repository: MetaRepository) {}

  /** Throws a ServiceUnavailableException while the database is out of reach. */
  async checkReadiness(): Promise<void> {
    await this.repository.ping().catch((cause: unknown) => {
      throw new ServiceUnavailableException('The database is out of reach.', { cause });
    });
  }

  async findStatus(): Promise<Status> {
    const [summary, board] = await Promise.all([this.repository.listDataSummary(), this.repository.findBoard()]);
    const newest = summary.flatMap((row) => row.newest?.getTime() ?? []);
    return {
      version,
      rows: countsOf(new Map(summary.map((row) => [row.kind, safeNumber(Number(row.rowCount))]))),
      newest_data_at: newest.length > 0 ? new Date(Math.max(...newest)).toISOString() : null,
      leaderboard_refreshed_at: board?.refreshedAt.toISOString() ?? null,
      leaderboard_entries: board?.entryCount ?? 0,
    };
  }
}

function countsOf(counts: Map<string, number>): RowCounts {
  return {
    streamers: counts.get('streamers') ?? 0,
    streams: counts.get('streams') ?? 0,
    viewer_samples: counts.get('viewer_samples') ?? 0,
    follower_points: counts.get('follower_points') ?? 0,
    message_stats: counts.get('message_stats') ?? 0,
    panels: counts.get('panels') ?? 0,
  };
}
