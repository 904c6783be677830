import { readPanelLink } from '../../partners/panel-url.js';
import { windowEndingAt } from '../../figures/windows.js';
import { KindName } from '../../ingest/kinds/kind.js';
import { firstWords, secondWords, sponsors } from './invented-names.js';
import topics from './topics.json' with { type: 'json' };
import { GenerateOptions, maxMinutes } from './generate-options.js';

/** A table and the statement that fills it, which may read the tables before it. */
export interface GeneratedTable {
  name: KindName;
  sql: string;
  values?: unknown[];
}

/** Generated IDs are greater than the IDs of the seed. */
const firstStreamer = 200_000_001;
const firstStream = 50_000_000_001;
const images = 'https://static.example.net';

/** Games, the popular ones first, with titles and tags. Some streams of each game have no title or tags. */
const streamTopics = topics.flatMap(({ game_name, titles, tags }) => [
  ...titles.map((title) => ({ game_name, title, tags })),
  { game_name, tags: [] },
]);

/** The links on panels, to sponsors and to social networks. LOGIN stands for a login. */
const panelLinks = [...sponsors, 'gadgets.hexapad-gear.co.uk', 'discord.gg', 'x.com'].map((host) => {
  const rawUrl = `https://${host}/LOGIN?utm_source=panel`;
  return { rawUrl, ...readPanelLink(rawUrl) };
});

/**
 * The functions that the statements below call; PostgreSQL inlines them. A random number is a hash of a row's number and of the
 * decision's number. The hash functions are the ones of hash partitions, which no version of PostgreSQL may change. By Zipf's law,
 * viewers are in inverse proportion to the rank; the first half of the streamers is the bigger one.
 */
export const randomFunctions = ({ seed, streamers }: GenerateOptions) => `
  CREATE OR REPLACE FUNCTION pg_temp.share(number bigint, decides text) RETURNS float8 LANGUAGE sql IMMUTABLE
  RETURN (hashint8extended(number, hashtextextended(decides, ${seed})) & 4294967295)::float8 / 4294967296;
  CREATE OR REPLACE FUNCTION pg_temp.usual_viewers(streamer bigint) RETURNS float8 LANGUAGE sql IMMUTABLE
  RETURN 1200000 / (6 + (pg_temp.share(streamer, 'rank') + streamer * 2 / ${streamers}) * ${streamers / 2})`;

export function generatedTables(options: GenerateOptions): GeneratedTable[] {
  return [
    { name: 'streamers', sql: streamers(options), values: [firstWords, secondWords] },
    { name: 'streams', sql: streams(options), values: [JSON.stringify(streamTopics)] },
    { name: 'follower_points', sql: followerPoints(options) },
    { name: 'message_stats', sql: messageStats },
    { name: 'panels', sql: panels, values: [JSON.stringify(panelLinks), options.now] },
    { name: 'viewer_samples', sql: viewerSamples(options) },
  ];
}

const streamers = ({ streamers }: GenerateOptions) => `
  INSERT INTO streamers (id, login, display_name, profile_image)
  SELECT u.id, lower(u.name), u.name,
    CASE WHEN pg_temp.share(u.id, 'image') < 0.9 THEN '${images}/profiles/' || u.id || '.png' END
  FROM (
    SELECT ${firstStreamer} + g.n AS id,
      ($1::text[])[1 + g.n % cardinality($1)] || ($2::text[])[1 + g.n / cardinality($1) % cardinality($2)] || g.n AS name
    FROM (SELECT generate_series(0, ${streamers - 1}::bigint) AS n) g
  ) u`;

/** Half of the streamers speak English, and one in a hundred Korean. Some streams are in English. */
const languageOf = (stream: string) => `
  CASE
    WHEN pg_temp.share(${stream}.id, 'guest') < 0.05 THEN 'en'
    WHEN pg_temp.share(${stream}.streamer::bigint, 'Korean') < 0.01 THEN 'ko'
    ELSE (ARRAY['en', 'en', 'en', 'en', 'en', 'es', 'pt-br', 'de', 'ja', 'fr'])[
      1 + floor(10 * pg_temp.share(${stream}.streamer::bigint, 'language'))]
  END`;

/**
 * Streams, the oldest first, spread evenly over time in rounds; each streamer has a turn per round. The smaller half of the
 * streamers leave every second turn to the bigger half, half a round away. A quarter of the smaller half skip all turns in the
 * window of the leaderboard. OFFSET 0 keeps PostgreSQL from merging the steps, which would compute a figure at each use.
 */
function streams(options: GenerateOptions): string {
  const { streamers, streamsPerStreamer, days } = options;
  const count = streamers * streamsPerStreamer;
  const half = Math.ceil(streamers / 2);
  const now = options.now.getTime() / 1000;
  const from = now - days * 86_400;
  const windowFrom = windowEndingAt(options.now).from / 1000;
  return `
    WITH turns AS (
      SELECT ${firstStream} + g.n AS id, g.n % ${streamers} AS place, g.n / ${streamers} % 2 = 1 AS is_odd_round,
        floor(${from} + (g.n + pg_temp.share(g.n, 'start') / 2) * ${(days * 86_400) / Math.max(1, count)}) AS started
      FROM (SELECT generate_series(0, ${count - 1}::bigint) AS n) g
      OFFSET 0
    ), lengths AS (
      SELECT t.id, t.started,
        CASE
          WHEN t.place >= ${half} AND (t.is_odd_round OR (t.place % 4 = 0 AND t.started >= ${windowFrom} AND ${from < windowFrom}))
            THEN t.place - ${half}
          ELSE t.place
        END AS streamer,
        -- Short streams are more frequent than long ones.
        least(${maxMinutes(options)}, 20 + floor(580 * pg_temp.share(t.id, 'length') * pg_temp.share(t.id, 'length, too')))
          AS length
      FROM turns t
      OFFSET 0
    ), figures AS (
      SELECT l.id, l.streamer, l.started, l.started + l.length * 60 AS ended,
        least(l.length, floor((${now} - l.started) / 60)) AS minutes,
        floor(pg_temp.usual_viewers(l.streamer) * (0.6 + 0.8 * pg_temp.share(l.id, 'viewers'))) AS viewers
      FROM lengths l
      OFFSET 0
    )
    INSERT INTO streams (
      id, streamer_id, started_at, ended_at, title, game_name, tags, language, avg_viewers, peak_viewers, watchtime,
      end_reason, unique_chatters, live_views, live_views_final, vod_id, thumbnail, updated_at
    )
    SELECT f.id, ${firstStreamer} + f.streamer, to_timestamp(f.started), CASE WHEN e.is_over THEN to_timestamp(f.ended) END,
      t.title, t.game_name, t.tags, ${languageOf('f')}, f.viewers, floor(f.viewers * (1.2 + 0.6 * pg_temp.share(f.id, 'peak'))) + f.id % 3,
      f.viewers * f.minutes, CASE WHEN e.is_over THEN 'given' END,
      CASE WHEN pg_temp.share(f.id, 'chat') < 0.75 THEN floor(f.viewers * (0.2 + pg_temp.share(f.id, 'chatters'))) END,
      -- A viewer stays for an hour, on average.
      floor(f.viewers * (2 + f.minutes / 60)), CASE WHEN e.is_over THEN floor(f.viewers * (2.1 + f.minutes / 60)) END,
      CASE WHEN e.is_over AND pg_temp.share(f.id, 'vod') < 0.7 THEN '2' || f.id END,
      '${images}/thumbnails/' || f.id || '.jpg', to_timestamp(least(f.ended + 120, ${now}))
    FROM figures f
    CROSS JOIN LATERAL (SELECT f.ended <= ${now} AS is_over) e
    -- A product of two random numbers is small more often than not: the first topics are the popular ones.
    JOIN ROWS FROM (jsonb_to_recordset($1) AS (game_name text, title text, tags text[])) WITH ORDINALITY
      AS t(game_name, title, tags, number) ON t.number = 1 + floor(
        ${streamTopics.length} * pg_temp.share(f.id, 'topic') * pg_temp.share(f.id, 'topic, too')
      )::bigint`;
}

const followerPoints = ({ followerPointsPerStreamer: points, days, now }: GenerateOptions) => `
  INSERT INTO follower_points (streamer_id, created_at, followers)
  SELECT p.id,
    to_timestamp(${now.getTime() / 1000} - (p.later + 1 - 0.9 * pg_temp.share(p.id * 10000 + p.later, 'point')) * p.apart),
    floor(p.followers * (1 - p.gain * p.later / ${Math.max(1, points)}))
  FROM (
    SELECT u.id, ${(days * 86_400) / Math.max(1, points)} AS apart, 0.35 * pg_temp.share(u.id, 'gain') - 0.05 AS gain,
      pg_temp.usual_viewers(u.id - ${firstStreamer}) * (15 + 30 * pg_temp.share(u.id, 'followers')) AS followers,
      generate_series(${points - 1}, 0, -1) AS later
    FROM streamers u
  ) p`;

/** Message statistics of two fifths of the streams with known chatters. */
const messageStats = `
  INSERT INTO message_stats (stream_id, unique_chatters, total_messages, deleted_messages)
  SELECT s.id, s.unique_chatters, s.unique_chatters * (2 + s.id % 19),
    floor(s.unique_chatters * pg_temp.share(s.id, 'deleted') * 0.5)
  FROM streams s
  WHERE s.unique_chatters IS NOT NULL AND pg_temp.share(s.id, 'has messages') < 0.4`;

const panels = `
  INSERT INTO panels (streamer_id, raw_url, url, root_domain, is_commercial, created_at, removed_at, panel_image)
  SELECT p.streamer_id, replace(p.raw_url, 'LOGIN', p.login), replace(p.url, 'LOGIN', p.login), p.root_domain,
    p.is_commercial, $2::timestamptz - p.age, CASE WHEN pg_temp.share(p.id, 'removed') < 0.2 THEN $2::timestamptz - p.age / 3 END,
    CASE WHEN pg_temp.share(p.id, 'image') < 0.9 THEN '${images}/panels/' || p.id || '.png' END
  FROM (
    SELECT n.id, u.id AS streamer_id, u.login, l.*, interval '9600 hours' * (0.01 + pg_temp.share(n.id, 'age')) AS age
    FROM streamers u
    CROSS JOIN ROWS FROM (jsonb_to_recordset($1) AS ("rawUrl" text, url text, "rootDomain" text, "isCommercial" boolean))
      WITH ORDINALITY AS l(raw_url, url, root_domain, is_commercial, number)
    CROSS JOIN LATERAL (SELECT u.id * 100 + l.number AS id) n
    WHERE pg_temp.share(u.id, 'panels') < 0.25 AND pg_temp.share(n.id, 'panel') < 0.2
  ) p`;

/**
 * Viewer samples of streams that are spread evenly over all streams; each observed stream has the same number. Viewers
 * rise in the first tenth of a stream, waver, and fall in the last.
 */
function viewerSamples({ viewerSamples, streamers, streamsPerStreamer, now }: GenerateOptions): string {
  const count = Math.max(1, streamers * streamsPerStreamer);
  const perStream = Math.max(24, Math.ceil(viewerSamples / count));
  const observed = Math.ceil(viewerSamples / perStream);
  return `
    INSERT INTO viewer_samples (stream_id, created_at, viewers)
    SELECT s.id, s.started_at + (COALESCE(s.ended_at, '${now.toISOString()}') - s.started_at) * p.share,
      least(s.peak_viewers, floor(s.avg_viewers * least(1, 0.3 + p.share * 7, 5.5 - p.share * 5)
        * (0.9 + 0.35 * pg_temp.share(s.id * 1000 + g.n, 'viewers'))))
    FROM streams s
    CROSS JOIN LATERAL (SELECT (s.id - ${firstStream}) * ${observed} AS place) o
    CROSS JOIN LATERAL (SELECT least(${perStream}, ${viewerSamples} - o.place / ${count} * ${perStream}) AS samples) c
    CROSS JOIN LATERAL generate_series(0, c.samples - 1) g(n)
    CROSS JOIN LATERAL (SELECT (g.n + 0.5::float8) / c.samples AS share) p
    WHERE o.place % ${count} < ${observed}`;
}
