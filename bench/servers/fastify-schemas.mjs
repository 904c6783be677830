// Schemas with which Fastify validates requests and serializes responses.
const string = { type: 'string' };
const integer = { type: 'integer' };
const boolean = { type: 'boolean' };
const orNull = ({ type }) => ({ type: [type, 'null'] });

export const streamerParams = object({ name: { type: 'string', pattern: '^[A-Za-z0-9_]{1,25}$' } });
export const streamParams = object({ id: { type: 'string', pattern: '^[0-9]{1,18}$' } });

export function query(properties) {
  return { type: 'object', properties };
}

export function limit(otherwise, maximum) {
  return { type: 'integer', minimum: 1, maximum, default: otherwise };
}

export function list(items) {
  return { type: 'array', items };
}

/** The body of a 200, and the common body of errors. */
export function responses(ok) {
  return { 200: ok, '4xx': object({ error: string }), '5xx': object({ error: string }) };
}

export const streamSummary = object({
  id: string,
  streamer_id: string,
  started_at: string,
  ended_at: orNull(string),
  is_live: boolean,
  avg_viewers: orNull(integer),
  peak_viewers: orNull(integer),
  live_views: orNull(integer),
  live_views_final: orNull(integer),
  watchtime: orNull(integer),
  unique_chatters: orNull(integer),
  vod_id: orNull(string),
  game_name: orNull(string),
  title: orNull(string),
  tags: { type: ['array', 'null'], items: string },
  thumbnail: orNull(string),
  user_display_name: orNull(string),
  user_profile_image: orNull(string),
  updated_at: orNull(string),
  language: orNull(string),
  platform: string,
  external_id: orNull(string),
});

export const thirtyDayStats = object({
  stream_count: integer,
  total_minutes: integer,
  avg_viewers: integer,
  peak_viewers: integer,
  watchtime: integer,
});

export const followerPoint = object({ followers: integer, created_at: string });

export const partner = {
  ...object({ raw_url: string, url: string, root_domain: string, panel_image: string, created_at: string }),
  required: ['raw_url', 'url', 'root_domain', 'created_at'],
};

export const leaderboardPage = object({
  items: list(
    object({
      id: string,
      name: string,
      display_name: string,
      followers: integer,
      watchtime: integer,
      averageviewers: integer,
      peakviewers: integer,
      followergain: integer,
      previous_rank: orNull(integer),
      total_minutes: integer,
      stream_count: integer,
      language: orNull(string),
      platform: string,
      external_id: orNull(string),
    }),
  ),
  hasMore: boolean,
  nextCursor: integer,
});

export const messageStats = object({
  total_messages: integer,
  unique_chatters: integer,
  deleted_messages: integer,
  shared_messages: orNull(integer),
});

function object(properties) {
  return { type: 'object', properties, required: Object.keys(properties) };
}
