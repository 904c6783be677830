import type { ColabSession } from '../../src/streams/colabs/colab-session.response.js';
import type { StreamDetail } from '../../src/streams/detail/stream-detail.response.js';
import type { StreamSummary } from '../../src/streams/detail/stream-summary.response.js';
import { hoursAgo, testNow } from '../support/data/factories.js';
import { findsNoBadIds } from '../support/data/shared-examples.js';
import { TestApp } from '../support/http/test-app.js';

const [api, data] = TestApp.whileTestingWithData({ now: testNow, env: { CACHE_TTL_SECONDS: '0' } });

const detailOf = async (id: string) => (await api.get<StreamDetail>(`/v1/streams/${id}`)).body;

describe.each(['', '/before', '/message-stats', '/chat', '/colab-sessions'])('GET /v1/streams/{id}%s', (ending) => {
  findsNoBadIds(api, (id) => `/v1/streams/${id}${ending}`, 'No stream has this ID.');

  it.each(['0', '9223372036854775807'])('finds %s, the smallest or largest ID', async (id) => {
    const { id: streamer_id } = await data.streamer();
    await data.client.query('DELETE FROM streams WHERE id = $1', [id]);
    await data.stream({ id, streamer_id, started_at: hoursAgo(2) });
    await data.stream({ streamer_id, started_at: hoursAgo(3) });
    expect(await api.get(`/v1/streams/${id}${ending}?id=2&limit=0`)).toMatchObject({ status: 200 });
  });
});

describe('GET /v1/streams/{id}', () => {
  it('returns the same stream as recent streams', async () => {
    const { id: streamer_id } = await data.streamer();
    await data.streams([
      { streamer_id, started_at: hoursAgo(30), tags: null, title: null, avg_viewers: null },
      { streamer_id, started_at: hoursAgo(20), tags: [] },
      { streamer_id, started_at: hoursAgo(10), ended_at: null },
    ]);
    const { body: recent } = await api.get<StreamSummary[]>(`/v1/streamer/${streamer_id}/recent-streams`);
    expect(recent).toHaveLength(3);
    for (const stream of recent) expect(await detailOf(stream.id)).toMatchObject(stream);
    expect((await api.get(`/v1/streams/${recent[0]?.id}/before`)).body).toEqual(recent[1]);
  });

  it('returns earlier titles and games, oldest first, and the coverage', async () => {
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
    expect(await detailOf(id)).toMatchObject({
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

  it('returns null coverage for an unobserved stream, and not stale', async () => {
    const { id: streamer_id } = await data.streamer();
    const { id } = await data.stream({ streamer_id, ended_at: null });
    expect(await detailOf(id)).toMatchObject({
      is_stale: false,
      coverage: { tracked_since: null, last_seen_at: null, sample_count: 0, largest_gap_seconds: null },
      changes: [],
    });
  });

  it.each([
    [30, false],
    [30.001, true],
  ])('has its last observation %d minutes ago, so that is_stale is %s while it is live', async (minutes, is_stale) => {
    const { id: streamer_id } = await data.streamer();
    const observed_at = hoursAgo(minutes / 60);
    const { id } = await data.stream({ streamer_id, ended_at: null, observed_at });
    expect(await detailOf(id)).toMatchObject({ is_stale, coverage: { last_seen_at: observed_at.toISOString() } });
    const { body: live } = await api.get<{ id: string }[]>('/v1/streams/live?limit=100');
    expect(live.find((stream) => stream.id === id)).toMatchObject({ is_stale });
  });
});

describe('GET /v1/streams/{id}/before', () => {
  it('returns 404 for a first stream', async () => {
    const { id: streamer_id } = await data.streamer();
    const { id } = await data.stream({ streamer_id });
    const { status, body } = await api.get(`/v1/streams/${id}/before`);
    expect({ status, body }).toEqual({
      status: 404,
      body: { error: 'The streamer has no stream that started before this stream.' },
    });
  });
});

describe('GET /v1/streams/{id}/chat', () => {
  it('returns the intervals in which the chat was read, with their viewers and gaps', async () => {
    const { id: streamer_id } = await data.streamer();
    const startedAt = hoursAgo(3);
    const at = (seconds: number) => new Date(startedAt.getTime() + 1_000 * seconds);
    const { id } = await data.stream({ streamer_id, started_at: startedAt, ended_at: hoursAgo(2) });
    const path = `/v1/streams/${id}/chat`;
    expect((await api.get(path)).body).toEqual([]);
    await data.viewerSamples([
      { stream_id: id, created_at: at(310), viewers: 40 },
      { stream_id: id, created_at: at(650), viewers: 60 },
    ]);
    await data.client.query('INSERT INTO chat_intervals VALUES ($1, $2, $3, $4, $5)', [
      id,
      ...[
        [4, 9, null, 0],
        [3, 5, null, 0],
        [0, 2, null, 0],
        [1, 0, null, 0],
      ],
    ]);
    // The first gap ends with an interval, and the second one is within one.
    await data.client.query('INSERT INTO chat_gaps VALUES ($1, $2, $3), ($1, $4, $5)', [
      ...[id, at(0), at(300), at(950), at(960)],
    ]);
    const interval = (seconds: number, timestamp: string) => ({ created_at: at(seconds).toISOString(), timestamp });
    expect((await api.get(path)).body).toEqual([
      {
        ...{ ...interval(0, '00:00:00'), messages: 4, chatters: 3, deleted_messages: 0, shared_messages: 1 },
        ...{ viewers: null, is_complete: false },
      },
      {
        ...{ ...interval(300, '00:05:00'), messages: 9, chatters: 5, deleted_messages: 2, shared_messages: 0 },
        ...{ viewers: 40, is_complete: true },
      },
      {
        ...{ ...interval(900, '00:15:00'), messages: 0, chatters: 0, deleted_messages: 0, shared_messages: 0 },
        ...{ viewers: null, is_complete: false },
      },
    ]);
  });
});

describe('GET /v1/streams/{id}/message-stats', () => {
  it('returns the figures of a stream, and zeros for unknown figures', async () => {
    const { id: streamer_id } = await data.streamer();
    const [known, unknown] = await data.streams([{ streamer_id }, { streamer_id }]);
    const figures = { total_messages: 2 ** 33, unique_chatters: 7, deleted_messages: 3, shared_messages: 2 ** 34 };
    await data.messageStats({ stream_id: known?.id ?? '', ...figures });
    expect((await api.get(`/v1/streams/${known?.id}/message-stats`)).body).toEqual(figures);
    const zeros = { total_messages: 0, unique_chatters: 0, deleted_messages: 0, shared_messages: null };
    expect((await api.get(`/v1/streams/${unknown?.id}/message-stats`)).body).toEqual(zeros);
  });
});

describe('GET /v1/streams/{id}/colab-sessions', () => {
  it('returns each session with its participants, sorted, the earliest first', async () => {
    const streamOf = async (login: string) => data.stream({ streamer_id: (await data.streamer({ login })).id });
    const idsOf = (...streams: { streamer_id: string }[]) => streams.map(({ streamer_id }) => streamer_id);
    const [own, bea, abe] = [await streamOf('carl'), await streamOf('bea'), await streamOf('abe')];
    const sessionsOf = (id: string) => api.get<ColabSession[]>(`/v1/streams/${id}/colab-sessions`);
    expect(await sessionsOf(own.id)).toMatchObject({ status: 200, body: [] });
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
});
