import type { StatsOf } from '../../src/streamer/dto/stats-of.response.js';
import { hoursAgo, testNow } from '../support/factories.js';
import { requiresToken } from '../support/shared-examples.js';
import { TestApp } from '../support/test-app.js';

describe('GET /v1/stats', () => {
  const [api, data] = TestApp.whileTestingWithData({ now: testNow });

  const ask = (names: string) => api.get<StatsOf>(`/v1/stats?names=${names}`);

  requiresToken(() => api, '/v1/stats?names=a');

  it('answers for each streamer what its thirty day stats answer', async () => {
    const names = ['busy', 'idle', '4711'];
    for (const [i, name] of names.entries()) {
      const { id: streamer_id } = await data.streamer(name === '4711' ? { id: name } : { login: name });
      if (name === 'idle') continue;
      await data.streams([
        { streamer_id, started_at: hoursAgo(10 + i), avg_viewers: 7 + i },
        { streamer_id, started_at: hoursAgo(719), watchtime: 2 ** 40 },
        { streamer_id, started_at: hoursAgo(721) },
      ]);
    }
    const { status, body } = await ask(names.join());
    expect(status).toBe(200);
    expect(body.unknown).toEqual([]);
    expect(body.items.map(({ name }) => name)).toEqual(names);
    for (const { name, ...stats } of body.items) {
      expect(stats).toEqual((await api.get(`/v1/streamer/${name}/thirty-day-stats`)).body);
    }
  });

  it('answers in the order of the request, each name once and in lower case', async () => {
    await data.streamer({ login: 'first' });
    await data.streamer({ login: 'second' });
    const { body } = await ask('SECOND,first,Second,first');
    expect(body.items.map(({ name }) => name)).toEqual(['second', 'first']);
  });

  it('names those that there are not', async () => {
    await data.streamer({ login: 'somebody' });
    const { status, body } = await ask('nobody,somebody,9223372036854775808,0');
    expect(status).toBe(200);
    expect(body.items).toMatchObject([{ name: 'somebody', stream_count: 0, watchtime: 0 }]);
    expect(body.unknown).toEqual(['nobody', '9223372036854775808', '0']);
    expect(await ask('nobody')).toMatchObject({ status: 200, body: { items: [], unknown: ['nobody'] } });
  });

  it('takes 100 names and no more', async () => {
    const names = (count: number) => Array.from({ length: count }, (_, i) => `nobody_${i}`).join();
    expect((await ask(names(100))).body.unknown).toHaveLength(100);
    expect(await ask(names(101))).toMatchObject({ status: 400 });
  });

  it.each(['?names=', '?names=a,', '?names=a,,b', '?names=a%20b', '?names=é', '?names=a&names=b', '', '?names[]=a'])(
    'answers 400 to %s',
    async (query) => {
      const { status, body } = await api.get(`/v1/stats${query}`);
      expect(status).toBe(400);
      expect(body).toEqual({ error: 'names must be 1 to 100 logins or channel ids, separated by commas' });
    },
  );

  it.each(['a'.repeat(26), '%00', "a'"])('answers 400 to the name %j', async (name) => {
    expect(await ask(`b,${name}`)).toMatchObject({ status: 400 });
  });
});
