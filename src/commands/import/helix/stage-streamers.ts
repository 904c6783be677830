import type { Client } from 'pg';
import { changeRows, currentImport } from '../import-record.js';
import { StagedRows } from '../kind-importer.js';
import { streamers } from '../kinds/streamers.js';
import { lookUp } from '../look-up.js';
import { createStaging } from '../staging.js';
import { isLater } from './is-later.js';

/**
 * Stages the streamers that have changed, as whole rows of their current data: sighted streamers, and others whose
 * login now belongs to a sighted one.
 */
export async function stageStreamers(client: Client): Promise<StagedRows> {
  await createStaging(client, streamers);
  await client.query(loginNews);
  const { rowCount: read } = await client.query(streamerNews);
  const { rowCount: changed } = await client.query(stageSql);
  const { rowCount: released } = await client.query(stageReleased);
  return { read: read ?? 0, staged: (changed ?? 0) + (released ?? 0), unchanged: (read ?? 0) - (changed ?? 0) };
}

/** Stores the sighting times and names of streamers. */
export async function recordSightedStreamers(client: Client): Promise<void> {
  const logins = `
    INSERT INTO sighted_logins AS t (login, streamer_id, seen_at, import_id)
    SELECT w.login, w.streamer_id, w.at, ${currentImport} FROM login_news w
    ON CONFLICT (login) DO UPDATE
    SET streamer_id = excluded.streamer_id, seen_at = excluded.seen_at, import_id = excluded.import_id`;
  await changeRows(client, 'sighted_logins', logins);
  const streamers = `
    INSERT INTO sighted_streamers AS t
      (streamer_id, named_at, named_as, login_at, login_as, pictured_at, pictured_as, import_id)
    SELECT w.streamer_id, w.named_at, w.named_as, w.login_at, w.login_as, w.pictured_at, w.pictured_as, ${currentImport}
    FROM streamer_news w
    WHERE w.is_named OR w.is_nameless OR w.has_login OR w.is_pictured
    ON CONFLICT (streamer_id) DO UPDATE
    SET named_at = excluded.named_at, named_as = excluded.named_as, login_at = excluded.login_at,
      login_as = excluded.login_as, pictured_at = excluded.pictured_at, pictured_as = excluded.pictured_as,
      import_id = excluded.import_id`;
  await changeRows(client, 'sighted_streamers', streamers);
}

/**
 * The last streamer seen with each login, for logins that nobody was seen with later. At the same moment, the greatest ID counts.
 */
const loginNews = `
  CREATE TEMP TABLE login_news ON COMMIT DROP AS
  SELECT c.login, c.streamer_id, c.at
  FROM (
    SELECT DISTINCT ON (g.login) g.login, g.streamer_id, g.at
    FROM staging_helix g
    WHERE g.login IS NOT NULL
    ORDER BY g.login, g.at DESC, g.streamer_id DESC
  ) c
  ${lookUp('sighted_logins', 'k', 'login', 'c.login')}
  WHERE k.login IS NULL OR (c.at, c.streamer_id) > (k.seen_at, k.streamer_id)`;

/**
 * The sighted streamers as they are stored; the last display name, login and image of each, with their times, even if an earlier
 * import brought them; and which of the three are news. At the same moment, the greatest value counts. If a streamer was never seen
 * with a name, the name is empty as of the last sighting. The login or the ID replaces it, unless a file has given a name.
 */
const streamerNews = `
  CREATE TEMP TABLE streamer_news ON COMMIT DROP AS
  SELECT n.streamer_id, t.id IS NULL AS is_new, t.login, t.display_name, t.profile_image, w.is_named, w.has_login, w.is_pictured,
    w.is_nameless, t.id IS NULL OR (NOT w.was_named AND t.display_name IN (t.id::text, k.login_as)) AS has_substitute,
    CASE WHEN w.is_named THEN d.at WHEN w.is_nameless THEN n.at ELSE k.named_at END AS named_at,
    CASE WHEN w.is_named THEN d.display_name WHEN w.is_nameless THEN '' ELSE k.named_as END AS named_as,
    CASE WHEN w.has_login THEN l.at ELSE k.login_at END AS login_at,
    CASE WHEN w.has_login THEN l.login ELSE k.login_as END AS login_as,
    CASE WHEN w.is_pictured THEN p.at ELSE k.pictured_at END AS pictured_at,
    CASE WHEN w.is_pictured THEN p.profile_image ELSE k.pictured_as END AS pictured_as
  FROM (
    SELECT g.streamer_id, max(g.at) AS at FROM staging_helix g WHERE g.shape IN ('stream', 'user') GROUP BY g.streamer_id
  ) n
  LEFT JOIN (${newestOf('display_name', 'g.display_name IS NOT NULL')}) d ON d.streamer_id = n.streamer_id
  LEFT JOIN (${newestOf('login', 'g.login IS NOT NULL')}) l ON l.streamer_id = n.streamer_id
  LEFT JOIN (${newestOf('profile_image', `g.shape = 'user'`)}) p ON p.streamer_id = n.streamer_id
  ${lookUp('streamers', 't', 'id', 'n.streamer_id')}
  ${lookUp('sighted_streamers', 'k', 'streamer_id', 'n.streamer_id')}
  CROSS JOIN LATERAL (SELECT k.streamer_id IS NOT NULL AND k.named_as IS DISTINCT FROM '' AS was_named) v
  CROSS JOIN LATERAL (
    SELECT v.was_named,
      d.at IS NULL AND NOT v.was_named AND (k.named_at IS NULL OR n.at > k.named_at) AS is_nameless,
      d.at IS NOT NULL AND (
        t.id IS NULL OR NOT v.was_named OR ${isLater('d.at', 'd.display_name', 'k.named_at', 'k.named_as')}
      ) AS is_named,
      l.at IS NOT NULL AND (
        t.id IS NULL OR ${isLater('l.at', 'l.login', 'k.login_at', 'k.login_as')}
      ) AS has_login,
      ${isLater('p.at', 'p.profile_image', 'k.pictured_at', 'k.pictured_as')} AS is_pictured
  ) w`;

function newestOf(column: string, condition: string): string {
  return `
    SELECT DISTINCT ON (g.streamer_id) g.streamer_id, g.at, COALESCE(g.${column}, '') AS ${column}
    FROM staging_helix g
    WHERE ${condition}
    ORDER BY g.streamer_id, g.at DESC, COALESCE(g.${column}, '') COLLATE "C" DESC`;
}

/**
 * A streamer takes its names from the newest of all sightings, and has the login if it was the last streamer seen with
 * the login. Any sighting overrides a streamer from a file, which has no time.
 */
const stageSql = `
  INSERT INTO staging_streamers (id, login, display_name, profile_image, origin)
  SELECT n.streamer_id, l.login, c.display_name, c.profile_image, 0
  FROM streamer_news n
  CROSS JOIN LATERAL (
    SELECT CASE WHEN n.has_login THEN n.login_as ELSE n.login END AS login,
      CASE
        WHEN n.is_named THEN n.named_as
        WHEN n.has_substitute THEN COALESCE(nullif(n.named_as, ''), n.login_as, n.streamer_id::text)
        ELSE n.display_name
      END AS display_name,
      CASE WHEN n.is_pictured THEN nullif(n.pictured_as, '') ELSE n.profile_image END AS profile_image
  ) c
  LEFT JOIN login_news w ON w.login = c.login
  ${lookUp('sighted_logins', 'k', 'login', 'CASE WHEN w.login IS NULL AND n.has_login THEN c.login END')}
  CROSS JOIN LATERAL (
    SELECT CASE
      WHEN w.login IS NOT NULL THEN CASE WHEN w.streamer_id = n.streamer_id THEN c.login END
      WHEN n.has_login THEN CASE WHEN k.streamer_id = n.streamer_id THEN c.login END
      ELSE c.login
    END AS login
  ) l
  WHERE n.is_new OR ROW(n.login, n.display_name, n.profile_image) IS DISTINCT FROM ROW(l.login, c.display_name, c.profile_image)`;

const stageReleased = `
  INSERT INTO staging_streamers (id, login, display_name, profile_image, origin)
  SELECT t.id, NULL, t.display_name, t.profile_image, 0
  FROM login_news w
  ${lookUp('streamers', 't', 'login', 'w.login')}
  WHERE t.id <> w.streamer_id AND NOT EXISTS (SELECT FROM staging_streamers s WHERE s.id = t.id)`;
