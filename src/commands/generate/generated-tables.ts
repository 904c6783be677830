import { readPanelLink } from '../../partners/panel-url.js';
import { windowEndingAt } from '../../streams/thirty-day-window.js';
import { KindName } from '../import/kinds/kind.js';
import { sponsors } from '../seed/cases/board-crowd.js';
import { firstWords, secondWords } from '../seed/cases/crowd-names.js';
import { topics } from '../seed/stream-topics.js';
import { GenerateOptions, mostSamplesOfAStream, scheduleOf } from './generate-options.js';

/** A table and the statement that fills it, which may read the tables before it. */
export interface GeneratedTable {
  name: KindName;
  sql: string;
  values?: unknown[];
}

/** Beyond the ids of the seed. */
const firstStreamerId = 200_000_001;
const firstStreamId = 50_000_000_001;
const usualSamplesOfAStream = 24;
const images = 'https://static.example.net';

/** What panels link to: sponsors, and social networks, which are no partners. */
const links = [
  ...sponsors.map((host) => `https://${host}/LOGIN`),
  'https://gadgets.hexapad-gear.co.uk/?utm_source=panel&ref=LOGIN',
  'https://discord.gg/LOGIN',
  'https://x.com/LOGIN',
];

/**
 * The functions that the statements below call. PostgreSQL puts their bodies in the place of each call. A random number
 * is a hash of the row's number and of what the number decides, so it does not depend on the order of the rows. Hashes
 * of numbers and texts are those of partitions by hash, which no version of PostgreSQL may change.
 */
export function randomFunctions({ seed, streamers }: GenerateOptions): string {
  return `
    -- A number from 0 to 1, 1 excluded.
    CREATE OR REPLACE FUNCTION pg_temp.share(number bigint, decides text) RETURNS float8
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN (hashint8extended(number, hashtextextended(decides, ${seed})) & 4294967295)::float8 / 4294967296;

    -- A whole number from 0 to below a bound.
    CREATE OR REPLACE FUNCTION pg_temp.below(bound bigint, number bigint, decides text) RETURNS bigint
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN floor(pg_temp.share(number, decides) * bound)::bigint;

    -- By Zipf's law viewers are in inverse proportion to the rank. Streamers with even numbers are the bigger half.
    CREATE OR REPLACE FUNCTION pg_temp.usual_viewers(streamer bigint) RETURNS float8
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN 1200000 / (6 + (pg_temp.share(streamer, 'rank') + streamer % 2) * ${streamers / 2});`;
}

/** What fills the tables, in this order. Throws a GenerateOptionsError for options that contradict each other. */
export function generatedTables(options: GenerateOptions): GeneratedTable[] {
  return [
    { name: 'streamers', sql: streamers(options), values: [firstWords, secondWords] },
    { name: 'streams', sql: streams(options), values: [JSON.stringify(numberedTopics())] },
    { name: 'follower_points', sql: followerPoints(options) },
    { name: 'message_stats', sql: messageStats },
    { name: 'panels', sql: panels(options), values: [JSON.stringify(numberedLinks())] },
    { name: 'viewer_samples', sql: viewerSamples(options) },
  ];
}

function streamers({ streamers }: GenerateOptions): string {
  return `
    INSERT INTO streamers (id, login, display_name, profile_image)
    SELECT ${firstStreamerId} + u.n, lower(u.name), u.name,
      CASE WHEN pg_temp.below(16, u.n, 'image') > 0 THEN '${images}/profiles/' || ${firstStreamerId} + u.n || '.png' END
    FROM (
      SELECT g.n, ($1::text[])[1 + g.n % ${firstWords.length}]
        || ($2::text[])[1 + g.n / ${firstWords.length} % ${secondWords.length}] || g.n AS name
      FROM (SELECT generate_series(0, ${streamers - 1}::bigint) AS n) g
    ) u`;
}

/**
 * The oldest first. A smaller streamer leaves every second turn to its partner. A quarter of the smaller ones stopped
 * before the window of the leaderboard and leave all turns in it. OFFSET 0 keeps PostgreSQL from merging the steps, which
 * would compute a figure again in each place that uses it.
 */
function streams(options: GenerateOptions): string {
  const { streams, secondsPerStream, paired, partnerDistance, longestMinutes } = scheduleOf(options);
  const now = options.now.getTime() / 1000;
  const from = now - options.days * 86_400;
  const windowFrom = windowEndingAt(options.now).from.getTime() / 1000;
  return `
    INSERT INTO streams (
      id, streamer_id, started_at, ended_at, title, game_name, tags, avg_viewers, peak_viewers, watchtime,
      unique_chatters, live_views, live_views_final, vod_id, thumbnail, updated_at
    )
    WITH turns AS (
      SELECT g.n, g.n % ${options.streamers} AS place, g.n / ${options.streamers} AS round,
        floor(${from} + (g.n + pg_temp.share(g.n, 'start') / 2) * ${secondsPerStream}) AS started
      FROM (SELECT generate_series(0, ${streams - 1}::bigint) AS n) g
      OFFSET 0
    ), lengths AS (
      SELECT t.n, t.started,
        CASE
          WHEN t.place % 2 = 0 THEN t.place
          WHEN t.round % 2 = 1 OR (t.place % 8 = 1 AND t.started >= ${windowFrom} AND ${from < windowFrom})
            THEN (t.place + ${partnerDistance}) % ${paired}
          ELSE t.place
        END AS streamer,
        -- Short streams are more frequent than long ones.
        least(20 + floor(580 * pg_temp.share(t.n, 'length') * pg_temp.share(t.n, 'length, too')), ${longestMinutes})
          AS length
      FROM turns t
      OFFSET 0
    ), averages AS (
      SELECT l.n, l.streamer, l.started, l.started + l.length * 60 AS ended,
        least(l.length, floor((${now} - l.started) / 60)) AS minutes,
        floor(pg_temp.usual_viewers(l.streamer) * (0.6 + 0.8 * pg_temp.share(l.n, 'average'))) AS avg_viewers
      FROM lengths l
      OFFSET 0
    ), peaks AS (
      SELECT a.*, a.ended > ${now} AS is_live,
        floor(a.avg_viewers * (1.2 + 0.6 * pg_temp.share(a.n, 'peak'))) + pg_temp.below(3, a.n, 'peak, too') AS peak_viewers
      FROM averages a
      OFFSET 0
    ), views AS (
      -- A viewer stays for an hour, on average.
      SELECT p.*, ${firstStreamId} + p.n AS id, p.peak_viewers + floor(p.avg_viewers * p.minutes / 60) AS live_views
      FROM peaks p
      OFFSET 0
    )
    SELECT v.id, ${firstStreamerId} + v.streamer, to_timestamp(v.started),
      CASE WHEN NOT v.is_live THEN to_timestamp(v.ended) END, t.title, t."gameName", t.tags, v.avg_viewers,
      v.peak_viewers, v.avg_viewers * v.minutes,
      CASE WHEN pg_temp.below(4, v.n, 'chat') > 0 THEN floor(v.peak_viewers * (0.2 + 0.4 * pg_temp.share(v.n, 'chatters'))) END,
      v.live_views, CASE WHEN NOT v.is_live THEN floor(v.live_views * 1.04) END,
      CASE WHEN NOT v.is_live AND pg_temp.below(3, v.n, 'vod') > 0 THEN '2' || v.id END,
      '${images}/thumbnails/' || v.id || '.jpg', to_timestamp(least(v.ended + 120, ${now}))
    FROM views v
    JOIN jsonb_to_recordset($1) t(number int, "gameName" text, title text, tags text[])
      -- A product of two random numbers is small more often than not: the first topics are the popular ones.
      ON t.number = floor(pg_temp.share(v.n, 'topic') * pg_temp.share(v.n, 'topic, too') * ${numberedTopics().length})::int`;
}

/** Points of each streamer, spread evenly over time. Most gain followers, some lose them. */
function followerPoints({ streamers, followerPointsPerStreamer, days, now }: GenerateOptions): string {
  const points = Math.max(1, followerPointsPerStreamer);
  const secondsPerPoint = (days * 86_400) / points;
  return `
    INSERT INTO follower_points (streamer_id, created_at, followers)
    SELECT ${firstStreamerId} + l.streamer,
      to_timestamp(${now.getTime() / 1000} - (l.later + 1 - 0.9 * pg_temp.share(l.n, 'point')) * ${secondsPerPoint}),
      -- The last point has the followers, the first ones lack a part of the gain or have what was lost.
      floor(l.followers * (1 - (0.35 * pg_temp.share(l.streamer, 'gain') - 0.05) * l.later / ${points}))
    FROM (
      SELECT p.*, pg_temp.usual_viewers(p.streamer) * (15 + 30 * pg_temp.share(p.streamer, 'followers'))
        + pg_temp.below(50, p.streamer, 'followers, too') AS followers
      FROM (
        SELECT g.n, g.n / ${points} AS streamer, ${points - 1} - g.n % ${points} AS later
        FROM (SELECT generate_series(0, ${streamers * followerPointsPerStreamer - 1}::bigint) AS n) g
      ) p
    ) l`;
}

/** Message statistics of two fifths of the streams whose chatters are known. */
const messageStats = `
  INSERT INTO message_stats (stream_id, total_messages, unique_chatters, deleted_messages)
  SELECT m.id, m.messages, m.unique_chatters, floor(pg_temp.share(m.id, 'deleted') * 0.05 * m.messages)
  FROM (
    SELECT s.id, s.unique_chatters, s.unique_chatters * (2 + pg_temp.below(20, s.id, 'messages')) AS messages
    FROM streams s
    WHERE s.unique_chatters IS NOT NULL AND pg_temp.below(5, s.id, 'has messages') < 2
  ) m`;

/** Panels of a quarter of the streamers. */
function panels({ now }: GenerateOptions): string {
  const end = `TIMESTAMPTZ '${now.toISOString()}'`;
  return `
    INSERT INTO panels (streamer_id, raw_url, url, root_domain, is_commercial, created_at, removed_at, panel_image)
    SELECT p.streamer_id, replace(p."rawUrl", 'LOGIN', p.login), replace(p.url, 'LOGIN', p.login), p."rootDomain",
      p."isCommercial", ${end} - p.age,
      CASE WHEN pg_temp.below(5, p.panel, 'removed') = 0 THEN ${end} - p.age * pg_temp.share(p.panel, 'removal') END,
      CASE WHEN pg_temp.below(8, p.panel, 'image') > 0 THEN '${images}/panels/' || p.panel || '.png' END
    FROM (
      SELECT l.*, n.panel, u.id AS streamer_id, u.login,
        interval '24 hours' * (1 + 399 * pg_temp.share(n.panel, 'age')) AS age
      FROM streamers u
      CROSS JOIN jsonb_to_recordset($1) l(number int, "rawUrl" text, url text, "rootDomain" text, "isCommercial" boolean)
      CROSS JOIN LATERAL (SELECT u.id * 100 + l.number AS panel) n
      WHERE pg_temp.below(4, u.id, 'panels') = 0 AND pg_temp.below(5, n.panel, 'panel') = 0
    ) p`;
}

/**
 * Viewer samples of streams that are spread evenly over all: of each one that was observed, so many. Viewers rise in the
 * first tenth of a stream, waver, and fall in the last.
 */
function viewerSamples({ viewerSamples, streamers, streamsPerStreamer, now }: GenerateOptions): string {
  const streams = Math.max(1, streamers * streamsPerStreamer);
  const perStream = Math.max(usualSamplesOfAStream, Math.ceil(viewerSamples / streams));
  const observed = Math.ceil(viewerSamples / perStream);
  return `
    INSERT INTO viewer_samples (stream_id, created_at, viewers)
    SELECT v.id, to_timestamp(floor((v.started + v.share * v.seconds) * 1000) / 1000),
      least(v.peak_viewers, floor(
        v.avg_viewers * least(1, 0.3 + v.share * 7, 0.5 + (1 - v.share) * 5)
        * (0.9 + 0.35 * pg_temp.share(v.id * ${mostSamplesOfAStream} + v.sample, 'viewers'))
      ))
    FROM (
      SELECT o.*, (o.sample + 0.5::float8) / o.samples AS share
      FROM (
        SELECT i.*, generate_series(0, i.samples - 1) AS sample
        FROM (
          SELECT s.id, s.avg_viewers, s.peak_viewers, date_part('epoch', s.started_at) AS started,
            date_part('epoch', COALESCE(s.ended_at, '${now.toISOString()}') - s.started_at) AS seconds,
            least(${perStream}, ${viewerSamples} - n.number * ${observed} / ${streams} * ${perStream}) AS samples
          FROM streams s
          CROSS JOIN LATERAL (SELECT s.id - ${firstStreamId} AS number) n
          WHERE n.number * ${observed} % ${streams} < ${observed}
        ) i
      ) o
    ) v`;
}

/** Games, the popular ones first, with their titles and tags; of each game some streams lack a title and tags. */
function numberedTopics() {
  const rows = topics.flatMap(({ gameName, titles, tags }) => [
    ...titles.map((title) => ({ gameName, title, tags })),
    { gameName, title: null, tags: [] },
  ]);
  return rows.map((row, number) => ({ number, ...row }));
}

/** The links on panels, as an import would store them, with LOGIN in the place of a login. */
function numberedLinks() {
  return links.map((rawUrl, number) => ({ number, rawUrl, ...readPanelLink(rawUrl) }));
}
