import { once } from 'node:events';
import { AddressInfo, createServer } from 'node:net';
import { migrateDatabase } from '../../src/database/migrations/migrator.js';
import { withOwner } from '../../src/database/owner-client.js';
import { PrismaService } from '../../src/database/prisma.service.js';
import { Lifecycle } from '../../src/lifecycle/lifecycle.js';
import type { Status } from '../../src/meta/dto/status.response.js';
import { PageRenderer } from '../../src/pages/page-renderer.js';
import { WarmUp } from '../../src/server/operations/warm-up.js';
import { version } from '../../src/version.js';
import { Factories, hoursAgo, testNow } from '../support/data/factories.js';
import { valueOf } from '../support/http/raw-responses.js';
import { RawConnection } from '../support/http/raw-connection.js';
import { createSeededDatabase } from '../support/database/seeded-database.js';
import { TestApp } from '../support/http/test-app.js';
import { createTestDatabase, runAsAdmin, TestDatabase } from '../support/database/test-database.js';
import { until } from '../support/until.js';
import { waitingSessions } from '../support/database/waiting-sessions.js';

describe('GET /v1/status', () => {
  const [api, data] = TestApp.whileTestingWithData({ now: testNow });

  beforeEach(() => data.clear());

  const none = {
    ...{
      streamers: 0,
      streams: 0,
      stream_changes: 0,
      viewer_samples: 0,
      follower_points: 0,
      subscriber_points: 0,
      message_stats: 0,
    },
    ...{ panels: 0, events: 0, event_streams: 0, event_markers: 0, colab_sessions: 0 },
  };

  it('returns zeros and nulls for an empty database', async () => {
    const { status, body } = await api.get<Status>('/v1/status');
    expect(status).toBe(200);
    expect(body).toEqual({
      version,
      rows: none,
      ...{ newest_data_at: null, leaderboard_refreshed_at: null, leaderboard_entries: 0, boards: [] },
      coverage: { tracked_since: null, last_seen_at: null, sample_count: 0, largest_gap_seconds: null },
      ...{ collected_since: null, collected_at: null, platforms: [], collector_failures: [] },
    });
  });

  it('returns the import counts, the newest moment of all kinds, and the time of the board refresh', async () => {
    const { id: streamer_id } = await data.streamer();
    const { id: stream_id } = await data.stream({ streamer_id });
    await data.viewerSamples([
      { stream_id, created_at: hoursAgo(23.75), viewers: 5 },
      { stream_id, created_at: hoursAgo(23.5), viewers: 7 },
    ]);
    const { id: other } = await data.stream({ streamer_id: (await data.streamer()).id });
    await data.viewerSamples([
      { stream_id: other, created_at: hoursAgo(23.6), viewers: 9 },
      { stream_id: other, created_at: hoursAgo(23.4), viewers: 8 },
      { stream_id: other, created_at: hoursAgo(23.2), viewers: 8 },
    ]);
    await data.refreshBoard(hoursAgo(1));
    await data.client.query(
      "INSERT INTO collector_sweeps (platform, since, swept_at) VALUES ('twitch', '2026-06-01T00:00Z', '2026-06-15T11:59Z')",
    );
    await data.dataSummary([
      { kind: 'streamers', row_count: 1, newest: null },
      { kind: 'streams', row_count: 2 ** 33, newest: hoursAgo(24) },
      { kind: 'viewer_samples', row_count: 5, newest: hoursAgo(3) },
      { kind: 'follower_points', row_count: 4, newest: hoursAgo(48) },
      { kind: 'message_stats', row_count: 3, newest: null },
      { kind: 'panels', row_count: 2, newest: hoursAgo(900) },
      { kind: 'events', row_count: 9, newest: null },
    ]);
    const twitch = { collected_since: '2026-06-01T00:00:00.000Z', collected_at: '2026-06-15T11:59:00.000Z' };
    expect((await api.get<Status>('/v1/status')).body).toEqual({
      version,
      rows: {
        ...none,
        ...{
          streamers: 1,
          streams: 2 ** 33,
          viewer_samples: 5,
          follower_points: 4,
          subscriber_points: 0,
          message_stats: 3,
          panels: 2,
          events: 9,
        },
      },
      newest_data_at: '2026-06-15T09:00:00.000Z',
      leaderboard_refreshed_at: '2026-06-15T11:00:00.000Z',
      leaderboard_entries: 2,
      boards: [7, 30, 90].map((days) => ({
        ...{ days, refreshed_at: '2026-06-15T11:00:00.000Z', known_since: '2026-06-14T12:00:00.000Z' },
      })),
      coverage: {
        tracked_since: '2026-06-14T12:15:00.000Z',
        last_seen_at: '2026-06-14T12:48:00.000Z',
        sample_count: 5,
        largest_gap_seconds: 1800,
      },
      ...twitch,
      platforms: [{ platform: 'twitch', ...twitch }],
      collector_failures: [],
    });
  });

  it('shows the last failed sweep of each platform, also before the first sweep', async () => {
    await data.client.query('DELETE FROM collector_sweeps');
    await data.client.query(
      `INSERT INTO collector_failures VALUES
        ('kick', '2026-06-15T11:58Z', 'returned 500'), ('twitch', '2026-06-15T11:59Z', 'no response (ECONNREFUSED)')`,
    );
    api.forgetAnswers();
    expect((await api.get<Status>('/v1/status')).body).toMatchObject({
      platforms: [],
      collector_failures: [
        { platform: 'kick', failed_at: '2026-06-15T11:58:00.000Z', reason: 'returned 500' },
        { platform: 'twitch', failed_at: '2026-06-15T11:59:00.000Z', reason: 'no response (ECONNREFUSED)' },
      ],
    });
  });

  it('describes the only collected platform, and Twitch if it was collected', async () => {
    const collect = (platform: string, day: number) =>
      data.client.query(
        `INSERT INTO collector_sweeps (platform, since, swept_at) VALUES ($1, '2026-06-01T00:00Z', $2)`,
        [platform, `2026-06-0${day}T00:00Z`],
      );
    const status = async () => {
      api.forgetAnswers();
      return (await api.get<Status>('/v1/status')).body;
    };
    await data.client.query('DELETE FROM collector_sweeps');
    await collect('kick', 2);
    expect(await status()).toMatchObject({
      collected_at: '2026-06-02T00:00:00.000Z',
      platforms: [{ platform: 'kick' }],
    });
    await collect('twitch', 3);
    const platforms = [{ platform: 'twitch' }, { platform: 'kick' }];
    expect(await status()).toMatchObject({ collected_at: '2026-06-03T00:00:00.000Z', platforms });
  });
});

describe('GET /v1/health', () => {
  it.each([
    [200, { status: 'ok' }, {}],
    [503, { error: 'The database is unreachable.' }, { DATABASE_READER_URL: 'postgresql://nobody@127.0.0.1:1/none' }],
  ])('is live, and readiness is %d %j, given %j', async (expected, body, env) => {
    const api = await TestApp.start({ env });
    try {
      expect(await api.get('/v1/health/live')).toMatchObject({ status: 200, body: { status: 'ok' } });
      expect(await api.get('/v1/health/ready')).toMatchObject({ status: expected, body });
      expect(await api.send('HEAD', '/v1/health/ready')).toMatchObject({ status: expected, text: '' });
    } finally {
      await api.stop();
    }
  });

  it('shows why the database refuses the service, without names, and is ready after the repair', async () => {
    const database = await createTestDatabase();
    const name = new URL(database.url).pathname.slice(1);
    const user = `reader_of_${name}`;
    await runAsAdmin(`CREATE ROLE ${user} LOGIN PASSWORD 'old' IN ROLE analytics_reader`);
    const url = Object.assign(new URL(database.url), { username: user, password: 'new' }).href;
    const lines: string[] = [];
    const env = { DATABASE_READER_URL: url, LOG_LEVEL: 'error' };
    const api = await TestApp.start({ env, onLog: (line) => lines.push(line) });
    const allow = (isAllowed: boolean) => runAsAdmin(`ALTER DATABASE "${name}" ALLOW_CONNECTIONS ${isAllowed}`);
    const refusal = async () => (await api.get<{ error: string }>('/v1/health/ready')).body.error;
    const refuses = (reason: string) => `The database rejects the connection: ${reason}.`;
    try {
      expect(await refusal()).toBe(refuses('password authentication failed'));
      expect(lines.join('')).toContain(`password authentication failed for user \\"${user}\\"`);
      await runAsAdmin(`ALTER ROLE ${user} PASSWORD 'new' NOLOGIN`);
      expect(await refusal()).toBe(
        refuses('the user does not exist, cannot log in, or has no matching line in pg_hba.conf'),
      );
      await runAsAdmin(`ALTER ROLE ${user} LOGIN CONNECTION LIMIT 0`);
      expect(await refusal()).toBe(refuses('too many connections'));
      await runAsAdmin(`ALTER ROLE ${user} CONNECTION LIMIT 10`);
      await allow(false);
      expect(await refusal()).toBe(refuses('the database does not accept connections'));
      await allow(true);
      expect(await api.get('/v1/health/ready')).toMatchObject({ status: 200 });
    } finally {
      await api.stop();
      await database.drop();
      await runAsAdmin(`DROP ROLE ${user}`);
    }
  });

  it.each([
    ['names a missing database', { pathname: '/none' }, 'the database in the URL does not exist'],
    ['requires TLS, which the server lacks', { search: '?sslmode=verify-full' }, 'a TLS connection could not be made'],
  ])('shows why the database refuses the service if its URL %s', async (_, part, reason) => {
    const url = Object.assign(new URL(process.env.TEST_DATABASE_URL ?? ''), part).href;
    const api = await TestApp.start({ env: { DATABASE_READER_URL: url } });
    try {
      const error = `The database rejects the connection: ${reason}.`;
      expect(await api.get('/v1/health/ready')).toMatchObject({ status: 503, body: { error } });
    } finally {
      await api.stop();
    }
  });

  it('is not ready with an empty database, and ready after the migration', async () => {
    const database = await createTestDatabase('template1');
    const api = await TestApp.start({ databaseUrl: database.url });
    try {
      expect(await api.get('/v1/health/ready')).toMatchObject({
        status: 503,
        body: { error: 'The database lacks tables that this version requires. Run "npm run db:migrate".' },
      });
      process.env.COMMAND_PREFIX = 'docker compose run --rm api';
      const { body } = await api.get<{ error: string }>('/v1/health/ready');
      delete process.env.COMMAND_PREFIX;
      expect(body.error).toContain('Run "docker compose run --rm api migrate"');
      await migrateDatabase(database.url);
      expect(await api.get('/v1/health/ready')).toMatchObject({ status: 200 });
    } finally {
      await api.stop();
      await database.drop();
    }
  });

  it('names row level security, which fails requests instead of hiding rows', async () => {
    const database = await createTestDatabase();
    const api = await TestApp.start({ databaseUrl: database.url });
    try {
      await withOwner(database.url, (client) => client.query('ALTER TABLE streamers ENABLE ROW LEVEL SECURITY'));
      expect(await api.get('/v1/health/ready')).toMatchObject({
        status: 503,
        body: { error: expect.stringMatching(/^Row level security hides rows/) },
      });
      expect(await api.get('/v1/streamers?sort=name')).toMatchObject({ status: 500 });
    } finally {
      await api.stop();
      await database.drop();
    }
  });

  it('stays ready while requests use all connections and wait for a locked table', async () => {
    const api = await TestApp.start({ env: { DATABASE_POOL_SIZE: '2', CACHE_TTL_SECONDS: '0' } });
    const data = await Factories.connect(api.databaseUrl);
    try {
      await data.client.query('BEGIN; LOCK TABLE message_stats, streamers, panels IN ACCESS EXCLUSIVE MODE');
      const blocked = ['streams/1/message-stats', 'streamer/a/partners', 'streamer/a/recent-streams'].map((path) =>
        api.get(`/v1/${path}`),
      );
      await until(async () => (await waitingSessions(data.client)).length === 2);
      expect(await api.get('/v1/health/ready')).toMatchObject({ status: 200 });
      await data.client.query('ROLLBACK');
      await Promise.all(blocked);
    } finally {
      await data.end();
      await api.stop();
    }
  });
});

describe('the warm-up', () => {
  let database: TestDatabase;
  let api: TestApp;

  beforeAll(async () => (database = await createSeededDatabase()));
  afterAll(() => database.drop());
  afterEach(() => api.stop());

  it('delays readiness until each page is rendered and each document is loaded', async () => {
    api = await TestApp.start({ databaseUrl: database.url });
    const [connect, render] = [
      jest.spyOn(api.app.get(PrismaService), 'connectAll'),
      jest.spyOn(api.app.get(PageRenderer), 'render'),
    ];
    const readiness: unknown[] = [];
    connect.mockImplementationOnce(async () => void readiness.push(await api.get('/v1/health/ready')));
    await api.app.get(WarmUp).run();
    expect(readiness).toMatchObject([{ status: 503, body: { error: 'The service is starting.' } }]);
    // On a busy machine, the warm-up finishes in the background.
    await until(async () => (await api.get('/v1/health/ready')).status === 200);
    const pages = render.mock.calls.map(([page]) => (page.type as { name: string }).name);
    expect(new Set(pages)).toEqual(
      new Set([
        ...['BoardPage', 'ListPage', 'SearchPage', 'EventsPage', 'EventPage', 'GamePage', 'TotalsPage'],
        ...['ComparePage', 'AboutPage', 'StreamerPage', 'StreamPage', 'EmbedPage', 'DocsPage', 'TopicPage'],
      ]),
    );
  });

  it('tries again after a slow response', async () => {
    api = await TestApp.start({ databaseUrl: database.url });
    const connect = jest.spyOn(api.app.get(PrismaService), 'connectAll');
    connect.mockRejectedValueOnce(new Error('Not finished within 2000 ms.'));
    await api.app.get(WarmUp).run();
    await until(async () => (await api.get('/v1/health/ready')).status === 200);
    expect(connect).toHaveBeenCalledTimes(2);
  });

  it.each(['refuses connections', 'does not respond'])('returns while the database %s', async (fault) => {
    const silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const port = fault === 'does not respond' ? (silent.address() as AddressInfo).port : 1;
    api = await TestApp.start({ env: { DATABASE_READER_URL: `postgresql://nobody@127.0.0.1:${port}/none` } });
    await api.app.get(WarmUp).run();
    silent.close();
    const lifecycle = api.app.get(Lifecycle);
    expect(lifecycle.isStarting).toBe(true);
    expect((await api.get('/v1/health/ready')).status).toBe(503);
    lifecycle.isDraining = true;
  });
});

describe('a service that shuts down', () => {
  const api = TestApp.whileTesting();

  async function ask(path: string): Promise<[status: number | undefined, connection: string | undefined]> {
    const connection = new RawConnection(api.port);
    const answer = await connection.ask(Buffer.from(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`));
    connection.close();
    return [answer?.status, valueOf(answer?.headers ?? [], 'connection')];
  }

  it('is not ready but still responds, and closes each connection after the response', async () => {
    // The second response comes from the cache, if the cache is on.
    for (let i = 0; i < 2; i++) expect(await ask('/v1/leaderboard')).toEqual([200, 'keep-alive']);
    expect(await ask('/v1/health/ready')).toEqual([200, 'keep-alive']);
    api.app.get(Lifecycle).isDraining = true;
    expect(await ask('/v1/health/ready')).toEqual([503, 'close']);
    for (const path of ['/v1/health/live', '/v1/leaderboard', '/v1/events/public']) {
      expect(await ask(path)).toEqual([200, 'close']);
    }
    expect(await ask('/v1/nothing')).toEqual([404, 'close']);
  });
});
