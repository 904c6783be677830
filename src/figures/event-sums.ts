import type { Client } from 'pg';
import { rowTypes } from '../database/row-types.js';
import { milliseconds } from './sample-sum.js';
import { instant, SegmentSums } from './samples/segment-sums.js';
import { readSamples, SampledRange, SamplesRow, selectSamples } from './samples/stream-samples.js';
import { ViewerTotals } from './samples/viewer-totals.js';

/** An event, its time that is not pruned, and its streams by their start. */
interface EventTime {
  id: string;
  from: number;
  to: number;
  stream_ids: string[];
}

/** The sums of an event over the stored samples: ID, viewers times milliseconds, milliseconds, peak, last known time. */
type EventSum = [id: string, viewerMs: bigint, timeMs: number, peak: number | null, knownUntil: Date];

/** The number of events that are in memory at a time. */
const eventsAtOnce = 1_000;

/** SQL for the rows `u` of the columns of {@link sumEvents}, which begin with parameter 2. */
export const eventSumsSql = `
  unnest($2::bigint[], $3::numeric[], $4::numeric[], $5::numeric[], $6::timestamptz[])
    u(event_id, viewer_ms, time_ms, peak_viewers, known_until)`;

/** Events with the same streams, whose samples are read once. */
interface Group extends SampledRange {
  events: EventTime[];
  bounds: number[];
}

const infinite = `'Infinity'::float8`;
const momentMs = (moment: string) => milliseconds('to_timestamp(0)', moment);

const listEvents = `
  SELECT e.id::text AS id, ${momentMs('greatest(e.started_at, p.counted_until)')} AS from,
    COALESCE(${momentMs('e.ended_at')} + ${instant}, ${infinite}) AS to, l.stream_ids
  FROM unnest($1::bigint[]) n(event_id)
  JOIN events e ON e.id = n.event_id
  LEFT JOIN pruned_event_samples p ON p.event_id = e.id
  JOIN LATERAL (
    SELECT array_agg(m.stream_id ORDER BY s.started_at, s.id)::text[] AS stream_ids
    FROM event_streams m
    JOIN streams s ON s.id = m.stream_id
    WHERE m.event_id = e.id
  ) l ON l.stream_ids IS NOT NULL`;

/**
 * Sums up the viewers of events before a moment, some events at a time: yields the IDs of these events, and the
 * columns of {@link eventSumsSql}. The columns leave out events without samples. The peak is null if no viewers are known in
 * the time of an event.
 */
export async function* sumEvents(client: Client, ids: readonly string[], before = Infinity) {
  for (let first = 0; first < ids.length; first += eventsAtOnce) {
    const some = ids.slice(first, first + eventsAtOnce);
    const { rows } = await client.query<EventTime>({ text: listEvents, values: [some], types: rowTypes });
    const columns: unknown[][] = [[], [], [], [], []];
    for await (const sum of sumGroups(client, groupEvents(rows, before)))
      sum.forEach((value, i) => columns[i]?.push(value));
    yield { ids: some, columns };
  }
}

/** Reads through a cursor, because planning a statement takes longer than reading 50 short streams. */
async function* sumGroups(client: Client, groups: readonly Group[]): AsyncGenerator<EventSum> {
  const ranges = groups.flatMap((group) => (group.events[0]?.stream_ids ?? []).map((id) => ({ ...group, id, group })));
  const { text, values } = selectSamples(ranges);
  await client.query(`DECLARE samples NO SCROLL CURSOR FOR ${text}`, values);
  const read = async (_first: number, count: number) =>
    (await client.query<SamplesRow>({ text: `FETCH ${count} FROM samples`, types: rowTypes })).rows;
  let current: { group: Group; totals: ViewerTotals } | undefined;
  for await (const [samples, place] of readSamples(read, ranges.length)) {
    const { group } = ranges[place]!;
    if (current?.group !== group) {
      if (current) yield* sumsOf(current.group, current.totals);
      current = { group, totals: new ViewerTotals(group.bounds) };
    }
    current.totals.add(samples);
  }
  if (current) yield* sumsOf(current.group, current.totals);
  await client.query('CLOSE samples');
}

function groupEvents(events: readonly EventTime[], before: number): Group[] {
  const groups = new Map<string, EventTime[]>();
  for (const { to, ...event } of events) {
    const key = event.stream_ids.join();
    const group = groups.get(key) ?? [];
    group.push({ ...event, to: Math.min(to, before) });
    groups.set(key, group);
  }
  return [...groups.values()].map((group) => {
    const times = group.flatMap(({ from, to }) => (from < to ? [from, to] : []));
    const bounds = [...Float64Array.from(new Set(times)).sort()];
    return { id: '', events: group, bounds, from: bounds[0] ?? 0, to: bounds.at(-1) ?? 0 };
  });
}

/** Returns the sums of the events of a group from the sums of the segments between their times. */
function* sumsOf({ events, bounds }: Group, totals: ViewerTotals): Generator<EventSum> {
  const sums = totals.finish();
  const { knownUntil } = totals;
  if (knownUntil === null) return;
  const places = new Map(bounds.map((at, place) => [at, place]));
  const [viewerMs, timeMs] = [[0n], [0]];
  sums.timeMs.forEach((ms, i) => {
    viewerMs.push((viewerMs[i] as bigint) + sums.viewerMs.at(i));
    timeMs.push((timeMs[i] as number) + ms);
  });
  const highest = highestOf(sums);
  for (const { id, from, to } of events) {
    const [first, end] = from < to ? [places.get(from) as number, places.get(to) as number] : [0, 0];
    const peak = highest(first, end);
    yield [
      id,
      (viewerMs[end] as bigint) - (viewerMs[first] as bigint),
      (timeMs[end] as number) - (timeMs[first] as number),
      peak < 0 ? null : peak,
      new Date(knownUntil),
    ];
  }
}

/** Returns a function for the highest peak of the segments from `first` up to `end`: it compares two powers of two of them. */
function highestOf({ peaks }: SegmentSums): (first: number, end: number) => number {
  const levels = [peaks];
  for (let size = 1; 2 * size <= peaks.length; size *= 2) {
    const half = levels.at(-1) as Float64Array;
    const count = peaks.length - 2 * size + 1;
    levels.push(Float64Array.from({ length: count }, (_, i) => Math.max(half[i] as number, half[i + size] as number)));
  }
  return (first, end) => {
    if (first >= end) return -1;
    const level = 31 - Math.clz32(end - first);
    const highest = levels[level] as Float64Array;
    return Math.max(highest[first] as number, highest[end - 2 ** level] as number);
  };
}
