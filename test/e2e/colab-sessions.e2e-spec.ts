import type { ColabSession } from '../../src/streams/dto/colab-session.response.js';
import { hoursAgo } from '../support/factories.js';
import { findsNoBadIds, requiresToken } from '../support/shared-examples.js';
import { TestApp } from '../support/test-app.js';

describe('GET /v1/streams/{id}/colab-sessions', () => {
  const [api, data] = TestApp.whileTestingWithData();

  const sessionsOf = (id: string) => api.get<ColabSession[]>(`/v1/streams/${id}/colab-sessions`);

  const streamOf = async (login: string | null) => {
    const { id: streamer_id } = await data.streamer({ login });
    return data.stream({ streamer_id });
  };

  const idsOf = (...streams: { streamer_id: string }[]) => streams.map(({ streamer_id }) => streamer_id);

  requiresToken(() => api, '/v1/streams/1/colab-sessions');
  findsNoBadIds(
    () => api,
    (id) => `/v1/streams/${id}/colab-sessions`,
    'There is no stream with this id.',
  );

  it('answers each session with its participants, sorted, the earliest first', async () => {
    const [own, bea, abe] = [await streamOf('carl'), await streamOf('bea'), await streamOf('abe')];
    const late = await data.colabSession([own.id, bea.id, abe.id], { started_at: hoursAgo(3), ended_at: null });
    const early = await data.colabSession([own.id, bea.id], { started_at: hoursAgo(5), ended_at: hoursAgo(4) });
    await data.colabSession([bea.id, abe.id]);
    expect((await sessionsOf(own.id)).body).toEqual([
      {
        id: early.id,
        started_at: '2026-06-15T07:00:00.000Z',
        ended_at: '2026-06-15T08:00:00.000Z',
        participants: ['bea', 'carl'],
        participant_ids: idsOf(bea, own),
      },
      {
        id: late.id,
        started_at: '2026-06-15T09:00:00.000Z',
        ended_at: null,
        participants: ['abe', 'bea', 'carl'],
        participant_ids: idsOf(abe, bea, own),
      },
    ]);
  });

  it('names who has no login by channel id', async () => {
    const [own, former] = [await streamOf('dora'), await streamOf(null)];
    await data.colabSession([own.id, former.id]);
    expect((await sessionsOf(former.id)).body[0]?.participants).toEqual([former.streamer_id, 'dora']);
  });

  it('answers [] for a stream without any', async () => {
    const { id } = await streamOf('alone');
    expect(await sessionsOf(id)).toMatchObject({ status: 200, body: [] });
  });
});
