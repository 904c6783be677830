import type { Client } from 'pg';
import { capped, quotientSql } from '../../database/exact-figures.js';
import { eventSumsSql, sumEvents } from '../../figures/event-sums.js';

/**
 * Computes the viewers of the events whose streams or samples have changed since the last refresh, inside a transaction
 * of the caller. Returns the number of events. An event that an import is changing is left to the next refresh.
 */
export async function refreshEventViewers(client: Client): Promise<number> {
  // A separate statement locks the events, so that the next statement sees all changes committed before.
  const { rows } = await client.query<{ id: string }>(
    'SELECT e.id FROM events e WHERE e.figures_due FOR UPDATE SKIP LOCKED',
  );
  if (rows.length === 0) return 0;
  const sums = sumEvents(
    client,
    rows.map(({ id }) => id),
  );
  for await (const { ids, columns } of sums) await client.query(computeEventViewersSql, [ids, ...columns]);
  return rows.length;
}

/*
 * The sums over the stored samples include the sums of pruned samples.
 *
 *     avg_viewers  = sum(viewers * time) / sum(time), rounded, over the time of the samples; peak_viewers without any time
 *     peak_viewers = max(viewers)
 *
 * Both are at most 2^53 - 1. An event keeps its figures if samples of its time were pruned before the event or the stream's
 * part in it was known: the remaining samples would only show a part of its viewers.
 */
const computeEventViewersSql = `
  WITH totals AS (
    SELECT a.id AS event_id,
      COALESCE(u.viewer_ms, 0) + COALESCE(p.viewer_ms, 0) AS viewer_ms,
      COALESCE(u.time_ms, 0) + COALESCE(p.time_ms, 0) AS time_ms,
      greatest(u.peak_viewers, p.peak_viewers) AS peak,
      EXISTS (
        SELECT FROM event_streams l
        JOIN pruned_samples r ON r.stream_id = l.stream_id
        WHERE l.event_id = a.id AND r.last_at >= a.started_at
          AND r.last_at > COALESCE(p.counted_until, '-infinity')
      ) AS is_incomplete
    FROM events a
    LEFT JOIN ${eventSumsSql} ON u.event_id = a.id
    LEFT JOIN pruned_event_samples p ON p.event_id = a.id
    WHERE a.id = ANY ($1::bigint[])
  )
  UPDATE events t
  SET figures_due = FALSE,
    avg_viewers = CASE WHEN f.is_incomplete THEN t.avg_viewers ELSE ${capped('f.mean')} END,
    peak_viewers = CASE WHEN f.is_incomplete THEN t.peak_viewers ELSE ${capped('f.peak')} END
  FROM (
    SELECT q.event_id, q.is_incomplete, q.peak, COALESCE(${quotientSql('q.viewer_ms', 'q.time_ms')}, q.peak) AS mean
    FROM totals q
  ) f
  WHERE t.id = f.event_id`;
