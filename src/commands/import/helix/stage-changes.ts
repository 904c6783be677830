import type { Client } from 'pg';
import { recordDeletion } from '../data-summary.js';
import { removeRows } from '../import-record.js';
import { streamChanges } from '../kinds/plain-kinds.js';
import { StagedRows } from '../kind-importer.js';
import { createStaging } from '../staging.js';

/**
 * Stages the moments from which streams had another title or topic, as far as sightings change the known ones, and
 * removes changes that no longer are changes. The samples of the sightings are not stored yet.
 *
 * Each stored sample of a stream is an observation, too: at its moment, the newest earlier change applied. So the
 * changes follow from all observations, in any order. `from` is the first moment of the sightings.
 */
export async function stageChanges(client: Client, from: Date): Promise<StagedRows> {
  await createStaging(client, streamChanges);
  await client.query(`
    ${findRestless};
    ANALYZE restless_streams;
    ${collectObserved};
    ANALYZE observed_changes;
    ${collectKnown};
    ANALYZE known_changes`);
  const { rowCount } = await client.query(stageSql, [from]);
  await removeGone(client);
  const staged = rowCount ?? 0;
  return { read: staged, staged };
}

async function removeGone(client: Client): Promise<void> {
  const { rowCount } = await client.query(goneSql);
  if (!rowCount) return;
  const remove = `
    DELETE FROM stream_changes t USING (${goneSql}) k WHERE t.stream_id = k.stream_id AND t.created_at = k.at`;
  await removeRows(client, 'stream_changes', remove);
  await recordDeletion(client, 'stream_changes', rowCount);
}

const says = (alias: string) => `md5(ROW(${alias}.title, ${alias}.game_name, ${alias}.tags)::text)`;

/** Excludes streams whose sightings all repeat the newest change and come after it. */
const findRestless = `
  CREATE TEMP TABLE restless_streams ON COMMIT DROP AS
  SELECT DISTINCT g.stream_id
  FROM staging_helix g
  LEFT JOIN LATERAL (
    SELECT t.* FROM stream_changes t WHERE t.stream_id = g.stream_id ORDER BY t.created_at DESC LIMIT 1
  ) c ON TRUE
  WHERE g.shape = 'stream' AND (
    c.stream_id IS NULL OR c.created_at >= g.at
    OR ROW(c.title, c.game_name, c.tags) IS DISTINCT FROM ROW(g.title, g.game_name, g.tags)
  )`;

/**
 * The state of each of these streams at each moment. Of several sightings at one moment, the one with the most viewers
 * counts; of equal ones, the greatest hash. `from_at` is the stream's first moment.
 */
const collectObserved = `
  CREATE TEMP TABLE observed_changes ON COMMIT DROP AS
  SELECT s.*, min(s.at) OVER (PARTITION BY s.stream_id) AS from_at
  FROM (
    SELECT DISTINCT ON (g.stream_id, g.at) g.stream_id, g.at, g.viewers, g.title, g.game_name, g.tags, w.says
    FROM staging_helix g
    CROSS JOIN LATERAL (SELECT ${says('g')} AS says) w
    WHERE g.shape = 'stream' AND g.stream_id IN (SELECT r.stream_id FROM restless_streams r)
    ORDER BY g.stream_id, g.at, g.viewers DESC, w.says COLLATE "C" DESC
  ) s`;

const asked = 'SELECT DISTINCT o.stream_id, o.from_at FROM observed_changes o';

/**
 * The stored changes of these streams: from their first sighting on, and the one before. With OFFSET 0, PostgreSQL
 * looks up each stream separately, regardless of the planner's estimates.
 */
const collectKnown = `
  CREATE TEMP TABLE known_changes ON COMMIT DROP AS
  SELECT a.stream_id, a.from_at, c.created_at AS at, c.title, c.game_name, c.tags, ${says('c')} AS says
  FROM (${asked}) a
  CROSS JOIN LATERAL (
    (
      SELECT t.* FROM stream_changes t
      WHERE t.stream_id = a.stream_id AND t.created_at < a.from_at
      ORDER BY t.created_at DESC LIMIT 1
    )
    UNION ALL
    (SELECT t.* FROM stream_changes t WHERE t.stream_id = a.stream_id AND t.created_at >= a.from_at OFFSET 0)
  ) c`;

/** A sample continues the change before it, in the same `run`; a sample before all changes has no information. */
const stageSql = `
  INSERT INTO staging_stream_changes (stream_id, created_at, title, game_name, tags, origin)
  WITH stored AS (
    SELECT k.stream_id, k.from_at, k.at, -1 AS viewers, k.title, k.game_name, k.tags, k.says FROM known_changes k
    UNION ALL
    SELECT a.stream_id, a.from_at, v.created_at, v.viewers, NULL, NULL, NULL, NULL
    FROM (${asked}) a
    CROSS JOIN LATERAL (
      SELECT q.created_at, q.viewers FROM all_viewer_samples q
      WHERE q.stream_id = a.stream_id AND q.created_at >= a.from_at AND q.created_at >= $1
      OFFSET 0
    ) v
  ), runs AS (
    SELECT p.*, count(p.says) OVER (PARTITION BY p.stream_id ORDER BY p.at, p.says IS NULL) AS run FROM stored p
  ), continued AS (
    SELECT r.stream_id, r.from_at, r.at, r.viewers, first_value(r.title) OVER run AS title,
      first_value(r.game_name) OVER run AS game_name, first_value(r.tags) OVER run AS tags, first_value(r.says) OVER run AS says
    FROM runs r
    WHERE r.run > 0
    WINDOW run AS (PARTITION BY r.stream_id, r.run ORDER BY r.at, r.says IS NULL)
  ), counting AS (
    SELECT DISTINCT ON (u.stream_id, u.at) u.*
    FROM (
      SELECT c.stream_id, c.from_at, c.at, c.viewers, c.title, c.game_name, c.tags, c.says FROM continued c
      UNION ALL
      SELECT o.stream_id, o.from_at, o.at, o.viewers, o.title, o.game_name, o.tags, o.says FROM observed_changes o
    ) u
    ORDER BY u.stream_id, u.at, u.viewers DESC, u.says COLLATE "C" DESC
  ), followed AS (
    SELECT w.*, lag(w.says) OVER (PARTITION BY w.stream_id ORDER BY w.at) AS said FROM counting w
  )
  SELECT f.stream_id, f.at, f.title, f.game_name, f.tags, 0
  FROM followed f
  WHERE f.at >= f.from_at AND f.says IS DISTINCT FROM f.said`;

const goneSql = `
  SELECT k.stream_id, k.at FROM known_changes k
  WHERE k.at >= k.from_at AND NOT EXISTS (
    SELECT FROM staging_stream_changes s WHERE s.stream_id = k.stream_id AND s.created_at = k.at
  )`;
