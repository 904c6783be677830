import type { StreamSummary } from '../../src/streams/detail/stream-summary.response.js';
import { hoursAgo, testNow } from '../support/data/factories.js';
import { rejectsBadIntegers, walkPages } from '../support/data/shared-examples.js';
import { TestApp } from '../support/http/test-app.js';

const path = '/v1/streams';

describe('GET /v1/streams', () => {
  const [api, data] = TestApp.whileTestingWithData({ now: testNow });

  beforeAll(async () => {
    for (const i of [1, 2, 3, 4, 5]) {
      const { id: streamer_id } = await data.streamer({ display_name: `Streamer ${i}` });
      const [started_at, tags] = [hoursAgo(24 * i), i % 2 ? ['Odd'] : []];
      await data.stream({ id: String(i), streamer_id, started_at, ended_at: started_at, tags });
    }
  });

  const find = async (query: string) => (await api.get<StreamSummary[]>(path + query)).body.map(({ id }) => id);

  rejectsBadIntegers(api, path, 'limit', [1, 100]);
  rejectsBadIntegers(api, path, 'cursor', [0, 500_000]);

  it('returns the streams of all streamers in a range', async () => {
    const { body } = await api.get<StreamSummary[]>(path);
    expect(body.map(({ id, user_display_name }) => [id, user_display_name])).toEqual(
      ['1', '2', '3', '4', '5'].map((id) => [id, `Streamer ${id}`]),
    );
    expect(await find('?from=2026-06-12&to=2026-06-13T12:00:00Z')).toEqual(['3']);
    expect(await find('?month=2026-05')).toEqual([]);
  });

  it('leads over all streams with a tag once, also as a file', async () => {
    const walked = await walkPages<StreamSummary>(api, `${path}?tag=odd&limit=1`);
    expect(walked.map(({ id }) => id)).toEqual(['1', '3', '5']);
    const { text, headers } = await api.send('GET', `${path}.csv?tag=odd&limit=2`);
    expect(text.trim().split('\r\n')).toHaveLength(3);
    expect(headers.get('link')).toBe('</v1/streams.csv?limit=2&cursor=3&tag=odd>; rel="next"');
  });

  it('rejects invalid filters', async () => {
    expect(await api.get(`${path}?tag=&game=&language=1`)).toMatchObject({
      status: 400,
      body: {
        error:
          'language must be a language code such as en or pt-br; game must be a string of 1 to 200 characters; tag must be a string of 1 to 100 characters',
      },
    });
  });
});
