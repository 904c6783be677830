import type { Client } from 'pg';
import { StagedRows } from '../../kinds/kind.js';
import { changeRows, currentImport, keepsChanges } from '../../records/import-record.js';
import { lookUp } from '../../look-up.js';
import { observations, staged } from '../../session.js';

/*
 * A streamer's names, login and display name, come from its newest observation, in a page of streams or of users. The
 * stored names stay if they were observed at the same moment. Their time is `named_at`, or the last observation of the
 * streamer's live stream if that is later. A streamer from a file has no time, so any observation counts.
 *
 * - An observation without a name or login keeps the stored one. An unknown login takes the login of any observation;
 *   the ID stands in for an unknown display name, and any name or login replaces it.
 * - A login has one holder: the streamer that was observed with it last. The others have no login.
 * - The database does not record which streamer gave up a login. A streamer without a login that is observed late gets
 *   the observed login if no other streamer has it.
 */

/**
 * Stages the observed streamers that have changed, as whole rows of their current data. `releaseLogins` takes their
 * logins from earlier holders.
 */
export async function stageStreamers(client: Client): Promise<StagedRows> {
  const { rows } = await client.query<StagedRows>(stageSql);
  return rows[0] as StagedRows;
}

/**
 * SQL that joins the time `v.named_at` of the names of a streamer `t`; null if they were never observed. Without OFFSET 0,
 * PostgreSQL would look up the live stream again at each use of the time.
 */
const joinNamedAt = (t: string, v: string) => `
  CROSS JOIN LATERAL (
    SELECT greatest(${t}.named_at, (
      SELECT max(k.observed_at)
      FROM streams q
      JOIN live_streams k ON k.stream_id = q.id
      WHERE q.streamer_id = ${t}.id AND q.ended_at IS NULL
    )) AS named_at
    OFFSET 0
  ) ${v}`;

/** SQL of the newest value of a column among the observations `g` with it, as `column`, and of its time, as `timeAs`. */
const newest = (column: string, timeAs: string, condition = `g.${column} IS NOT NULL`) => `
      (array_agg(g.${column} ORDER BY g.at DESC, g.origin, g.ordinal) FILTER (WHERE ${condition}))[1] AS ${column},
      max(g.at) FILTER (WHERE ${condition}) AS ${timeAs}`;

const stageSql = `
  WITH observed AS MATERIALIZED (
    SELECT n.streamer_id, t.id IS NULL AS is_new, t.login, t.display_name, t.profile_image, w.takes_login, w.fills_login,
      CASE WHEN w.takes_login OR w.fills_login THEN n.login ELSE t.login END AS claimed,
      CASE WHEN w.takes_login OR w.fills_login THEN n.login_at ELSE v.named_at END AS claimed_at,
      CASE
        WHEN t.id IS NULL OR t.display_name = t.id::text THEN COALESCE(n.display_name, n.login, n.streamer_id::text)
        WHEN n.name_at > COALESCE(v.named_at, '-infinity') THEN n.display_name
        -- The login stands in for a display name that was never observed.
        WHEN w.takes_login AND n.display_name IS NULL AND t.display_name = t.login THEN n.login
        ELSE t.display_name
      END AS new_name,
      -- On other platforms than Twitch, live streams have the image too.
      CASE
        WHEN n.pictured_at > COALESCE(t.pictured_at, CASE WHEN n.external_id IS NOT NULL THEN v.named_at END, '-infinity')
        THEN n.profile_image
        ELSE t.profile_image
      END AS new_image,
      t.external_id, COALESCE(t.external_id, n.external_id) AS new_external_id
    FROM (
      SELECT g.streamer_id, ${newest('display_name', 'name_at')}, ${newest('login', 'login_at')},
        ${newest('profile_image', 'pictured_at', `(g.shape = 'user' OR g.profile_image IS NOT NULL)`)},
        max(g.streamer_external_id) AS external_id
      FROM ${observations} g
      WHERE g.shape IN ('stream', 'user')
      GROUP BY g.streamer_id
    ) n
    ${lookUp('streamers', 't', 'id', 'n.streamer_id')}
    ${joinNamedAt('t', 'v')}
    CROSS JOIN LATERAL (
      SELECT COALESCE(n.login_at > COALESCE(v.named_at, '-infinity'), FALSE) AS takes_login,
        COALESCE(t.login IS NULL AND n.login_at <= v.named_at, FALSE) AS fills_login
    ) w
  ), claims AS (
    SELECT o.claimed AS login, o.streamer_id, o.claimed_at AS at, o.fills_login, o.claimed IS NOT DISTINCT FROM o.login AS is_holder
    FROM observed o
    UNION ALL
    SELECT h.login, h.id, v.named_at, FALSE, TRUE
    FROM observed o
    ${lookUp('streamers', 'h', 'login', 'o.claimed')}
    ${joinNamedAt('h', 'v')}
    WHERE (o.takes_login OR o.fills_login) AND h.id <> o.streamer_id AND h.id NOT IN (SELECT s.streamer_id FROM observed s)
  ), holders AS MATERIALIZED (
    SELECT DISTINCT ON (c.login) c.login, c.streamer_id
    FROM claims c
    WHERE c.login IS NOT NULL
    ORDER BY c.login, c.fills_login, c.at DESC NULLS LAST, c.is_holder DESC, c.streamer_id
  ), changed AS (
    SELECT o.streamer_id AS id, h.login, o.new_name AS display_name, o.new_image AS profile_image,
      o.new_external_id AS external_id
    FROM observed o
    LEFT JOIN holders h ON h.streamer_id = o.streamer_id
    WHERE o.is_new OR ROW(o.login, o.display_name, o.profile_image, o.external_id)
      IS DISTINCT FROM ROW(h.login, o.new_name, o.new_image, o.new_external_id)
  ), staged AS (
    INSERT INTO ${staged('streamers')} (id, login, display_name, profile_image, external_id, origin) SELECT c.*, 0 FROM changed c
  )
  SELECT n.*, n.read - n.staged AS unchanged
  FROM (SELECT (SELECT count(*)::float8 FROM observed) AS read, (SELECT count(*)::float8 FROM changed) AS staged) n`;

/**
 * Stores when users, their names and images, were observed. The end of a live stream stores the time of names that were
 * observed in streams. Only an import that can be undone counts as a change of the rows.
 */
export async function noteNamedStreamers(client: Client): Promise<void> {
  await changeRows(client, 'streamers', noteSql);
}

const noteSql = `
  UPDATE streamers t SET named_at = greatest(t.named_at, n.named_at), pictured_at = greatest(t.pictured_at, n.pictured_at),
    import_id = CASE WHEN ${keepsChanges} THEN ${currentImport} ELSE t.import_id END
  FROM (
    SELECT g.streamer_id, max(g.at) FILTER (WHERE COALESCE(g.login, g.display_name) IS NOT NULL) AS named_at,
      max(g.at) AS pictured_at
    FROM ${observations} g
    WHERE g.shape = 'user'
    GROUP BY g.streamer_id
  ) n
  WHERE t.id = n.streamer_id AND (
    n.named_at > COALESCE(t.named_at, '-infinity') OR n.pictured_at > COALESCE(t.pictured_at, '-infinity')
  )`;
