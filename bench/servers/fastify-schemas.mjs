// What goes into and out of each operation, as Fastify checks and serialises it.
const string = { type: 'string' };
const integer = { type: 'integer' };
const boolean = { type: 'boolean' };
const orNull = ({ type }) => ({ type: [type, 'null'] });

const tags = { type: ['array', 'null'], items: string };

export const streamerParams = object({ name: { type: 'string', pattern: '^[A-Za-z0-9_]{1,25}$' } });
export const streamParams = object({ id: { type: 'string', pattern: '^[0-9]{1,18}$' } });
export const gameParams = object({ name: { type: 'string', minLength: 1, maxLength: 200 } });

const name = '[A-Za-z0-9_]{1,25}';

/** The query string that asks for up to 100 streamers. */
export const names = object({ names: { type: 'string', pattern: `^${name}(,${name}){0,99}$` } });

export const moment = { type: 'string', anyOf: [{ format: 'date' }, { format: 'date-time' }] };

export function query(properties) {
  return { type: 'object', properties };
}

/** The query string of a page. */
export function page(limit, maximum, others = {}) {
  return query({
    ...others,
    limit: { type: 'integer', minimum: 1, maximum, default: limit },
    cursor: { type: 'integer', minimum: 0, default: 0 },
  });
}

export function list(items) {
  return { type: 'array', items };
}

/** The body of a 200, and the one that every error has. */
export function responses(ok) {
  return { 200: ok, '4xx': object({ error: string }), '5xx': object({ error: string }) };
}

const figures = {
  stream_count: integer,
  total_minutes: integer,
  avg_viewers: integer,
  peak_viewers: integer,
  watchtime: integer,
};

const summary = {
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
  tags,
  thumbnail: orNull(string),
  user_display_name: orNull(string),
  user_profile_image: orNull(string),
  updated_at: orNull(string),
};

export const streamSummary = object(summary);

export const thirtyDayStats = object(figures);

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

const covered = {
  tracked_since: orNull(string),
  last_seen_at: orNull(string),
  sample_count: integer,
  largest_gap_seconds: orNull(integer),
};
const coverage = object(covered);
const streamerCoverage = object({ ...covered, watched_since: orNull(string) });

export const windowStats = object({ days: integer, ...figures, previous: object(figures), coverage: streamerCoverage });

export const statsOf = object({ items: list(object({ name: string, ...figures })), unknown: list(string) });

const streamer = { id: string, name: string, display_name: string, profile_image: orNull(string) };

export const listedStreamer = object({
  ...streamer,
  is_live: boolean,
  followers: orNull(integer),
  last_stream_at: orNull(string),
  ...figures,
});

export const liveStream = object({
  id: string,
  streamer_id: string,
  name: string,
  display_name: string,
  profile_image: orNull(string),
  game_name: orNull(string),
  title: orNull(string),
  viewers: orNull(integer),
  started_at: string,
  live_minutes: integer,
  last_seen_at: orNull(string),
  is_stale: boolean,
});

const change = object({ created_at: string, title: orNull(string), game_name: orNull(string), tags });

export const streamDetail = object({ ...summary, is_stale: boolean, coverage, changes: list(change) });

const gameFigures = { name: string, stream_count: integer, streamer_count: integer, ...figures };

export const game = object(gameFigures);

export const gameDetail = object({
  ...gameFigures,
  live: list(liveStream),
  streamers: list(object({ ...streamer, ...figures })),
});

function object(properties) {
  return { type: 'object', properties, required: Object.keys(properties) };
}
