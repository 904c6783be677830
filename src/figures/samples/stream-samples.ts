import { setImmediate } from 'node:timers/promises';
import { PrismaService } from '../../database/prisma.service.js';
import { countWork } from '../../database/reads/work.js';
import { PackedSamples, unpacked } from './packed-samples.js';
import { isWithin, milliseconds } from '../sample-sum.js';
import { TimeRange } from '../time.js';

/** The viewer samples of a stream that count, oldest first. Times are milliseconds since 1970. */
export interface StreamSamples {
  start: number;
  /** Null while the stream is live. */
  end: number | null;
  times: number[];
  viewers: number[];
  /** Time of the last pruned sample, which begins the list. Null if no sample was pruned. */
  prunedUntil: number | null;
}

/** A stream, and the time for which a caller needs samples. */
export interface SampledRange extends TimeRange {
  id: string | bigint;
}

/** Maximum number of streams in memory, and approximate maximum of their samples. */
const streamsAtOnce = 50;
const samplesAtOnce = 250_000;
/** The first batch shows how long the streams are. */
const firstStreams = 4;
const fewSamples = 50;

/** Throws if the caller no longer needs a result. */
export type Signal = Pick<AbortSignal, 'throwIfAborted'>;

/** Reads rows and parses values with `rowTypes`. */
type SampleStore = Pick<PrismaService, 'rows'>;

export interface SamplesRow extends PackedSamples {
  place: number;
  start: number;
  end: number | null;
  offsets: number[] | null;
  viewers: number[] | null;
  pruned_offset: number | null;
  pruned_viewers: number | null;
}

/**
 * Yields the samples of each stream, in the order of the ranges, with the index of the range. Other requests run
 * between two streams. The samples are in the range, plus one before and one after the range; a packed stream has all
 * samples. A stream without samples has empty lists. Unknown streams are omitted. If the signal is aborted, throws its
 * reason between two streams.
 */
export async function* readSamples(
  prisma: SampleStore,
  ranges: readonly SampledRange[],
  signal?: Signal,
): AsyncGenerator<[StreamSamples, number]> {
  for (let first = 0, size = firstStreams; first < ranges.length;) {
    signal?.throwIfAborted();
    let count = 1;
    for (const row of await prisma.rows<SamplesRow>(selectSamples(ranges.slice(first, first + size)))) {
      const samples = toSamples(row);
      count += samples.times.length;
      countWork('sample', samples.times.length);
      yield [samples, first + row.place];
      // A few samples take less time than a switch to other requests.
      if (samples.times.length > fewSamples) await setImmediate();
      signal?.throwIfAborted();
    }
    first += size;
    size = Math.ceil(Math.min(streamsAtOnce, 4 * size, (samplesAtOnce * size) / count));
  }
}

/** Returns the samples of one range; null for an unknown stream. */
export async function findSamples(prisma: SampleStore, range: SampledRange): Promise<StreamSamples | null> {
  for await (const [samples] of readSamples(prisma, [range])) return samples;
  return null;
}

/** Returns a statement that reads samples in the order of the ranges, with the index of each range. */
export function selectSamples(ranges: readonly SampledRange[]) {
  return {
    text: samplesSql,
    values: [ranges.map(({ id }) => id), ranges.map(({ from }) => from), ranges.map(({ to }) => to)],
  };
}

const isOfStream = `v.stream_id = s.id AND ${isWithin('s')} AND v.created_at > COALESCE(p.last_at, '-infinity')`;
const offset = (moment: string) => milliseconds('s.started_at', moment);

/** OFFSET makes PostgreSQL run the subquery once per range, in the order of the ranges. */
const samplesSql = `
  SELECT n.place::int - 1 AS place, m.*
  FROM unnest($1::bigint[], $2::float8[], $3::float8[]) WITH ORDINALITY n(stream_id, since, until, place)
  CROSS JOIN LATERAL (
    SELECT ${milliseconds(`to_timestamp(0)`, 's.started_at')} AS start, ${milliseconds(`to_timestamp(0)`, 's.ended_at')} AS end,
      a.offsets, a.viewers, ${offset('k.first_at')} AS first_offset, k.first_viewers, k.step_ms, k.sample_count, k.time_steps,
      k.long_time_steps, k.viewer_steps, k.long_viewer_steps, ${offset('p.last_at')} AS pruned_offset,
      p.last_viewers AS pruned_viewers
    FROM streams s
    LEFT JOIN pruned_samples p ON p.stream_id = s.id
    LEFT JOIN packed_samples k ON k.stream_id = s.id AND k.last_at >= s.started_at
    CROSS JOIN LATERAL (
      SELECT (SELECT max(v.created_at) FROM viewer_samples v WHERE ${isOfStream} AND v.created_at < to_timestamp(n.since / 1000)) AS earlier,
        (SELECT min(v.created_at) FROM viewer_samples v WHERE ${isOfStream} AND v.created_at > to_timestamp(n.until / 1000)) AS later
    ) b
    CROSS JOIN LATERAL (
      SELECT array_agg(${offset('v.created_at')} ORDER BY v.created_at) AS offsets,
        array_agg(v.viewers ORDER BY v.created_at) AS viewers
      FROM viewer_samples v
      WHERE ${isOfStream}
        AND v.created_at >= COALESCE(b.earlier, '-infinity') AND v.created_at <= COALESCE(b.later, 'infinity')
    ) a
    WHERE s.id = n.stream_id
    OFFSET 0
  ) m`;

export function toSamples(row: SamplesRow): StreamSamples {
  const { start, end, pruned_offset: prunedOffset, pruned_viewers: prunedViewers } = row;
  const { offsets, viewers } =
    row.offsets === null ? unpacked(row) : { offsets: row.offsets, viewers: row.viewers ?? [] };
  const last = (end ?? Infinity) - start;
  const earliest = Math.max(0, (prunedOffset ?? -1) + 1);
  let [first, after] = [0, offsets.length];
  while (first < after && (offsets[first] as number) < earliest) first += 1;
  while (first < after && (offsets[after - 1] as number) > last) after -= 1;
  const times: number[] = [];
  for (let i = first; i < after; i++) times.push(start + (offsets[i] as number));
  const counts = viewers.slice(first, after);
  if (prunedOffset === null || prunedViewers === null) return { start, end, times, viewers: counts, prunedUntil: null };
  // The start or the end of the stream may have changed since the stream was packed.
  times.unshift(start + Math.min(Math.max(prunedOffset, 0), last));
  counts.unshift(prunedViewers);
  return { start, end, times, viewers: counts, prunedUntil: start + prunedOffset };
}
