import type { StreamSummary } from '../../src/streams/dto/stream-summary.response.js';
import { Factories, hoursAgo, testNow } from '../support/factories.js';
import { rejectsBadIntegers, rejectsBadNames, requiresToken } from '../support/shared-examples.js';
import { TestApp } from '../support/test-app.js';

describe('GET /v1/streamer/{name}/recent-streams', () => {
  let api: TestApp;
  let data: Factories;

  beforeAll(async () => {
    api = await TestApp.start({ now: testNow });
    data = await Factories.connect(api.databaseUrl);
    await data.streamer({ login: 'without_streams' });
  });

  afterAll(async () => {
    await data.end();
    await api.stop();
  });

  const list = (name: string, query = '') => api.get<StreamSummary[]>(`/v1/streamer/${name}/recent-streams${query}`);
  const idsOf = async (name: string, query = '') => (await list(name, query)).body.map(({ id }) => id);

  requiresToken(() => api, '/v1/streamer/somebody/recent-streams');
  rejectsBadNames(
    () => api,
    (name) => `/v1/streamer/${name}/recent-streams`,
  );
  rejectsBadIntegers(
    () => api,
    (query) => `/v1/streamer/without_streams/recent-streams?${query}`,
    { name: 'limit', minimum: 1, maximum: 100 },
  );

  it('answers every field of a stream, in JSON', async () => {
    const { id: streamer_id } = await data.streamer({ id: '100000001', display_name: 'Aurora', profile_image: null });
    await data.stream({ id: '40100000001', streamer_id, avg_viewers: 0, watchtime: 2 ** 40 });
    const { status, headers, body } = await list(streamer_id);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(body).toEqual([
      {
        id: '40100000001',
        streamer_id: '100000001',
        started_at: '2026-06-14T12:00:00.000Z',
        ended_at: '2026-06-14T13:00:00.000Z',
        is_live: false,
        is_stale: false,
        avg_viewers: 0,
        peak_viewers: 150,
        live_views: 900,
        live_views_final: 1000,
        watchtime: 1099511627776,
        unique_chatters: 50,
        vod_id: '740100000001',
        game_name: 'Chess',
        title: 'Stream 40100000001',
        tags: ['English', 'Chess'],
        thumbnail: 'https://static.example.net/thumbnails/40100000001.jpg',
        user_display_name: 'Aurora',
        user_profile_image: null,
        updated_at: '2026-06-14T13:00:00.000Z',
      },
    ]);
  });

  it('answers null for what is unknown, and never leaves a property out', async () => {
    const { id: streamer_id } = await data.streamer({ profile_image: null });
    const unknown = {
      ended_at: null,
      title: null,
      game_name: null,
      tags: null,
      avg_viewers: null,
      peak_viewers: null,
      live_views: null,
      live_views_final: null,
      vod_id: null,
      watchtime: null,
      thumbnail: null,
      unique_chatters: null,
      updated_at: null,
    };
    const { id } = await data.stream({ streamer_id, started_at: hoursAgo(1), ...unknown });
    expect((await list(streamer_id)).body).toEqual([
      {
        ...unknown,
        id,
        streamer_id,
        started_at: '2026-06-15T11:00:00.000Z',
        is_live: true,
        is_stale: false,
        user_display_name: `Streamer ${streamer_id}`,
        user_profile_image: null,
      },
    ]);
  });

  it('answers a stream as live exactly while it has no end', async () => {
    const { id: streamer_id } = await data.streamer();
    await data.streams([
      { streamer_id, started_at: hoursAgo(1), ended_at: null },
      { streamer_id, started_at: hoursAgo(2), ended_at: hoursAgo(2) },
    ]);
    expect((await list(streamer_id)).body.map(({ is_live }) => is_live)).toEqual([true, false]);
  });

  it('answers titles, tags and names as they were written', async () => {
    const title = '=1+1 <b>"bold"</b> \\ \n\t\u2028 \u202Eright to left\u202C 한국어 🙂 \u0001';
    const { id: streamer_id } = await data.streamer({ display_name: 'عربي 🙂' });
    await data.stream({ streamer_id, title, tags: ['', 'a,b', '{c}', '"d"', 'NULL'], game_name: '' });
    expect((await list(streamer_id)).body).toMatchObject([
      { title, tags: ['', 'a,b', '{c}', '"d"', 'NULL'], game_name: '', user_display_name: 'عربي 🙂' },
    ]);
  });

  it('tells no tags from unknown ones', async () => {
    const { id: streamer_id } = await data.streamer();
    await data.streams([
      { streamer_id, started_at: hoursAgo(1), tags: [] },
      { streamer_id, started_at: hoursAgo(2), tags: null },
    ]);
    expect((await list(streamer_id)).body.map(({ tags }) => tags)).toEqual([[], null]);
  });

  it('answers the newest stream first, and those of one start by id, lower first', async () => {
    const { id: streamer_id } = await data.streamer();
    await data.streams([
      { id: '5000', streamer_id, started_at: hoursAgo(3) },
      { id: '10000', streamer_id, started_at: hoursAgo(2) },
      { id: '9000', streamer_id, started_at: hoursAgo(2) },
      { id: '4000', streamer_id, started_at: hoursAgo(1) },
    ]);
    expect(await idsOf(streamer_id)).toEqual(['4000', '9000', '10000', '5000']);
  });

  it('answers 20 streams unless told otherwise, and at most 100', async () => {
    const { id: streamer_id } = await data.streamer();
    const streams = await data.streams(
      Array.from({ length: 120 }, (_, i) => ({ streamer_id, started_at: hoursAgo(i + 1) })),
    );
    const ids = streams.map(({ id }) => id);
    expect(await idsOf(streamer_id)).toEqual(ids.slice(0, 20));
    expect(await idsOf(streamer_id, '?limit=1')).toEqual(ids.slice(0, 1));
    expect(await idsOf(streamer_id, '?limit=100')).toEqual(ids.slice(0, 100));
    expect(await idsOf(streamer_id, '?other=1')).toEqual(ids.slice(0, 20));
  });

  it('answers [] for a streamer without streams', async () => {
    expect(await list('without_streams')).toMatchObject({ status: 200, body: [] });
  });

  it('finds a streamer by login in any case', async () => {
    const { id: streamer_id } = await data.streamer({ login: 'aurora_plays' });
    const { id } = await data.stream({ streamer_id });
    for (const name of ['aurora_plays', 'Aurora_Plays', 'AURORA_PLAYS', streamer_id]) {
      expect(await idsOf(name)).toEqual([id]);
    }
  });

  it('takes digits for the channel id if there is one, otherwise for a login of digits', async () => {
    const channel = await data.streamer({ id: '777001' });
    const shadowed = await data.streamer({ login: '777001' });
    const named = await data.streamer({ login: '0777001' });
    const streams = await data.streams([channel, shadowed, named].map(({ id }) => ({ streamer_id: id })));
    expect(await idsOf('777001')).toEqual([streams[0]?.id]);
    expect(await idsOf(shadowed.id)).toEqual([streams[1]?.id]);
    expect(await idsOf('0777001')).toEqual([streams[2]?.id]);
    expect(await list('00777001')).toMatchObject({ status: 404 });
  });
});
