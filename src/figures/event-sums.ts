import type { Client } from 'pg';
import { visitRows } from '../database/reads/visit-rows.js';
import { rowTypes } from '../database/row-types.js';
import { milliseconds } from './sample-sum.js';
import { halfMillisecond } from './samples/holds.js';
import { SampledRange, SamplesRow, selectSamples, toSamples } from './samples/stream-samples.js';
import { ViewerTotals } from './samples/viewer-totals.js';
import { TimeRange } from './time.js';

/** An event with its streams, sorted by start. The time begins after the pruned samples. */
interface EventTime extends TimeRange {
  id: string;
  stream_ids: string[];
}

/** Sums of an event from stored samples. */
type EventSum = [id: string, viewerMs: bigint, timeMs: number, peak: number | null, knownUntil: Date];

/** Maximum number of events in memory. */
const eventsAtOnce = 1_000;

/** SQL that turns the columns of {@link sumEvents} into rows `u`. The first column is parameter 2. */
export const eventSumsSql = `
  unnest($2::bigint[], $3::numeric[], $4::numeric[], $5::numeric[], $6::timestamptz[])
    u(event_id, viewer_ms, time_ms, peak_viewers, known_until)`;

/** Events with the same streams, whose samples are read once. */
interface Group extends SampledRange {
  events: EventTime[];
  bounds: Float64Array;
}

const infinite = `'Infinity'::float8`;
const momentMs = (moment: string) => milliseconds('to_timestamp(0)', moment);

const listEventsSql = `
  SELECT e.id::text AS id, ${momentMs('greatest(e.started_at, p.counted_until)')} AS from,
    COALESCE(${momentMs('e.ended_at')} + ${halfMillisecond}, ${infinite}) AS to, l.stream_ids
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
 * Sums up the viewers of events before a moment, in batches. Yields the event IDs of a batch and the columns for {@link
 * eventSumsSql}. The columns omit events without samples. The peak is null if no viewers are known during an event.
 */
export async function* sumEvents(client: Client, ids: readonly string[], before = Infinity) {
  for (let first = 0; first < ids.length; first += eventsAtOnce) {
    const some = ids.slice(first, first + eventsAtOnce);
    const { rows } = await client.query<EventTime>({ text: listEventsSql, values: [some], types: rowTypes });
    const columns: unknown[][] = [[], [], [], [], []];
    await sumGroups(client, groupEvents(rows, before), (sum) => sum.forEach((value, i) => columns[i]?.push(value)));
    yield { ids: some, columns };
  }
}

/** Calls `visit` with the sums of each event. Planning a statement per 50 streams would cost more than running it. */
async function sumGroups(client: Client, groups: readonly Group[], visit: (sum: EventSum) => void): Promise<void> {
  const ranges = groups.flatMap((group) => (group.events[0]?.stream_ids ?? []).map((id) => ({ ...group, id, group })));
  let current: { group: Group; totals: ViewerTotals } | undefined;
  const finish = () => current && sumsOf(current.group, current.totals).forEach(visit);
  await visitRows<SamplesRow>(client, { ...selectSamples(ranges), types: rowTypes }, (row) => {
    const { group } = ranges[row.place]!;
    if (current?.group !== group) {
      finish();
      current = { group, totals: new ViewerTotals(group.bounds) };
    }
    current.totals.add(toSamples(row));
  });
  finish();
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
    const bounds = Float64Array.from(new Set(times)).sort();
    return { id: '', events: group, bounds, from: bounds[0] ?? 0, to: bounds.at(-1) ?? 0 };
  });
}

/** Returns the sums of each event in a group, from the sums of the segments between their times. */
function sumsOf({ events, bounds }: Group, totals: ViewerTotals): EventSum[] {
  const { viewerMs, timeMs, peaks } = totals.finish();
  const { knownUntil } = totals;
  if (knownUntil === null) return [];
  const indexes = new Map(Array.from(bounds, (bound, index) => [bound, index]));
  const viewerMsBefore = [0n];
  timeMs.forEach((_, i) => viewerMsBefore.push((viewerMsBefore[i] as bigint) + viewerMs.get(i)));
  return events.map(({ id, from, to }) => {
    const [first, end] = from < to ? [indexes.get(from) as number, indexes.get(to) as number] : [0, 0];
    const peak = peaks.subarray(first, end).reduce((most, one) => Math.max(most, one), -1);
    return [
      id,
      (viewerMsBefore[end] as bigint) - (viewerMsBefore[first] as bigint),
      timeMs.subarray(first, end).reduce((sum, ms) => sum + ms, 0),
      peak < 0 ? null : peak,
      new Date(knownUntil),
    ];
  });
}
