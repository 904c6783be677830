import type { Client } from 'pg';
import { StagedRows } from '../kind-importer.js';
import { streams } from '../kinds/streams.js';
import { changedStreams, emptyStaging } from '../session.js';
import { lookUp } from './look-up.js';

const names = streams.columns.map(({ name }) => name);
const described = ['streamer_id', 'started_at', 'title', 'game_name', 'tags', 'thumbnail'];

/**
 * Stages the streams whose newest observation is later than the stored one and differs from it, as whole rows of their
 * current data. At the same moment, the stored observation stays; of two in this import, the first one counts.
 */
export async function stageStreams(client: Client): Promise<StagedRows> {
  await emptyStaging(client, streams);
  const { rows } = await client.query<{ read: number; staged: number }>(stageSql);
  const { read, staged } = rows[0] as { read: number; staged: number };
  return { read, staged, unchanged: read - staged };
}

const stageSql = `
  WITH newest AS MATERIALIZED (
    SELECT DISTINCT ON (g.stream_id) g.*
    FROM staging_helix g
    WHERE g.shape = 'stream'
    ORDER BY g.stream_id, g.at DESC, g.origin, g.ordinal
  ), changed AS (
    SELECT n.stream_id AS id, n.streamer_id, n.title, n.game_name, n.tags, n.thumbnail,
      CASE WHEN t.end_reason = 'given' THEN least(n.started_at, t.ended_at) ELSE n.started_at END AS started_at,
      CASE WHEN t.end_reason = 'given' THEN t.ended_at WHEN t.ended_at IS NOT NULL THEN greatest(t.ended_at, n.started_at) END AS ended_at,
      t.end_reason, t.avg_viewers, t.peak_viewers, t.live_views, t.live_views_final, t.vod_id, t.watchtime, t.unique_chatters,
      t.updated_at, COALESCE(t.figures_from_samples, FALSE) AS figures_from_samples
    FROM newest n
    ${lookUp('streams', 't', 'id', 'n.stream_id')}
    ${lookUp('live_streams', 'l', 'stream_id', 'n.stream_id')}
    WHERE t.id IS NULL OR (
      n.at > COALESCE(l.observed_at, t.observed_at, '-infinity') AND n.at >= COALESCE(t.updated_at, '-infinity')
      AND ROW(${listOf('t')}) IS DISTINCT FROM ROW(${listOf('n')})
    )
  ), staged AS (
    INSERT INTO staging_streams (${names.join(', ')}, origin)
    SELECT ${names.map((name) => `c.${name}`).join(', ')}, 0 FROM changed c
    RETURNING 1
  )
  SELECT (SELECT count(*)::float8 FROM newest) AS read, (SELECT count(*)::float8 FROM staged) AS staged`;

function listOf(alias: string): string {
  return described.map((name) => `${alias}.${name}`).join(', ');
}

/** Notes the newest observation of each stream, if it is later than the stored one. Runs after the streams are merged. */
export async function noteObservedStreams(client: Client): Promise<void> {
  await client.query(`
    INSERT INTO ${changedStreams} (stream_id, observed_at)
    SELECT n.stream_id, n.at
    FROM (SELECT g.stream_id, max(g.at) AS at FROM staging_helix g WHERE g.shape = 'stream' GROUP BY g.stream_id) n
    ${lookUp('streams', 't', 'id', 'n.stream_id')}
    ${lookUp('live_streams', 'l', 'stream_id', 'n.stream_id')}
    WHERE n.at > COALESCE(l.observed_at, t.observed_at, '-infinity')`);
}
