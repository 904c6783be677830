import { CopyRows } from './copy-rows.js';
import type { SampleBuffer } from './sample-buffer.js';

/** A longer run would become larger than the 2 KB from which on PostgreSQL compresses a row, which takes longer than all else. */
const longestRun = 64;
const dayMs = 86_400_000;
const int4 = { oid: 23, bytes: 4 };
const int8 = { oid: 20, bytes: 8 };
const timestamptz = { oid: 1184, bytes: 8 };
const largestInteger = 2 ** 31 - 1;

/** The columns of a run in COPY's order. */
export const runColumns = [
  'stream_id',
  ...['first_at', 'last_at', 'viewer_ms', 'longest_ms', 'peak_viewers', 'last_viewers'],
  ...['moments', 'viewers', 'first_origin', 'origin_offsets'],
];

/**
 * Cuts the samples of a buffer into runs, and writes these for COPY. The moments of a run follow each other within one day in UTC; a
 * sample of the same moment as the one before it begins another run.
 */
export function* encodeRuns(buffer: SampleBuffer, rows: CopyRows): Generator<Buffer> {
  for (const { id, places } of buffer.byStream()) {
    for (let from = 0, to; from < places.length; from = to) {
      to = endOfRun(buffer, places, from);
      encodeRun(buffer, rows, id, places.subarray(from, to));
      if (rows.isFull) yield rows.take();
    }
  }
}

function endOfRun({ moments, origins }: SampleBuffer, places: Int32Array, from: number): number {
  const first = places[from]!;
  const last = Math.min(from + longestRun, places.length);
  const nextDay = (Math.floor(moments[first]! / dayMs) + 1) * dayMs;
  let to = from + 1;
  for (; to < last; to++) {
    const place = places[to]!;
    const isNext = moments[place]! > moments[places[to - 1]!]! && moments[place]! < nextDay;
    if (!isNext || Math.abs(origins[place]! - origins[first]!) > largestInteger) break;
  }
  return to;
}

/** Writes a run with the sums that its samples but the last have: each holds until the next one. */
function encodeRun(buffer: SampleBuffer, rows: CopyRows, id: bigint, places: Int32Array): void {
  const { moments, viewers, origins } = buffer;
  const first = places[0]!;
  const last = places[places.length - 1]!;
  let [viewerMs, longestMs, peak] = [0, 0, viewers[first]!];
  for (let index = 1; index < places.length; index++) {
    const [place, before] = [places[index]!, places[index - 1]!];
    const heldMs = moments[place]! - moments[before]!;
    viewerMs += viewers[before]! * heldMs;
    longestMs = Math.max(longestMs, heldMs);
    peak = Math.max(peak, viewers[place]!);
  }
  rows.begin(runColumns.length);
  rows.addId(id);
  rows.addMoment(moments[first]!);
  rows.addMoment(moments[last]!);
  if (Number.isSafeInteger(viewerMs)) rows.addInt8(viewerMs);
  else rows.addNull();
  rows.addInt8(longestMs);
  rows.addInt8(peak);
  rows.addInt8(viewers[last]!);
  rows.beginArray(timestamptz, places.length);
  for (const place of places) rows.addMoment(moments[place]!);
  rows.beginArray(int8, places.length);
  for (const place of places) rows.addInt8(viewers[place]!);
  rows.addInt8(origins[first]!);
  rows.beginArray(int4, places.length);
  for (const place of places) rows.addInt4(origins[place]! - origins[first]!);
}
