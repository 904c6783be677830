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

  it('is different from the stream with the ID live', async () => {
    expect(await list('?limit=0')).toMatchObject({ status: 400 });
    expect(await api.get('/v1/streams/lives')).toMatchObject({ status: 404 });
  });
});
