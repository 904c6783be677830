import type { StreamSummary } from '../../src/streams/dto/stream-summary.response.js';
import { hoursAgo } from '../support/factories.js';
import { findsNoBadIds, requiresToken } from '../support/shared-examples.js';
import { TestApp } from '../support/test-app.js';

describe('GET /v1/streams/{id}/before', () => {
  const [api, data] = TestApp.whileTestingWithData();

  const before = (id: string) => api.get<StreamSummary>(`/v1/streams/${id}/before`);

  requiresToken(() => api, '/v1/streams/1/before');
  findsNoBadIds(
    () => api,
    (id) => `/v1/streams/${id}/before`,
    'There is no stream with this id.',
  );

  it('answers the same as recent streams do of it', async () => {
    const { id } = await data.streamer({ login: 'somebody' });
    const [, , newest] = await data.streams(
      [30, 20, 10].map((hours) => ({ streamer_id: id, started_at: hoursAgo(hours) })),
    );
    const { body: recent } = await api.get<StreamSummary[]>('/v1/streamer/somebody/recent-streams');
    expect(await before(newest?.id ?? '')).toMatchObject({ status: 200, body: recent[1] });
  });

  it('leads from the newest stream to the first one', async () => {
    const { id: streamer_id } = await data.streamer();
    const streams = await data.streams(
      [10, 20, 20.001, 300, 9_000].map((hours) => ({ streamer_id, started_at: hoursAgo(hours) })),
    );
    const ids = streams.map(({ id }) => id);
    for (const [index, id] of ids.entries()) {
      const { status, body } = await before(id);
      expect(status === 200 ? body.id : null).toBe(ids[index + 1] ?? null);
    }
  });

  it('answers 404 for a first stream', async () => {
    const { id: streamer_id } = await data.streamer();
    const { id } = await data.stream({ streamer_id });
    const { status, body } = await before(id);
    expect(status).toBe(404);
    expect(body).toEqual({ error: 'The streamer has no stream that started before this one.' });
  });

  it('does not take a stream with the same start for one before, and of such two answers the lower id', async () => {
    const { id: streamer_id } = await data.streamer();
    await data.streams(['800010', '80009'].map((id) => ({ id, streamer_id, started_at: hoursAgo(20) })));
    const { id } = await data.stream({ streamer_id, started_at: hoursAgo(10), ended_at: null });
    expect((await before(id)).body.id).toBe('80009');
    expect(await before('80009')).toMatchObject({ status: 404 });
    expect(await before('800010')).toMatchObject({ status: 404 });
  });
});
