import { monthOf } from '../../../src/figures/calendar.js';
import { TimeRange } from '../../../src/figures/time.js';
import { windowEndingAt } from '../../../src/figures/windows.js';
import { FollowerPointData, StreamData } from './factories.js';

/** A row of the leaderboard with its position by each figure. */
export interface BoardRow {
  streamer_id: string;
  language: string | null;
  total_minutes: number;
  stream_count: number;
  watchtime: number;
  average_viewers: number;
  peak_viewers: number;
  followers: number;
  follower_gain: number;
  positions: number[];
  /** The positions in the window before; null for each figure without streams then. */
  previous: (number | null)[];
}

type Figures = Omit<BoardRow, 'positions' | 'previous'>;

const dayMs = 24 * 3_600_000;
const figures = ['watchtime', 'average_viewers', 'peak_viewers', 'followers', 'follower_gain'] as const;

/** Computes a board by channel ID from the definitions of docs/metrics.md, without SQL, for a moment and a number of days. */
export function expectedBoard(streams: StreamData[], points: FollowerPointData[], now: Date, days = 30): BoardRow[] {
  const current = streams.map((stream) => ({ ...stream, ended_at: stream.ended_at ?? now }));
  const window = windowEndingAt(now, days);
  const before = rankedIn(current, points, windowEndingAt(new Date(window.from), days));
  return rankedIn(current, points, window).map((row) => {
    const earlier = before.find(({ streamer_id }) => streamer_id === row.streamer_id);
    return { ...row, previous: earlier?.positions ?? figures.map(() => null) };
  });
}

/** Computes the board of a calendar month (UTC), without positions in the month before. All streams have an end. */
export function expectedMonth(streams: StreamData[], points: FollowerPointData[], month: string): BoardRow[] {
  const from = new Date(`${month}-01T00:00:00Z`);
  const to = new Date(`${monthOf(new Date(from.getTime() + 31 * dayMs))}-01T00:00:00Z`);
  return rankedIn(streams, points, { from: +from, to: +to }).map((row) => ({
    ...row,
    previous: figures.map(() => null),
  }));
}

/** The IDs of the rows that a filter keeps, in the order of a figure. */
export function expectedIds(
  rows: readonly BoardRow[],
  figure: (typeof figures)[number],
  { language = '', minMinutes = 0, minStreams = 0 }: { language?: string; minMinutes?: number; minStreams?: number },
): string[] {
  const place = figures.indexOf(figure);
  return rows
    .filter((row) => row.total_minutes >= minMinutes && row.stream_count >= minStreams)
    .filter((row) => language === '' || `${row.language}-`.startsWith(`${language}-`))
    .toSorted((a, b) => (a.positions[place] ?? 0) - (b.positions[place] ?? 0))
    .map(({ streamer_id }) => streamer_id);
}

/** The streamers of a window with their positions. */
function rankedIn(streams: StreamData[], points: FollowerPointData[], { from, to }: TimeRange) {
  const inWindow = streams.filter(({ started_at }) => +started_at >= from && +started_at < to);
  const ids = [...new Set(inWindow.map(({ streamer_id }) => streamer_id))].sort(byId);
  const rows = ids.map((id) => {
    const own = inWindow.filter((stream) => stream.streamer_id === id);
    const counts = points.filter((point) => point.streamer_id === id);
    return { streamer_id: id, language: languageOf(own), ...streamFigures(own), ...followerFigures(counts, from, to) };
  });
  const orders = figures.map((figure) =>
    rows.toSorted((a, b) => b[figure] - a[figure] || byId(a.streamer_id, b.streamer_id)),
  );
  return rows.map((row) => ({ ...row, positions: orders.map((order) => order.indexOf(row)) }));
}

/** The most frequent language, of several the first one in alphabetical order. */
function languageOf(streams: StreamData[]): string | null {
  const known = streams.flatMap(({ language }) => language ?? []).sort();
  const count = (language: string) => known.filter((other) => other === language).length;
  return known.reduce<string | null>((best, one) => (best === null || count(one) > count(best) ? one : best), null);
}

function streamFigures(
  streams: StreamData[],
): Omit<Figures, 'streamer_id' | 'language' | 'followers' | 'follower_gain'> {
  return {
    total_minutes: sum(streams.map(wholeMinutes)),
    stream_count: streams.length,
    watchtime: sum(streams.map(({ watchtime }) => watchtime ?? 0)),
    average_viewers: meanViewers(streams),
    peak_viewers: Math.max(...streams.map(({ peak_viewers }) => peak_viewers ?? 0)),
  };
}

function meanViewers(streams: StreamData[]): number {
  const known = streams.flatMap((stream) =>
    stream.avg_viewers === null ? [] : { viewers: stream.avg_viewers, minutes: wholeMinutes(stream) },
  );
  if (known.length === 0) return 0;
  const minutes = sum(known.map((stream) => stream.minutes));
  if (minutes === 0) return rounded(sum(known.map(({ viewers }) => viewers)), known.length);
  return rounded(sum(known.map((stream) => stream.viewers * stream.minutes)), minutes);
}

function wholeMinutes({ started_at, ended_at }: StreamData): number {
  return Math.floor(((ended_at ?? started_at).getTime() - started_at.getTime()) / 60_000);
}

function followerFigures(points: FollowerPointData[], from: number, to: number) {
  const counted = points
    .filter(({ created_at }) => +created_at < to)
    .toSorted((a, b) => a.created_at.getTime() - b.created_at.getTime());
  const followers = counted.at(-1)?.followers ?? 0;
  const before = counted.findLast(({ created_at }) => +created_at < from);
  const isRecent = before !== undefined && from - +before.created_at <= 31 * dayMs;
  const first = isRecent ? before : counted.find(({ created_at }) => +created_at >= from);
  return { followers, follower_gain: followers - (first?.followers ?? followers) };
}

/** Rounds a quotient to the nearest integer, halves up, in integer arithmetic. */
function rounded(dividend: number, divisor: number): number {
  return Math.floor((2 * dividend + divisor) / (2 * divisor));
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function byId(a: string, b: string): number {
  return BigInt(a) < BigInt(b) ? -1 : 1;
}
