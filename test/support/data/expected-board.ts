import { FollowerPointData, StreamData } from './factories.js';

/** A row of the leaderboard with its position by each figure. */
export interface BoardRow {
  streamer_id: string;
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
  const before = rankedAt(current, points, new Date(now.getTime() - days * dayMs), days);
  return rankedAt(current, points, now, days).map((row) => {
    const earlier = before.find(({ streamer_id }) => streamer_id === row.streamer_id);
    return { ...row, previous: earlier?.positions ?? figures.map(() => null) };
  });
}

/** The streamers of the window that ends at a moment, with their positions. */
function rankedAt(streams: StreamData[], points: FollowerPointData[], now: Date, days: number) {
  const windowMs = days * dayMs;
  const inWindow = streams.filter(({ started_at }) => isInWindow(started_at, now, windowMs));
  const ids = [...new Set(inWindow.map(({ streamer_id }) => streamer_id))].sort(byId);
  const rows = ids.map((id) => ({
    streamer_id: id,
    ...streamFigures(inWindow.filter((stream) => stream.streamer_id === id)),
    ...followerFigures(
      points.filter((point) => point.streamer_id === id),
      now,
      windowMs,
    ),
  }));
  const orders = figures.map((figure) =>
    rows.toSorted((a, b) => b[figure] - a[figure] || byId(a.streamer_id, b.streamer_id)),
  );
  return rows.map((row) => ({ ...row, positions: orders.map((order) => order.indexOf(row)) }));
}

function streamFigures(streams: StreamData[]): Pick<Figures, 'watchtime' | 'average_viewers' | 'peak_viewers'> {
  return {
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

function followerFigures(
  points: FollowerPointData[],
  now: Date,
  windowMs: number,
): Pick<Figures, 'followers' | 'follower_gain'> {
  const counted = points
    .filter(({ created_at }) => created_at < now)
    .toSorted((a, b) => a.created_at.getTime() - b.created_at.getTime());
  const followers = counted.at(-1)?.followers ?? 0;
  const start = now.getTime() - windowMs;
  const before = counted.findLast(({ created_at }) => created_at.getTime() < start);
  const isRecent = before !== undefined && start - before.created_at.getTime() <= 31 * dayMs;
  const first = isRecent ? before : counted.find(({ created_at }) => created_at.getTime() >= start);
  return { followers, follower_gain: followers - (first?.followers ?? followers) };
}

function isInWindow(moment: Date, now: Date, windowMs: number): boolean {
  return moment.getTime() >= now.getTime() - windowMs && moment.getTime() < now.getTime();
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
