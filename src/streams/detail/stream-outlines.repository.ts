import { Injectable } from '@nestjs/common';
import { Columns, aggregateColumns, toRows } from '../../database/columns.js';
import { selectStreamerId } from '../../database/identifiers.js';
import { PrismaService } from '../../database/prisma.service.js';
import { Prisma } from '../../generated/prisma/client.js';
import { StreamOutline } from './stream-summary.response.js';
import { TimeRange } from '../../figures/time.js';
import { isIn, wholeMinutes } from '../../figures/windows.js';

const outlineColumns = aggregateColumns(
  'o',
  { arrays: ['id', 'started_at', 'minutes', 'avg_viewers', 'peak_viewers', 'watchtime'], json: ['game_name'] },
  'o.started_at, o.id::bigint',
);

/** Uses SQL that returns one array per column, because many small rows are slow to read. */
@Injectable()
export class StreamOutlinesRepository {
  constructor(private readonly prisma: PrismaService) {}

  /**
   * Returns the streams of a streamer that started in a window, oldest first, then by ID. If there are more than
   * `limit`, returns the newest. A live stream without observations counts up to `now`. Returns [] for an unknown
   * streamer.
   */
  async list(name: string, window: TimeRange, now: Date, limit: number): Promise<StreamOutline[]> {
    const [columns] = await this.prisma.rows<Columns<StreamOutline>>(Prisma.sql`
      SELECT ${outlineColumns}
      FROM (
        SELECT s.id::text AS id, s.started_at, s.avg_viewers, s.peak_viewers, s.watchtime, s.game_name,
          ${Prisma.raw(wholeMinutes('n.now'))} AS minutes
        FROM current_streams s
        CROSS JOIN (SELECT ${now}::timestamptz AS now) n
        WHERE s.streamer_id = ${selectStreamerId(name)} AND ${isIn('s.started_at', window)}
        ORDER BY s.started_at DESC, s.id
        LIMIT ${limit}
      ) o`);
    return columns === undefined ? [] : toRows(columns);
  }
}
