import { Injectable, NotFoundException } from '@nestjs/common';
import type { Stream } from '../generated/prisma/client.js';
import { PrismaService } from '../prisma.service.js';

const windowMs = 30 * 24 * 60 * 60 * 1000;

@Injectable()
export class StreamerService {
  constructor(private readonly prisma: PrismaService) {}

  async recentStreams(name: string, limit: number) {
    const streamer = await this.findStreamer(name);
    const streams = await this.prisma.stream.findMany({
      where: { streamerId: streamer.id },
      orderBy: [{ startedAt: 'desc' }, { id: 'asc' }],
      take: limit,
    });
    return streams.map((stream) => ({
      id: String(stream.id),
      streamer_id: String(stream.streamerId),
      started_at: stream.startedAt,
      ended_at: stream.endedAt,
      is_live: stream.endedAt === null,
      avg_viewers: toNumber(stream.avgViewers),
      peak_viewers: toNumber(stream.peakViewers),
      live_views: toNumber(stream.liveViews),
      live_views_final: toNumber(stream.liveViewsFinal),
      watchtime: toNumber(stream.watchtime),
      unique_chatters: toNumber(stream.uniqueChatters),
      vod_id: stream.vodId,
      game_name: stream.gameName,
      title: stream.title,
      tags: stream.tags,
      thumbnail: stream.thumbnail,
      user_display_name: streamer.displayName,
      user_profile_image: streamer.profileImage,
      updated_at: stream.updatedAt,
    }));
  }

  async thirtyDayStats(name: string) {
    const streamer = await this.findStreamer(name);
    const now = Date.now();
    const streams = await this.prisma.stream.findMany({
      where: { streamerId: streamer.id, startedAt: { gte: new Date(now - windowMs), lt: new Date(now) } },
      select: {
        startedAt: true,
        endedAt: true,
        observedAt: true,
        avgViewers: true,
        peakViewers: true,
        watchtime: true,
      },
    });
    return summarise(streams, now);
  }

  async followerGraph(name: string) {
    const streamer = await this.findStreamer(name);
    const points = await this.prisma.followerPoint.findMany({
      where: { streamerId: streamer.id },
      select: { followers: true, createdAt: true },
      orderBy: { createdAt: 'asc' },
      take: 1000,
    });
    return points.map(({ followers, createdAt }) => ({ followers: Number(followers), created_at: createdAt }));
  }

  async partners(name: string) {
    const streamer = await this.findStreamer(name);
    const panels = await this.prisma.panel.findMany({
      where: { streamerId: streamer.id, isCommercial: true, removedAt: null },
      orderBy: [{ createdAt: 'asc' }, { rootDomain: 'asc' }, { rawUrl: 'asc' }],
      distinct: ['rootDomain'],
    });
    return panels.map(({ rawUrl, url, rootDomain, panelImage, createdAt }) => ({
      raw_url: rawUrl,
      url,
      root_domain: rootDomain,
      panel_image: panelImage ?? undefined,
      created_at: createdAt,
    }));
  }

  private async findStreamer(name: string) {
    const { streamer } = this.prisma;
    const byId = /^\d{1,18}$/.test(name) ? await streamer.findUnique({ where: { id: BigInt(name) } }) : null;
    const found = byId ?? (await streamer.findUnique({ where: { login: name.toLowerCase() } }));
    if (!found) throw new NotFoundException();
    return found;
  }
}

type Figures = Pick<Stream, 'startedAt' | 'endedAt' | 'observedAt' | 'avgViewers' | 'peakViewers' | 'watchtime'>;

function summarise(streams: Figures[], now: number) {
  let [totalMinutes, viewerMinutes, knownMinutes, peakViewers, watchtime] = [0, 0, 0, 0, 0];
  const averages: number[] = [];
  for (const stream of streams) {
    const end = stream.endedAt?.getTime() ?? Math.min(stream.observedAt?.getTime() ?? now, now);
    const minutes = Math.floor((end - stream.startedAt.getTime()) / 60_000);
    totalMinutes += minutes;
    peakViewers = Math.max(peakViewers, Number(stream.peakViewers ?? 0));
    watchtime += Number(stream.watchtime ?? 0);
    if (stream.avgViewers === null) continue;
    averages.push(Number(stream.avgViewers));
    viewerMinutes += Number(stream.avgViewers) * minutes;
    knownMinutes += minutes;
  }
  const plainMean = averages.reduce((sum, value) => sum + value, 0) / (averages.length || 1);
  return {
    stream_count: streams.length,
    total_minutes: totalMinutes,
    avg_viewers: Math.round(knownMinutes > 0 ? viewerMinutes / knownMinutes : plainMean),
    peak_viewers: peakViewers,
    watchtime,
  };
}

function toNumber(value: bigint | null): number | null {
  return value === null ? null : Number(value);
}
