import { EventsRepository } from '../../src/events/events.repository.js';
import { GamesRepository } from '../../src/games/games.repository.js';
import { leaderboardMetrics } from '../../src/leaderboard/boards.js';
import { LeaderboardRepository } from '../../src/leaderboard/leaderboard.repository.js';
import { MetaRepository } from '../../src/meta/meta.repository.js';
import { PartnersRepository } from '../../src/partners/partners.repository.js';
import { StreamerRepository } from '../../src/streamer/streamer.repository.js';
import { StreamersRepository } from '../../src/streamer/streamers.repository.js';
import { ColabSessionsRepository } from '../../src/streams/colabs/colab-sessions.repository.js';
import { AllStreamsRepository } from '../../src/streams/all/all-streams.repository.js';
import { LiveStreamsRepository } from '../../src/streams/live/live-streams.repository.js';
import { StreamDetailsRepository } from '../../src/streams/detail/stream-details.repository.js';
import { StreamChatRepository } from '../../src/streams/chat/stream-chat.repository.js';
import { StreamViewersRepository } from '../../src/streams/viewers/stream-viewers.repository.js';
import { StreamsRepository } from '../../src/streams/detail/streams.repository.js';
import { TotalsRepository } from '../../src/totals/totals.repository.js';
import { calendarMonth } from '../../src/figures/calendar.js';
import { allTime } from '../../src/figures/time.js';
import { windowEndingAt } from '../../src/figures/windows.js';
import { testNow } from '../support/data/factories.js';
import { captureStatements, explainRun, PlanNode } from '../support/database/query-plans.js';
import { TestStore } from '../support/database/test-store.js';
import { readEntries } from '../support/data/read-entries.js';

/** The streamer with the largest number of rows in every table. */
const busiest = { id: '1', login: 'streamer_1', points: 20_000, streams: 5_010, streamsInWindow: 1_667 };

/** The busiest streamer and 99 others. */
const hundred = Array.from({ length: 100 }, (_, i) => `streamer_${i + 1}`);

/** A stream that was sampled every 5 seconds, within one month. */
const mostSampled = { id: 33_333n, samples: 2_160, partition: 'viewer_samples_2026_04' };

const months = ['2026_03', '2026_04', '2026_05', '2026_06'];
const big = [
  ...['streamers', 'streams', 'stream_changes', 'follower_points', 'message_stats', 'panels', 'board_entries'],
  'subscriber_points',
  ...['game_entries', 'game_streamers', 'totals', 'chat_intervals'],
  ...['events', 'event_streams', 'event_markers', 'colab_sessions', 'colab_session_streams'],
  ...months.map((month) => `viewer_samples_${month}`),
];

/** The number of live streams. Each has its own streamer. */
const liveStreams = 2_000;

const window = windowEndingAt(testNow);

const page = { from: 0, limit: 21, window };

/** The streams in the window of 21 streamers. One of them can be the busiest. */
const pageStreams = busiest.streamsInWindow + 20 * 5;

/** Rows of a search with too many matches: 1,001 of each kind of match, and 2,000 popular streamers. */
const foundRows = 5 * 1_001 + 2_000;

/** The typos of a text of twelve characters: at each place, about two for each character of the text and the alphabet. */
const typoRows = 2 * 13 * (36 + 12 + 1);

/** 6,000 streamers, 65,000 streams over 90 days. One streamer has 5,000 streams and 20,000 follower points. */
const fill = `
  INSERT INTO streamers (id, login, display_name)
  SELECT i, 'streamer_' || i, 'Streamer ' || i FROM generate_series(1, 6000) i;

  INSERT INTO streams (id, streamer_id, started_at, ended_at, end_reason, title, game_name, tags, avg_viewers, peak_viewers, watchtime)
  SELECT i, CASE WHEN i <= 60000 THEN 1 + i % 6000 ELSE 1 END, start, start + interval '3 hours', 'given', 'Stream ' || i,
    'Game ' || i % 400,
    ARRAY['English', 'Chess'], i % 997, i % 997 + 100, i % 997 * 180
  FROM generate_series(1, 65000) i
  CROSS JOIN LATERAL (SELECT TIMESTAMPTZ '2026-06-15 12:00Z' - (i::bigint * 7919 % 129600) * interval '1 minute') s(start);

  INSERT INTO stream_changes (stream_id, created_at, title)
  SELECT s.id, s.started_at + m * interval '20 minutes', 'Title ' || m FROM streams s, generate_series(0, 2) m;

  INSERT INTO message_stats (stream_id, total_messages, unique_chatters, deleted_messages)
  SELECT i, 1000, 100, 10 FROM generate_series(1, 65000) i;

  INSERT INTO follower_points (streamer_id, created_at, followers)
  SELECT s, TIMESTAMPTZ '2026-06-15 09:00Z' - d * interval '1 day', 1000 + s * 31 % 977 - d
  FROM generate_series(2, 6000) s, generate_series(1, 20) d;

  INSERT INTO follower_points (streamer_id, created_at, followers)
  SELECT 1, TIMESTAMPTZ '2026-06-15 09:00Z' - d * interval '1 hour', 1000000 - d FROM generate_series(1, 20000) d;

  INSERT INTO subscriber_points (streamer_id, created_at, subscribers)
  SELECT s, TIMESTAMPTZ '2026-08-12 09:00Z' + d * interval '1 day', 100 + d
  FROM generate_series(1, 6000) s, generate_series(1, 20) d;

  INSERT INTO subscriber_points (streamer_id, created_at, subscribers)
  SELECT 1, TIMESTAMPTZ '2026-08-12 10:30Z' + d * interval '1 hour', 100 + d FROM generate_series(1, 5000) d;

  INSERT INTO panels (streamer_id, raw_url, url, root_domain, is_commercial, created_at)
  SELECT s, 'https://sponsor-' || p || '.com', 'https://sponsor-' || p || '.com', 'sponsor-' || p || '.com', true,
    TIMESTAMPTZ '2026-06-15 09:00Z'
  FROM generate_series(1, 6000) s, generate_series(1, 8) p;`;

const fillLive = `
  INSERT INTO streams (id, streamer_id, started_at, game_name)
  SELECT 100000 + i, i, TIMESTAMPTZ '2026-06-15 11:00Z', 'Game ' || i % 20 FROM generate_series(2, ${liveStreams} + 1) i;

  INSERT INTO viewer_samples (stream_id, created_at, viewers)
  SELECT s.id, s.started_at + m * interval '5 minutes', s.id % 977 + m
  FROM streams s, generate_series(0, 3) m
  WHERE s.ended_at IS NULL;

  INSERT INTO live_streams (stream_id, game_name, last_viewers)
  SELECT s.id, s.game_name, s.id % 977 + 3 FROM streams s WHERE s.ended_at IS NULL;`;

/** 10,000 samples per month, 20,000 events of three streams and three markers, 20,000 sessions of three streams. */
const fillStreamsAndEvents = `
  ${months
    .map(
      (month) => `
        CREATE TABLE viewer_samples_${month} PARTITION OF viewer_samples FOR VALUES
        FROM ('${month.replace('_', '-')}-01Z') TO (TIMESTAMPTZ '${month.replace('_', '-')}-01Z' + interval '1 month');`,
    )
    .join('')}

  INSERT INTO viewer_samples (stream_id, created_at, viewers)
  SELECT s.id, s.started_at + m * interval '15 minutes', 100 + m FROM streams s, generate_series(0, 11) m WHERE s.id <= 3333;

  INSERT INTO viewer_samples (stream_id, created_at, viewers)
  SELECT s.id, s.started_at + m * interval '5 seconds', 100 + m FROM streams s, generate_series(0, 2159) m WHERE s.id = 33333;

  INSERT INTO events (id, title, started_at, is_public)
  SELECT i, 'Event ' || i, TIMESTAMPTZ '2026-06-15 12:00Z' - (i * 7919 % 129600) * interval '1 minute', i % 10 > 0
  FROM generate_series(1, 20000) i;

  INSERT INTO event_streams (event_id, stream_id)
  SELECT i, 1 + (i * 3 + k) % 65000 FROM generate_series(1, 20000) i, generate_series(0, 2) k;

  INSERT INTO event_markers (id, event_id, title, timestamp, color)
  SELECT i * 3 + k, i, 'Marker', TIMESTAMPTZ '2026-06-15 12:00Z', '#000000'
  FROM generate_series(1, 20000) i, generate_series(0, 2) k;

  INSERT INTO colab_sessions (id, started_at) SELECT i, TIMESTAMPTZ '2026-06-15 12:00Z' FROM generate_series(1, 20000) i;

  INSERT INTO colab_session_streams (session_id, stream_id)
  SELECT i, 1 + (i * 3 + k) % 65000 FROM generate_series(1, 20000) i, generate_series(0, 2) k;`;

/** Totals of 100 days with 10 languages and 40 games, and the chat of each tenth stream. */
const fillTotals = `
  INSERT INTO totals
  SELECT k.kind, k.name, TIMESTAMPTZ '2026-06-15 12:00Z' - h * interval '1 hour', 'twitch', h, h, h, 1, 3600000, NULL
  FROM generate_series(1, 2400) h, (
    SELECT 'all', '' UNION ALL
    SELECT 'language', 'l' || i FROM generate_series(1, 10) i UNION ALL
    SELECT 'game', 'Game ' || i FROM generate_series(1, 40) i
  ) k(kind, name);

  INSERT INTO chat_intervals SELECT 10 * i, '{1}', '{1}', '{0}', '{0}' FROM generate_series(1, 6500) i;
  INSERT INTO chat_gaps
  SELECT 10 * i, TIMESTAMPTZ '2026-06-15 12:00Z', TIMESTAMPTZ '2026-06-15 12:00Z' FROM generate_series(1, 6500) i;`;

/** The hours of a month. */
const monthHours = 31 * 24;
const month = windowEndingAt(testNow, 31);
const april = calendarMonth('2026-04');

describe('the plan of each query', () => {
  const store = TestStore.whileTesting();

  beforeAll(async () => {
    // Without checks of the 400,000 foreign keys.
    await store.data.client.query(
      `SET session_replication_role = replica; ${fill} ${fillStreamsAndEvents} ${fillLive} ${fillTotals}`,
    );
    await store.data.client.query('RESET session_replication_role');
    await store.data.refreshBoard();
    await store.data.client.query('VACUUM ANALYZE');
  });

  const repositories = () => ({
    streams: new StreamsRepository(store.prisma),
    streamers: new StreamersRepository(store.prisma),
    streamer: new StreamerRepository(store.prisma),
    partners: new PartnersRepository(store.prisma),
    leaderboard: new LeaderboardRepository(store.prisma),
    meta: new MetaRepository(store.prisma),
    details: new StreamDetailsRepository(store.prisma),
    live: new LiveStreamsRepository(store.prisma),
    all: new AllStreamsRepository(store.prisma),
    viewers: new StreamViewersRepository(store.prisma),
    sessions: new ColabSessionsRepository(store.prisma),
    events: new EventsRepository(store.prisma),
    games: new GamesRepository(store.prisma),
    totals: new TotalsRepository(store.prisma),
    chat: new StreamChatRepository(store.prisma),
  });
  type Repositories = ReturnType<typeof repositories>;

  const statementsOf = (ask: (from: Repositories) => Promise<unknown>) =>
    captureStatements(store.prisma, () => ask(repositories()));

  // Each with the maximum number of rows per step: the rows that it returns or adds up. Thinning reads a whole history.
  it.each<[string, (from: Repositories) => Promise<unknown>, number]>([
    ['recent streams by login', ({ streams }) => streams.listRecent(busiest.login, 100, testNow), 100],
    ['recent streams by id', ({ streams }) => streams.listRecent(busiest.id, 100, testNow), 100],
    ['recent streams at a high offset', ({ streams }) => streams.listRecent(busiest.login, 100, testNow, 2_000), 2_100],
    ['recent streams of a month', ({ streams }) => streams.listRecent(busiest.login, 100, testNow, 0, april), 100],
    ['recent streams of an unknown streamer', ({ streams }) => streams.listRecent('nobody', 100, testNow), 1],
    ['previous stream', ({ streams }) => streams.listEarlier(65_000n, 1, testNow), 1],
    ['the changes of a stream', ({ details }) => details.listChanges(33_333n, 1_000), 3],
    ['the coverage of a stream', ({ details }) => details.findCoverage(33_333n), 1],
    [
      'the coverage of a streamer',
      ({ details }) => details.findStreamerCoverage(BigInt(busiest.id), window),
      busiest.streamsInWindow,
    ],
    ['one stream', ({ streams }) => streams.findStream(33_333n, testNow), 1],
    ['streamers by the start of a login', ({ streamers }) => streamers.search('streamer_1', page), foundRows],
    ['streamers by a part of a name', ({ streamers }) => streamers.search('4321', page), pageStreams],
    ['streamers by a text in all names', ({ streamers }) => streamers.search('mer', page), foundRows],
    ['streamers by one character', ({ streamers }) => streamers.search('s', page), foundRows],
    ['streamers with a similar name', ({ streamers }) => streamers.listSimilar('straemer_4321', 3), typoRows],
    ['games by name', ({ games }) => games.listNamed('ame 7', 5), 400],
    ['streamers by name', ({ streamers }) => streamers.listByName(page), pageStreams],
    ['streamers by watchtime', ({ streamers }) => streamers.listByMetric('watchtime', page), pageStreams],
    [
      'streamers by watchtime at a high offset',
      ({ streamers }) => streamers.listByMetric('watchtime', { ...page, from: 3_000 }),
      pageStreams,
    ],
    ...[true, false].flatMap((live): [string, (from: Repositories) => Promise<unknown>, number][] => [
      [
        `streamers by watchtime, live: ${live}`,
        ({ streamers }) => streamers.listByMetric('watchtime', { ...page, live }),
        pageStreams,
      ],
      [`streamers by name, live: ${live}`, ({ streamers }) => streamers.listByName({ ...page, live }), pageStreams],
    ]),
    ['live streams', ({ live }) => live.rankLive(testNow, 0, 101), liveStreams],
    ['live streams at a high offset', ({ live }) => live.rankLive(testNow, 1_000, 101), liveStreams],
    ['live streams of a game', ({ live }) => live.rankLive(testNow, 0, 101, { game: 'Game 7' }), liveStreams],
    ['live streams with a title', ({ live }) => live.rankLive(testNow, 0, 101, { title: 'nothing' }), liveStreams],
    ['live streams with a tag', ({ live }) => live.rankLive(testNow, 0, 101, { tag: 'Chess' }), liveStreams],
    ['streams of all streamers', ({ all }) => all.list(window, {}, 50, 0, testNow), liveStreams + 50],
    ['streams of a game', ({ all }) => all.list(window, { game: 'Game 7' }, 50, 0, testNow), 50 * 400],
    ['streams with a rare tag', ({ all }) => all.list(allTime, { tag: 'Rare' }, 50, 0, testNow), 2 * 50_001],
    ['number of streams', ({ all }) => all.countFirst(allTime, 1_001), 1_001],
    ['games', ({ games }) => games.rankGames(100, 101), 101],
    ['a game', ({ games }) => games.findGame('Game 7'), 1],
    ['known games', async ({ games }) => (await games.listKnown(['Game 7', 'Other'])).length, 1],
    ['streamers of a game', ({ games }) => games.listStreamers('Game 7', 100), 100],
    ['viewer graph', ({ viewers }) => viewers.findGraph(mostSampled.id, 60), mostSampled.samples],
    ['sampled time of a stream', ({ viewers }) => viewers.findSampledTime(mostSampled.id), 1],
    ['collaboration sessions', ({ sessions }) => sessions.listOfStream(64n, 1_000), 3],
    ['public events', ({ events }) => events.listPublic(0, 101), 303],
    ['public events at a high offset', ({ events }) => events.listPublic(10_000, 101), 10_101],
    ['events of a streamer', ({ events }) => events.listOfStreamer(BigInt(busiest.id), false, 1_000), busiest.streams],
    ['an event', ({ events }) => events.findEvent(7_777n, false), 3],
    ['streams of an event', ({ events }) => events.listStreams(7_777n, 1_000, testNow), 3],
    ['markers of an event', ({ events }) => events.listMarkers(7_777n, 1_000, 500_000), 3],
    ['message stats', ({ streams }) => streams.findMessageStats(33_333n), 1],
    ['window stats', ({ streamer }) => streamer.findWindowStats(busiest.login, window), busiest.streamsInWindow],
    [
      'window stats of three years',
      ({ streamer }) => streamer.findWindowStats(busiest.login, windowEndingAt(testNow, 1_095)),
      busiest.streams,
    ],
    [
      'window stats of several streamers',
      ({ streamer }) => Promise.all(hundred.map((name) => streamer.findWindowStats(name, window))),
      busiest.streamsInWindow + 99 * 5,
    ],
    ['live stream of a window', ({ streamer }) => streamer.hasLiveStream(busiest.login, window), 1],
    ['profile of a streamer', ({ streamer }) => streamer.findProfile(busiest.login, testNow), 1],
    ['follower points', ({ streamer }) => streamer.listPoints('followers', busiest.login, 1_001), 1_001],
    ['first and last follower point', ({ streamer }) => streamer.listGainPoints('followers', busiest.login), 2],
    [
      'thinned follower points',
      ({ streamer }) => streamer.listThinnedPoints('followers', busiest.login, 1_000),
      busiest.points,
    ],
    [
      'thinned follower points of a month',
      ({ streamer }) => streamer.listThinnedPoints('followers', busiest.login, 100, april),
      30 * 24,
    ],
    [
      'follower points of a month',
      ({ streamer }) => streamer.listPoints('followers', busiest.login, 2_001, april),
      30 * 24,
    ],
    ['subscriber points', ({ streamer }) => streamer.listPoints('subscribers', busiest.login, 1_001), 1_001],
    ['first and last subscriber point', ({ streamer }) => streamer.listGainPoints('subscribers', busiest.login), 2],
    ['partners', ({ partners }) => partners.listActive(busiest.login), 8],
    ...leaderboardMetrics.map((metric): [string, (from: Repositories) => Promise<unknown>, number] => [
      `leaderboard by ${metric}`,
      ({ leaderboard }) => readEntries(leaderboard, metric, 3_000, 200),
      201,
    ]),
    ['rank of a streamer', ({ leaderboard }) => leaderboard.findRanks(busiest.login, 30), 1],
    ['rank of a streamer in 7 days', ({ leaderboard }) => leaderboard.findRanks(busiest.id, 7), 1],
    ['leaderboard of 90 days', ({ leaderboard }) => readEntries(leaderboard, 'peakviewers', 3_000, 200, 90), 201],
    ['data summary', ({ meta }) => meta.listDataSummary(), 6],
    ['newest board', ({ meta }) => meta.findBoard(), 1],
    ['chat over time', ({ chat }) => chat.find(33_330n), 1],
    ['totals of a month', ({ totals }) => totals.listIntervals(month, 'hour', 3_001), monthHours],
    ['totals of a month by day', ({ totals }) => totals.listIntervals(month, 'day', 3_001), monthHours],
    ['totals of a language', ({ totals }) => totals.listOfLanguage('l3', month, 'hour', 3_001), monthHours],
    ['totals of a game', ({ totals }) => totals.listOfGame('Game 3', month, 'hour', 3_001), monthHours],
    ['totals of all games', ({ totals }) => totals.rankNames('game', month, 3_001), 51 * monthHours],
    ['newest sweeps', ({ meta }) => meta.listSweeps(), 2],
  ])('of %s uses indexes, and reads no more than the necessary rows', async (_title, ask, maxRows) => {
    for (const statement of await statementsOf(ask)) {
      const run = await explainRun(store.prisma, statement);
      expect(wholeTablesIn(run)).toEqual([]);
      expect(Math.max(...run.map(rowsOf))).toBeLessThanOrEqual(maxRows);
    }
  });

  it.each(leaderboardMetrics)(
    'of a leaderboard page by %s reads one block per entry, at any position',
    async (metric) => {
      const indexDepth = 5;
      for (const [position, days] of [
        [0, 30],
        [3_000, 30],
        [5_900, 30],
        [3_000, 90],
      ] as const) {
        const [statement] = await statementsOf(({ leaderboard }) =>
          readEntries(leaderboard, metric, position, 50, days),
        );
        expect(blocksOf(await explainRun(store.prisma, statement))).toBeLessThanOrEqual(51 + indexDepth);
      }
    },
  );

  it('of a leaderboard page after the end reads only the index', async () => {
    const [statement] = await statementsOf(({ leaderboard }) => readEntries(leaderboard, 'followers', 1_000_000, 50));
    expect(blocksOf(await explainRun(store.prisma, statement))).toBeLessThanOrEqual(5);
  });

  it('of a viewer graph reads only the partition of its time', async () => {
    for (const ask of [
      ({ viewers }: Repositories) => viewers.findGraph(mostSampled.id, 60),
      ({ viewers }: Repositories) => viewers.findSampledTime(mostSampled.id),
    ]) {
      const [statement] = await statementsOf(ask);
      const nodes = await explainRun(store.prisma, statement);
      const looked = nodes.filter(
        ({ 'Actual Loops': loops, 'Relation Name': table }) => loops && table?.startsWith('viewer_'),
      );
      expect([...new Set(looked.map((node) => node['Relation Name']))]).toEqual([mostSampled.partition]);
    }
  });

  it('is detected when it reads a whole table', async () => {
    const statement = { text: 'SELECT s.id FROM streams s WHERE s.title = $1', values: ['Stream 7'] };
    expect(wholeTablesIn(await explainRun(store.prisma, statement))).toEqual(['streams']);
  });
});

/** The large tables that a plan reads completely. */
function wholeTablesIn(nodes: PlanNode[]): string[] {
  return nodes
    .filter((node) => node['Node Type'] === 'Seq Scan' && big.includes(node['Relation Name'] ?? ''))
    .map((node) => node['Relation Name'] ?? '');
}

function rowsOf(node: PlanNode): number {
  return (node['Actual Rows'] ?? 0) * (node['Actual Loops'] ?? 1);
}

function blocksOf([root]: PlanNode[]): number {
  return (root?.['Shared Hit Blocks'] ?? 0) + (root?.['Shared Read Blocks'] ?? 0);
}
