import pg from 'pg';
import { changeRows, currentImport } from '../import-record.js';
import { StagedRows } from '../kind-importer.js';
import { streams } from '../kinds/streams.js';
import { lookUp } from '../look-up.js';
import { createStaging } from '../staging.js';
import { isLater } from './is-later.js';

/** The rule for which open streams have ended when they are not sighted. */
export type EndRule =
  /** Streams whose last sighting is this much older than the newest observation. */
  { readonly endedAfterMs: number } | KnownImport;

/** Streams last sighted before or by this import. The observer knew these streams, and asked for each one. */
export interface KnownImport {
  readonly knownImport: number;
}

/** Stages the sighted streams, and the streams that must have ended, as whole rows of their current data. */
export async function stageStreams(client: pg.Client, endRule: EndRule): Promise<StagedRows> {
  await createStaging(client, streams);
  const newest = await noteNewestObservation(client);
  if (newest === null) return { read: 0, staged: 0 };
  const read = await count(client, sightedSql(endRule, newest));
  const staged = await count(client, stageSql);
  await changeRows(client, 'sighted_streams', recordSighted);
  return { read, staged, unchanged: read - staged };
}

async function count(client: pg.Client, sql: string): Promise<number> {
  return (await client.query(sql)).rowCount ?? 0;
}

const recordSighted = `
  INSERT INTO sighted_streams AS t (stream_id, seen_at, seen_as, is_open, import_id)
  SELECT m.id, m.seen_at, m.seen_as, m.ended_at IS NULL, ${currentImport} FROM sighted m
  ON CONFLICT (stream_id) DO UPDATE
  SET seen_at = excluded.seen_at, seen_as = excluded.seen_as, is_open = excluded.is_open, import_id = excluded.import_id
  WHERE ROW(t.seen_at, t.seen_as, t.is_open) IS DISTINCT FROM ROW(excluded.seen_at, excluded.seen_as, excluded.is_open)`;

const recordNewest = `
  INSERT INTO sighting_state AS t (newest_at, import_id)
  SELECT max(g.at), ${currentImport} FROM staging_helix g
  WHERE g.shape IN ('stream', 'nobody')
  HAVING max(g.at) IS NOT NULL
  ON CONFLICT (id) DO UPDATE SET newest_at = excluded.newest_at, import_id = excluded.import_id
  WHERE excluded.newest_at > t.newest_at`;

/** Stores and returns the newest observation of live streams; null before the first one. */
async function noteNewestObservation(client: pg.Client): Promise<Date | null> {
  await changeRows(client, 'sighting_state', recordNewest);
  const { rows } = await client.query<{ newest_at: Date }>('SELECT o.newest_at FROM sighting_state o');
  return rows[0]?.newest_at ?? null;
}

/**
 * The sighted streams, and the open ones that have ended by the rule. The newest sighting counts, even if an earlier
 * import brought it. Of several at one moment, the one with the most viewers counts; of equal ones, the greatest hash,
 * so that their order does not matter. If an end was only inferred, because the stream was not sighted again, it is the
 * last sighting and moves with later sightings. Any other end came from a file and stays.
 */
function sightedSql(endRule: EndRule, newest: Date): string {
  const { isGone, hasEnded } = endSql(endRule, newest);
  return `
    CREATE TEMP TABLE sighted ON COMMIT DROP AS
    WITH newest AS (
      SELECT DISTINCT ON (g.stream_id)
        g.stream_id, g.streamer_id, g.at, g.started_at, g.title, g.game_name, g.tags, g.thumbnail, r.seen_as
      FROM staging_helix g
      CROSS JOIN LATERAL (
        SELECT to_char(g.viewers, 'FM0000000000000000') ||
          md5(ROW(g.streamer_id, g.started_at, g.title, g.game_name, g.tags, g.thumbnail)::text) AS seen_as
      ) r
      WHERE g.shape = 'stream'
      ORDER BY g.stream_id, g.at DESC, r.seen_as COLLATE "C" DESC
    ), known AS (
      SELECT k.* FROM newest n ${lookUp('sighted_streams', 'k', 'stream_id', 'n.stream_id')} WHERE k.stream_id IS NOT NULL
      UNION ALL
      SELECT k.* FROM sighted_streams k
      WHERE ${isGone}
    ), compared AS (
      SELECT t.*, n.stream_id AS new_id, n.streamer_id AS new_streamer_id, n.started_at AS new_started_at,
        n.title AS new_title, n.game_name AS new_game_name, n.tags AS new_tags, n.thumbnail AS new_thumbnail,
        greatest(n.at, k.seen_at) AS seen_at,
        CASE WHEN w.is_newest THEN n.seen_as ELSE k.seen_as END AS seen_as,
        n.at IS NOT NULL AND (t.id IS NULL OR (w.is_newest AND n.at >= COALESCE(t.updated_at, n.at))) AS is_news,
        CASE
          WHEN t.is_end_inferred THEN NULL
          WHEN COALESCE(k.is_open, TRUE) OR t.ended_at <> greatest(k.seen_at, t.started_at) THEN t.ended_at
        END AS given_end,
        ${hasEnded} AS has_ended
      FROM newest n
      FULL JOIN known k ON k.stream_id = n.stream_id
      ${lookUp('streams', 't', 'id', 'COALESCE(n.stream_id, k.stream_id)')}
      CROSS JOIN LATERAL (SELECT ${isLater('n.at', 'n.seen_as', 'k.seen_at', 'k.seen_as')} AS is_newest) w
      WHERE n.stream_id IS NOT NULL OR t.id IS NOT NULL
    )
    SELECT COALESCE(c.id, c.new_id) AS id, c.seen_at, c.seen_as, d.*, e.ended_at,
      c.avg_viewers, c.peak_viewers, c.live_views, c.live_views_final, c.vod_id, c.watchtime, c.unique_chatters,
      greatest(c.updated_at, c.seen_at) AS updated_at, COALESCE(c.figures_from_samples, FALSE) AS figures_from_samples,
      FALSE AS is_end_inferred,
      c.id IS NULL OR ROW(c.ended_at, c.is_end_inferred, ${listOf('c', described)})
        IS DISTINCT FROM ROW(e.ended_at, FALSE, ${listOf('d', described)}) AS is_changed
    FROM compared c
    CROSS JOIN LATERAL (
      SELECT CASE WHEN c.is_news THEN least(c.new_started_at, c.given_end) ELSE c.started_at END AS started_at,
        CASE WHEN c.is_news THEN c.new_streamer_id ELSE c.streamer_id END AS streamer_id,
        CASE WHEN c.is_news THEN c.new_title ELSE c.title END AS title,
        CASE WHEN c.is_news THEN c.new_game_name ELSE c.game_name END AS game_name,
        CASE WHEN c.is_news THEN c.new_tags ELSE c.tags END AS tags,
        CASE WHEN c.is_news THEN c.new_thumbnail ELSE c.thumbnail END AS thumbnail
    ) d
    CROSS JOIN LATERAL (
      SELECT CASE
        WHEN c.given_end IS NOT NULL THEN c.given_end
        WHEN c.has_ended THEN greatest(c.seen_at, d.started_at)
      END AS ended_at
    ) e`;
}

/** SQL for whether an open stream without a sighting has ended, and for whether any stream has ended. */
function endSql(endRule: EndRule, newest: Date): { isGone: string; hasEnded: string } {
  if ('knownImport' in endRule) {
    // Listed by releaseConcerned. Nobody asks for a stream that has ended, so a later sighting opens it again.
    const isGone = 'k.stream_id IN (SELECT u.stream_id FROM unsighted_streams u)';
    return { isGone, hasEnded: 'n.stream_id IS NULL OR NOT (k.is_open OR w.is_newest)' };
  }
  const overdue = timestamp(new Date(newest.getTime() - endRule.endedAfterMs));
  return {
    isGone: `k.is_open AND k.seen_at <= ${overdue} AND NOT EXISTS (SELECT FROM newest n WHERE n.stream_id = k.stream_id)`,
    hasEnded: `greatest(n.at, k.seen_at) <= ${overdue}`,
  };
}

const names = streams.columns.map(({ name }) => name);
const described = ['started_at', 'streamer_id', 'title', 'game_name', 'tags', 'thumbnail'];
const listOf = (alias: string, columns: readonly string[]) => columns.map((name) => `${alias}.${name}`).join(', ');

/**
 * A stream whose sighting has no news is not staged. Its sighting time is written with its sample, so that the row is written once.
 */
const stageSql = `
  INSERT INTO staging_streams (${names.join(', ')}, origin)
  SELECT ${listOf('m', names)}, 0
  FROM sighted m
  WHERE m.is_changed`;

function timestamp(date: Date): string {
  return `TIMESTAMPTZ ${pg.escapeLiteral(date.toISOString())}`;
}
