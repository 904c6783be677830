import type { ListedStreamer } from '../../src/streamer/dto/listed-streamer.response.js';
import { testNow } from '../support/data/factories.js';
import { rejectsBadIntegers, walkPages } from '../support/data/shared-examples.js';
import { TestApp } from '../support/http/test-app.js';

const path = '/v1/streamers';

describe('GET /v1/streamers', () => {
  const [api, data] = TestApp.whileTestingWithData({ now: testNow });

  beforeAll(async () => {
    const names = ['Aurora Plays', '우리 한국어 방송', 'ليلى الصحراء', 'Le Café', 'Fifth'];
    for (const [i, display_name] of names.entries()) {
      const { id: streamer_id } = await data.streamer({ id: String(i + 1), login: `login_${i + 1}`, display_name });
      await data.stream({ streamer_id, watchtime: 100 * (i + 1), ended_at: i === 1 ? null : testNow });
    }
    await data.streamer({ id: '6', login: 'never_streamed', display_name: 'Sixth' });
    await data.refreshBoard();
  });

  const list = (query: string) => api.get<ListedStreamer[]>(path + query);
  const idsOf = async (query: string) => (await list(query)).body.map(({ id }) => id);

  rejectsBadIntegers(api, path, 'limit', [1, 100]);
  rejectsBadIntegers(api, path, 'cursor', [0, 10_000]);

  it.each([
    ['aurora', '1'],
    ['PLAYS', '1'],
    ['한국', '2'],
    ['방송', '2'],
    ['ليلى', '3'],
    ['cafe', '4'],
    ['login_5', '5'],
  ])('finds by %s', async (query, id) => {
    expect(await idsOf(`?query=${encodeURIComponent(query)}`)).toEqual([id]);
  });

  it('lists the leaderboard by watchtime by default, and all streamers by name', async () => {
    expect(await idsOf('')).toEqual(['5', '4', '3', '2', '1']);
    expect(await idsOf('?sort=watchtime')).toEqual(['5', '4', '3', '2', '1']);
    expect(await idsOf('?sort=name')).toEqual(['1', '2', '3', '4', '5', '6']);
    expect(await idsOf('?live=true')).toEqual(['2']);
    expect(await idsOf('?live=false&sort=name')).toEqual(['1', '3', '4', '5', '6']);
  });

  it('has the thirty day stats of each', async () => {
    for (const { name, stream_count, total_minutes, avg_viewers, peak_viewers, watchtime } of (await list('?sort=name'))
      .body) {
      expect((await api.get(`/v1/streamer/${name}/thirty-day-stats`)).body).toEqual({
        ...{ stream_count, total_minutes, avg_viewers, peak_viewers, watchtime },
      });
    }
  });

  it.each([
    ['', ['5', '4', '3', '2', '1']],
    ['&sort=name&live=false', ['1', '3', '4', '5', '6']],
    ['&query=login', ['1', '2', '3', '4', '5']],
  ])('leads from page to page over ?limit=2%s', async (query, ids) => {
    expect((await walkPages<ListedStreamer>(api, `${path}?limit=2${query}`)).map(({ id }) => id)).toEqual(ids);
  });

  it.each([
    ['sort=fame', 'sort must be one of name, watchtime, averageviewers, followers, followergain, peakviewers'],
    ['sort=', 'sort must be one of name, watchtime, averageviewers, followers, followergain, peakviewers'],
    ['live=yes', 'live must be true or false'],
    ['live=', 'live must be true or false'],
    ['live=true&live=true', 'live must be true or false'],
    ['live=constructor', 'live must be true or false'],
    ['query=', 'query must be a string of 1 to 100 characters'],
    ['query=%20', 'query must be a string of 1 to 100 characters'],
    ['query=a%00', 'query must be a string of 1 to 100 characters'],
    ['query=a&query=b', 'query must be a string of 1 to 100 characters'],
    [`query=${'a'.repeat(101)}`, 'query must be a string of 1 to 100 characters'],
    // Normalization makes 18 letters of this one.
    [`query=${encodeURIComponent('\ufdfa'.repeat(6))}`, 'query must be a string of 1 to 100 characters'],
    ['query=a&sort=name', 'sort cannot be combined with query'],
  ])('returns 400 for ?%s', async (query, error) => {
    expect(await list(`?${query}`)).toMatchObject({ status: 400, body: { error } });
  });

  it.each(["'", '\\', '%', '_', ':*', '&|!', '🙂', '\u202e', "a'b\\c"])(
    'treats the text %j literally',
    async (text) => {
      expect(await list(`?query=${encodeURIComponent(text)}`)).toMatchObject({ status: 200, body: [] });
    },
  );
});
