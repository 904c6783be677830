import type { Client } from 'pg';
import { capped } from '../../database/exact-figures.js';
import { countedSamples, milliseconds } from '../counted-samples.js';
import { eventSums, eventSumsSetting } from '../event-sums.js';

/**
 * Adds the viewer samples from before a moment to the sums of their streams and events, so that figures continue from
 * the sums after the samples are gone. A sample is added only once in repeated runs: after that, the stored sample no
 * longer counts. Runs in a transaction of the caller.
 */
export async function rememberSamples(client: Client, before: Date): Promise<void> {
  await rememberStreams(client, findStreams, before);
}

/** Like {@link rememberSamples}, for the streams that `find` puts into the table streams_to_prune. Returns their number. */
export async function rememberStreams(client: Client, find: string, before: Date): Promise<number> {
  await client.query('CREATE TEMP TABLE streams_to_prune (stream_id bigint NOT NULL) ON COMMIT DROP');
  const { rowCount } = await client.query(find, [before]);
  if (!rowCount) return 0;
  await client.query('ANALYZE streams_to_prune');
  await client.query(eventSumsSetting);
  // The events come first: they need the samples that the next statement adds up.
  await client.query(rememberForEvents, [before]);
  await client.query(rememberForStreams, [before]);
  return rowCount;
}

const findStreams = `
  INSERT INTO streams_to_prune (stream_id)
  SELECT DISTINCT v.stream_id
  FROM viewer_samples v
  JOIN streams s ON s.id = v.stream_id
  LEFT JOIN pruned_samples p ON p.stream_id = v.stream_id
  WHERE v.created_at < $1 AND v.created_at > COALESCE(p.last_at, '-infinity')`;

/** Adds up all samples except the last, whose duration is not known yet. */
const rememberForStreams = `
  INSERT INTO pruned_samples AS p (
    stream_id, viewer_ms, time_ms, peak_viewers, last_at, last_viewers, first_at, sample_count, largest_gap_ms
  )
  SELECT h.stream_id,
    COALESCE(sum(h.viewers * ${milliseconds('h.held_from', 'h.held_until')}) FILTER (WHERE NOT h.is_last), 0),
    COALESCE(sum(${milliseconds('h.held_from', 'h.held_until')}) FILTER (WHERE NOT h.is_last), 0),
    max(h.viewers),
    max(h.held_from) FILTER (WHERE h.is_last),
    max(h.viewers) FILTER (WHERE h.is_last),
    min(h.held_from), count(*),
    COALESCE(max(${milliseconds('h.held_from', 'h.held_until')}) FILTER (WHERE NOT h.is_last), 0)
  FROM (${countedSamples('SELECT n.stream_id FROM streams_to_prune n', '$1')}) h
  GROUP BY h.stream_id
  ON CONFLICT (stream_id) DO UPDATE
  SET viewer_ms = p.viewer_ms + excluded.viewer_ms, time_ms = p.time_ms + excluded.time_ms,
    peak_viewers = greatest(p.peak_viewers, excluded.peak_viewers),
    last_at = greatest(p.last_at, excluded.last_at), last_viewers = excluded.last_viewers,
    -- The last one that was pruned before is among those of this time.
    sample_count = p.sample_count + excluded.sample_count - 1,
    largest_gap_ms = greatest(p.largest_gap_ms, excluded.largest_gap_ms)`;

const eventsOfStreams = `
  SELECT DISTINCT l.event_id FROM streams_to_prune n JOIN event_streams l ON l.stream_id = n.stream_id`;

/** Events with only older samples are left to the next run, since their sums are not known yet. */
const rememberForEvents = `
  WITH ${eventSums(eventsOfStreams, 'least($1::timestamptz, x.known_until)')}
  INSERT INTO pruned_event_samples AS p (event_id, viewer_ms, time_ms, peak_viewers, counted_until)
  SELECT l.event_id, COALESCE(u.viewer_ms, 0), COALESCE(u.time_ms, 0),
    ${capped('u.peak_viewers')}, l.counted_to
  FROM event_limits l
  LEFT JOIN event_sums u ON u.event_id = l.event_id
  ON CONFLICT (event_id) DO UPDATE
  SET viewer_ms = p.viewer_ms + excluded.viewer_ms, time_ms = p.time_ms + excluded.time_ms,
    peak_viewers = greatest(p.peak_viewers, excluded.peak_viewers),
    counted_until = greatest(p.counted_until, excluded.counted_until)`;
