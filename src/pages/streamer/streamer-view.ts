import { Injectable } from '@nestjs/common';
import { Clock } from '../../clock/clock.js';
import { CountName } from '../../config/channel-counts.js';
import { EventsService } from '../../events/events.service.js';
import { GamesService } from '../../games/games.service.js';
import { boardDays } from '../../leaderboard/boards.js';
import { LeaderboardService } from '../../leaderboard/leaderboard.service.js';
import { PartnersService } from '../../partners/partners.service.js';
import { StreamerCoverage } from '../../http/query/coverage.response.js';
import { countOf, CountPoint } from '../../streamer/dto/channel-points.response.js';
import { ListedStreamer } from '../../streamer/dto/listed-streamer.response.js';
import { WindowFigures, WindowLimits } from '../../streamer/dto/window-stats.response.js';
import { StreamerService } from '../../streamer/streamer.service.js';
import { StreamersService } from '../../streamer/streamers.service.js';
import { ColabSessionsService } from '../../streams/colabs/colab-sessions.service.js';
import { bestStream } from '../../streams/detail/best-stream.js';
import { StreamOutline } from '../../streams/detail/stream-summary.response.js';
import { maxOutlines, StreamsService } from '../../streams/detail/streams.service.js';
import { FigureNature, isComparable } from '../../figures/known-time.js';
import { TimeRange } from '../../figures/time.js';
import { defaultDays, windowEndingAt } from '../../figures/windows.js';
import { pathTo, QueryValues, streamerCall, streamerPath } from '../parts/names/link.js';
import type { CompareOptions } from '../compare/compare.query.js';
import { publishedCount } from '../parts/platforms.js';
import { PageRange, readPageRange, windowOfRange } from '../parts/ranges/page-range.js';
import { findRecords } from './records.js';
import { StreamerQuery, StreamSort } from './streamer.query.js';
import { ShownStreamLoader } from './shown-stream.js';
import type { ChartDefinition, PanelDefinition } from '../parts/panels/shown-panel.js';

export const streamsPerPage = 20;
const graphPoints = 150;
const daysOfYear = 365;
/** The number of streams in a response of the API. */
const maxListed = 100;

/** The data of a streamer in a range. */
export type StreamerWindow = Awaited<ReturnType<StreamerViewLoader['loadWindow']>>;
/** The data of the charts of a streamer page. */
export type ChartsView = Awaited<ReturnType<StreamerViewLoader['loadCharts']>>;
/** The data of the recap of a month or a year. */
export type RecapView = Awaited<ReturnType<StreamerViewLoader['loadRecap']>>;
/** The data of a streamer page. */
export type StreamerView = Awaited<ReturnType<StreamerViewLoader['load']>>;

interface RangeFigures {
  figures: WindowFigures & Pick<WindowLimits, 'is_final'>;
  previous: WindowFigures | undefined;
  coverage: StreamerCoverage;
}

/** A streamer and a range. */
export interface StreamerSubject {
  name: string;
  range: PageRange;
  window: TimeRange;
}

/** A panel of a streamer page. */
export interface StreamerPanel<Data = unknown> extends PanelDefinition<
  StreamerView,
  StreamerViewLoader,
  StreamerSubject,
  Data
> {
  /** Loads what the page does not load anyway. */
  load?(source: StreamerViewLoader, subject: StreamerSubject): Promise<Data>;
}
export type StreamerChart = ChartDefinition<ChartsView, StreamerViewLoader, StreamerSubject>;

/** One or several streamers in a range. */
export interface StreamersView {
  compared: readonly Pick<
    ChartsView,
    'streamer' | 'outlines' | 'times' | 'counted' | 'points' | 'gainPoints' | 'knownSince'
  >[];
  span: TimeRange;
  window: TimeRange;
  /** The time zone of days, weeks and months. */
  zone: string;
  /** The options of a comparison, whose panels have the names of the streamers, also of a single one. */
  options?: CompareOptions;
}

/** A panel of a streamer page and of a comparison. */
export type StreamersChart = ChartDefinition<StreamersView, StreamersSource>;
interface StreamersSource {
  streamer: StreamerService;
  loadCharts(subject: unknown, maxStreams?: number): Promise<StreamersView>;
}

/** Loads the data of a streamer page from the services. Panels use the public ones. */
@Injectable()
export class StreamerViewLoader {
  constructor(
    readonly streamer: StreamerService,
    readonly streamers: StreamersService,
    readonly streams: StreamsService,
    readonly partners: PartnersService,
    readonly events: EventsService,
    readonly colabs: ColabSessionsService,
    private readonly leaderboard: LeaderboardService,
    private readonly games: GamesService,
    private readonly shown: ShownStreamLoader,
    private readonly clock: Clock,
  ) {}

  /** Returns what panels load and files contain: a streamer in a range that ends now or before. */
  createSubject(name: string, range: PageRange): StreamerSubject {
    return { name, range, window: windowOfRange(range, this.clock.now()) };
  }

  /** Throws a NotFoundException for an unknown streamer. */
  async load(name: string, query: StreamerQuery) {
    const { cursor, sort } = query;
    const range = readPageRange(query);
    const window = windowOfRange(range, this.clock.now());
    const [recap, { streams: firstStreams, last, now }, viewerHours] = await Promise.all([
      this.loadRecap({ name, range }),
      this.listStreams(name, cursor, listRange(range, window)),
      query.hours === 'viewers' ? this.streamer.listHours(name, { ...window, before: window }, range.zone) : undefined,
    ]);
    const { stream_count: total } = recap.figures;
    const streams =
      sort === 'started' ? { ...firstStreams, total } : await this.listSorted(recap.outlines, sort, cursor);
    return {
      ...recap,
      ...{ query, cursor, streams, last, now, live: now?.stream, viewerHours },
      records: range.chosen === undefined ? findRecords(recap) : undefined,
      games: await this.games.listKnown([...recap.outlines, ...streams.items]),
    };
  }

  /** Returns the data of the charts, the rank, and the counts of the window before. Throws a NotFoundException for an unknown streamer. */
  async loadRecap({ name, range }: Pick<StreamerSubject, 'name' | 'range'>) {
    const [charts, rank] = await Promise.all([this.loadCharts({ name, range }), this.findRank(name, range)]);
    const { before } = charts.window;
    const gainPointsBefore = before ? await this.streamer.listGainPoints(charts.counted, name, before) : [];
    return { ...charts, rank, gainPointsBefore };
  }

  /** Returns the data of the charts. Throws a NotFoundException for an unknown streamer. */
  async loadCharts({ name, range }: Pick<StreamerSubject, 'name' | 'range'>, maxStreams?: number) {
    const now = this.clock.now();
    const year = windowEndingAt(now, daysOfYear);
    const [shown, found, outlinesOfYear] = await Promise.all([
      this.loadWindow(name, range, graphPoints, maxStreams),
      this.streamers.findStreamer(name),
      range.chosen === daysOfYear ? undefined : this.streams.listOutlines(name, year, maxStreams),
    ]);
    const { window, points, outlines, first } = shown;
    const yearOutlines = outlinesOfYear ?? outlines;
    const yearTimes = await this.streams.listTimes(name, year, yearOutlines);
    const known = knownSince(first, now.getTime(), outlines, ...(range.call ? [] : [yearOutlines]));
    const one = { ...shown, streamer: found, lastCount: findLastCount(shown, found), knownSince: known };
    return { ...one, compared: [one], year, yearOutlines, yearTimes, span: spanOf(window, outlines, points) };
  }

  /** Returns what streamer pages and comparisons show of a streamer. `maxPoints` is the number of counts. */
  async loadWindow(name: string, range: PageRange, maxPoints: number, maxStreams?: number) {
    const window = windowOfRange(range, this.clock.now());
    const { counted, ends } = await this.findCounted(name);
    const [figures, points, gainPoints, outlines, first] = await Promise.all([
      this.findFigures(name, range, window),
      this.streamer.listGraph(counted, name, listRange(range, window), maxPoints),
      this.streamer.listGainPoints(counted, name, window),
      this.streams.listOutlines(name, window, maxStreams),
      this.streamer.findKnownSince(name),
    ]);
    const times = await this.streams.listTimes(name, window, outlines);
    return {
      ...{ range, zone: range.zone, window, ...figures, counted, ends, gainPoints, outlines, times, first },
      points: withBase(points, gainPoints, window),
    };
  }

  /** Returns the count that pages show, with its first and last point: the published one, or imported followers without it. */
  private async findCounted(name: string): Promise<{ counted: CountName; ends: CountPoint[] }> {
    const published = publishedCount(name);
    for (const counted of new Set([published, 'followers'] as const)) {
      const ends = await this.streamer.listGainPoints(counted, name);
      if (ends.length > 0) return { counted, ends };
    }
    return { counted: published, ends: [] };
  }

  /** Returns the rank in the range, or in 30 days if a range that ends now has no leaderboard. Months have one in UTC. */
  private async findRank(name: string, { chosen, call, query }: PageRange) {
    const board = call ? call.month : (boardDays.find((one) => one === chosen) ?? defaultDays);
    if (board === undefined || (call && (query.tz ?? 'UTC') !== 'UTC')) return null;
    const found = await this.leaderboard.findRank(name, board);
    return found && { ...found, board };
  }

  /** Returns the newest stream as the head of the page shows it; undefined without streams. */
  async loadNow(name: string) {
    const [streamer, { items }] = await Promise.all([
      this.streamers.findStreamer(name),
      this.streamer.listRecentStreams(name, { limit: 1, cursor: 0 }),
    ]);
    return items[0] && this.shown.load(streamer, items[0]);
  }

  /** Returns a page of the streams in the range, the newest stream, and what the head of the page shows about it if it is live. */
  private async listStreams(name: string, cursor: number, range: TimeRange) {
    const streams = await this.streamer.listRecentStreams(name, { limit: streamsPerPage, cursor }, range);
    // The first page of a range without an end starts with the newest stream.
    const isFirst = cursor === 0 && streams.items.length > 0 && range.to === Infinity;
    const [last] = (isFirst ? streams : await this.streamer.listRecentStreams(name, { limit: 1, cursor: 0 })).items;
    const now = last?.is_live ? await this.shown.load({ id: last.streamer_id, name }, last) : undefined;
    return { streams, last, now };
  }

  /** Returns a page of the streams in the range by a figure, highest first. */
  private async listSorted(outlines: readonly StreamOutline[], sort: Exclude<StreamSort, 'started'>, cursor: number) {
    const sorted = outlines.toReversed().sort((a, b) => (b[sort] ?? -1) - (a[sort] ?? -1));
    const shown = sorted.slice(cursor, cursor + streamsPerPage);
    const items = await Promise.all(shown.map(({ id }) => this.streams.findStream(id)));
    const nextCursor = cursor + items.length;
    return { items, hasMore: nextCursor < sorted.length, nextCursor, total: sorted.length };
  }

  private async findFigures(
    name: string,
    { chosen }: PageRange,
    window: ReturnType<typeof windowOfRange>,
  ): Promise<RangeFigures> {
    if (chosen === undefined) {
      const [figures, coverage] = await Promise.all([
        this.streamer.findStatsOfAllTime(name),
        this.streamer.findCoverage(name, window),
      ]);
      return { figures, previous: undefined, coverage };
    }
    const { previous, coverage, ...figures } = await this.streamer.findStats(name, chosen);
    return { figures, previous: window.before && previous, coverage };
  }
}

/** Adds the count from which the gain is computed, which holds at the start of the window, so that graph and gain agree. */
function withBase(points: CountPoint[], [base]: readonly CountPoint[], { from }: TimeRange): CountPoint[] {
  const isBefore = base !== undefined && points.length > 0 && Date.parse(base.created_at) < from;
  return isBefore ? [{ ...base, created_at: new Date(from).toISOString() }, ...points] : points;
}

/** Returns the times of a window for lists. A range that ends now has no end, so that its lists have the newest items. */
function listRange({ call }: PageRange, { from, to }: TimeRange): TimeRange {
  return { from, to: call ? to : Infinity };
}

/** Returns the last count at the end of a range. Up to now, it is the last count of all followers. */
export function findLastCount(
  { range, counted, gainPoints }: Pick<StreamerWindow, 'range' | 'counted' | 'gainPoints'>,
  { followers }: Pick<ListedStreamer, 'followers'>,
): number | null {
  const last = gainPoints.at(-1);
  if (!range.call && counted === 'followers') return followers;
  return last ? countOf(last) : null;
}

/** Returns the range of the time axes. Without a start, it starts with the first stream or count. */
function spanOf({ from, to }: TimeRange, outlines: readonly StreamOutline[], points: readonly CountPoint[]): TimeRange {
  if (from > 0) return { from, to };
  const starts = [outlines[0]?.started_at, points[0]?.created_at].flatMap((at) => (at ? [Date.parse(at)] : []));
  return { from: Math.min(...starts, to), to };
}

/**
 * Returns the time from which a day without a stream is known to be one. Lists that are cut to the newest streams know no
 * earlier day.
 */
export function knownSince(
  first: string | null,
  to: number,
  ...lists: readonly (readonly Pick<StreamOutline, 'started_at'>[])[]
): number {
  return Math.max(Math.min(first === null ? to : Date.parse(first), to), ...lists.map(cutStart));
}

/** Returns the first start in a list that is cut to the newest streams; `-Infinity` for a list that is complete. */
export function cutStart(list: readonly Pick<StreamOutline, 'started_at'>[]): number {
  return list.length === maxOutlines && list[0] ? Date.parse(list[0].started_at) : -Infinity;
}

/** Returns the stream with the most viewers at a time; undefined if no peak is known, or all are 0. */
export function peakStream(outlines: readonly StreamOutline[]): StreamOutline | undefined {
  const best = bestStream(outlines);
  return best?.peak_viewers ? best : undefined;
}

/** Returns whether enough of the window before is known for a change. The window itself begins later, and is then known. */
export function isKnownBefore({ before }: { before?: TimeRange }, since: number, nature?: FigureNature): boolean {
  return before !== undefined && isComparable(before, since, nature);
}

/** Returns the path of a view with some options changed. */
export function viewPath(
  { streamer, query, range }: Pick<StreamerView, 'streamer' | 'query' | 'range'>,
  options: Partial<StreamerQuery>,
): string {
  const { sort, cursor, games, hours, games_cursor } = query;
  const shown = { ...range.query, sort, cursor, games, hours, games_cursor };
  return pathTo(streamerPath(streamer), { ...shown, ...options }, new StreamerQuery());
}

/**
 * Returns the parameters of an API call for the range. Without an end, `from` is to the minute, so that the page does not
 * change every second. Empty for all time.
 */
export function rangeCall({ range: { call, chosen }, window }: Pick<ChartsView, 'range' | 'window'>): QueryValues {
  return call ?? { from: chosen === undefined ? undefined : `${new Date(window.from).toISOString().slice(0, 16)}Z` };
}

/**
 * Returns the API call for the streams in the range. Some panels show sums of these streams. Undefined if a response
 * does not have all streams.
 */
export function streamsOfRange(view: ChartsView): string | undefined {
  if (view.figures.stream_count > maxListed) return undefined;
  return streamerCall(view.streamer, 'recent-streams', { limit: maxListed, ...rangeCall(view) });
}
