import type { StreamSummary } from '../../src/streams/detail/stream-summary.response.js';
import { hoursAgo, testNow } from '../support/data/factories.js';
import { nextPageOf, rejectsBadIntegers, rejectsBadNames, walkPages } from '../support/data/shared-examples.js';
import { TestApp } from '../support/http/test-app.js';

const path = '/v1/streamer/somebody/recent-streams';

describe('GET /v1/streamer/{name}/recent-streams', () => {
  const [api, data] = TestApp.whileTestingWithData({ now: testNow });

  beforeAll(async () => {
    await data.streamer({ login: 'without_streams' });
  });

  const list = (name: string, query = '') => api.get<StreamSummary[]>(`/v1/streamer/${name}/recent-streams${query}`);

  rejectsBadNames(api, (name) => `/v1/streamer/${name}/recent-streams`);
  rejectsBadIntegers(api, '/v1/streamer/without_streams/recent-streams', 'limit', [1, 100]);

  it('returns every field of a stream, in JSON', async () => {
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
        language: 'en',
        thumbnail: 'https://static.example.net/thumbnails/40100000001.jpg',
        user_display_name: 'Aurora',
        user_profile_image: null,
        updated_at: '2026-06-14T13:00:00.000Z',
        platform: 'twitch',
        external_id: null,
      },
    ]);
  });

  it('returns titles, tags and names unchanged', async () => {
    const title = '=1+1 <b>"bold"</b> \\ \n\t\u2028 \u202Eright to left\u202C 한국어 🙂 \u0001';
    const { id: streamer_id } = await data.streamer({ display_name: 'عربي 🙂' });
    await data.stream({ streamer_id, title, tags: ['', 'a,b', '{c}', '"d"', 'NULL'], game_name: '' });
    expect((await list(streamer_id)).body).toMatchObject([
      { title, tags: ['', 'a,b', '{c}', '"d"', 'NULL'], game_name: '', user_display_name: 'عربي 🙂' },
    ]);
  });
});

describe('GET /v1/streamer/{name}/recent-streams, beyond the first page', () => {
  const [api, data] = TestApp.whileTestingWithData({ now: testNow });

  beforeAll(async () => {
    const { id: streamer_id } = await data.streamer({ login: 'somebody' });
    // IDs count the hours from the newest stream on: 1 to 250.
    await data.streams(
      Array.from({ length: 250 }, (_, i) => ({ id: String(i + 1), streamer_id, started_at: hoursAgo(i + 1) })),
    );
  });

  const list = (query: string) => api.get<StreamSummary[]>(path + query);
  const idsOf = async (query: string) => (await list(query)).body.map(({ id }) => Number(id));
  const upTo = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, i) => first + i);

  const walk = async (start: string) => (await walkPages<StreamSummary>(api, start)).map(({ id }) => Number(id));

  rejectsBadIntegers(api, path, 'cursor', [0, Number.MAX_SAFE_INTEGER]);

  it('leads over all streams from newest to oldest, each once', async () => {
    expect(await walk(path)).toEqual(upTo(1, 250));
    expect(await walk(`${path}?limit=100`)).toEqual(upTo(1, 250));
  });

  it('has 20 streams by default, and none after the end', async () => {
    expect(await idsOf('')).toEqual(upTo(1, 20));
    for (const query of ['?cursor=250', '?cursor=9007199254740991']) expect(await idsOf(query)).toEqual([]);
  });

  it('contains only streams that started in [from, to), for dates and moments', async () => {
    // The clock shows 2026-06-15T12:00Z.
    expect(await idsOf('?from=2026-06-15')).toEqual(upTo(1, 12));
    expect(await idsOf('?from=2026-06-15T09:00Z')).toEqual([1, 2, 3]);
    expect(await idsOf('?from=2026-06-15T09:00:00.001Z')).toEqual([1, 2]);
    expect(await idsOf('?to=2026-06-15&limit=2')).toEqual([13, 14]);
    expect(await idsOf('?from=2026-06-14T22:00Z&to=2026-06-15')).toEqual([13, 14]);
    expect(await idsOf('?from=2026-06-15T02:00%2B02:00&to=2026-06-15T02:00Z')).toEqual([11, 12]);
    expect(await idsOf('?from=2026-06-15&to=2026-06-15')).toEqual([]);
  });

  it('contains only streams that started in a month, a year or on days of a zone', async () => {
    expect(await idsOf('?month=2026-05&limit=1')).toEqual([]);
    expect(await idsOf('?month=2026-06&limit=2')).toEqual([1, 2]);
    expect(await idsOf('?year=2026&limit=2')).toEqual([1, 2]);
    expect(await idsOf('?from=2026-06-15&to=2026-06-16&tz=Asia/Tokyo&limit=100')).toEqual(upTo(1, 21));
    expect(await idsOf('?to=2026-06-15&tz=America/New_York&limit=2')).toEqual([9, 10]);
    expect(await walk(`${path}?month=2026-06&tz=Asia/Tokyo&limit=100`)).toEqual(upTo(1, 250));
  });

  it.each([
    ['month=2026-6', 'month must be a month from 2000-01 to 2100-12'],
    ['month=2026-06&to=2026-07-01', 'Use only one of month, year, and from or to'],
    ['tz=UTC', 'tz must be an IANA time zone such as Europe/Berlin, and needs month, year, or a date in from or to'],
  ])('refuses %s', async (query, error) => {
    expect(await list(`?${query}`)).toMatchObject({ status: 400, body: { error } });
  });

  it('keeps from and to in its Link', async () => {
    const { headers } = await list('?from=2026-06-14&to=2026-06-15&limit=10');
    expect(nextPageOf(headers)).toBe(
      `${path}?limit=10&cursor=10&from=2026-06-14T00%3A00%3A00.000Z&to=2026-06-15T00%3A00%3A00.000Z`,
    );
    expect(await walk(`${path}?from=2026-06-14&to=2026-06-15&limit=10`)).toEqual(upTo(13, 36));
  });

  it.each(['from', 'to'])('refuses %s if it is not a moment, and names it', async (name) => {
    for (const value of ['', 'yesterday', '2026-02-30', '0000-01-01', '2026-06-15T09:00', '2026-06-15&to=a&from=b']) {
      const { status, body } = await list(`?${name}=${value}`);
      expect(status).toBe(400);
      expect(body).toEqual({ error: expect.stringContaining(`${name} must be a date such as 2026-10-01 or a time`) });
    }
  });

  it('accepts the earliest and the latest moment', async () => {
    expect(await idsOf('?from=0001-01-01&to=9999-12-31T23:59:59.999Z&limit=3')).toEqual([1, 2, 3]);
  });
});
