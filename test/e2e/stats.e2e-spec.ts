import type { StatsOf } from '../../src/streamer/dto/stats-of.response.js';
import type { WindowStats } from '../../src/streamer/dto/window-stats.response.js';
import { hoursAgo, StreamData, testNow } from '../support/data/factories.js';
import { rejectsBadNames } from '../support/data/shared-examples.js';
import { TestApp } from '../support/http/test-app.js';

const zeros = { stream_count: 0, total_minutes: 0, avg_viewers: 0, peak_viewers: 0, watchtime: 0 };
const unknown = {
  ...{ tracked_since: null, last_seen_at: null, sample_count: 0, largest_gap_seconds: null },
  watched_since: null,
};
const none = { avg_viewers: null, peak_viewers: null, watchtime: null };

const [api, data] = TestApp.whileTestingWithData({ now: testNow });

/** A moment that many milliseconds before the end of a day some days ago. */
const daysAgo = (days: number, ms = 0) => new Date(hoursAgo(24 * days).getTime() - ms);

const addStreamer = async (...streams: Partial<StreamData>[]) => {
  const { id: streamer_id } = await data.streamer();
  await data.streams(streams.map((stream) => ({ streamer_id, ...stream })));
  return streamer_id;
};

describe('GET /v1/streamer/{name}/thirty-day-stats', () => {
  const statsOf = (name: string) => api.get(`/v1/streamer/${name}/thirty-day-stats`);

  rejectsBadNames(api, (name) => `/v1/streamer/${name}/thirty-day-stats`);

  it('returns the figures of the streams in the window, zeros without streams, and numbers above 2^32', async () => {
    const id = await addStreamer(
      { started_at: hoursAgo(30), ended_at: hoursAgo(28), avg_viewers: 100, peak_viewers: 180, watchtime: 2 ** 40 },
      { started_at: hoursAgo(20), ended_at: hoursAgo(19), avg_viewers: 400, peak_viewers: 410, watchtime: 1 },
    );
    expect(await statsOf(id)).toMatchObject({
      status: 200,
      body: { stream_count: 2, total_minutes: 180, avg_viewers: 200, peak_viewers: 410, watchtime: 2 ** 40 + 1 },
    });
    expect((await statsOf(await addStreamer({ started_at: hoursAgo(721) }))).body).toEqual(zeros);
  });
});

describe('GET /v1/streamer/{name}/stats', () => {
  const statsOf = async (name: string, query: string) =>
    (await api.get<WindowStats>(`/v1/streamer/${name}/stats${query}`)).body;

  rejectsBadNames(api, (name) => `/v1/streamer/${name}/stats`);

  it.each([7, 30, 90, 365])(
    'counts streams that began within %d days, and within the same number of days before, to the millisecond',
    async (days) => {
      const id = await addStreamer(
        { started_at: testNow, ended_at: null, watchtime: 1 },
        { started_at: daysAgo(0, 1), ended_at: testNow, watchtime: 10 },
        { started_at: daysAgo(days), watchtime: 100 },
        { started_at: daysAgo(days, 1), watchtime: 1_000 },
        { started_at: daysAgo(2 * days), watchtime: 10_000 },
        { started_at: daysAgo(2 * days, 1), watchtime: 100_000 },
      );
      expect(await statsOf(id, `?days=${days}`)).toMatchObject({
        days,
        stream_count: 2,
        watchtime: 110,
        previous: { stream_count: 2, watchtime: 11_000 },
      });
    },
  );

  it('returns the thirty day stats for 30 days, and without days', async () => {
    const id = await addStreamer(
      { started_at: hoursAgo(2), ended_at: null, avg_viewers: 7 },
      { started_at: hoursAgo(700), ended_at: hoursAgo(699.3), avg_viewers: 4 },
      { started_at: hoursAgo(800), avg_viewers: 9, peak_viewers: 9 },
    );
    const thirtyDays = (await api.get<object>(`/v1/streamer/${id}/thirty-day-stats`)).body;
    const { days, previous, coverage, ...stats } = await statsOf(id, '');
    expect({ days, stats }).toEqual({ days: 30, stats: thirtyDays });
    expect(previous).toMatchObject({ stream_count: 1, avg_viewers: 9 });
    expect(await statsOf(id, '?days=30')).toEqual({ days, ...stats, previous, coverage });
  });

  it('counts a live stream of the previous window up to the end of that window, or up to its last observation', async () => {
    const live = { started_at: daysAgo(10), ended_at: null, ...none };
    const unobserved = await addStreamer(live);
    expect((await statsOf(unobserved, '?days=7')).previous).toMatchObject({ total_minutes: 10 * 24 * 60 });
    const observed = await addStreamer({ ...live, observed_at: daysAgo(6) });
    expect((await statsOf(observed, '?days=7')).previous).toMatchObject({ total_minutes: 4 * 24 * 60 });
  });

  it('shows the start time of a collector that watches the channel, and not of a previous collector', async () => {
    const id = await addStreamer();
    await data.watchedChannel({ streamer_id: id, watched_since: daysAgo(3) });
    expect((await statsOf(id, '')).coverage).toEqual({ ...unknown, watched_since: daysAgo(3).toISOString() });
    const other = await addStreamer();
    await data.watchedChannel({ streamer_id: other, watched_since: daysAgo(3), watched_until: daysAgo(2) });
    expect((await statsOf(other, '')).coverage).toEqual(unknown);
  });

  it.each(['', '0', '07', '7.0', '+7', '31', '366', 'week', '7&days=30'])('refuses days=%s', async (days) => {
    expect(await api.get(`/v1/streamer/nobody/stats?days=${days}`)).toMatchObject({
      status: 400,
      body: { error: 'days must be one of 7, 30, 90, 365' },
    });
  });
});

describe('GET /v1/stats', () => {
  const ask = (names: string) => api.get<StatsOf>(`/v1/stats?names=${names}`);

  it('returns the thirty day stats of each streamer, in the order of the request, each once', async () => {
    const busy = await addStreamer(
      { started_at: hoursAgo(10), avg_viewers: 7 },
      { started_at: hoursAgo(719), watchtime: 2 ** 40 },
      { started_at: hoursAgo(721) },
    );
    const { login } = await data.streamer({ login: 'idle' });
    const { status, body } = await ask(`IDLE,${busy},${login}`);
    expect(status).toBe(200);
    expect(body.unknown).toEqual([]);
    expect(body.items.map(({ name }) => name)).toEqual(['idle', busy]);
    for (const { name, ...stats } of body.items) {
      expect(stats).toEqual((await api.get(`/v1/streamer/${name}/thirty-day-stats`)).body);
    }
  });

  it('lists unknown names', async () => {
    await data.streamer({ login: 'somebody' });
    const { body } = await ask('nobody,somebody,9223372036854775808,0');
    expect(body.items).toMatchObject([{ name: 'somebody', stream_count: 0, watchtime: 0 }]);
    expect(body.unknown).toEqual(['nobody', '9223372036854775808', '0']);
  });

  it('accepts at most 100 names', async () => {
    const names = (count: number) => Array.from({ length: count }, (_, i) => `nobody_${i}`).join();
    expect((await ask(names(100))).body.unknown).toHaveLength(100);
    expect(await ask(names(101))).toMatchObject({ status: 400 });
  });

  it.each([
    ...['', '?names=', '?names=a,', '?names=a,,b', '?names=a%20b', '?names=é', '?names=a&names=b', '?names[]=a'],
    ...[`?names=b,${'a'.repeat(26)}`, '?names=b,%00', '?names=b,\u212a'],
  ])('returns 400 for %s', async (query) => {
    const { status, body } = await api.get(`/v1/stats${query}`);
    expect({ status, body }).toEqual({
      status: 400,
      body: { error: 'names must be 1 to 100 logins or channel IDs, separated by commas' },
    });
  });
});
