import type { EventDetail } from '../../src/events/dto/event-detail.response.js';
import type { EventSummary } from '../../src/events/dto/event-summary.response.js';
import { hoursAgo } from '../support/data/factories.js';
import { findsNoBadIds, rejectsBadIntegers, rejectsBadNames, walkPages } from '../support/data/shared-examples.js';
import { TestApp } from '../support/http/test-app.js';

const path = '/v1/events/public';
const apiToken = 'token-of-the-tests-0123456789';
const authorization = { Authorization: `Bearer ${apiToken}` };

const twitch = { platform: 'twitch', external_id: null };

describe('events', () => {
  const [api, data] = TestApp.whileTestingWithData();

  beforeEach(async () => {
    await data.clear();
    api.forgetAnswers();
  });

  const detailOf = async (id: string) => (await api.get<EventDetail>(`/v1/events/${id}`)).body;
  const idsAt = async (address: string) => (await api.get<EventSummary[]>(address)).body.map(({ id }) => id);

  findsNoBadIds(api, (id) => `/v1/events/${id}`, 'No event has this ID.');
  rejectsBadNames(api, (name) => `/v1/streamer/${name}/events`);
  rejectsBadIntegers(api, path, 'limit', [1, 100]);
  rejectsBadIntegers(api, path, 'cursor', [0, Number.MAX_SAFE_INTEGER]);

  it('have every field, their streams by start and their markers by time', async () => {
    const streamer = await data.streamer({ login: 'somebody' });
    const streamer_id = streamer.id;
    const late = await data.stream({ streamer_id, started_at: hoursAgo(4), ended_at: null, title: null });
    const early = await data.stream({ streamer_id, started_at: hoursAgo(5), ended_at: hoursAgo(4) });
    await data.event({ id: '7', started_at: hoursAgo(5), ended_at: null, host_stream_id: early.id }, [
      late.id,
      early.id,
    ]);
    await data.eventMarker({ id: '72', event_id: '7', timestamp: hoursAgo(3), description: 'Chat went wild' });
    await data.eventMarker({ id: '71', event_id: '7', timestamp: hoursAgo(4) });
    const { display_name, profile_image } = streamer;
    const figures = { game_name: 'Chess', avg_viewers: 100, peak_viewers: 150 };
    const summary = {
      ...{ id: '7', title: 'Event 7', avg_viewers: 100, peak_viewers: 150, channels: ['somebody'] },
      channel_ids: [streamer_id],
      ...{ started_at: '2026-06-15T07:00:00.000Z', ended_at: null, user_id: '42', is_public: true },
      logo_url: 'https://static.example.net/events/7.png',
    };
    expect(await api.get(path)).toMatchObject({ status: 200, body: [summary] });
    expect((await api.get('/v1/streamer/SomeBody/events')).body).toEqual([summary]);
    expect(await detailOf('7')).toEqual({
      ...summary,
      description: 'What it is about',
      host_stream_id: early.id,
      streams: [
        {
          ...{ id: early.id, streamer_id, title: early.title, is_live: false, display_name, profile_image, ...figures },
          ...{ is_stale: false, last_seen_at: null, role: 'official', language: 'en', ...twitch },
          ...{ started_at: '2026-06-15T07:00:00.000Z', ended_at: '2026-06-15T08:00:00.000Z' },
        },
        {
          ...{ id: late.id, streamer_id, title: null, is_live: true, display_name, profile_image, ...figures },
          ...{ is_stale: false, last_seen_at: null, role: null, language: 'en', ...twitch },
          ...{ started_at: '2026-06-15T08:00:00.000Z', ended_at: null },
        },
      ],
      markers: [
        {
          ...{ id: '71', title: 'Marker 71', description: null, color: '#9147ff' },
          timestamp: '2026-06-15T08:00:00.000Z',
        },
        {
          ...{ id: '72', title: 'Marker 72', description: 'Chat went wild', color: '#9147ff' },
          timestamp: '2026-06-15T09:00:00.000Z',
        },
      ],
    });
  });

  it('have null and [] for unknown or missing values', async () => {
    const unknown = { description: null, logo_url: null, user_id: null, avg_viewers: null, peak_viewers: null };
    const { id } = await data.event(unknown);
    expect(await detailOf(id)).toMatchObject({
      ...unknown,
      ...{ channels: null, channel_ids: null, host_stream_id: null, streams: [], markers: [] },
    });
    await data.streamer({ login: 'alone' });
    expect(await api.get('/v1/streamer/alone/events')).toMatchObject({ status: 200, body: [] });
  });

  it('have the first markers whose texts have 500,000 bytes in total', async () => {
    const { id } = await data.event();
    for (let i = 0; i < 55; i++) {
      const title = `${String(i).padStart(2, '0')}${'x'.repeat(98)}`;
      await data.eventMarker({ event_id: id, title, description: 'x'.repeat(9_900), timestamp: hoursAgo(20 - i / 10) });
    }
    const { markers } = await detailOf(id);
    expect(markers.map(({ title }) => Number(title.slice(0, 2)))).toEqual(Array.from({ length: 50 }, (_, i) => i));
  });

  it('come 50 at a time by default, and lead from page to page', async () => {
    for (let i = 1; i <= 51; i++) await data.event({ id: String(i), started_at: hoursAgo(i) });
    const ids = Array.from({ length: 51 }, (_, i) => String(i + 1));
    expect(await idsAt(path)).toEqual(ids.slice(0, 50));
    expect((await walkPages<EventSummary>(api, `${path}?limit=20`)).map(({ id }) => id)).toEqual(ids);
  });

  it('have a Link except on the last page, full or not, and after the end', async () => {
    for (let i = 1; i <= 4; i++) await data.event({ id: String(i), started_at: hoursAgo(i) });
    const linkAt = async (query: string) => (await api.get(path + query)).headers.get('link');
    expect(await linkAt('?limit=2')).toBe(`<${path}?limit=2&cursor=2>; rel="next"`);
    for (const query of ['?limit=2&cursor=2', '?limit=3&cursor=2', '?limit=4', '?cursor=99']) {
      expect(await linkAt(query)).toBeNull();
    }
  });

  it('have the Link for HEAD, with a 304 and from the cache too', async () => {
    for (let i = 1; i <= 2; i++) await data.event({ id: String(i), started_at: hoursAgo(i) });
    const address = `${path}?limit=1`;
    const { headers } = await api.get(address);
    const link = headers.get('link');
    expect((await api.get(address)).headers.get('link')).toBe(link);
    expect((await api.send('HEAD', address)).headers.get('link')).toBe(link);
    const again = await api.send('GET', address, { 'If-None-Match': headers.get('etag') ?? '' });
    expect([again.status, again.headers.get('link')]).toEqual([304, link]);
  });
});

describe('a private event', () => {
  const [open, data] = TestApp.whileTestingWithData();
  let closed: TestApp;

  beforeAll(async () => {
    closed = await TestApp.start({ env: { API_TOKEN: apiToken }, databaseUrl: open.databaseUrl });
    const { id: streamer_id } = await data.streamer({ login: 'somebody' });
    const { id } = await data.stream({ streamer_id });
    await data.event({ id: '1', started_at: hoursAgo(4) }, [id]);
    await data.event({ id: '2', started_at: hoursAgo(3), is_public: false }, [id]);
  });

  afterAll(() => closed.stop());

  const idsFor = async (api: TestApp, address: string) =>
    (await api.get<EventSummary[]>(address, authorization)).body.map(({ id }) => id);

  it('is absent if no token is configured, with any token of the client', async () => {
    expect(await idsFor(open, path)).toEqual(['1']);
    expect(await idsFor(open, '/v1/streamer/somebody/events')).toEqual(['1']);
    for (const headers of [{}, authorization]) {
      const { status, body } = await open.get('/v1/events/2', headers);
      expect({ status, body }).toEqual({ status: 404, body: { error: 'No event has this ID.' } });
    }
  });

  it('is available to clients with a token, but not on the list of public events', async () => {
    expect(await closed.get('/v1/events/2', authorization)).toMatchObject({ status: 200, body: { is_public: false } });
    expect(await idsFor(closed, '/v1/streamer/somebody/events')).toEqual(['2', '1']);
    expect(await idsFor(closed, path)).toEqual(['1']);
  });
});
