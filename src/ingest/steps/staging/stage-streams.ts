import type { Client } from 'pg';
import { observedColumns } from '../../kinds/observed-columns.js';
import { StagedRows } from '../../kinds/kind.js';
import { streams } from '../../kinds/kinds.js';
import { currentImport, keepsChanges } from '../../records/import-record.js';
import { lookUp } from '../../look-up.js';
import { changedStreams, qualifyColumns, observations, staged } from '../../session.js';

const names = streams.columns.map(({ name }) => name);
const described = observedColumns.map(({ name }) => name);
const compared = ['streamer_id', 'started_at', ...described];

/**
 * Notes the observed streams whose newest observation is later than the stored one, and stages those that differ from
 * it, as whole rows of their current data. At the same moment, the stored observation stays; of two in this import, the
 * first one counts. An observation before the `updated_at` of a stream's file record changes nothing in `streams`; its
 * sample, its time and its changes are stored. Records the observations of stored streams that newer ones replace.
 */
export async function stageStreams(client: Client): Promise<StagedRows> {
  const { rows } = await client.query<StagedRows>(stageSql);
  return rows[0] as StagedRows;
}

const stageSql = `
  WITH newest AS (
    SELECT DISTINCT ON (g.stream_id) g.*
    FROM ${observations} g
    WHERE g.shape = 'stream'
    ORDER BY g.stream_id, g.at DESC, g.origin, g.ordinal
  ), observed AS MATERIALIZED (
    SELECT n.stream_id AS id, n.at, n.streamer_id, ${qualifyColumns('n', described)},
      t.id IS NULL AS is_new, k.observed_at AS replaced_at, l.import_id,
      n.at > COALESCE(k.observed_at, '-infinity') AS is_later,
      n.at >= COALESCE(t.updated_at, '-infinity') AND ROW(${qualifyColumns('t', compared)}) IS DISTINCT FROM ROW(${qualifyColumns('n', compared)}) AS is_changed,
      CASE WHEN t.end_reason = 'given' THEN least(n.started_at, t.ended_at) ELSE n.started_at END AS started_at,
      CASE WHEN t.end_reason = 'given' THEN t.ended_at WHEN t.ended_at IS NOT NULL THEN greatest(t.ended_at, n.started_at) END AS ended_at,
      t.end_reason, t.avg_viewers, t.peak_viewers, t.live_views, t.live_views_final, t.vod_id, t.watchtime, t.unique_chatters,
      t.updated_at, COALESCE(t.figures_from_samples, FALSE) AS figures_from_samples,
      COALESCE(t.external_id, n.stream_external_id) AS external_id
    FROM newest n
    ${lookUp('streams', 't', 'id', 'n.stream_id')}
    ${lookUp('live_streams', 'l', 'stream_id', 'n.stream_id')}
    CROSS JOIN LATERAL (SELECT COALESCE(l.observed_at, t.observed_at) AS observed_at) k
  ), noted AS (
    INSERT INTO ${changedStreams} (stream_id, observed_at) SELECT o.id, o.at FROM observed o WHERE o.is_later
  ), kept AS (
    INSERT INTO import_changes (import_id, table_name, is_deleted, before)
    SELECT ${currentImport}, 'live_streams', FALSE,
      jsonb_build_object('stream_id', o.id, 'observed_at', o.replaced_at, 'import_id', o.import_id, 'replaced_by', o.at)
    FROM observed o
    WHERE o.is_later AND NOT o.is_new AND ${keepsChanges}
  ), staged AS (
    INSERT INTO ${staged('streams')} (${names.join(', ')}, origin)
    SELECT ${qualifyColumns('o', names)}, 0 FROM observed o WHERE o.is_new OR (o.is_later AND o.is_changed)
    RETURNING 1
  )
  SELECT n.*, n.read - n.staged AS unchanged
  FROM (SELECT (SELECT count(*)::float8 FROM observed) AS read, (SELECT count(*)::float8 FROM staged) AS staged) n`;
