import { Injectable } from '@nestjs/common';
import { streamerIdOf } from '../../database/identifiers.js';
import { PrismaService } from '../../database/prisma.service.js';
import { Prisma } from '../../generated/prisma/client.js';
import { StreamOutline } from './stream-summary.response.js';
import { wholeMinutes, Window } from '../../figures/windows.js';

type OutlineColumns = { [Column in keyof StreamOutline]: StreamOutline[Column][] };

/** Uses SQL that returns one array per column, because many small rows are slow to read. */
@Injectable()
export class StreamOutlinesRepository {
  constructor(private readonly prisma: PrismaService) {}

  /**
   * Returns the streams of a streamer that started in a window, oldest first, then by ID. If there are more than
   * `limit`, returns the newest. A live stream without observations counts up to `now`. Returns [] for an unknown
   * streamer.
   */
  async list(name: string, { from, to }: Window, now: Date, limit: number): Promise<StreamOutline[]> {
    const [columns] = await this.prisma.rows<OutlineColumns>(Prisma.sql`
      SELECT COALESCE(array_agg(o.id::text ORDER BY o.started_at, o.id), '{}') AS id,
        array_agg(o.started_at ORDER BY o.started_at, o.id) AS started_at,
        array_agg(o.minutes ORDER BY o.started_at, o.id) AS minutes,
        array_agg(o.avg_viewers ORDER BY o.started_at, o.id) AS avg_viewers,
        array_agg(o.peak_viewers ORDER BY o.started_at, o.id) AS peak_viewers,
        array_agg(o.watchtime ORDER BY o.started_at, o.id) AS watchtime,
        json_agg(o.game_name ORDER BY o.started_at, o.id) AS game_name
      FROM (
        SELECT s.id, s.started_at, s.avg_viewers, s.peak_viewers, s.watchtime, s.game_name,
          ${Prisma.raw(wholeMinutes('n.now'))} AS minutes
        FROM current_streams s
        CROSS JOIN (SELECT ${now}::timestamptz AS now) n
        WHERE s.streamer_id = ${streamerIdOf(name)} AND s.started_at >= ${from} AND s.started_at < ${to}
        ORDER BY s.started_at DESC, s.id
        LIMIT ${limit}
      ) o`);
    return columns === undefined ? [] : toOutlines(columns);
  }

  /** Returns the start of the first stream of a streamer; null without streams. */
  async findFirstStart(name: string): Promise<string | null> {
    const [first] = await this.prisma.rows<{ started_at: string }>(Prisma.sql`
      SELECT s.started_at
      FROM streams s
      WHERE s.streamer_id = ${streamerIdOf(name)}
      ORDER BY s.started_at, s.id
      LIMIT 1`);
    return first?.started_at ?? null;
  }
}

function toOutlines(columns: OutlineColumns): StreamOutline[] {
  return columns.id.map((id, i) => ({
    id,
    started_at: columns.started_at[i] as string,
    minutes: columns.minutes[i] as number,
    avg_viewers: columns.avg_viewers[i] ?? null,
    peak_viewers: columns.peak_viewers[i] ?? null,
    watchtime: columns.watchtime[i] ?? null,
    game_name: columns.game_name[i] ?? null,
  }));
}
