import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { migrateDatabase } from '../../src/database/migrator.js';
import type { Status } from '../../src/meta/dto/status.response.js';
import { Factories, hoursAgo, testNow } from '../support/factories.js';
import { TestApp } from '../support/test-app.js';
import { createTestDatabase, runAsAdmin } from '../support/test-database.js';

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

describe('GET /v1/status', () => {
  const [api, data] = TestApp.whileTestingWithData({ now: testNow });

  beforeEach(() => data.clear());

  it('answers zeros and nulls for an empty database', async () => {
    const { status, body } = await api.get<Status>('/v1/status');
    expect(status).toBe(200);
    expect(body).toEqual({
      version,
      rows: {
        ...{
          streamers: 0,
          streams: 0,
          stream_changes: 0,
          viewer_samples: 0,
          follower_points: 0,
          message_stats: 0,
          panels: 0,
        },
        ...{ events: 0, event_streams: 0, event_markers: 0, colab_sessions: 0 },
      },
      newest_data_at: null,
      leaderboard_refreshed_at: null,
      leaderboard_entries: 0,
      coverage: { tracked_since: null, last_seen_at: null, sample_count: 0, largest_gap_seconds: null },
      collected_since: null,
      collected_at: null,
    });
  });

  it('answers the counts of the import, the newest moment of all kinds, and when the board was refreshed', async () => {
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
    await data.dataSummary([
      { kind: 'streamers', row_count: 1, newest: null },
      { kind: 'streams', row_count: 2 ** 33, newest: hoursAgo(24) },
      { kind: 'viewer_samples', row_count: 5, newest: hoursAgo(3) },
      { kind: 'follower_points', row_count: 4, newest: hoursAgo(48) },
      { kind: 'message_stats', row_count: 3, newest: null },
      { kind: 'panels', row_count: 2, newest: hoursAgo(900) },
      { kind: 'events', row_count: 9, newest: null },
    ]);
    expect((await api.get<Status>('/v1/status')).body).toEqual({
      version,
      rows: {
        ...{ streamers: 1, streams: 2 ** 33, viewer_samples: 5, follower_points: 4, message_stats: 3, panels: 2 },
        ...{ stream_changes: 0, events: 9, event_streams: 0, event_markers: 0, colab_sessions: 0 },
      },
      newest_data_at: '2026-06-15T09:00:00.000Z',
      leaderboard_refreshed_at: '2026-06-15T11:00:00.000Z',
      leaderboard_entries: 2,
      coverage: {
        tracked_since: '2026-06-14T12:15:00.000Z',
        last_seen_at: '2026-06-14T12:48:00.000Z',
        sample_count: 5,
        largest_gap_seconds: 1800,
      },
      collected_since: null,
      collected_at: null,
    });
  });
});

describe('GET /v1/health', () => {
  it('is live and ready with a database', async () => {
    const api = await TestApp.start();
    try {
      expect(await api.get('/v1/health/live')).toMatchObject({ status: 200, body: { status: 'ok' } });
      expect(await api.get('/v1/health/ready')).toMatchObject({ status: 200, body: { status: 'ok' } });
      expect(await api.send('HEAD', '/v1/health/ready')).toMatchObject({ status: 200, text: '' });
    } finally {
      await api.stop();
    }
  });

  it('is live and not ready without one', async () => {
    const api = await TestApp.start({ env: { DATABASE_READER_URL: 'postgresql://nobody@127.0.0.1:1/none' } });
    try {
      expect(await api.get('/v1/health/live')).toMatchObject({ status: 200, body: { status: 'ok' } });
      const { status, body } = await api.get('/v1/health/ready');
      expect(status).toBe(503);
      expect(body).toEqual({ error: 'The database is out of reach.' });
    } finally {
      await api.stop();
    }
  });

  it('gives the reason why the database refuses the service, without names, and is ready once the reason is gone', async () => {
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
    const refuses = (reason: string) => `The database refuses this service: ${reason}.`;
    try {
      expect(await refusal()).toBe(refuses('password authentication failed'));
      expect(lines.join('')).toContain(`password authentication failed for user \\"${user}\\"`);
      await runAsAdmin(`ALTER ROLE ${user} PASSWORD 'new' NOLOGIN`);
      expect(await refusal()).toBe(
        refuses('its user does not exist, may not log in, or has no matching line in pg_hba.conf'),
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
    ['names no database that there is', { pathname: '/none' }, 'the database of its URL does not exist'],
    ['wants TLS, which the server lacks', { search: '?sslmode=verify-full' }, 'a TLS connection could not be made'],
  ])('says why the database refuses the service where its URL %s', async (_, part, reason) => {
    const url = Object.assign(new URL(process.env.TEST_DATABASE_URL ?? ''), part).href;
    const api = await TestApp.start({ env: { DATABASE_READER_URL: url } });
    try {
      const { status, body } = await api.get('/v1/health/ready');
      expect({ status, body }).toEqual({
        status: 503,
        body: { error: `The database refuses this service: ${reason}.` },
      });
    } finally {
      await api.stop();
    }
  });

  it('is not ready with an empty database, and ready once that was migrated', async () => {
    const database = await createTestDatabase('template1');
    const api = await TestApp.start({ databaseUrl: database.url });
    try {
      expect(await api.get('/v1/health/ready')).toMatchObject({
        status: 503,
        body: { error: 'The database lacks the tables of this version: run "npm run db:migrate".' },
      });
      process.env.COMMAND_PREFIX = 'docker compose run --rm api';
      const { body } = await api.get<{ error: string }>('/v1/health/ready');
      delete process.env.COMMAND_PREFIX;
      expect(body.error).toContain('run "docker compose run --rm api migrate"');
      await migrateDatabase(database.url);
      expect(await api.get('/v1/health/ready')).toMatchObject({ status: 200 });
    } finally {
      await api.stop();
      await database.drop();
    }
  });

  it('stays ready while requests have all connections and wait for a locked table', async () => {
    const api = await TestApp.start({ env: { DATABASE_POOL_SIZE: '2', CACHE_TTL_SECONDS: '0' } });
    const data = await Factories.connect(api.databaseUrl);
    try {
      await data.client.query('BEGIN; LOCK TABLE message_stats, streamers, panels IN ACCESS EXCLUSIVE MODE');
      const blocked = ['streams/1/message-stats', 'streamer/a/partners', 'streamer/a/recent-streams'].map((path) =>
        api.get(`/v1/${path}`),
      );
      await sleep(300);
      expect(await api.get('/v1/health/ready')).toMatchObject({ status: 200 });
      await data.client.query('ROLLBACK');
      await Promise.all(blocked);
    } finally {
      await data.end();
      await api.stop();
    }
  });
});
