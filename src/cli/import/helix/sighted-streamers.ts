import type { Client } from 'pg';
import { createStaging } from '../staging.js';
import { streamers } from '../kinds/streamers.js';

/** Stages the streamers that were sighted, as whole rows of what is known of them now; answers how many. */
export async function stageSightedStreamers(client: Client): Promise<number> {
  await createStaging(client, streamers);
  await client.query(loginNews);
  const { rowCount } = await client.query(stageSql);
  return rowCount ?? 0;
}

/** Takes logins from channels that were not sighted themselves but whose login now is another's; answers how many. */
export async function releaseLogins(client: Client): Promise<number> {
  const { rowCount } = await client.query(`
    UPDATE streamers t SET login = NULL
    FROM login_news w
    WHERE t.login = w.login AND t.id <> w.streamer_id
      AND NOT EXISTS (SELECT FROM staging_streamers s WHERE s.id = t.id)`);
  return rowCount ?? 0;
}

/** Remembers when they were sighted. */
export async function recordSightedStreamers(client: Client): Promise<void> {
  await client.query(`
    INSERT INTO sighted_logins (login, streamer_id, seen_at)
    SELECT w.login, w.streamer_id, w.at FROM login_news w
    ON CONFLICT (login) DO UPDATE SET streamer_id = excluded.streamer_id, seen_at = excluded.seen_at`);
  await client.query(`
    INSERT INTO sighted_streamers AS k (streamer_id, named_at, pictured_at)
    SELECT g.streamer_id, max(g.at), max(g.at) FILTER (WHERE g.shape = 'user')
    FROM staging_helix g
    WHERE g.shape IN ('stream', 'user')
    GROUP BY g.streamer_id
    ON CONFLICT (streamer_id) DO UPDATE
    SET named_at = greatest(k.named_at, excluded.named_at), pictured_at = greatest(k.pictured_at, excluded.pictured_at)
    WHERE excluded.named_at > k.named_at OR excluded.pictured_at > COALESCE(k.pictured_at, '-infinity')`);
}

/** Who was seen last with a login, for the logins that nobody was seen with later. */
const loginNews = `
  CREATE TEMP TABLE login_news ON COMMIT DROP AS
  SELECT c.login, c.streamer_id, c.at
  FROM (
    SELECT DISTINCT ON (g.login) g.login, g.streamer_id, g.at
    FROM staging_helix g
    WHERE g.login IS NOT NULL
    ORDER BY g.login, g.at DESC, g.streamer_id DESC
  ) c
  LEFT JOIN sighted_logins k ON k.login = c.login
  WHERE k.login IS NULL OR c.at > k.seen_at`;

/**
 * A streamer takes its names from the newest sighting there ever was, and has the login if it was the last one seen
 * with it. A streamer that came from a file, with no time, gives way to any sighting.
 */
const stageSql = `
  INSERT INTO staging_streamers (id, login, display_name, profile_image, origin)
  SELECT c.id,
    CASE
      WHEN w.login IS NOT NULL THEN CASE WHEN w.streamer_id = c.id THEN c.login END
      WHEN c.is_renamed THEN CASE WHEN k.streamer_id = c.id THEN c.login END
      ELSE c.login
    END,
    c.display_name, c.profile_image, 0
  FROM (
    SELECT n.streamer_id AS id, a.is_news AND n.login IS NOT NULL AS is_renamed,
      CASE WHEN a.is_news THEN COALESCE(n.login, t.login) ELSE t.login END AS login,
      CASE WHEN a.is_news THEN n.display_name ELSE t.display_name END AS display_name,
      CASE WHEN p.at > COALESCE(o.pictured_at, '-infinity') THEN p.profile_image ELSE t.profile_image END AS profile_image
    FROM (
      SELECT DISTINCT ON (g.streamer_id) g.streamer_id, g.at, g.login, g.display_name
      FROM staging_helix g
      WHERE g.shape IN ('stream', 'user')
      ORDER BY g.streamer_id, g.at DESC, g.origin, g.ordinal
    ) n
    LEFT JOIN (
      SELECT DISTINCT ON (g.streamer_id) g.streamer_id, g.at, g.profile_image
      FROM staging_helix g
      WHERE g.shape = 'user'
      ORDER BY g.streamer_id, g.at DESC, g.origin, g.ordinal
    ) p ON p.streamer_id = n.streamer_id
    LEFT JOIN streamers t ON t.id = n.streamer_id
    LEFT JOIN sighted_streamers o ON o.streamer_id = n.streamer_id
    CROSS JOIN LATERAL (SELECT t.id IS NULL OR n.at > COALESCE(o.named_at, '-infinity') AS is_news) a
  ) c
  LEFT JOIN login_news w ON w.login = c.login
  LEFT JOIN sighted_logins k ON k.login = c.login`;
