/*
 * A second, simple implementation of the figures from the definitions of docs/metrics.md: no SQL, exact integers.
 * Times are in milliseconds.
 */

export interface OracleSample {
  at: number;
  viewers: bigint;
}

/** A stream with its samples. A stream without an end is live. */
export interface OracleStream {
  start: number;
  end: number | null;
  samples: readonly OracleSample[];
}

export interface OracleFigures {
  avg_viewers: bigint | null;
  peak_viewers: bigint | null;
  watchtime: bigint | null;
}

export interface OraclePoint {
  viewers: number;
  created_at: string;
  timestamp: string;
}

const most = 2n ** 53n - 1n;
const minuteMs = 60_000;
const windowMs = 30 * 24 * 60 * minuteMs;
const nothing = { avg_viewers: null, peak_viewers: null };

/** Rounds the quotient of two non-negative numbers to the nearest integer, halves up. */
function rounded(dividend: bigint, divisor: bigint): bigint {
  const whole = dividend / divisor;
  return 2n * (dividend % divisor) >= divisor ? whole + 1n : whole;
}

function capped(figure: bigint): bigint {
  return figure > most ? most : figure;
}

function sum(values: readonly bigint[]): bigint {
  return values.reduce((total, value) => total + value, 0n);
}

function largest(values: readonly bigint[]): bigint {
  return values.reduce((best, value) => (value > best ? value : best), 0n);
}

/** The samples between start and end of the stream, oldest first. */
function countingSamples({ start, end, samples }: OracleStream): OracleSample[] {
  return samples.filter(({ at }) => at >= start && (end === null || at <= end)).sort((a, b) => a.at - b.at);
}

/** The samples that count, each with the time until which it applies. */
function holdsOf(stream: OracleStream): { viewers: bigint; from: number; to: number }[] {
  const counting = countingSamples(stream);
  return counting.map(({ at, viewers }, i) => ({ viewers, from: at, to: counting[i + 1]?.at ?? stream.end ?? at }));
}

/** The figures of a stream without figures from the source. */
export function streamFigures(stream: OracleStream): OracleFigures {
  const holds = holdsOf(stream);
  const [first] = holds;
  if (first === undefined) return { ...nothing, watchtime: null };
  const viewerMs = sum(holds.map(({ viewers, from, to }) => viewers * BigInt(to - from)));
  const timeMs = BigInt(holds.reduce((total, { from, to }) => total + to - from, 0));
  return {
    avg_viewers: timeMs === 0n ? first.viewers : rounded(viewerMs, timeMs),
    peak_viewers: largest(holds.map(({ viewers }) => viewers)),
    watchtime: capped(rounded(viewerMs, BigInt(minuteMs))),
  };
}

/** The viewer graph of a stream. */
export function viewerGraph(stream: OracleStream, partMs: number): OraclePoint[] {
  const holds = holdsOf(stream);
  const parts = new Set(holds.map(({ from }) => Math.floor((from - stream.start) / partMs)));
  return [...parts]
    .sort((a, b) => a - b)
    .map((part) => {
      const from = stream.start + part * partMs;
      const shares = holds.map((hold) => ({
        viewers: hold.viewers,
        ms: BigInt(Math.max(0, Math.min(hold.to, from + partMs) - Math.max(hold.from, from))),
      }));
      const timeMs = sum(shares.map(({ ms }) => ms));
      const within = holds.filter((hold) => hold.from >= from && hold.from < from + partMs);
      const viewers =
        timeMs > 0n
          ? rounded(sum(shares.map((share) => share.viewers * share.ms)), timeMs)
          : rounded(sum(within.map((hold) => hold.viewers)), BigInt(within.length));
      return {
        viewers: Number(viewers),
        created_at: new Date(from).toISOString(),
        timestamp: timestampOf(part * partMs),
      };
    });
}

function timestampOf(ms: number): string {
  const parts = [Math.floor(ms / 3_600_000), Math.floor(ms / minuteMs) % 60, Math.floor(ms / 1_000) % 60];
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}

/** The first of the highest samples of a stream in a range. */
export function peakBetween(stream: OracleStream, from: number, to: number) {
  const [peak] = countingSamples(stream)
    .filter(({ at }) => at >= from && at < to)
    .sort((a, b) => (a.viewers === b.viewers ? a.at - b.at : a.viewers < b.viewers ? 1 : -1));
  return peak ? { viewers: Number(peak.viewers), created_at: new Date(peak.at).toISOString() } : null;
}

/** How completely streams without observations were sampled. */
export function coverage(streams: readonly OracleStream[]) {
  const sampled = streams.map((stream) => ({ stream, moments: countingSamples(stream).map(({ at }) => at) }));
  const gaps = sampled.flatMap(({ stream, moments }) => {
    const bounds = [stream.start, ...moments, stream.end ?? moments.at(-1) ?? 0];
    return moments.length === 0 ? [] : bounds.slice(1).map((at, i) => at - (bounds[i] ?? 0));
  });
  const all = sampled.flatMap(({ moments }) => moments).sort((a, b) => a - b);
  const timeOf = (at: number | undefined) => (at === undefined ? null : new Date(at).toISOString());
  return {
    tracked_since: timeOf(all[0]),
    last_seen_at: timeOf(all.at(-1)),
    sample_count: all.length,
    largest_gap_seconds: gaps.length === 0 ? null : Math.round(Math.max(...gaps) / 1_000),
  };
}

/** The viewers of an event, evaluated at each change and between each two changes. */
export function eventFigures(
  event: { start: number; end: number | null },
  streams: readonly OracleStream[],
): Omit<OracleFigures, 'watchtime'> {
  const sampled = streams.map((stream) => ({ stream, holds: holdsOf(stream) })).filter(({ holds }) => holds.length > 0);
  const known = Math.max(...sampled.map(({ stream, holds }) => stream.end ?? holds.at(-1)?.from ?? 0));
  const viewersAt = (moment: number): bigint | null => {
    const standing = sampled.flatMap(({ stream, holds }) => {
      const last = holds.at(-1);
      const found = holds.find((hold) => hold.from === moment || (hold.from <= moment && moment < hold.to));
      if (found !== undefined) return found.viewers;
      return stream.end === null && last && last.from <= moment && moment <= known ? last.viewers : [];
    });
    return standing.length === 0 ? null : sum(standing);
  };
  const end = event.end ?? Math.max(known, event.start);
  const happenings = sampled.flatMap(({ holds }) => holds.flatMap(({ from, to }) => [from, to]));
  const moments = [...new Set([event.start, end, known, ...happenings])]
    .filter((moment) => moment >= event.start && moment <= end)
    .sort((a, b) => a - b);
  const between = moments.slice(1).map((to, i) => {
    const from = moments[i] as number;
    return { viewers: viewersAt((from + to) / 2), ms: BigInt(to - from) };
  });
  const parts = between.filter((part): part is { viewers: bigint; ms: bigint } => part.viewers !== null);
  const seen = [...moments.map(viewersAt), ...parts.map(({ viewers }) => viewers)].filter(
    (viewers) => viewers !== null,
  );
  if (seen.length === 0) return nothing;
  const peak = largest(seen);
  const timeMs = sum(parts.map(({ ms }) => ms));
  const mean = timeMs === 0n ? peak : rounded(sum(parts.map(({ viewers, ms }) => viewers * ms)), timeMs);
  return { avg_viewers: capped(mean), peak_viewers: capped(peak) };
}

/** A stream in the thirty day stats, with figures from the source or from samples. */
export interface OracleBroadcast extends OracleFigures {
  id: bigint;
  start: number;
  end: number | null;
  /** Last observation or sample. */
  observed: number | null;
  samples: readonly OracleSample[];
  game: string;
}

/** The streams of a channel. At most one is live. */
export function endOvertaken<Broadcast extends OracleBroadcast>(broadcasts: readonly Broadcast[]): Broadcast[] {
  return broadcasts.map((stream) => {
    const later = broadcasts.filter(
      ({ id, start }) => start > stream.start || (start === stream.start && id < stream.id),
    );
    if (stream.end !== null || later.length === 0) return stream;
    return { ...stream, end: stream.observed ?? Math.min(...later.map(({ start }) => start)) };
  });
}

/** The stats of a streamer for thirty days, or for the window from `from` to `to`. */
export function thirtyDayStats(
  broadcasts: readonly OracleBroadcast[],
  now: number,
  { from = now - windowMs, to = now } = {},
) {
  const streams = broadcasts
    .filter(({ start }) => start >= from && start < to)
    .map((stream) => {
      const until = stream.end ?? Math.min(stream.observed ?? now, now);
      return { ...stream, minutes: BigInt(Math.floor((until - stream.start) / minuteMs)) };
    });
  const known = streams.flatMap(({ avg_viewers: viewers, minutes }) => (viewers === null ? [] : { viewers, minutes }));
  const weight = sum(known.map(({ minutes }) => minutes));
  const mean = () => {
    if (known.length === 0) return 0n;
    if (weight === 0n) return rounded(sum(known.map(({ viewers }) => viewers)), BigInt(known.length));
    return rounded(sum(known.map(({ viewers, minutes }) => viewers * minutes)), weight);
  };
  return {
    stream_count: streams.length,
    total_minutes: Number(sum(streams.map(({ minutes }) => minutes))),
    avg_viewers: Number(mean()),
    peak_viewers: Number(largest(streams.map(({ peak_viewers }) => peak_viewers ?? 0n))),
    watchtime: Number(capped(sum(streams.map(({ watchtime }) => watchtime ?? 0n)))),
  };
}

/** The games of the channels and the streamers of each game, by watchtime. */
export function gameRanks(channels: readonly OracleChannel[], now: number) {
  const games = new Set(channels.flatMap(({ broadcasts }) => broadcasts.map(({ game }) => game.trim())));
  return [...games]
    .filter((name) => name !== '')
    .map((name) => {
      const streamers = channels
        .map(({ id, broadcasts }) => ({ id, broadcasts: broadcasts.filter(({ game }) => game === name) }))
        .map(({ id, broadcasts }) => ({ id, ...thirtyDayStats(broadcasts, now) }))
        .filter(({ stream_count }) => stream_count > 0)
        .sort((a, b) => b.watchtime - a.watchtime || Number(a.id) - Number(b.id));
      const broadcasts = channels.flatMap((channel) => channel.broadcasts).filter(({ game }) => game === name);
      return { game: { name, streamer_count: streamers.length, ...thirtyDayStats(broadcasts, now) }, streamers };
    })
    .filter(({ streamers }) => streamers.length > 0)
    .sort((a, b) => b.game.watchtime - a.game.watchtime || (a.game.name < b.game.name ? -1 : 1));
}

export interface OracleChannel {
  id: string;
  broadcasts: readonly OracleBroadcast[];
  followers: readonly { at: number; followers: number }[];
}

export type OracleEntry = Record<
  'watchtime' | 'averageviewers' | 'peakviewers' | 'followers' | 'followergain',
  number
> & {
  id: string;
};

/** The entries of the board, by channel ID. */
export function boardEntries(channels: readonly OracleChannel[], now: number): OracleEntry[] {
  return channels.flatMap(({ id, broadcasts, followers }) => {
    const stats = thirtyDayStats(broadcasts, now);
    if (stats.stream_count === 0) return [];
    const counted = followers.filter(({ at }) => at < now).sort((a, b) => a.at - b.at);
    const base = counted
      .filter(({ at }) => at < now - windowMs && at >= now - windowMs - 31 * 24 * 60 * minuteMs)
      .at(-1);
    const first = base ?? counted.find(({ at }) => at >= now - windowMs);
    const last = counted.at(-1)?.followers ?? 0;
    return {
      id,
      watchtime: stats.watchtime,
      averageviewers: stats.avg_viewers,
      peakviewers: stats.peak_viewers,
      followers: last,
      followergain: last - (first?.followers ?? last),
    };
  });
}

/** The IDs of the entries, ordered by a figure. */
export function ranked(entries: readonly OracleEntry[], figure: Exclude<keyof OracleEntry, 'id'>): string[] {
  return entries
    .toSorted((a, b) => b[figure] - a[figure] || (BigInt(a.id) < BigInt(b.id) ? -1 : 1))
    .map(({ id }) => id);
}

/**
 * The figures of the part of a stream from `from` to `to`, which is within the stream. A sample at `to` is in the next part.
 * Null where samples are pruned.
 */
export function rangeFigures(stream: OracleStream, from: number, to: number, prunedUntil = -Infinity) {
  const none = { ...nothing, peak_at: null, watchtime: null, sample_count: null, largest_gap_seconds: null };
  if (from < prunedUntil) return none;
  const holds = holdsOf(stream);
  const last = stream.end ?? holds.at(-1)?.from ?? -Infinity;
  const isIn = (at: number) => at >= from && at < to;
  const parts = holds
    .filter((hold) => isIn(hold.from) || (hold.from < from && hold.to > from))
    .map((hold) => ({ ...hold, from: Math.max(from, hold.from), to: Math.min(hold.to, to) }));
  if (parts.length === 0) return { ...none, sample_count: 0 };
  const peak = largest(parts.map(({ viewers }) => viewers));
  const viewerMs = sum(parts.map((part) => part.viewers * BigInt(part.to - part.from)));
  const timeMs = sum(parts.map((part) => BigInt(part.to - part.from)));
  const moments = countingSamples(stream).flatMap(({ at }) => (isIn(at) ? [at] : []));
  const isAtEnd = stream.end === null && moments.at(-1) === last;
  const bounds = [from, ...moments, ...(isAtEnd ? [] : [to])];
  return {
    avg_viewers: Number(timeMs === 0n ? peak : rounded(viewerMs, timeMs)),
    peak_viewers: Number(peak),
    peak_at: new Date(parts.find(({ viewers }) => viewers === peak)?.from ?? 0).toISOString(),
    watchtime: Number(capped(rounded(viewerMs, BigInt(minuteMs)))),
    sample_count: moments.length,
    largest_gap_seconds: Math.round(Math.max(0, ...bounds.slice(1).map((at, i) => at - (bounds[i] ?? 0))) / 1_000),
  };
}

export interface OracleMember extends OracleStream {
  role: 'official' | 'co_stream' | null;
}

/** The viewers of the streams of an event at each moment, those of other roles included in the known time. */
function concurrentViewers(streams: readonly OracleMember[], until?: number | null) {
  const sampled = streams.map((stream) => ({ stream, holds: holdsOf(stream) })).filter(({ holds }) => holds.length > 0);
  const known = until ?? Math.max(...sampled.map(({ stream, holds }) => stream.end ?? holds.at(-1)?.from ?? 0));
  const standing = (moment: number) =>
    sampled.flatMap(({ stream, holds }) => {
      const found = holds.find((hold) => hold.from === moment || (hold.from <= moment && moment < hold.to));
      const last = holds.at(-1);
      const isHeld = stream.end === null && last && last.from <= moment && moment <= known;
      return found || isHeld ? [{ role: stream.role, viewers: (found ?? last)?.viewers ?? 0n }] : [];
    });
  const happenings = [known, ...sampled.flatMap(({ holds }) => holds.flatMap(({ from, to }) => [from, to]))];
  return { known: sampled.length === 0 ? null : known, standing, happenings };
}

/**
 * The figures of the part of an event from `from` to `to`. The end of the event belongs to its last part. `known` is the last
 * known time of the event if it has other streams.
 */
export function segmentFigures(
  [from, to]: readonly [number, number],
  isLast: boolean,
  streams: readonly OracleMember[],
  known?: number | null,
) {
  const { standing, happenings } = concurrentViewers(streams, known);
  const moments = [...new Set([from, to, ...happenings])].filter((at) => at >= from && at <= to).sort((a, b) => a - b);
  const spans = moments.flatMap((at, i) => {
    const next = moments[i + 1];
    const between = next === undefined ? [] : [{ at, ms: BigInt(next - at), on: standing((at + next) / 2) }];
    return [...(at < to || isLast ? [{ at, ms: 0n, on: standing(at) }] : []), ...between];
  });
  const seen = spans.filter(({ on }) => on.length > 0);
  const total = (on: readonly { viewers: bigint }[]) => sum(on.map(({ viewers }) => viewers));
  const peak = largest(seen.map(({ on }) => total(on)));
  const timeMs = sum(seen.map(({ ms }) => ms));
  const viewerMs = sum(seen.map(({ on, ms }) => ms * total(on)));
  const averageOf = (role: OracleMember['role']) => {
    const ofRole = seen.map(({ on, ms }) => ({ ms, on: on.filter((one) => one.role === role) }));
    if (timeMs === 0n || ofRole.every(({ on }) => on.length === 0)) return null;
    return Number(capped(rounded(sum(ofRole.map(({ on, ms }) => ms * total(on))), timeMs)));
  };
  if (seen.length === 0) {
    return { ...nothing, peak_at: null, watchtime: null, official_avg_viewers: null, co_stream_avg_viewers: null };
  }
  return {
    avg_viewers: Number(capped(timeMs === 0n ? peak : rounded(viewerMs, timeMs))),
    peak_viewers: Number(capped(peak)),
    peak_at: new Date(seen.find(({ on }) => total(on) === peak)?.at ?? 0).toISOString(),
    watchtime: Number(capped(rounded(viewerMs, BigInt(minuteMs)))),
    official_avg_viewers: averageOf('official'),
    co_stream_avg_viewers: averageOf('co_stream'),
  };
}

/** The last time of which any stream of an event is known; null without samples. */
export function knownUntil(streams: readonly OracleMember[]): number | null {
  return concurrentViewers(streams).known;
}

/** The graph of an event from `from` to `to`, excluded, with the rule of 10 minutes. */
export function eventGraph(
  { from, to, partMs, now }: { from: number; to: number; partMs: number; now: number },
  streams: readonly OracleMember[],
) {
  const longest = Math.max(10 * minuteMs, partMs);
  const endOf = (part: number) => Math.min(part + partMs, to);
  const valueIn = (stream: OracleStream, part: number): bigint | null => {
    const shares = countingSamples(stream).map(({ at, viewers }, i, all) => {
      const next = all[i + 1]?.at ?? stream.end ?? Math.max(now, at);
      const endOfPart = from + (Math.floor((at - from) / partMs) + 1) * partMs;
      const until = next - at <= longest ? next : Math.min(next, endOfPart);
      const isIn = at >= part && at < endOf(part);
      return { viewers, isIn, ms: BigInt(Math.max(0, Math.min(until, Math.floor(endOf(part))) - Math.max(at, part))) };
    });
    const timeMs = sum(shares.map(({ ms }) => ms));
    if (timeMs > 0n) return rounded(sum(shares.map(({ viewers, ms }) => viewers * ms)), timeMs);
    const within = shares.filter(({ isIn }) => isIn);
    return within.length === 0 ? null : largest(within.map(({ viewers }) => viewers));
  };
  const points = [];
  for (let part = from; part < to; part += partMs) {
    const isIn = (at: number) => at >= part && at < endOf(part);
    const live = streams.filter((stream) => {
      const lasts = stream.start < endOf(part) && (stream.end ?? now) > part;
      const isMoment = stream.start === stream.end && isIn(stream.start);
      return lasts || isMoment || countingSamples(stream).some(({ at }) => isIn(at));
    });
    const values = live.map((stream) => ({ role: stream.role, viewers: valueIn(stream, part) }));
    const known = values.flatMap(({ role, viewers }) => (viewers === null ? [] : [{ role, viewers }]));
    const total = (list: typeof known) =>
      list.length === 0 ? null : Number(capped(sum(list.map(({ viewers }) => viewers))));
    const point = {
      created_at: new Date(part).toISOString(),
      timestamp: timestampOf(part - from),
      viewers: total(known),
      official_viewers: total(known.filter(({ role }) => role === 'official')),
      co_stream_viewers: total(known.filter(({ role }) => role === 'co_stream')),
      streams: known.length,
      unknown_streams: values.length - known.length,
    };
    if (values.length > 0) points.push(point);
  }
  return points;
}

/** The hours of the week of streams, which end at `until`: each quarter of an hour belongs to the hour that Intl writes. */
export function weekHours(streams: readonly (OracleStream & { until: number })[], timeZone: string) {
  const quarterMs = 15 * minuteMs;
  const format = new Intl.DateTimeFormat('en-US', { timeZone, weekday: 'short', hour: 'numeric', hourCycle: 'h23' });
  const names = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
  const week = Array.from({ length: 168 }, () => ({ ms: 0, time: 0n, viewerMs: 0n, streams: new Set<OracleStream>() }));
  for (const stream of streams) {
    const holds = holdsOf({ ...stream, end: stream.until });
    const cellAt = (at: number) => {
      const [day = '', hour = 0] = format.format(at).split(', ');
      return week[24 * names.indexOf(day) + Number(hour)]!;
    };
    cellAt(stream.start).streams.add(stream);
    for (let at = stream.start; at < stream.until;) {
      const next = Math.min(stream.until, at + quarterMs - (at % quarterMs));
      const cell = cellAt(at);
      cell.ms += next - at;
      cell.streams.add(stream);
      for (const { viewers, from, to } of holds) {
        const ms = BigInt(Math.max(0, Math.min(to, next) - Math.max(from, at)));
        cell.time += ms;
        cell.viewerMs += viewers * ms;
      }
      at = next;
    }
  }
  return week.map(({ ms, time, viewerMs, streams: live }, i) => ({
    weekday: 1 + Math.floor(i / 24),
    hour: i % 24,
    live_seconds: Math.round(ms / 1_000),
    avg_viewers: time === 0n ? null : Number(rounded(viewerMs, time)),
    streams: live.size,
  }));
}
