// SQL for the operations that came later, as a careful developer writes it: named statements, one for each question.
import { byMetric } from './queries.mjs';
import { byName, minutesAt, nameKind, streamColumns, windowFigures } from './statements.mjs';

const dayMs = 24 * 60 * 60 * 1000;
const lastCharacter = '\u{10ffff}';
const marks = /[\u0300-\u036f\u064b-\u065f\u0670\u0640]/g;
const noFigures = {
  stream_count: 0,
  streamer_count: 0,
  total_minutes: 0,
  avg_viewers: 0,
  peak_viewers: 0,
  watchtime: 0,
};

/** The operations. Each answers the body, or undefined for a streamer, a stream or a game that does not exist. */
export function createLaterQueries(rows) {
  return {
    async streamsBetween(name, { from = '-infinity', to = 'infinity', limit, cursor }) {
      const by = nameKind(name);
      const values = [name.toLowerCase(), from, to, limit, cursor];
      const found = await rows(`streams-between-${by}`, streamsBetweenBy[by], values);
      if (found.length === 0) return undefined;
      return found[0].id === null ? [] : found;
    },

    async windowStats(name, days) {
      const by = nameKind(name);
      const values = [name.toLowerCase(), ...momentsBefore(2 * days, days, 0)];
      const [row] = await rows(`window-stats-${by}`, windowStatsBy[by], values);
      return row && withCoverage({ days, ...row });
    },

    async statsOf(text) {
      const names = [...new Set(text.toLowerCase().split(','))];
      const ids = names.map((name) => (nameKind(name) === 'digits' ? name : null));
      const found = await rows('stats-of', statsOf, [names, ids, ...momentsBefore(30, 0)]);
      const unknown = found.filter(({ is_known }) => !is_known).map(({ name }) => name);
      return { items: unknown.length === 0 ? found : found.filter(({ is_known }) => is_known), unknown };
    },

    searchStreamers(text, limit, cursor) {
      const start = text.trim().normalize('NFKD').replace(marks, '').toLowerCase();
      const window = momentsBefore(30, 0);
      return rows('search', search, [...window, start, start + lastCharacter, text, limit, cursor]);
    },

    rankStreamers(sort, limit, cursor) {
      const values = [...momentsBefore(30, 0), cursor, cursor + limit, limit];
      return rows(`streamers-${sort}`, streamersBy[sort], values);
    },

    liveStreams(limit, cursor) {
      return rows('live', liveStreams, [now(), limit, cursor]);
    },

    async stream(id) {
      const [row] = await rows('stream', stream, [id, now()]);
      return row && withCoverage(row);
    },

    games(limit, cursor) {
      return rows('games', games, [cursor, cursor + limit, limit]);
    },

    async game(name, limit) {
      const [[figures], live, streamers] = await Promise.all([
        rows('game', game, [name]),
        rows('game-live', gameLive, [now(), limit, 0, name]),
        rows('game-streamers', gameStreamers, [name, limit]),
      ]);
      if (figures === undefined && live.length === 0) return undefined;
      return { name, ...(figures ?? noFigures), live, streamers };
    },
  };
}

/** A streamer's has `watched_since` as well. */
function withCoverage({ tracked_since, last_seen_at, sample_count, largest_gap_seconds, watched_since, ...others }) {
  return { ...others, coverage: { tracked_since, last_seen_at, sample_count, largest_gap_seconds, watched_since } };
}

function now() {
  return new Date().toISOString();
}

/** Moments so many days before one and the same now. */
function momentsBefore(...days) {
  const end = Date.now();
  return days.map((count) => new Date(end - count * dayMs).toISOString());
}

const streamsBetweenBy = byName(
  (named) => `
  SELECT ${streamColumns}
  FROM streamers u
  LEFT JOIN LATERAL (
    SELECT r.*
    FROM current_streams r
    WHERE r.streamer_id = u.id AND r.started_at >= $2 AND r.started_at < $3
    ORDER BY r.started_at DESC, r.id
    LIMIT $4 OFFSET $5
  ) s ON TRUE
  WHERE ${named}
  ORDER BY s.started_at DESC, s.id`,
);

const windowStatsBy = byName(
  (named) => `
  SELECT g.*, row_to_json(p) AS previous, c.*, (
    SELECT min(w.watched_since) FROM watched_channels w WHERE w.streamer_id = u.id AND w.watched_until IS NULL
  ) AS watched_since
  FROM streamers u
  CROSS JOIN LATERAL (${windowFigures({ from: '$3', to: '$4::timestamptz' })}) g
  CROSS JOIN LATERAL (${windowFigures({ from: '$2', to: '$3', now: '$4::timestamptz' })}) p
  CROSS JOIN LATERAL (
    SELECT min(s.first_sampled_at) AS tracked_since, max(greatest(s.observed_at, s.last_sampled_at)) AS last_seen_at,
      COALESCE(sum(s.sample_count), 0) AS sample_count, max(s.largest_gap_seconds) AS largest_gap_seconds
    FROM current_streams s
    WHERE s.streamer_id = u.id AND s.started_at >= $3 AND s.started_at < $4
  ) c
  WHERE ${named}`,
);

const statsOf = `
  SELECT n.name, u.id IS NOT NULL AS is_known, g.*
  FROM unnest($1::text[], $2::bigint[]) WITH ORDINALITY n(name, id, place)
  CROSS JOIN LATERAL (
    SELECT COALESCE(
      (SELECT i.id FROM streamers i WHERE i.id = n.id), (SELECT l.id FROM streamers l WHERE l.login = n.name)
    ) AS id
    OFFSET 0
  ) u
  CROSS JOIN LATERAL (${windowFigures({ from: '$3', to: '$4::timestamptz' })}) g
  ORDER BY n.place`;

/** What lists show of streamers, of which `keys` selects the `id` and the `place`; of the window from $1 to $2. */
function listed(keys) {
  return `
  SELECT u.id::text AS id, COALESCE(u.login, u.id::text) AS name, u.display_name, u.profile_image,
    (SELECT TRUE FROM streams o WHERE o.streamer_id = u.id AND o.ended_at IS NULL LIMIT 1) IS NOT NULL AS is_live,
    (SELECT p.followers FROM follower_points p WHERE p.streamer_id = u.id ORDER BY p.created_at DESC LIMIT 1) AS followers,
    (SELECT n.started_at FROM streams n WHERE n.streamer_id = u.id ORDER BY n.started_at DESC LIMIT 1) AS last_stream_at,
    g.*
  FROM (${keys}) k
  JOIN streamers u ON u.id = k.id
  CROSS JOIN LATERAL (${windowFigures({ from: '$1', to: '$2::timestamptz' })}) g
  ORDER BY k.place`;
}

const streamersBy = byMetric((position) =>
  listed(`
    SELECT e.streamer_id AS id, e.${position} AS place
    FROM leaderboard_entries e
    WHERE e.board_id = (SELECT max(b.id) FROM leaderboard_boards b) AND e.${position} >= $3 AND e.${position} < $4
    ORDER BY e.${position}
    LIMIT $5`),
);

// Logins that start with the text, and only if these do not fill the page, display names with such words.
const search = `
  WITH started AS MATERIALIZED (
    SELECT s.id, s.login, 0 AS rank
    FROM streamers s
    WHERE s.login ~>=~ $3 AND s.login ~<~ $4
    ORDER BY s.login USING ~<~
    LIMIT $6::int + $7::int
  ), worded AS MATERIALIZED (
    SELECT s.id, s.login, 1 AS rank
    FROM streamers s
    WHERE (SELECT count(*) FROM started) < $6::int + $7::int
      AND name_index(s.display_name) @@ name_query($5) AND s.id NOT IN (SELECT t.id FROM started t)
  )
  ${listed(`
    SELECT m.id, row_number() OVER (ORDER BY m.rank, m.login USING ~<~, m.id) AS place
    FROM (SELECT t.* FROM started t UNION ALL SELECT w.* FROM worded w) m
    ORDER BY place
    LIMIT $6::int OFFSET $7::int`)}`;

/** Whether a live stream `s` was not observed any more; `now` is the SQL of a moment. */
function isStale(now) {
  return `(s.ended_at IS NULL AND COALESCE(s.observed_at < ${now} - interval '30 minutes', FALSE))`;
}

/** A page of the live streams that meet a condition, as of $1. */
function live(condition) {
  return `
  SELECT s.id::text AS id, s.streamer_id::text AS streamer_id, COALESCE(u.login, u.id::text) AS name, u.display_name,
    u.profile_image, s.game_name, s.title, k.viewers, s.started_at,
    greatest(${minutesAt('$1::timestamptz')}, 0) AS live_minutes, s.observed_at AS last_seen_at,
    ${isStale('$1::timestamptz')} AS is_stale
  FROM (
    SELECT l.stream_id, l.viewers
    FROM live_streams l
    WHERE ${condition}
    ORDER BY l.viewers DESC NULLS LAST, l.stream_id
    LIMIT $2 OFFSET $3
  ) k
  JOIN current_streams s ON s.id = k.stream_id
  JOIN streamers u ON u.id = s.streamer_id
  ORDER BY k.viewers DESC NULLS LAST, k.stream_id`;
}

const liveStreams = live('TRUE');
const gameLive = live('l.game_name = $4');

// Of the megabyte that changes may take, those of the data are far away.
const stream = `
  SELECT ${streamColumns}, ${isStale('$2::timestamptz')} AS is_stale, s.first_sampled_at AS tracked_since,
    greatest(s.observed_at, s.last_sampled_at) AS last_seen_at, COALESCE(s.sample_count, 0) AS sample_count,
    s.largest_gap_seconds,
    COALESCE(
      (
        SELECT json_agg(json_build_object(
          'created_at', to_char(c.created_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'title', c.title, 'game_name', c.game_name, 'tags', c.tags
        ) ORDER BY c.created_at)
        FROM (SELECT h.* FROM stream_changes h WHERE h.stream_id = s.id ORDER BY h.created_at LIMIT 1000) c
      ),
      '[]'
    ) AS changes
  FROM current_streams s
  JOIN streamers u ON u.id = s.streamer_id
  WHERE s.id = $1`;

const gameColumns =
  'e.name, e.stream_count, e.streamer_count, e.total_minutes, e.avg_viewers, e.peak_viewers, e.watchtime';

const games = `
  SELECT ${gameColumns}
  FROM game_entries e
  WHERE e.board_id = (SELECT max(b.id) FROM window_boards b) AND e.position >= $1 AND e.position < $2
  ORDER BY e.position
  LIMIT $3`;

const game = `
  SELECT ${gameColumns}
  FROM game_entries e
  WHERE e.board_id = (SELECT max(b.id) FROM window_boards b) AND e.name = $1`;

const gameStreamers = `
  SELECT u.id::text AS id, COALESCE(u.login, u.id::text) AS name, u.display_name, u.profile_image,
    t.stream_count, t.total_minutes, t.avg_viewers, t.peak_viewers, t.watchtime
  FROM game_entries e
  CROSS JOIN LATERAL (
    SELECT g.*
    FROM game_streamers g
    WHERE g.board_id = e.board_id AND g.game_position = e.position
    ORDER BY g.position
    LIMIT $2
  ) t
  JOIN streamers u ON u.id = t.streamer_id
  WHERE e.board_id = (SELECT max(b.id) FROM window_boards b) AND e.name = $1
  ORDER BY t.position`;
