// What the statements of the peers that use pg have in common.
import pg from 'pg';

const { int8, numeric, timestamptz } = { int8: 20, numeric: 1700, timestamptz: 1184 };

// Parses values to what JSON needs.
const types = {
  getTypeParser(oid, format) {
    if (oid === int8 || oid === numeric) return Number;
    if (oid === timestamptz) return toIso;
    return pg.types.getTypeParser(oid, format);
  },
};

/** Connects to the database. Answers a function that answers the rows of a named statement. */
export function connect({ databaseUrl, poolSize }) {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: poolSize });
  return async (name, text, values) => (await pool.query({ name, text, values, types })).rows;
}

/** A name of digits is a channel id, or a login if there is no such id; any other name is a login. */
const isNamed = {
  digits: `u.id = COALESCE(
    (SELECT i.id FROM streamers i WHERE i.id = $1::text::bigint), (SELECT l.id FROM streamers l WHERE l.login = $1::text)
  )`,
  login: 'u.login = $1',
};

export function nameKind(name) {
  return /^\d{1,18}$/.test(name) ? 'digits' : 'login';
}

/** The text of a statement for each kind of name. */
export function byName(text) {
  return { digits: text(isNamed.digits), login: text(isNamed.login) };
}

/** The columns of a stream `s` of a streamer `u`. */
export const streamColumns = `
    s.id::text AS id, s.streamer_id::text AS streamer_id, s.started_at, s.ended_at, s.ended_at IS NULL AS is_live,
    s.avg_viewers, s.peak_viewers, s.live_views, s.live_views_final, s.watchtime, s.unique_chatters, s.vod_id, s.game_name,
    s.title, s.tags, s.thumbnail, u.display_name AS user_display_name, u.profile_image AS user_profile_image, s.updated_at`;

/** The whole minutes of a stream `s`; `now` is the SQL of a moment. */
export function minutesAt(now) {
  return `floor(date_part('epoch', COALESCE(s.ended_at, least(s.observed_at, ${now})) - s.started_at) / 60)::bigint`;
}

/** The figures of the streams of a streamer `u` that started from `from` to before `to`; live ones count up to `now`. */
export function windowFigures({ from, to, now = to }) {
  return `
    SELECT count(*) AS stream_count, COALESCE(sum(f.minutes), 0) AS total_minutes,
      COALESCE(round(COALESCE(
        sum(f.avg_viewers * f.minutes) / NULLIF(sum(f.minutes) FILTER (WHERE f.avg_viewers IS NOT NULL), 0),
        avg(f.avg_viewers)
      )), 0) AS avg_viewers,
      COALESCE(max(f.peak_viewers), 0) AS peak_viewers, COALESCE(sum(f.watchtime), 0) AS watchtime
    FROM (
      SELECT s.avg_viewers, s.peak_viewers, s.watchtime, ${minutesAt(now)} AS minutes
      FROM current_streams s
      WHERE s.streamer_id = u.id AND s.started_at >= ${from} AND s.started_at < ${to}
    ) f`;
}

/** From `2026-11-20 13:05:00.25+00`, as PostgreSQL writes it. */
function toIso(text) {
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${text.slice(20, -3).padEnd(3, '0')}Z`;
}
