import type { StreamSummary } from '../../src/streams/dto/stream-summary.response.js';
import { Factories, hoursAgo } from '../support/factories.js';
import { findsNoBadIds, requiresToken } from '../support/shared-examples.js';
import { TestApp } from '../support/test-app.js';

describe('GET /v1/streams/{id}', () => {
  let api: TestApp;
  let data: Factories;

  beforeAll(async () => {
    api = await TestApp.start();
    data = await Factories.connect(api.databaseUrl);
  });

  afterAll(async () => {
    await data.end();
    await api.stop();
  });

  requiresToken(() => api, '/v1/streams/1');
  findsNoBadIds(
    () => api,
    (id) => `/v1/streams/${id}`,
    'There is no stream with this id.',
  );

  it('answers the same as recent streams do of it', async () => {
    const { id: streamer_id } = await data.streamer({ login: 'somebody' });
    await data.streams([
      { streamer_id, started_at: hoursAgo(30), tags: null, title: null, avg_viewers: null },
      { streamer_id, started_at: hoursAgo(20), tags: [] },
      { streamer_id, started_at: hoursAgo(10), ended_at: null },
    ]);
    const { body: recent } = await api.get<StreamSummary[]>('/v1/streamer/somebody/recent-streams');
    expect(recent).toHaveLength(3);
    for (const stream of recent) {
      expect(await api.get(`/v1/streams/${stream.id}`)).toMatchObject({ status: 200, body: stream });
    }
  });
});
