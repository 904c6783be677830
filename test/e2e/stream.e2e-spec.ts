import type { StreamDetail } from '../../src/streams/dto/stream-detail.response.js';
import type { StreamSummary } from '../../src/streams/dto/stream-summary.response.js';
import { hoursAgo, testNow } from '../support/factories.js';
import { findsNoBadIds, requiresToken } from '../support/shared-examples.js';
import { TestApp } from '../support/test-app.js';

describe('GET /v1/streams/{id}', () => {
  const [api, data] = TestApp.whileTestingWithData({ now: testNow, env: { CACHE_TTL_SECONDS: '0' } });

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

  it('answers what the stream was called before, oldest first, and how well it is known', async () => {
    const { id: streamer_id } = await data.streamer();
    const { id } = await data.stream({ streamer_id, started_at: hoursAgo(24) });
    await data.viewerSamples([
      { stream_id: id, created_at: hoursAgo(23.75), viewers: 5 },
      { stream_id: id, created_at: hoursAgo(23.5), viewers: 7 },
      { stream_id: id, created_at: hoursAgo(22), viewers: 9 },
    ]);
    await data.streamChanges([
      { stream_id: id, created_at: hoursAgo(23.5), title: 'later', game_name: 'Go', tags: [] },
      { stream_id: id, created_at: hoursAgo(23.75), title: null, game_name: 'Chess', tags: null },
    ]);
    const { body } = await api.get<StreamDetail>(`/v1/streams/${id}`);
    expect(body).toMatchObject({
      is_stale: false,
      coverage: {
        tracked_since: hoursAgo(23.75).toISOString(),
        last_seen_at: hoursAgo(23.5).toISOString(),
        sample_count: 2,
        largest_gap_seconds: 1_800,
      },
      changes: [
        { created_at: hoursAgo(23.75).toISOString(), title: null, game_name: 'Chess', tags: null },
        { created_at: hoursAgo(23.5).toISOString(), title: 'later', game_name: 'Go', tags: [] },
      ],
    });
  });

  it('says of a stream that nothing observed that nothing is known, and not that it is stale', async () => {
    const { id: streamer_id } = await data.streamer();
    const { id } = await data.stream({ streamer_id, ended_at: null });
    expect((await api.get<StreamDetail>(`/v1/streams/${id}`)).body).toMatchObject({
      is_stale: false,
      coverage: { tracked_since: null, last_seen_at: null, sample_count: 0, largest_gap_seconds: null },
      changes: [],
    });
  });

  it.each([
    [30, false],
    [30.001, true],
  ])('was last observed %d minutes ago, so that stale is %s of it while it is live', async (minutes, is_stale) => {
    const { id: streamer_id } = await data.streamer();
    const observed_at = hoursAgo(minutes / 60);
    const { id } = await data.stream({ streamer_id, ended_at: null, observed_at });
    expect((await api.get<StreamDetail>(`/v1/streams/${id}`)).body).toMatchObject({
      is_stale,
      coverage: { last_seen_at: observed_at.toISOString() },
    });
    const { body: live } = await api.get<{ id: string }[]>('/v1/streams/live?limit=100');
    expect(live.find((stream) => stream.id === id)).toMatchObject({ is_stale });
  });

  it('shows at most 1,000 changes, the oldest', async () => {
    const { id: streamer_id } = await data.streamer();
    const { id } = await data.stream({ streamer_id });
    const rows = Array.from({ length: 1_001 }, (_, i) => ({
      stream_id: id,
      created_at: new Date(hoursAgo(24).getTime() + i),
      title: `title ${i}`,
      game_name: null,
      tags: null,
    }));
    await data.streamChanges(rows);
    const { changes } = (await api.get<StreamDetail>(`/v1/streams/${id}`)).body;
    expect(changes).toHaveLength(1_000);
    expect(changes.at(-1)).toMatchObject({ title: 'title 999' });
  });
});
