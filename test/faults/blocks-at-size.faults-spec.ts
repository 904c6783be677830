import { inTransaction } from '../../src/commands/in-transaction.js';
import { replaceBoard } from '../../src/commands/refresh/refresh-leaderboard.js';
import { EventsRepository } from '../../src/events/events.repository.js';
import { leaderboardMetrics } from '../../src/leaderboard/leaderboard-metric.js';
import { LeaderboardRepository } from '../../src/leaderboard/leaderboard.repository.js';
import { PartnersRepository } from '../../src/partners/partners.repository.js';
import { StreamerRepository } from '../../src/streamer/streamer.repository.js';
import { StreamersRepository } from '../../src/streamer/streamers.repository.js';
import { ColabSessionsRepository } from '../../src/streams/colab-sessions.repository.js';
import { LiveStreamsRepository } from '../../src/streams/live-streams.repository.js';
import { StreamDetailsRepository } from '../../src/streams/stream-details.repository.js';
import { StreamOutlinesRepository } from '../../src/streams/stream-outlines.repository.js';
import { StreamViewersRepository } from '../../src/streams/stream-viewers.repository.js';
import { StreamsRepository } from '../../src/streams/streams.repository.js';
import { windowEndingAt } from '../../src/streams/thirty-day-window.js';
import { testNow } from '../support/factories.js';
import { mostStreamers } from '../support/fault-settings.js';
import { captureStatements, explainRun, PlanNode } from '../support/query-plans.js';
import { TestStore } from '../support/test-store.js';

const small = 10_000;
const large = mostStreamers;

/** The one who is asked about: with as much of everything in both databases, and written last in both. */
const subject = { id: 2_000_000, login: 'subject', stream: 5_000_000, event: 2_000_000 };

/** One in so many streamers is live. */
const livePer = 400;

/** So many streamers, each with a stream in the window and a little of all else, and the subject. */
const fill = (streamers: number) => `
  SET synchronous_commit = off; SET maintenance_work_mem = '256MB';

  CREATE TABLE viewer_samples_2026_06 PARTITION OF viewer_samples FOR VALUES FROM ('2026-06-01Z') TO ('2026-07-01Z');

  INSERT INTO streamers (id, login, display_name)
  SELECT i, 'streamer_' || i, 'Streamer ' || i FROM generate_series(1, ${streamers}) i;
  INSERT INTO streamers (id, login, display_name) VALUES (${subject.id}, '${subject.login}', 'Subject');
  INSERT INTO streamers (id, login, display_name) SELECT ${subject.id} + i, 'lookup_' || i, 'L' || i FROM generate_series(1, 30) i;

  INSERT INTO streams (id, streamer_id, started_at, ended_at, title, game_name, tags, avg_viewers, peak_viewers, watchtime, last_viewers)
  SELECT i, i, start, CASE WHEN i % ${livePer} > 0 THEN start + interval '3 hours' END, 'Stream ' || i, 'Chess', ARRAY['English'], i % 997,
    i % 997 + 100, i % 997 * 180, i % 997
  FROM generate_series(1, ${streamers}) i
  CROSS JOIN LATERAL (SELECT TIMESTAMPTZ '2026-06-14 12:00Z' - (i::bigint * 7919 % 18000) * interval '1 minute') s(start);
  INSERT INTO streams (id, streamer_id, started_at, ended_at, title, tags, avg_viewers, peak_viewers, watchtime)
  SELECT ${subject.stream} + i, ${subject.id}, start, start + interval '3 hours', 'Stream ' || i, ARRAY['English'], i, i + 100, i
  FROM generate_series(1, 60) i
  CROSS JOIN LATERAL (SELECT TIMESTAMPTZ '2026-06-14 12:00Z' - i * interval '8 hours') s(start);

  INSERT INTO message_stats (stream_id, total_messages, unique_chatters, deleted_messages)
  SELECT s.id, 1000, 100, 10 FROM streams s ORDER BY s.id;
  INSERT INTO viewer_samples (stream_id, created_at, viewers)
  SELECT s.id, s.started_at + interval '5 minutes', 100 FROM streams s WHERE s.started_at >= '2026-06-01Z' ORDER BY s.id;
  INSERT INTO viewer_samples (stream_id, created_at, viewers)
  SELECT ${subject.stream} + 1, TIMESTAMPTZ '2026-06-14 04:10Z' + m * interval '30 seconds', 100 FROM generate_series(1, 200) m;

  INSERT INTO follower_points (streamer_id, created_at, followers)
  SELECT i, TIMESTAMPTZ '2026-06-10 09:00Z' + d * interval '1 day', 1000 + i::bigint * 7919 % 1000003 + d * (i * 31 % 977)
  FROM generate_series(1, ${streamers}) i, generate_series(1, 2) d;
  INSERT INTO follower_points (streamer_id, created_at, followers)
  SELECT ${subject.id}, TIMESTAMPTZ '2026-06-15 09:00Z' - d * interval '1 day', 1000 - d FROM generate_series(1, 90) d;

  INSERT INTO panels (streamer_id, raw_url, url, root_domain, is_commercial, created_at)
  SELECT s.id, 'https://sponsor.com', 'https://sponsor.com', 'sponsor.com', true, TIMESTAMPTZ '2026-06-01Z'
  FROM streamers s ORDER BY s.id;

  INSERT INTO events (id, title, started_at, is_public)
  SELECT i, 'Event ' || i, TIMESTAMPTZ '2026-05-01Z' - (i * 7919 % 129600) * interval '1 minute', true
  FROM generate_series(1, ${streamers / 10}) i;
  INSERT INTO event_streams (event_id, stream_id) SELECT i, i FROM generate_series(1, ${streamers / 10}) i;
  INSERT INTO event_markers (id, event_id, title, timestamp, color)
  SELECT i, i, 'Marker', TIMESTAMPTZ '2026-06-15 12:00Z', '#000000' FROM generate_series(1, ${streamers / 10}) i;
  INSERT INTO events (id, title, started_at, is_public)
  SELECT ${subject.event} + i, 'Event ' || i, TIMESTAMPTZ '2026-06-14Z' - i * interval '1 hour', true FROM generate_series(1, 120) i;
  INSERT INTO event_streams (event_id, stream_id)
  SELECT ${subject.event} + i, ${subject.stream} + 1 + i % 60 FROM generate_series(1, 120) i;

  INSERT INTO colab_sessions (id, started_at) SELECT i, TIMESTAMPTZ '2026-06-15 12:00Z' FROM generate_series(1, ${streamers / 10}) i;
  INSERT INTO colab_session_streams (session_id, stream_id)
  SELECT i, 1 + (i * 3 + k) % ${streamers} FROM generate_series(1, ${streamers / 10}) i, generate_series(0, 2) k;
  INSERT INTO colab_sessions (id, started_at) VALUES (${subject.event}, TIMESTAMPTZ '2026-06-15 12:00Z');
  INSERT INTO colab_session_streams (session_id, stream_id)
  SELECT ${subject.event}, ${subject.stream} + i FROM generate_series(1, 3) i;`;

describe('the blocks that each operation reads', () => {
  let stores: [TestStore, TestStore];

  beforeAll(async () => {
    stores = [await filled(small), await filled(large)];
  }, 600_000);

  afterAll(async () => {
    for (const store of stores ?? []) await store.stop();
  });

  const window = windowEndingAt(testNow);
  const page = { from: 0, limit: 20, window };
  const many = Array.from({ length: 100 }, (_, i) => ({ name: `streamer_${i * 99 + 1}`, window }));
  const stream = BigInt(subject.stream + 1);
  const range = { from: '2026-04-01T00:00:00Z', to: '2026-06-01T00:00:00Z' };
  const operations: [string, (from: ReturnType<typeof repositories>) => Promise<unknown>][] = [
    ['recent streams', ({ streams }) => streams.listRecent(subject.login, 20, testNow)],
    ['recent streams by id', ({ streams }) => streams.listRecent(String(subject.id), 20, testNow)],
    ['thirty day stats', ({ streamer }) => streamer.findWindowStats(subject.login, window)],
    ['follower graph', ({ streamer }) => streamer.listFollowerPoints(subject.login, 1_001)],
    ['partners', ({ partners }) => partners.listActive(subject.login)],
    ['message statistics', ({ streams }) => streams.findMessageStats(BigInt(subject.stream + 7))],
    ['previous stream', ({ streams }) => streams.listEarlier(BigInt(subject.stream + 7), 1, testNow)],
    ['a stream', ({ streams }) => streams.findStream(stream, testNow)],
    ['coverage of a stream', ({ details }) => details.findCoverage(stream)],
    ['changes of a stream', ({ details }) => details.listChanges(stream, 1_000)],
    ['viewer graph', ({ viewers }) => viewers.listViewerPoints(stream, 300)],
    ['collaboration sessions', ({ sessions }) => sessions.listOfStream(stream, 1_000)],
    ['live streams', ({ live }) => live.rankLive(testNow, 0, 20)],
    ['live streams of a game', ({ live }) => live.rankLive(testNow, 0, 20, 'Chess')],
    ['streamers by a figure', ({ streamers }) => streamers.listByMetric('followergain', page)],
    ['streamers by name', ({ streamers }) => streamers.listByName(page)],
    ['streamers whose login is found', ({ streamers }) => streamers.search('look', page)],
    ['streamers whose display name is found', ({ streamers }) => streamers.search('subj', page)],
    ['a listed streamer', ({ streamers }) => streamers.find(subject.login, window)],
    ['profile', ({ streamer }) => streamer.findProfile(subject.login, testNow)],
    ['coverage of a streamer', ({ details }) => details.findStreamerCoverage(BigInt(subject.id), window)],
    ['streams of a range', ({ outlines }) => outlines.list(subject.login, window, testNow, 1_000)],
    ['follower graph of a range', ({ streamer }) => streamer.listThinnedFollowerPoints(subject.login, 50, range)],
    ['first and last followers of a range', ({ streamer }) => streamer.listEndPoints(subject.login, range)],
    ['stats of many streamers', ({ streamer }) => streamer.listWindowStats(many)],
    ['public events', ({ events }) => events.listPublic(0, 101)],
    ['events of a streamer', ({ events }) => events.listOfStreamer(BigInt(subject.id), false, 1_000)],
    ['an event', ({ events }) => events.findEvent(BigInt(subject.event + 7), false)],
  ];

  it.each(operations)('for %s grow by an index level at most', async (_title, ask) => {
    const [few, more] = [await runOf(stores[0], ask), await runOf(stores[1], ask)];
    // And one more each where what lay in one leaf, or in one block of the table, lies across the end of one.
    expect(more.blocks - few.blocks).toBeLessThanOrEqual(few.descents + 2);
  });

  // Entries that are neighbours by one metric lie far apart by others, each in a block of its own.
  it.each(leaderboardMetrics)('for a leaderboard page by %s are a block an entry at most', async (metric) => {
    const levels = 5;
    for (const [store, position] of [
      [stores[0], small / 2],
      [stores[1], large / 2],
    ] as const) {
      const { answer, blocks } = await runOf(store, ({ leaderboard }) => leaderboard.rankEntries(metric, position, 50));
      expect(answer).toHaveLength(50);
      expect(blocks).toBeLessThanOrEqual(51 + levels);
    }
  });

  it.each(leaderboardMetrics)('for a leaderboard page by %s are as many far down as at the top', async (metric) => {
    const pages = 20;
    const blocksFrom = async (start: number) => {
      let sum = 0;
      for (let position = start; position < start + pages * 51; position += 51) {
        sum += (await runOf(stores[1], ({ leaderboard }) => leaderboard.rankEntries(metric, position, 50))).blocks;
      }
      return sum;
    };
    expect(await blocksFrom(large - pages * 51)).toBeLessThanOrEqual(1.1 * (await blocksFrom(0)));
  });
});

async function filled(streamers: number): Promise<TestStore> {
  const store = await TestStore.start();
  const { client } = store.data;
  await client.query(fill(streamers));
  // Without the boards of other windows, which nothing is asked of here.
  await inTransaction(client, () => replaceBoard(client, windowEndingAt(testNow), false));
  await client.query('VACUUM ANALYZE');
  return store;
}

function repositories({ prisma }: TestStore) {
  return {
    streams: new StreamsRepository(prisma),
    streamer: new StreamerRepository(prisma),
    partners: new PartnersRepository(prisma),
    leaderboard: new LeaderboardRepository(prisma),
    viewers: new StreamViewersRepository(prisma),
    sessions: new ColabSessionsRepository(prisma),
    events: new EventsRepository(prisma),
    live: new LiveStreamsRepository(prisma),
    streamers: new StreamersRepository(prisma),
    details: new StreamDetailsRepository(prisma),
    outlines: new StreamOutlinesRepository(prisma),
  };
}

/** What an operation's statements read, and how often they go down an index from the root. */
async function runOf(store: TestStore, ask: (from: ReturnType<typeof repositories>) => Promise<unknown>) {
  let answer: unknown;
  const statements = await captureStatements(store.prisma, async () => {
    answer = await ask(repositories(store));
  });
  let [blocks, descents] = [0, 0];
  for (const statement of statements) {
    const nodes = await explainRun(store.prisma, statement);
    blocks += (nodes[0]?.['Shared Hit Blocks'] ?? 0) + (nodes[0]?.['Shared Read Blocks'] ?? 0);
    descents += nodes.filter(isIndexScan).reduce((sum, node) => sum + (node['Actual Loops'] ?? 0), 0);
  }
  return { blocks, answer, descents };
}

function isIndexScan(node: PlanNode): boolean {
  return /Index/.test(node['Node Type']);
}
