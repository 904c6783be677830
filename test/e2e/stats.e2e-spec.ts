import type { StreamerStats, WindowStats } from '../../src/streamer/dto/window-stats.response.js';
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
    const { days, previous, coverage, known_since, subscribers, subscriber_gain, ...stats } = await statsOf(id, '');
    expect({ days, stats }).toEqual({ days: 30, stats: thirtyDays });
    expect(previous).toMatchObject({ stream_count: 1, avg_viewers: 9 });
    const others = { known_since, previous, coverage, subscribers, subscriber_gain };
    expect(await statsOf(id, '?days=30')).toEqual({ days, ...stats, ...others });
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

  it('counts the streams of a month of a zone, of the month before, and the days of the month', async () => {
    // In Berlin, March 2026 begins at 23:00 UTC, and ends at 22:00 UTC.
    const id = await addStreamer(
      { started_at: new Date('2026-01-31T22:59:59.999Z'), watchtime: 1 },
      { started_at: new Date('2026-01-31T23:00:00.000Z'), watchtime: 10 },
      { started_at: new Date('2026-02-28T22:59:59.999Z'), watchtime: 100 },
      { started_at: new Date('2026-02-28T23:00:00.000Z'), watchtime: 1_000 },
      { started_at: new Date('2026-03-31T21:59:59.999Z'), watchtime: 10_000 },
      { started_at: new Date('2026-03-31T22:00:00.000Z'), watchtime: 100_000 },
    );
    expect(await statsOf(id, '?month=2026-03&tz=Europe/Berlin')).toMatchObject({
      ...{ days: 31, from: '2026-02-28T23:00:00.000Z', to: '2026-03-31T22:00:00.000Z', is_final: true },
      watchtime: 11_000,
      previous: { watchtime: 110 },
    });
    expect(await statsOf(id, '?month=2026-03')).toMatchObject({
      ...{ from: '2026-03-01T00:00:00.000Z', to: '2026-04-01T00:00:00.000Z', watchtime: 110_000 },
      previous: { watchtime: 1_100 },
    });
  });

  it('counts the streams of a year and of the year before', async () => {
    const id = await addStreamer(
      { started_at: new Date('2023-12-31T23:59:59.999Z'), watchtime: 1 },
      { started_at: new Date('2024-01-01T00:00:00.000Z'), watchtime: 10 },
      { started_at: new Date('2025-01-01T00:00:00.000Z'), watchtime: 100 },
      { started_at: new Date('2026-01-01T00:00:00.000Z'), watchtime: 1_000 },
    );
    const previous = expect.objectContaining({ watchtime: 10 }) as unknown;
    expect(await statsOf(id, '?year=2025')).toMatchObject({ days: 365, watchtime: 100, previous });
    expect((await statsOf(id, '?year=2024')).previous).toMatchObject({ watchtime: 1 });
  });

  it('counts the streams between two times, and in the same time before', async () => {
    const id = await addStreamer(
      { started_at: new Date('2026-05-29T22:00:00.000Z'), watchtime: 1 },
      { started_at: new Date('2026-06-01T04:00:00.000Z'), watchtime: 10 },
      { started_at: new Date('2026-06-03T09:59:59.999Z'), watchtime: 100 },
      { started_at: new Date('2026-06-03T10:00:00.000Z'), watchtime: 1_000 },
    );
    const query = '?from=2026-06-01&to=2026-06-03T12:00%2B02:00&tz=America/New_York';
    expect(await statsOf(id, query)).toMatchObject({
      ...{ days: 2, from: '2026-06-01T04:00:00.000Z', to: '2026-06-03T10:00:00.000Z', watchtime: 110 },
      previous: { watchtime: 1 },
    });
    // PostgreSQL has no year 0.
    expect(await statsOf(id, '?from=0001-01-01&to=0001-01-02')).toMatchObject({ stream_count: 0, is_final: true });
  });

  it('begins a day after a missing midnight, and at the first of two', async () => {
    const limitsOf = async (query: string) => {
      const { from, to } = await statsOf(await addStreamer(), query);
      return [from, to];
    };
    expect(await limitsOf('?month=2016-04&tz=Asia/Amman')).toEqual([
      '2016-03-31T22:00:00.000Z',
      '2016-04-30T21:00:00.000Z',
    ]);
    expect(await limitsOf('?month=2026-11&tz=america/havana')).toEqual([
      '2026-11-01T04:00:00.000Z',
      '2026-12-01T05:00:00.000Z',
    ]);
  });

  it('is final after the end of the window unless a stream is live, and two days after the end in any case', async () => {
    const isFinal = async (id: string, to: string) => (await statsOf(id, `?from=2026-06-01&to=${to}`)).is_final;
    const live = { started_at: new Date('2026-06-10T00:00Z'), ended_at: null };
    const [id, other] = [await addStreamer(live), await addStreamer({ ...live, started_at: hoursAgo(1) })];
    expect(await isFinal(other, '2026-06-15T12:00:00.001Z')).toBe(false);
    expect(await isFinal(other, '2026-06-15T11:00:00Z')).toBe(true);
    expect(await isFinal(id, '2026-06-15T12:00:00Z')).toBe(false);
    expect(await isFinal(id, '2026-06-13T12:00:00.001Z')).toBe(false);
    expect(await isFinal(id, '2026-06-13T12:00:00Z')).toBe(true);
    expect(await isFinal(id, '2026-06-10')).toBe(true);
    expect(await statsOf(id, '?from=2026-07-01&to=2026-08-01')).toMatchObject({ is_final: false, stream_count: 0 });
  });

  it('has the limits of the window only with a fixed window', async () => {
    const id = await addStreamer();
    for (const query of ['', '?days=7']) {
      expect(Object.keys(await statsOf(id, query))).toEqual([
        'days',
        ...Object.keys(zeros),
        ...['known_since', 'previous', 'coverage', 'subscribers', 'subscriber_gain'],
      ]);
    }
  });

  const kinds = 'Use only one of days, month, year, and from with to';
  const zone = 'tz must be an IANA time zone such as Europe/Berlin, and needs month, year, or a date in from or to';
  it.each([
    ...['2026-1', '1999-12', '2101-01', '2026-13', '2026', '', '2026-10&month=2026-11'].map((month) => [
      `month=${month}`,
      'month must be a month from 2000-01 to 2100-12',
    ]),
    ...['1999', '2101', '26', '2026-10'].map((year) => [`year=${year}`, 'year must be a year from 2000 to 2100']),
    ...['days=30&month=2026-10', 'month=2026-10&year=2026', 'year=2026&from=2026-01-01', 'days=7&to=2026-01-01'].map(
      (query) => [query, kinds],
    ),
    ['from=2026-10-01', 'from and to must be given together'],
    ['to=2026-10-01', 'from and to must be given together'],
    ['from=2026-10-01&to=2026-10-01', 'from must be before to'],
    ['from=2026-10-02&to=2026-10-01T23:00Z', 'from must be before to'],
    ['from=2025-01-01&to=2026-02-05T00:00:00.001Z', 'from and to must be at most 400 days apart'],
    [
      'from=week&to=2026-10-01',
      'from must be a date such as 2026-10-01 or a time such as 2026-10-01T12:00:00Z (write the + of an offset as %2B)',
    ],
    ...['month=2026-10&tz=Berlin', 'month=2026-10&tz=%2B02:00', 'year=2026&tz=', 'year=2026&tz=UTC&tz=UTC'].map(
      (query) => [query, zone],
    ),
    ...['tz=UTC', 'days=30&tz=UTC', 'from=2026-10-01T00:00Z&to=2026-10-02T00:00Z&tz=UTC'].map((query) => [query, zone]),
  ])('returns 400 for %s', async (query, error) => {
    for (const path of ['/v1/streamer/nobody/stats?', '/v1/stats?names=nobody&']) {
      expect(await api.get(`${path}${query}`)).toMatchObject({ status: 400, body: { error } });
    }
  });

  it('ignores unknown parameters with the names of methods', async () => {
    const names = ['toWindow', 'toRange', 'findProblem', 'constructor', '__proto__']
      .map((name) => `${name}=1`)
      .join('&');
    expect(await api.get(`/v1/stats?names=nobody&month=2026-05&${names}`)).toMatchObject({ status: 200 });
  });

  it('accepts 400 days', async () => {
    expect(await statsOf(await addStreamer(), '?from=2025-01-01&to=2026-02-05')).toMatchObject({ days: 400 });
  });

  it.each(['', '0', '07', '7.0', '+7', '31', '366', 'week', '7&days=30'])('refuses days=%s', async (days) => {
    expect(await api.get(`/v1/streamer/nobody/stats?days=${days}`)).toMatchObject({
      status: 400,
      body: { error: 'days must be one of 7, 30, 90, 365' },
    });
  });
});

describe('GET /v1/stats', () => {
  const ask = (names: string) => api.get<StreamerStats>(`/v1/stats?names=${names}`);

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
    for (const { name, known_since, ...stats } of body.items) {
      expect(known_since === null).toBe(name === 'idle');
      expect(stats).toEqual((await api.get(`/v1/streamer/${name}/thirty-day-stats`)).body);
    }
  });

  it('returns the stats of any window, and its limits', async () => {
    const live = await addStreamer(
      { started_at: hoursAgo(24 * 20), watchtime: 5 },
      { started_at: hoursAgo(24 * 40), ended_at: null, watchtime: 7 },
    );
    const other = await addStreamer();
    for (const window of ['days=90', 'days=365', 'month=2026-05', 'year=2026', 'from=2026-05-01&to=2026-06-15']) {
      const { items, unknown: names, ...limits } = (await ask(`${live},${other}&${window}`)).body;
      expect(names).toEqual([]);
      for (const { name, ...stats } of items) {
        const { body } = await api.get<WindowStats>(`/v1/streamer/${name}/stats?${window}`);
        expect(body).toMatchObject(stats);
        if (name === live) expect(limits).toEqual(window.startsWith('days') ? {} : limitsOf(body));
      }
    }
  });

  const limitsOf = ({ from, to, is_final }: WindowStats) => ({ from, to, is_final });

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
    const long = Array.from({ length: 100 }, (_, i) => `kick:${String(i).padStart(64, 'a')}`).join();
    expect((await ask(long)).body.unknown).toHaveLength(100);
    expect((await ask(encodeURIComponent(long))).body.unknown).toHaveLength(100);
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
