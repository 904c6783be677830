import { greatest } from 'd3-array';
import { Injectable } from '@nestjs/common';
import { TimeRange } from '../../charts/axes.js';
import { Clock } from '../../clock/clock.js';
import { EventsService } from '../../events/events.service.js';
import { GamesService } from '../../games/games.service.js';
import { boardDays } from '../../leaderboard/boards.js';
import { LeaderboardService } from '../../leaderboard/leaderboard.service.js';
import { PartnersService } from '../../partners/partners.service.js';
import { StreamerCoverage } from '../../figures/coverage.response.js';
import { FollowerPoint } from '../../streamer/dto/follower-point.response.js';
import { WindowDays } from '../../figures/windows.js';
import { StreamerService } from '../../streamer/streamer.service.js';
import { StreamersService } from '../../streamer/streamers.service.js';
import { ColabSessionsService } from '../../streams/colabs/colab-sessions.service.js';
import { StreamOutline } from '../../streams/detail/stream-summary.response.js';
import { maxOutlines, StreamsService } from '../../streams/detail/streams.service.js';
import { defaultDays, Window, windowBefore, windowEndingAt } from '../../figures/windows.js';
import { pathTo, streamerCall, streamerPath } from '../parts/names/link.js';
import { StreamerQuery, StreamSort } from './streamer.query.js';
import type { ChartDefinition, LoadingPanel } from '../parts/panels/shown-panel.js';

export const streamsPerPage = 20;
const graphPoints = 150;
const daysOfYear = 365;
/** The number of streams in a response of the API. */
const maxListed = 100;

/** The data of the charts of a streamer page. */
export type ChartsView = Awaited<ReturnType<StreamerViewLoader['loadCharts']>>;

/** The data of a streamer page. */
export type StreamerView = Awaited<ReturnType<StreamerViewLoader['load']>>;

/** A streamer and a range. */
export interface StreamerSubject {
  name: string;
  range: string;
  window: Window;
}

/** A panel of a streamer page. */
export type StreamerPanel<Data = unknown> = LoadingPanel<StreamerView, StreamerViewLoader, StreamerSubject, Data>;
export type StreamerChart = ChartDefinition<ChartsView, StreamerViewLoader, StreamerSubject>;

/** Loads the data of a streamer page from the services. Panels use the public ones. */
@Injectable()
export class StreamerViewLoader {
  constructor(
    readonly streamer: StreamerService,
    private readonly streamers: StreamersService,
    readonly streams: StreamsService,
    readonly partners: PartnersService,
    readonly events: EventsService,
    readonly colabs: ColabSessionsService,
    private readonly leaderboard: LeaderboardService,
    private readonly games: GamesService,
    private readonly clock: Clock,
  ) {}

  /** Returns what panels load and files contain: a streamer in a range that ends now. */
  createSubject(name: string, range: string): StreamerSubject {
    return { name, range, window: resolveWindow(range, this.clock.now()) };
  }

  /** Throws a NotFoundException for an unknown streamer. */
  async load(name: string, query: StreamerQuery) {
    const { range, cursor, sort } = query;
    const days = daysOf(range);
    const window = resolveWindow(range, this.clock.now());
    const before = days === undefined ? undefined : windowBefore(window);
    const from = window.from.toISOString();
    const [charts, gainPoints, gainPointsBefore, [newest, live], rank] = await Promise.all([
      this.loadCharts(name, range),
      this.streamer.listGainPoints(name, toRange(window)),
      before ? this.streamer.listGainPoints(name, toRange(before)) : [],
      this.listStreams(name, cursor, from),
      this.findRank(name, days),
    ]);
    const { stream_count: total } = charts.figures;
    const streams = sort === 'started' ? { ...newest, total } : await this.listSorted(charts.outlines, sort, cursor);
    return {
      ...charts,
      ...{ query, cursor, streams, live, rank, gainPoints, gainPointsBefore },
      games: await this.games.listKnown([...charts.outlines, ...streams.items]),
      isKnownBefore: before !== undefined && isHalfKnown(before, charts.knownSince),
    };
  }

  /** Returns the data of the charts. Throws a NotFoundException for an unknown streamer. */
  async loadCharts(name: string, range: string, maxStreams?: number) {
    const now = this.clock.now();
    const window = resolveWindow(range, now);
    const year = windowEndingAt(now, daysOfYear);
    const [streamer, figures, followers, outlines, outlinesOfYear, first] = await Promise.all([
      this.streamers.findStreamer(name),
      this.findFigures(name, daysOf(range), window),
      this.streamer.listFollowerGraph(name, { points: graphPoints, from: window.from.toISOString() }),
      this.streams.listOutlines(name, window, maxStreams),
      range === String(daysOfYear) ? undefined : this.streams.listOutlines(name, year, maxStreams),
      this.streams.findFirstStart(name),
    ]);
    const yearOutlines = outlinesOfYear ?? outlines;
    const [times, yearTimes] = await Promise.all([
      this.streams.listTimes(name, window, outlines),
      this.streams.listTimes(name, year, yearOutlines),
    ]);
    return {
      ...{ streamer, range, window, year, ...figures, followers, outlines, yearOutlines, times, yearTimes },
      span: spanOf(window, outlines, followers),
      knownSince: knownSince(figures.coverage, first, now, outlines, yearOutlines),
    };
  }

  /** Returns the rank in the range, or in 30 days if the range has no leaderboard. */
  private async findRank(name: string, range: WindowDays | undefined) {
    const days = boardDays.find((one) => one === range) ?? defaultDays;
    const found = await this.leaderboard.findRank(name, days);
    return found && { ...found, days };
  }

  /** Returns a page of the streams in the range, and the newest stream if it is live. */
  private async listStreams(name: string, cursor: number, from: string) {
    const streams = await this.streamer.listRecentStreams(name, { limit: streamsPerPage, cursor, from });
    // A range has no end, so its first page starts with the newest stream.
    const isFirst = cursor === 0 && streams.items.length > 0;
    const [newest] = (isFirst ? streams : await this.streamer.listRecentStreams(name, { limit: 1, cursor: 0 })).items;
    return [streams, newest?.is_live ? newest : undefined] as const;
  }

  /** Returns a page of the streams in the range by a figure, highest first. */
  private async listSorted(outlines: readonly StreamOutline[], sort: Exclude<StreamSort, 'started'>, cursor: number) {
    const sorted = outlines.toReversed().sort((a, b) => (b[sort] ?? -1) - (a[sort] ?? -1));
    const shown = sorted.slice(cursor, cursor + streamsPerPage);
    const items = await Promise.all(shown.map(({ id }) => this.streams.findStream(id)));
    const nextCursor = cursor + items.length;
    return { items, hasMore: nextCursor < sorted.length, nextCursor, total: sorted.length };
  }

  private async findFigures(name: string, days: WindowDays | undefined, window: Window) {
    if (days === undefined) {
      const [figures, coverage] = await Promise.all([
        this.streamer.findStatsOfAllTime(name),
        this.streamer.findCoverage(name, window),
      ]);
      return { figures, previous: undefined, coverage };
    }
    const { previous, coverage, ...figures } = await this.streamer.findStats(name, days);
    return { figures, previous, coverage };
  }
}

export function toRange({ from, to }: Window) {
  return { from: from.toISOString(), to: to.toISOString() };
}

/** Returns the days of a range; undefined for all time. */
function daysOf(range: string): WindowDays | undefined {
  return range === 'all' ? undefined : (Number(range) as WindowDays);
}

/** Returns the window of a range that ends now. */
function resolveWindow(range: string, now: Date): Window {
  return range === 'all' ? { from: new Date(0), to: now } : windowEndingAt(now, Number(range));
}

/** Returns the range of the time axes. Without a start, it starts with the first stream or follower count. */
function spanOf(
  { from, to }: Window,
  outlines: readonly StreamOutline[],
  followers: readonly FollowerPoint[],
): TimeRange {
  if (from.getTime() > 0) return [from.getTime(), to.getTime()];
  const starts = [outlines[0]?.started_at, followers[0]?.created_at].flatMap((at) => (at ? [Date.parse(at)] : []));
  return [Math.min(...starts, to.getTime()), to.getTime()];
}

/**
 * Returns the time from which a day without a stream is known to be one: the first of all streams, or the start of
 * watching. Lists that are cut to the newest streams know no earlier day.
 */
export function knownSince(
  { watched_since }: Pick<StreamerCoverage, 'watched_since'>,
  firstStart: string | null,
  to: Date,
  ...lists: readonly (readonly Pick<StreamOutline, 'started_at'>[])[]
): number {
  const starts = [watched_since, firstStart].flatMap((at) => (at ? [Date.parse(at)] : []));
  const cuts = lists.flatMap((list) =>
    list.length === maxOutlines && list[0] ? [Date.parse(list[0].started_at)] : [],
  );
  return Math.max(Math.min(...starts, to.getTime()), ...cuts);
}

/** Returns the stream with the most viewers at a time; undefined if no peak is known. */
export function peakStream(outlines: readonly StreamOutline[]): StreamOutline | undefined {
  return greatest(
    outlines.filter((outline) => outline.peak_viewers),
    (outline) => outline.peak_viewers ?? 0,
  );
}

/** Returns whether at least half of a window is known. */
export function isHalfKnown({ from, to }: Window, since: number): boolean {
  return 2 * (to.getTime() - since) >= to.getTime() - from.getTime();
}

/** Returns the path of a view with other options, at a panel. The other options of the view stay. */
export function viewPath({ streamer, query }: StreamerView, options: Partial<StreamerQuery>, panel: string): string {
  return `${pathTo(streamerPath(streamer), { ...query, ...options }, new StreamerQuery())}#${panel}`;
}

/**
 * Formats a time for the query parameter `from`, to the minute, so that the page does not change every second. Returns
 * undefined for the range of all time.
 */
export function formatFrom(moment: Date): string | undefined {
  return moment.getTime() === 0 ? undefined : `${moment.toISOString().slice(0, 16)}Z`;
}

/**
 * Returns the API call for the streams in the range. Some panels show sums of these streams. Undefined if a response
 * does not have all streams.
 */
export function streamsOfRange({ streamer, window, figures }: ChartsView): string | undefined {
  if (figures.stream_count > maxListed) return undefined;
  return streamerCall(streamer, 'recent-streams', { limit: maxListed, from: formatFrom(window.from) });
}
