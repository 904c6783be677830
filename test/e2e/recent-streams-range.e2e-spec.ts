import type { StreamSummary } from '../../src/streams/dto/stream-summary.response.js';
import { Factories, hoursAgo, testNow } from '../support/factories.js';
import { rejectsBadIntegers } from '../support/shared-examples.js';
import { TestApp } from '../support/test-app.js';

const path = '/v1/streamer/somebody/recent-streams';

describe('GET /v1/streamer/{name}/recent-streams, beyond the first page', () => {
  let api: TestApp;
  let data: Factories;

  beforeAll(async () => {
    api = await TestApp.start({ now: testNow });
    data = await Factories.connect(api.databaseUrl);
    const { id: streamer_id } = await data.streamer({ login: 'somebody' });
    // Ids count the hours from the newest one on: 1 to 250.
    await data.streams(
      Array.from({ length: 250 }, (_, i) => ({ id: String(i + 1), streamer_id, started_at: hoursAgo(i + 1) })),
    );
  });

  afterAll(async () => {
    await data.end();
    await api.stop();
  });

  const list = (query: string) => api.get<StreamSummary[]>(path + query);
  const idsOf = async (query: string) => (await list(query)).body.map(({ id }) => Number(id));
  const nextOf = (headers: Headers) => /^<([^>]+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1];
  const upTo = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, i) => first + i);

  const walk = async (start: string) => {
    const seen: number[] = [];
    let next: string | undefined = start;
    for (let pages = 0; next !== undefined && pages < 300; pages++) {
      const { body, headers } = await api.get<StreamSummary[]>(next);
      seen.push(...body.map(({ id }) => Number(id)));
      next = nextOf(headers);
    }
    return seen;
  };

  rejectsBadIntegers(
    () => api,
    (query) => `${path}?${query}`,
    { name: 'cursor', minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
  );

  it('is walked from the newest stream to the first one, each once', async () => {
    expect(await walk(path)).toEqual(upTo(1, 250));
    expect(await walk(`${path}?limit=100`)).toEqual(upTo(1, 250));
  });

  it('has no Link on the last page, full or not, and past the end', async () => {
    expect((await list('?limit=100')).headers.get('link')).toBe(`<${path}?limit=100&cursor=100>; rel="next"`);
    for (const query of ['?limit=50&cursor=200', '?cursor=240', '?cursor=250', '?cursor=9007199254740991']) {
      expect((await list(query)).headers.get('link')).toBeNull();
    }
    expect(await idsOf('?cursor=250')).toEqual([]);
  });

  it('is cut to the streams that started in [from, to), dates and moments alike', async () => {
    // 2026-06-15T12:00Z is now.
    expect(await idsOf('?from=2026-06-15')).toEqual(upTo(1, 12));
    expect(await idsOf('?from=2026-06-15T09:00Z')).toEqual([1, 2, 3]);
    expect(await idsOf('?from=2026-06-15T09:00:00.001Z')).toEqual([1, 2]);
    expect(await idsOf('?to=2026-06-15&limit=2')).toEqual([13, 14]);
    expect(await idsOf('?from=2026-06-14T22:00Z&to=2026-06-15')).toEqual([13, 14]);
    expect(await idsOf('?from=2026-06-15T02:00%2B02:00&to=2026-06-15T02:00Z')).toEqual([11, 12]);
    expect(await idsOf('?from=2026-06-15&to=2026-06-15')).toEqual([]);
  });

  it('keeps from and to in its Link', async () => {
    const { headers } = await list('?from=2026-06-14&to=2026-06-15&limit=10');
    expect(nextOf(headers)).toBe(
      `${path}?limit=10&cursor=10&from=2026-06-14T00%3A00%3A00.000Z&to=2026-06-15T00%3A00%3A00.000Z`,
    );
    expect(await walk(`${path}?from=2026-06-14&to=2026-06-15&limit=10`)).toEqual(upTo(13, 36));
  });

  it.each(['from', 'to'])('refuses %s where it is no moment, and names it', async (name) => {
    for (const value of ['', 'yesterday', '2026-02-30', '0000-01-01', '2026-06-15T09:00', '2026-06-15&to=a&from=b']) {
      const { status, body } = await list(`?${name}=${value}`);
      expect(status).toBe(400);
      expect(body).toEqual({ error: expect.stringContaining(`${name} must be a date such as 2026-10-01 or a time`) });
    }
  });

  it('takes the earliest and the latest moment', async () => {
    expect(await idsOf('?from=0001-01-01&to=9999-12-31T23:59:59.999Z&limit=3')).toEqual([1, 2, 3]);
  });
});
