import type { EventSummary } from '../../src/events/dto/event-summary.response.js';
import { Factories, hoursAgo } from '../support/factories.js';
import { rejectsBadIntegers, requiresToken } from '../support/shared-examples.js';
import { TestApp } from '../support/test-app.js';

const path = '/v1/events/public';
const apiToken = 'token-of-the-tests-0123456789';

describe('GET /v1/events/public', () => {
  const [api, data] = TestApp.whileTestingWithData();

  beforeEach(async () => {
    await data.clear();
    api.forgetAnswers();
  });

  const addEvents = async (count: number) => {
    for (let i = 1; i <= count; i++) await data.event({ id: String(i), started_at: hoursAgo(i) });
  };
  const pageAt = (address: string) => api.get<EventSummary[]>(address);
  const idsAt = async (query: string) => (await pageAt(path + query)).body.map(({ id }) => id);
  const nextOf = (headers: Headers) => /^<([^>]+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1];

  requiresToken(() => api, path);
  rejectsBadIntegers(
    () => api,
    (query) => `${path}?${query}`,
    { name: 'limit', minimum: 1, maximum: 100 },
  );
  rejectsBadIntegers(
    () => api,
    (query) => `${path}?${query}`,
    { name: 'cursor', minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
  );

  it('answers every field of an event', async () => {
    const { id: streamer_id } = await data.streamer({ login: 'somebody' });
    const { id: streamId } = await data.stream({ streamer_id });
    await data.event({ id: '7', started_at: hoursAgo(4) }, [streamId]);
    expect(await pageAt(path)).toMatchObject({
      status: 200,
      body: [
        {
          id: '7',
          title: 'Event 7',
          avg_viewers: 100,
          peak_viewers: 150,
          started_at: '2026-06-15T08:00:00.000Z',
          ended_at: '2026-06-15T10:00:00.000Z',
          channels: ['somebody'],
          logo_url: 'https://static.example.net/events/7.png',
          user_id: '42',
          is_public: true,
        },
      ],
    });
  });

  it('answers the most recent first, those that have ended too, and no private one', async () => {
    await data.event({ id: '9', started_at: hoursAgo(5), ended_at: null });
    await data.event({ id: '10', started_at: hoursAgo(5) });
    await data.event({ id: '8', started_at: hoursAgo(4), is_public: false });
    await data.event({ id: '11', started_at: hoursAgo(3) });
    expect(await idsAt('')).toEqual(['11', '9', '10']);
  });

  it('answers 50 from the first unless told otherwise', async () => {
    await addEvents(51);
    expect(await idsAt('')).toEqual(await idsAt('?limit=50&cursor=0'));
    expect(await idsAt('')).toHaveLength(50);
    expect(await idsAt('?limit=100')).toHaveLength(51);
  });

  it('leads from page to page over every event once', async () => {
    await addEvents(7);
    const seen: string[] = [];
    let next: string | undefined = `${path}?limit=3`;
    for (let pages = 0; next !== undefined && pages < 10; pages++) {
      // Asked twice, so that the second answer may come from the cache.
      const { headers } = await pageAt(next);
      const page = await pageAt(next);
      expect(page.headers.get('link')).toBe(headers.get('link'));
      seen.push(...page.body.map(({ id }) => id));
      next = nextOf(page.headers);
    }
    expect(seen).toEqual(['1', '2', '3', '4', '5', '6', '7']);
  });

  it('has no Link on the last page, full or not, and past the end', async () => {
    await addEvents(4);
    expect((await pageAt(`${path}?limit=2`)).headers.get('link')).toBe(`<${path}?limit=2&cursor=2>; rel="next"`);
    for (const query of ['?limit=2&cursor=2', '?limit=3&cursor=2', '?limit=4', '?cursor=99']) {
      expect((await pageAt(path + query)).headers.get('link')).toBeNull();
    }
    expect(await pageAt(`${path}?cursor=99`)).toMatchObject({ status: 200, body: [] });
  });

  it('sends the Link with HEAD and with a 304 too', async () => {
    await addEvents(2);
    const address = `${path}?limit=1`;
    const { headers } = await pageAt(address);
    const link = headers.get('link');
    const head = await api.send('HEAD', address);
    expect(head.headers.get('link')).toBe(link);
    const again = await api.send('GET', address, { 'If-None-Match': headers.get('etag') ?? '' });
    expect([again.status, again.headers.get('link')]).toEqual([304, link]);
  });

  it('has no private event for the holder of a token either', async () => {
    const closed = await TestApp.start({ env: { API_TOKEN: apiToken } });
    const closedData = await Factories.connect(closed.databaseUrl);
    try {
      await closedData.event({ id: '1' });
      await closedData.event({ id: '2', is_public: false });
      const { body } = await closed.get<EventSummary[]>(path, { Authorization: `Bearer ${apiToken}` });
      expect(body.map(({ id }) => id)).toEqual(['1']);
    } finally {
      await closedData.end();
      await closed.stop();
    }
  });
});
