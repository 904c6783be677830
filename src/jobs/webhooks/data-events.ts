import type { Client } from 'pg';
import { inTransaction } from '../../database/in-transaction.js';
import { Outbox } from './outbox.js';

/** Writes which platforms have no fresh data, and which have fresh data again. */
export async function writeDataEvents(outbox: Outbox, client: Client): Promise<void> {
  await inTransaction(client, async () => {
    await outbox.write(client, staleData, []);
    const { rows } = await client.query<{ id: string }>(endInterruptionsSql);
    if (rows.length > 0) await outbox.write(client, freshData, [rows.map(({ id }) => id)]);
  });
}

/** The usual time between two complete sweeps of a platform `c`. */
const interval = `(
  SELECT percentile_disc(0.5) WITHIN GROUP (ORDER BY g.gap)
  FROM (
    SELECT n.swept_at - lag(n.swept_at) OVER (ORDER BY n.swept_at) AS gap
    FROM (SELECT s.swept_at FROM sweep_totals s WHERE s.platform = c.platform ORDER BY s.swept_at DESC LIMIT 11) n
  ) g
)`;

/** A target that only wants data.fresh has a finished row, as a note of the interruption. */
const staleData = `
  SELECT t.name AS target, 'data.stale' AS kind, c.platform AS subject, c.swept_at AS occurred_at, NULL::bigint AS streamer_id,
    n.now AS created_at, n.now AS due_at, CASE WHEN 'data.stale' = ANY (t.kinds) THEN NULL ELSE n.now END AS finished_at,
    NULL::bigint[] AS streamer_ids
  FROM (SELECT clock_timestamp() AS now) n
  CROSS JOIN collector_sweeps c
  CROSS JOIN LATERAL (SELECT c.swept_at + greatest(interval '30 minutes', 3 * ${interval}) AS at) s
  JOIN webhook_targets t ON t.kinds && ARRAY['data.stale', 'data.fresh'] AND NOT t.is_off
  WHERE n.now >= s.at AND n.now < s.at + interval '24 hours'`;

/** The interruptions that have ended; the update locks them, so that a sweep that is stored meanwhile counts the next time. */
const endInterruptionsSql = `
  UPDATE webhook_deliveries d SET is_over = TRUE
  FROM webhook_targets t, collector_sweeps c
  WHERE d.target = t.name AND d.kind = 'data.stale' AND NOT d.is_over AND c.platform = d.subject AND c.swept_at > d.occurred_at
  RETURNING d.id`;

const freshData = `
  SELECT d.target, 'data.fresh' AS kind, d.subject, d.occurred_at, NULL::bigint AS streamer_id, n.now AS created_at,
    n.now AS due_at, NULL::timestamptz AS finished_at, NULL::bigint[] AS streamer_ids
  FROM (SELECT clock_timestamp() AS now) n
  CROSS JOIN webhook_deliveries d
  JOIN webhook_targets t ON t.name = d.target AND 'data.fresh' = ANY (t.kinds) AND NOT t.is_off
  WHERE d.id = ANY ($1::uuid[])`;
