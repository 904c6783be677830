import type { EventDetail } from '../../src/events/dto/event-detail.response.js';
import { Factories, hoursAgo } from '../support/factories.js';
import { findsNoBadIds, requiresToken } from '../support/shared-examples.js';
import { TestApp } from '../support/test-app.js';

const apiToken = 'token-of-the-tests-0123456789';

describe('GET /v1/events/{id}', () => {
  const [api, data] = TestApp.whileTestingWithData();

  const detailOf = (id: string) => api.get<EventDetail>(`/v1/events/${id}`);

  requiresToken(() => api, '/v1/events/1');
  findsNoBadIds(
    () => api,
    (id) => `/v1/events/${id}`,
    'There is no event with this id.',
  );

  it('answers every field, the streams by start and the markers by time', async () => {
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
    expect((await detailOf('7')).body).toEqual({
      ...{ id: '7', title: 'Event 7', avg_viewers: 100, peak_viewers: 150, channels: ['somebody'] },
      channel_ids: [streamer_id],
      ...{ started_at: '2026-06-15T07:00:00.000Z', ended_at: null, user_id: '42', is_public: true },
      ...{ logo_url: 'https://static.example.net/events/7.png', description: 'What it is about' },
      host_stream_id: early.id,
      streams: [
        {
          ...{ id: early.id, streamer_id, title: early.title, is_live: false, display_name, profile_image, ...figures },
          ...{ is_stale: false, last_seen_at: null },
          ...{ started_at: '2026-06-15T07:00:00.000Z', ended_at: '2026-06-15T08:00:00.000Z' },
        },
        {
          ...{ id: late.id, streamer_id, title: null, is_live: true, display_name, profile_image, ...figures },
          ...{ is_stale: false, last_seen_at: null },
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

  it('answers null and [] for what is unknown or missing', async () => {
    const unknown = { description: null, logo_url: null, user_id: null, avg_viewers: null, peak_viewers: null };
    const { id } = await data.event(unknown);
    expect((await detailOf(id)).body).toMatchObject({
      ...unknown,
      ...{ channels: null, channel_ids: null, host_stream_id: null, streams: [], markers: [] },
    });
  });

  it('answers the first markers whose texts are 500,000 bytes together', async () => {
    const { id } = await data.event();
    for (let i = 0; i < 55; i++) {
      const title = `${String(i).padStart(2, '0')}${'x'.repeat(98)}`;
      await data.eventMarker({ event_id: id, title, description: 'x'.repeat(9_900), timestamp: hoursAgo(20 - i / 10) });
    }
    const { markers } = (await detailOf(id)).body;
    expect(markers.map(({ title }) => Number(title.slice(0, 2)))).toEqual(Array.from({ length: 50 }, (_, i) => i));
  });

  it('answers 404 to a private one, also with a token where none is configured', async () => {
    const { id } = await data.event({ is_public: false });
    for (const authorization of ['', `Bearer ${apiToken}`]) {
      const { status, body } = await api.get(`/v1/events/${id}`, { Authorization: authorization });
      expect(status).toBe(404);
      expect(body).toEqual({ error: 'There is no event with this id.' });
    }
  });
});

describe('GET /v1/events/{id} with a token', () => {
  it('answers a private event', async () => {
    const api = await TestApp.start({ env: { API_TOKEN: apiToken } });
    const data = await Factories.connect(api.databaseUrl);
    try {
      const { id } = await data.event({ is_public: false });
      expect(await api.get(`/v1/events/${id}`, { Authorization: `Bearer ${apiToken}` })).toMatchObject({
        status: 200,
        body: { id, is_public: false },
      });
      expect(await api.get(`/v1/events/${id}`)).toMatchObject({ status: 401 });
    } finally {
      await data.end();
      await api.stop();
    }
  });
});
