import { Factories } from '../support/factories.js';
import { findsNoBadIds, requiresToken } from '../support/shared-examples.js';
import { TestApp } from '../support/test-app.js';

describe('GET /v1/streams/{id}/message-stats', () => {
  let api: TestApp;
  let data: Factories;

  beforeAll(async () => {
    api = await TestApp.start();
    data = await Factories.connect(api.databaseUrl);
    await data.streamer({ id: '1' });
  });

  afterAll(async () => {
    await data.end();
    await api.stop();
  });

  const statsOf = (id: string) => api.get(`/v1/streams/${encodeURIComponent(id)}/message-stats`);

  requiresToken(() => api, '/v1/streams/1/message-stats');
  findsNoBadIds(
    () => api,
    (id) => `/v1/streams/${id}/message-stats`,
    'There is no stream with this id.',
  );

  it('answers the figures of a stream', async () => {
    const { id } = await data.stream({ streamer_id: '1' });
    const figures = { total_messages: 2 ** 33, unique_chatters: 7, deleted_messages: 3, shared_messages: 2 ** 34 };
    await data.messageStats({ stream_id: id, ...figures });
    expect(await statsOf(id)).toMatchObject({ status: 200, body: figures });
  });

  it('answers zeros for a stream of which nothing is known', async () => {
    const { id } = await data.stream({ streamer_id: '1' });
    const { status, body } = await statsOf(id);
    expect(status).toBe(200);
    expect(body).toEqual({ total_messages: 0, unique_chatters: 0, deleted_messages: 0, shared_messages: null });
  });

  it('finds the first and the last id there can be', async () => {
    for (const id of ['0', '9223372036854775807']) {
      await data.stream({ id, streamer_id: '1' });
      expect(await statsOf(id)).toMatchObject({ status: 200 });
    }
  });

  it('ignores parameters', async () => {
    const { id } = await data.stream({ streamer_id: '1' });
    expect(await api.get(`/v1/streams/${id}/message-stats?id=2&limit=0`)).toMatchObject({ status: 200 });
  });
});
