import type { Client } from 'pg';
import { randomPageCost } from '../../database/session-settings.js';
import { changeAndList, currentImport } from './import-record.js';
import { deriveSampleFigures, DerivedFigures } from './sample-figures.js';
import { isAnyTouched } from './touched-streams.js';

/**
 * Updates the streams that a transaction touched, after its last kind: the last observation of live streams, the end of
 * streams whose channel has a newer stream, and the figures from samples. Returns the number of changed streams.
 */
export async function settleStreams(client: Client): Promise<DerivedFigures & { settled: number }> {
  if (!(await isAnyTouched(client))) return { settled: 0, sampled: 0, derived: 0, capped: 0 };
  await client.query(noteLiveStreams);
  await client.query('ANALYZE touched_streams');
  // Otherwise, a few streams would be searched for among all streams.
  const { rows: costs } = await client.query<{ before: string }>(
    `SELECT current_setting('random_page_cost') AS before, set_config('random_page_cost', '${randomPageCost}', TRUE)`,
  );
  const rows = await changeAndList<{ id: string; is_moved: boolean }>(client, 'streams', settleEnds, settledStreams);
  const moved = rows.filter((row) => row.is_moved).map(({ id }) => id);
  if (moved.length > 0) await client.query(markDueEvents, [moved]);
  const figures = await deriveSampleFigures(client);
  await client.query(`SELECT set_config('random_page_cost', $1, TRUE)`, [costs[0]?.before]);
  return { ...figures, settled: rows.length + figures.sampled };
}

/** An imported stream may end an older one of its channel. */
const noteLiveStreams = `
  INSERT INTO touched_streams (stream_id, is_sampled)
  SELECT r.id, FALSE
  FROM (
    SELECT DISTINCT s.streamer_id FROM touched_streams n JOIN streams s ON s.id = n.stream_id WHERE NOT n.is_sampled
  ) c
  JOIN streams r ON r.streamer_id = c.streamer_id AND r.ended_at IS NULL`;

/*
 * A live stream was last observed by its newest sighting or sample. A channel has one live stream: an older one ended when it was
 * last observed or, without observations, when the next one began. That end moves with a later observation. Of streams with the
 * same start, the one with the lowest ID is the newest. A sampled stream whose end stays is left to the computation of its figures,
 * which writes the row anyway. If no stream of the channel was imported, a sampled live stream is the only live one.
 */
const settleEnds = `
  WITH touched AS MATERIALIZED (
    SELECT s.id, s.started_at, s.ended_at, n.is_sampled, s.ended_at IS NULL OR s.is_end_inferred AS is_open,
      CASE WHEN s.ended_at IS NULL OR s.is_end_inferred THEN (
        SELECT r.started_at FROM streams r
        WHERE r.streamer_id = s.streamer_id AND r.started_at >= s.started_at
          AND (r.started_at > s.started_at OR r.id < s.id)
        ORDER BY r.started_at
        LIMIT 1
      ) END AS next_start
    FROM (
      SELECT n.stream_id, bool_or(n.is_sampled) AS is_sampled, bool_and(n.is_sampled) AS is_only_sampled
      FROM touched_streams n
      GROUP BY n.stream_id
    ) n
    JOIN streams s ON s.id = n.stream_id
    WHERE s.is_end_inferred OR CASE WHEN s.ended_at IS NULL THEN NOT n.is_only_sampled ELSE s.observed_at IS NOT NULL END
  ), observed AS MATERIALIZED (
    SELECT c.*,
      CASE WHEN c.next_start IS NOT NULL OR (c.is_open AND NOT c.is_sampled) THEN (
        SELECT greatest(c.started_at, max(o.at))
        FROM (
          SELECT k.seen_at FROM sighted_streams k WHERE k.stream_id = c.id
          UNION ALL
          SELECT p.last_at FROM pruned_samples p WHERE p.stream_id = c.id
          UNION ALL
          SELECT max(v.created_at) FROM viewer_samples v WHERE v.stream_id = c.id AND v.created_at >= c.started_at
          UNION ALL
          SELECT h.last_at FROM packed_samples h WHERE h.stream_id = c.id AND h.last_at >= c.started_at
        ) o(at)
        HAVING max(o.at) IS NOT NULL
      ) END AS observed_at
    FROM touched c
  ), settled AS (
    SELECT c.id, c.is_sampled, c.ended_at AS old_end, c.observed_at, c.next_start IS NOT NULL AS is_end_inferred,
      CASE
        WHEN NOT c.is_open THEN c.ended_at
        WHEN c.next_start IS NOT NULL THEN COALESCE(c.observed_at, c.next_start)
      END AS ended_at
    FROM observed c
  )
  UPDATE streams t SET observed_at = c.observed_at, ended_at = c.ended_at, is_end_inferred = c.is_end_inferred, import_id = ${currentImport}
  FROM settled c
  WHERE t.id = c.id AND (
    ROW(t.ended_at, t.is_end_inferred) IS DISTINCT FROM ROW(c.ended_at, c.is_end_inferred)
    OR (t.observed_at IS DISTINCT FROM c.observed_at AND NOT c.is_sampled)
  )`;
const settledStreams = 't.id, c.old_end IS DISTINCT FROM c.ended_at AS is_moved';

const markDueEvents = `
  UPDATE events e SET figures_due = TRUE
  FROM event_streams l
  WHERE l.event_id = e.id AND l.stream_id = ANY ($1)`;
