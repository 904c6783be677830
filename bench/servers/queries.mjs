// SQL by a careful developer: one named statement per operation, for all servers.
// The data has fewer than 1,000 follower points per graph, so no query thins them.
import pg from 'pg';

const windowMs = 30 * 24 * 60 * 60 * 1000;
const positions = {
  watchtime: 'watchtime_position',
  averageviewers: 'average_viewers_position',
  followers: 'followers_position',
  followergain: 'follower_gain_position',
  peakviewers: 'peak_viewers_position',
};

/** Sort keys of the leaderboard. */
export const metrics = Object.keys(positions);

const { int8, numeric, timestamptz } = { int8: 20, numeric: 1700, timestamptz: 1184 };

// Parses values to types of JSON.
const types = {
  getTypeParser(oid, format) {
    if (oid === int8 || oid === numeric) return Number;
    if (oid === timestamptz) return toIso;
    return pg.types.getTypeParser(oid, format);
  },
};

/** The operations. Each returns the body, or undefined if the streamer or the stream does not exist. */
export function createQueries() {
  const { DATABASE_URL, DATABASE_POOL_SIZE } = process.env;
  const pool = new pg.Pool({ connectionString: DATABASE_URL, max: Number(DATABASE_POOL_SIZE) });
  const rows = async (name, text, values) => (await pool.query({ name, text, values, types })).rows;
  return {
    async recentStreams(name, limit = 20) {
      const by = nameKind(name);
      const found = await rows(`recent-streams-${by}`, recentStreamsBy[by], [name.toLowerCase(), limit]);
      if (found.length === 0) return undefined;
      return found[0].id === null ? [] : found;
    },

    async thirtyDayStats(name) {
      const by = nameKind(name);
      const now = Date.now();
      const values = [name.toLowerCase(), new Date(now - windowMs).toISOString(), new Date(now).toISOString()];
      const [stats] = await rows(`thirty-day-stats-${by}`, thirtyDayStatsBy[by], values);
      return stats;
    },

    async followerGraph(name) {
      const by = nameKind(name);
      const found = await rows(`follower-graph-${by}`, followerGraphBy[by], [name.toLowerCase()]);
      if (found.length === 0) return undefined;
      return found[0].created_at === null ? [] : found;
    },

    async partners(name) {
      const by = nameKind(name);
      const found = await rows(`partners-${by}`, partnersBy[by], [name.toLowerCase()]);
      if (found.length === 0) return undefined;
      if (found[0].raw_url === null) return [];
      for (const partner of found) partner.panel_image ??= undefined;
      return found;
    },

    async leaderboard(sort = 'watchtime', limit = 50, cursor = 0) {
      const found = await rows(`leaderboard-${sort}`, leaderboardBy[sort], [cursor, cursor + limit + 1, limit + 1]);
      const hasMore = found.length > limit;
      if (hasMore) found.pop();
      return { items: found, hasMore, nextCursor: cursor + found.length };
    },

    async messageStats(id) {
      const [stats] = await rows('message-stats', messageStats, [id]);
      return stats;
    },
  };
}

/** A name of digits is a channel ID, or a login if no channel has this ID. Any other name is a login. */
const isNamed = {
  digits: `u.id = COALESCE(
    (SELECT i.id FROM streamers i WHERE i.id = $1::text::bigint), (SELECT l.id FROM streamers l WHERE l.login = $1::text)
  )`,
  login: 'u.login = $1',
};

function nameKind(name) {
  return /^\d{1,18}$/.test(name) ? 'digits' : 'login';
}

/** One statement for each kind of name. */
function byName(text) {
  return { digits: text(isNamed.digits), login: text(isNamed.login) };
}

/** An ID names its platform. Only Kick's channels and streams have another ID. */
const platformOf = (id, table) => `
    CASE WHEN ${id} < 4611686018427387904 THEN 'twitch' WHEN ${id} IS NOT NULL THEN 'kick' END AS platform,
    CASE WHEN ${id} >= 4611686018427387904 THEN (SELECT x.external_id FROM ${table} x WHERE x.id = ${id}) END AS external_id`;

const recentStreamsBy = byName(
  (named) => `
  SELECT s.id::text AS id, s.streamer_id::text AS streamer_id, s.started_at, s.ended_at, s.ended_at IS NULL AS is_live,
    s.avg_viewers, s.peak_viewers, s.live_views, s.live_views_final, s.watchtime, s.unique_chatters, s.vod_id, s.game_name,
    s.title, s.tags, s.thumbnail, u.display_name AS user_display_name, u.profile_image AS user_profile_image, s.updated_at,
    s.language, ${platformOf('s.id', 'streams')}
  FROM streamers u
  LEFT JOIN LATERAL (
    SELECT r.* FROM current_streams r WHERE r.streamer_id = u.id ORDER BY r.started_at DESC, r.id LIMIT $2
  ) s ON TRUE
  WHERE ${named}
  ORDER BY s.started_at DESC, s.id`,
);

const thirtyDayStatsBy = byName(
  (named) => `
  SELECT g.stream_count, g.total_minutes, g.avg_viewers, g.peak_viewers, g.watchtime
  FROM streamers u
  CROSS JOIN LATERAL (
    SELECT count(*) AS stream_count, COALESCE(sum(f.minutes), 0) AS total_minutes,
      COALESCE(round(COALESCE(
        sum(f.avg_viewers * f.minutes) / NULLIF(sum(f.minutes) FILTER (WHERE f.avg_viewers IS NOT NULL), 0),
        avg(f.avg_viewers)
      )), 0) AS avg_viewers,
      COALESCE(max(f.peak_viewers), 0) AS peak_viewers, COALESCE(sum(f.watchtime), 0) AS watchtime
    FROM (
      SELECT s.avg_viewers, s.peak_viewers, s.watchtime, floor(date_part('epoch',
        COALESCE(s.ended_at, least(s.observed_at, $3::timestamptz)) - s.started_at) / 60)::bigint AS minutes
      FROM current_streams s
      WHERE s.streamer_id = u.id AND s.started_at >= $2 AND s.started_at < $3::timestamptz
    ) f
  ) g
  WHERE ${named}`,
);

const followerGraphBy = byName(
  (named) => `
  SELECT p.followers, p.created_at
  FROM streamers u
  LEFT JOIN LATERAL (
    SELECT q.followers, q.created_at FROM follower_points q WHERE q.streamer_id = u.id ORDER BY q.created_at LIMIT 1000
  ) p ON TRUE
  WHERE ${named}
  ORDER BY p.created_at`,
);

const partnersBy = byName(
  (named) => `
  SELECT p.raw_url, p.url, p.root_domain, p.panel_image, p.created_at
  FROM streamers u
  LEFT JOIN LATERAL (
    SELECT DISTINCT ON (q.root_domain) q.raw_url, q.url, q.root_domain, q.panel_image, q.created_at
    FROM panels q
    WHERE q.streamer_id = u.id AND q.is_commercial AND q.removed_at IS NULL
    ORDER BY q.root_domain, q.created_at, q.raw_url
  ) p ON TRUE
  WHERE ${named}
  ORDER BY p.created_at, p.root_domain`,
);

// Without the limit, PostgreSQL would choose a custom plan for these positions, and plan each page again.
const leaderboardBy = Object.fromEntries(
  Object.entries(positions).map(([metric, position]) => [
    metric,
    `
  SELECT e.streamer_id::text AS id, e.name, e.display_name, e.followers, e.watchtime,
    e.average_viewers AS averageviewers, e.peak_viewers AS peakviewers, e.follower_gain AS followergain,
    e.previous_${position} + 1 AS previous_rank, e.total_minutes, e.stream_count, e.language,
    ${platformOf('e.streamer_id', 'streamers')}
  FROM board_entries e
  WHERE e.board_id = (SELECT max(b.id) FROM boards b WHERE b.days = 30) AND e.${position} >= $1 AND e.${position} < $2
  ORDER BY e.${position}
  LIMIT $3`,
  ]),
);

const messageStats = `
  SELECT COALESCE(m.total_messages, 0) AS total_messages, COALESCE(m.unique_chatters, 0) AS unique_chatters,
    COALESCE(m.deleted_messages, 0) AS deleted_messages, m.shared_messages
  FROM current_streams s
  LEFT JOIN message_stats m ON m.stream_id = s.id
  WHERE s.id = $1`;

/** Parses PostgreSQL's format, such as `2026-11-20 13:05:00.25+00`. */
function toIso(text) {
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${text.slice(20, -3).padEnd(3, '0')}Z`;
}
