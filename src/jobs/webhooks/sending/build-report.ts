import { WebhookKind } from '../../../config/webhook-targets.js';
import { Config } from '../../../config/config.js';
import { PrismaService } from '../../../database/prisma.service.js';
import { writeRange } from '../../../figures/time.js';
import { absoluteUrl, publicPath } from '../../../http/request/public-path.js';
import { LeaderboardService } from '../../../leaderboard/leaderboard.service.js';
import { ReportedStreamer, StreamersReport } from '../../../streamer/dto/streamers-report.response.js';
import { StreamerService } from '../../../streamer/streamer.service.js';
import { bestStream } from '../../../streams/detail/best-stream.js';
import { StreamsService } from '../../../streams/detail/streams.service.js';
import { hasRanks, readReportRange, ReportKind, ReportRange } from '../report-events.js';
import { WebhookEvent } from './delivery-store.js';

interface Sources {
  prisma: PrismaService;
  config: Config;
  streamers: StreamerService;
  streams: StreamsService;
  leaderboard: LeaderboardService;
}

/** Returns a report; null if all of its streamers are gone. Reads one streamer at a time, because each read has a time limit. */
export async function buildReport(sources: Sources, event: WebhookEvent): Promise<StreamersReport | null> {
  const report = readReportRange(event.subject);
  const streamers: ReportedStreamer[] = [];
  for (const id of event.streamer_ids ?? []) {
    const found = await sources.prisma.client.streamer.findUnique({ where: { id: BigInt(id) } });
    if (found === null) continue;
    const names = { streamer_id: id, name: found.login ?? id, display_name: found.displayName };
    streamers.push({ ...names, ...(await describe(sources, id, report, event.kind)) });
  }
  const { range, tz, window } = report;
  const { from = '', to = '' } = writeRange(window);
  return streamers.length === 0 ? null : { range, tz, from, to, streamers };
}

/** The page is found by the ID, which stays after a rename. */
async function describe(
  { config, streamers, streams, leaderboard }: Sources,
  id: string,
  { range, tz, window }: ReportRange,
  kind: WebhookKind,
): Promise<Omit<ReportedStreamer, 'streamer_id' | 'name' | 'display_name'>> {
  const stats = await streamers.findStats(id, window);
  const { stream_count, total_minutes, avg_viewers, peak_viewers, watchtime } = stats;
  const { known_since, previous, subscribers, subscriber_gain } = stats;
  const isRanked = hasRanks(kind as ReportKind, tz);
  const path = `/streamers/${id}?${new URLSearchParams({ range, tz }).toString()}`;
  return {
    ...{ stream_count, total_minutes, avg_viewers, peak_viewers, watchtime },
    ...{ known_since, previous, subscribers, subscriber_gain },
    rank: isRanked ? ((await leaderboard.findRank(id, range))?.rank ?? null) : null,
    best_stream: bestStream(await streams.listOutlines(id, window)) ?? null,
    page: absoluteUrl(config, path) ?? publicPath(config, path),
  };
}
