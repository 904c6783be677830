import type { ThirtyDayStats } from '../../src/streamer/dto/thirty-day-stats.response.js';
import { hoursAgo, StreamData, testNow } from '../support/factories.js';
import { rejectsBadNames, requiresToken } from '../support/shared-examples.js';
import { TestApp } from '../support/test-app.js';

const zeros: ThirtyDayStats = { stream_count: 0, total_minutes: 0, avg_viewers: 0, peak_viewers: 0, watchtime: 0 };

describe('GET /v1/streamer/{name}/thirty-day-stats', () => {
  const [api, data] = TestApp.whileTestingWithData({ now: testNow });

  const statsOf = (name: string) => api.get<ThirtyDayStats>(`/v1/streamer/${name}/thirty-day-stats`);

  const statsWith = async (...streams: Partial<StreamData>[]) => {
    const { id: streamer_id } = await data.streamer();
    await data.streams(streams.map((stream) => ({ streamer_id, ...stream })));
    const { status, body } = await statsOf(streamer_id);
    expect(status).toBe(200);
    return body;
  };

  requiresToken(() => api, '/v1/streamer/somebody/thirty-day-stats');
  rejectsBadNames(
    () => api,
    (name) => `/v1/streamer/${name}/thirty-day-stats`,
  );

  it('answers the figures of the streams in the window', async () => {
    const stats = await statsWith(
      { started_at: hoursAgo(30), ended_at: hoursAgo(28), avg_viewers: 100, peak_viewers: 180, watchtime: 12_000 },
      { started_at: hoursAgo(20), ended_at: hoursAgo(19), avg_viewers: 400, peak_viewers: 410, watchtime: 24_000 },
    );
    expect(stats).toEqual({
      stream_count: 2,
      total_minutes: 180,
      avg_viewers: 200,
      peak_viewers: 410,
      watchtime: 36_000,
    });
  });

  it('answers zeros for a streamer without streams, and for one without any in the window', async () => {
    expect(await statsWith()).toEqual(zeros);
    expect(await statsWith({ started_at: hoursAgo(721) })).toEqual(zeros);
  });

  it('counts the streams that began in the last 30 x 24 hours, to the millisecond', async () => {
    const first = hoursAgo(720);
    const beforeFirst = new Date(first.getTime() - 1);
    expect(await statsWith({ started_at: first }, { started_at: beforeFirst })).toMatchObject({ stream_count: 1 });
  });

  it('counts a live stream until it was last observed, and up to now where nothing observed it', async () => {
    const live = { started_at: hoursAgo(250), ended_at: null };
    expect(await statsWith({ ...live, observed_at: hoursAgo(247.5) })).toMatchObject({ total_minutes: 150 });
    expect(await statsWith(live)).toMatchObject({ total_minutes: 250 * 60 });
  });

  it('leaves streams of unknown viewers out of the mean, not out of the minutes', async () => {
    expect(await statsWith({ avg_viewers: 90 }, { avg_viewers: null, peak_viewers: null, watchtime: null })).toEqual({
      stream_count: 2,
      total_minutes: 120,
      avg_viewers: 90,
      peak_viewers: 150,
      watchtime: 6_000,
    });
  });

  it('answers numbers above 2^32', async () => {
    expect(await statsWith({ watchtime: 2 ** 40 }, { watchtime: 1 })).toMatchObject({ watchtime: 2 ** 40 + 1 });
  });

  it('answers 2^53 - 1 in place of a number that JSON cannot carry exactly', async () => {
    const watchtime = Number.MAX_SAFE_INTEGER;
    expect(await statsWith({ watchtime }, { watchtime: 1 })).toMatchObject({ stream_count: 2, watchtime });
  });

  it('finds a streamer by login in any case, and by id', async () => {
    const { id } = await data.streamer({ login: 'somebody' });
    await data.stream({ streamer_id: id });
    for (const name of ['somebody', 'SomeBody', id]) {
      expect((await statsOf(name)).body).toMatchObject({ stream_count: 1 });
    }
  });
});
