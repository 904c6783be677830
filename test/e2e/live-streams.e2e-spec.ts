import type { LiveStream } from '../../src/streams/live/live-stream.response.js';
import { hoursAgo, testNow } from '../support/data/factories.js';
import { rejectsBadIntegers, walkPages } from '../support/data/shared-examples.js';
import { TestApp } from '../support/http/test-app.js';

const path = '/v1/streams/live';

describe('GET /v1/streams/live', () => {
  const [api, data] = TestApp.whileTestingWithData({ now: testNow });

  beforeEach(async () => {
    await data.clear();
    api.forgetAnswers();
  });

  const list = (query = '') => api.get<LiveStream[]>(path + query);
  const costOf = async (query: string) => {
    const left = async (path: string) => Number((await api.get(path)).headers.get('x-ratelimit-remaining'));
    return (await left('/v1/languages')) - (await left(path + query));
  };
  const addLive = async (id: string, viewers: number) => {
    const { id: streamer_id } = await data.streamer();
    await data.stream({ id, streamer_id, ended_at: null });
    await data.viewerSamples([{ stream_id: id, created_at: hoursAgo(1), viewers }]);
  };

  rejectsBadIntegers(api, path, 'limit', [1, 100]);
  rejectsBadIntegers(api, path, 'cursor', [0, Number.MAX_SAFE_INTEGER]);

  it('leads from page to page over every live stream once', async () => {
    for (let i = 1; i <= 5; i++) await addLive(String(i), 100 - i);
    expect((await walkPages<LiveStream>(api, `${path}?limit=2`)).map(({ id }) => id)).toEqual([
      '1',
      '2',
      '3',
      '4',
      '5',
    ]);
  });

  it('returns which of several streamers are live, by login and by ID', async () => {
    const live = await data.streamer();
    const byId = await data.streamer();
    const other = await data.streamer();
    const ended = await data.streamer();
    await data.stream({ id: '1', streamer_id: live.id, ended_at: null });
    await data.stream({ id: '2', streamer_id: byId.id, ended_at: null });
    await data.stream({ id: '3', streamer_id: other.id, ended_at: null });
    await data.stream({ id: '4', streamer_id: ended.id });
    const names = [live.login?.toUpperCase(), byId.id, ended.login, 'nobody'].join(',');
    const { body, headers } = await list(`?limit=1&names=${names}`);
    expect(body.map(({ id }) => id)).toEqual(['1']);
    expect(headers.get('link')).toContain(`names=${encodeURIComponent(names.toLowerCase())}>`);
    expect((await list(`?names=${names}`)).body.map(({ id }) => id)).toEqual(['1', '2']);
    expect((await list(`?names=${names}&language=xx`)).body).toEqual([]);
    expect((await list('?names=nobody')).body).toEqual([]);
  });

  it('returns the streams with a tag and a title, for ten units', async () => {
    for (const [id, tags] of Object.entries({ 1: ['Chess'], 2: ['Speedrun'], 3: ['speedrun'] })) {
      const { id: streamer_id } = await data.streamer();
      await data.stream({ id, streamer_id, ended_at: null, tags, title: `Round ${id}: café` });
    }
    const find = async (query: string) => (await list(query)).body.map(({ id }) => id);
    expect(await find('?tag=SPEEDRUN')).toEqual(['2', '3']);
    expect(await find('?tag=speedrun&title=CAFE+4')).toEqual([]);
    expect(await find('?tag=speedrun&title=CAFE+round')).toEqual(['2', '3']);
    const { headers } = await list('?tag=speedrun&title=caf%C3%A9&limit=1');
    expect(headers.get('link')).toContain('&tag=speedrun&title=caf%C3%A9>');
    expect(await costOf('?tag=speedrun')).toBe(10);
    expect(await costOf('?title=round')).toBe(10);
    for (const query of ['title=', 'tag=%20', 'title=a&title=b', `tag=${'a'.repeat(101)}`])
      expect(await list(`?${query}`)).toMatchObject({
        status: 400,
        body: { error: expect.stringMatching(/^(tag|title) must be a string of 1 to 100 characters$/) },
      });
  });

  it('costs a unit per 20 names, and accepts at most 100', async () => {
    const names = (count: number) => Array.from({ length: count }, (_, i) => `nobody_${i}`).join();
    expect(await costOf('')).toBe(1);
    expect(await costOf(`?names=${names(20)}`)).toBe(1);
    expect(await costOf(`?names=${names(21)}`)).toBe(2);
    for (const query of [`?names=${names(101)}`, '?names=', '?names=a,', '?names=a&names=b'])
      expect(await list(query)).toMatchObject({
        status: 400,
        body: { error: 'names must be 1 to 100 logins or channel IDs, separated by commas' },
      });
  });

  it('is different from the stream with the ID live', async () => {
    expect(await list('?limit=0')).toMatchObject({ status: 400 });
    expect(await api.get('/v1/streams/lives')).toMatchObject({ status: 404 });
  });
});
