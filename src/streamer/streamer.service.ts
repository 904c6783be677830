import { Injectable } from '@nestjs/common';
import { Clock } from '../clock/clock.js';
import { CountName } from '../config/channel-counts.js';
import { StreamerCoverage } from '../http/query/coverage.response.js';
import { Page, toPage } from '../http/lists/page.js';
import { LeaderboardService } from '../leaderboard/leaderboard.service.js';
import { StreamSummary } from '../streams/detail/stream-summary.response.js';
import { LastStream } from '../streams/reports/last-stream.response.js';
import { WeekHour } from '../streams/reports/week-hour.response.js';
import { LiveStreamsService } from '../streams/live/live-streams.service.js';
import { StreamReportsService } from '../streams/reports/stream-reports.service.js';
import { StreamsService } from '../streams/detail/streams.service.js';
import {
  ChosenWindow,
  daysIn,
  defaultDays,
  finalAfterMs,
  fixWindow,
  untilNow,
  windowEndingAt,
} from '../figures/windows.js';
import { allTime, TimeRange, writeRange } from '../figures/time.js';
import { BadgeFacts } from './draw-badge.js';
import { BadgeMetric } from './dto/streamer.query.js';
import { ChannelPoints, computeGain, countOf, CountPoint } from './dto/channel-points.response.js';
import { StreamerProfile } from './dto/listed-streamer.response.js';
import { StreamerStats, ThirtyDayStats, WindowLimits, WindowStats } from './dto/window-stats.response.js';
import { StreamerRepository } from './streamer.repository.js';
import { requireStreamer } from '../http/errors/unknown-streamer.js';

/** Reads data of streamers. Methods for one streamer throw a NotFoundException if it is unknown. */
@Injectable()
export class StreamerService {
  constructor(
    private readonly repository: StreamerRepository,
    private readonly streams: StreamsService,
    private readonly leaderboard: LeaderboardService,
    private readonly reports: StreamReportsService,
    private readonly live: LiveStreamsService,
    private readonly clock: Clock,
  ) {}

  /** Returns the channel ID. */
  async findId(name: string): Promise<bigint> {
    return requireStreamer(await this.repository.findId(name));
  }

  async findProfile(name: string): Promise<StreamerProfile> {
    return requireStreamer(await this.repository.findProfile(name, this.clock.now()));
  }

  /** Returns the streams that started in `[from, to)`, newest first. */
  async listRecentStreams(
    name: string,
    { limit, cursor }: { limit: number; cursor: number },
    range = allTime,
  ): Promise<Page<StreamSummary>> {
    const streams = requireStreamer(await this.streams.listRecent(name, limit + 1, cursor, range));
    return toPage(streams, cursor, limit);
  }

  /** Returns the newest ended stream. Also throws a NotFoundException for a streamer without one. */
  async findLastStream(name: string): Promise<LastStream> {
    return requireStreamer(await this.reports.findLastStream(name));
  }

  /** Returns the hours of the week of the streams that started in a window. */
  async listHours(name: string, chosen: ChosenWindow, zone: string): Promise<WeekHour[]> {
    const now = this.clock.now();
    await this.findId(name);
    return this.reports.listHours(name, untilNow(fixWindow(chosen, now), now), zone);
  }

  async findThirtyDayStats(name: string): Promise<ThirtyDayStats> {
    return requireStreamer(await this.repository.findWindowStats(name, windowEndingAt(this.clock.now())));
  }

  /** Returns the data for a badge with this metric. */
  async findBadgeFacts(name: string, metric: BadgeMetric): Promise<BadgeFacts> {
    const profile = await this.findProfile(name);
    if (metric === 'rank')
      return { ...profile, rank: (await this.leaderboard.findRank(name, defaultDays))?.rank ?? null };
    if (metric === 'viewers')
      return { ...profile, viewers: (await this.live.listLive(1, 0, { names: [name] })).items[0]?.viewers ?? null };
    const isOfWindow = metric !== 'followers' && metric !== 'live';
    return isOfWindow ? { ...profile, ...(await this.findThirtyDayStats(name)) } : profile;
  }

  /** Returns the figures of a window and of the one before. */
  async findStats(name: string, chosen: ChosenWindow): Promise<WindowStats> {
    const now = this.clock.now();
    const window = fixWindow(chosen, now);
    const started = untilNow(window, now);
    const [stats, previous, coverage, limits, known_since, subscribers] = await Promise.all([
      this.repository.findWindowStats(name, started, now),
      this.repository.findWindowStats(name, untilNow(window.before, now), now),
      this.findCoverage(name, started),
      this.findLimits([name], chosen, now),
      this.findKnownSince(name),
      this.listGainPoints('subscribers', name, window),
    ]);
    const days = Math.round(daysIn(window));
    const before = { ...requireStreamer(previous), known_since };
    const last = subscribers.at(-1);
    return {
      ...{ days, ...limits, ...requireStreamer(stats), known_since, previous: before, coverage },
      ...{ subscribers: last ? countOf(last) : null, subscriber_gain: computeGain(subscribers) },
    };
  }

  /** Returns the time from which a streamer is known; null without a stream and without a collector. */
  findKnownSince(name: string): Promise<string | null> {
    return this.repository.findKnownSince(name);
  }

  /** Returns the coverage of the streams that started in a window. */
  async findCoverage(name: string, window: TimeRange): Promise<StreamerCoverage> {
    return this.streams.findStreamerCoverage(await this.findId(name), window);
  }

  /** Returns the figures of all streams up to now. */
  async findStatsOfAllTime(name: string): Promise<ThirtyDayStats> {
    return requireStreamer(await this.repository.findWindowStats(name, { from: 0, to: this.clock.now().getTime() }));
  }

  /** Returns the figures of several streamers over a window as of the same time, and the unknown names. */
  async findStatsOf(names: readonly string[], chosen: ChosenWindow = defaultDays): Promise<StreamerStats> {
    const now = this.clock.now();
    const window = untilNow(fixWindow(chosen, now), now);
    const [limits, stats, known] = await Promise.all([
      this.findLimits(names, chosen, now),
      Promise.all(names.map((name) => this.repository.findWindowStats(name, window, now))),
      Promise.all(names.map((name) => this.findKnownSince(name))),
    ]);
    return {
      ...limits,
      items: names.flatMap((name, i) => (stats[i] ? [{ name, ...stats[i], known_since: known[i] ?? null }] : [])),
      unknown: names.filter((_, i) => !stats[i]),
    };
  }

  /** Returns the limits of a fixed window, and whether it is final; nothing for a window that ends now. */
  private async findLimits(names: readonly string[], window: ChosenWindow, now: Date): Promise<WindowLimits> {
    if (typeof window === 'number') return {};
    const age = now.getTime() - window.to;
    const isOver = age >= 0;
    const mayBeLive = isOver && age < finalAfterMs;
    const live = await Promise.all(mayBeLive ? names.map((name) => this.repository.hasLiveStream(name, window)) : []);
    return { ...writeRange(window), is_final: isOver && !live.includes(true) };
  }

  /**
   * Returns the counts between which followers or subscribers were gained in `[from, to)`; without a range, the first and the last
   * count. Both may be the same, so the list has 0 to 2 items.
   */
  async listGainPoints(of: CountName, name: string, range?: TimeRange): Promise<CountPoint[]> {
    return requireStreamer(await this.repository.listGainPoints(of, name, range));
  }

  /** Returns the oldest points in `[from, to)`, at most `limit`, oldest first. */
  async listPoints(of: CountName, name: string, range: TimeRange, limit: number): Promise<CountPoint[]> {
    return requireStreamer(await this.repository.listPoints(of, name, limit, range));
  }

  /** Returns the points in `[from, to)`, oldest first. More than `points` are thinned evenly in time. */
  async listGraph<Of extends CountName>(
    of: Of,
    name: string,
    range: TimeRange,
    points: number,
  ): Promise<ChannelPoints[Of][]> {
    const found = requireStreamer(await this.repository.listPoints(of, name, points + 1, range));
    return found.length <= points ? found : this.repository.listThinnedPoints(of, name, points, range);
  }
}
