import type { LastStream } from '../../src/streams/reports/last-stream.response.js';
import type { StreamStats } from '../../src/streams/reports/stream-stats.response.js';
import type { WeekHour } from '../../src/streams/reports/week-hour.response.js';
import { hoursAgo, testNow } from '../support/data/factories.js';
import { findsNoBadIds, rejectsBadNames } from '../support/data/shared-examples.js';
import { TestApp } from '../support/http/test-app.js';
import { openPage, wordsOf } from '../support/pages/markup.js';

const [api, data] = TestApp.whileTestingWithData({ now: testNow, env: { CACHE_TTL_SECONDS: '0' } });

const at = (hours: number) => hoursAgo(hours).toISOString();

/** A stream of two hours with three samples. Its figures come from them. */
async function addSampled(streamer_id: string) {
  const unknown = { avg_viewers: null, peak_viewers: null, watchtime: null };
  const { id } = await data.stream({ streamer_id, started_at: hoursAgo(4), ended_at: hoursAgo(2), ...unknown });
  await data.viewerSamples([
    { stream_id: id, created_at: hoursAgo(4), viewers: 100 },
    { stream_id: id, created_at: hoursAgo(3.5), viewers: 400 },
    { stream_id: id, created_at: hoursAgo(2.5), viewers: 200 },
  ]);
  return id;
}

describe('GET /v1/streams/{id}/stats', () => {
  const statsOf = (id: string, query = '') => api.get<StreamStats>(`/v1/streams/${id}/stats${query}`);

  findsNoBadIds(api, (id) => `/v1/streams/${id}/stats`, 'No stream has this ID.');

  it('returns the figures of the stream without a range, and of a part with one', async () => {
    const id = await addSampled((await data.streamer()).id);
    expect((await statsOf(id)).body).toEqual({
      ...{ from: at(4), to: at(2), minutes: 120, avg_viewers: 275, peak_viewers: 400, peak_at: at(3.5) },
      ...{ watchtime: 33_000, sample_count: 3, largest_gap_seconds: 3_600 },
    });
    // The first sample holds for a quarter of an hour, the second one for half an hour.
    expect((await statsOf(id, `?from=${at(3.75)}&to=${at(3)}`)).body).toEqual({
      ...{ from: at(3.75), to: at(3), minutes: 45, avg_viewers: 300, peak_viewers: 400, peak_at: at(3.5) },
      ...{ watchtime: 13_500, sample_count: 1, largest_gap_seconds: 1_800 },
    });
    // A sample at the end of the range does not count.
    expect((await statsOf(id, `?from=${at(9)}&to=${at(3.5)}`)).body).toMatchObject({
      ...{ from: at(4), avg_viewers: 100, peak_viewers: 100, peak_at: at(4), watchtime: 3_000, sample_count: 1 },
    });
    expect((await statsOf(id, `?from=${at(1)}`)).body).toMatchObject({ from: at(2), to: at(2), minutes: 0 });
  });

  it('counts a sample at the end of the stream only in a range that reaches it', async () => {
    const id = await addSampled((await data.streamer()).id);
    await data.viewerSamples([{ stream_id: id, created_at: hoursAgo(2), viewers: 900 }]);
    const peakOf = async (query: string) => (await statsOf(id, query)).body.peak_viewers;
    const toLater = (ms: number) => `?from=${at(3)}&to=${new Date(hoursAgo(2).getTime() + ms).toISOString()}`;
    expect([await peakOf(toLater(-1)), await peakOf(toLater(0)), await peakOf(toLater(1))]).toEqual([400, 400, 900]);
    expect(await peakOf(`?from=${at(3)}`)).toBe(900);
  });

  it('returns null without samples and for a range that begins before the last pruned sample', async () => {
    const { id: streamer_id } = await data.streamer();
    const none = { avg_viewers: null, peak_viewers: null, peak_at: null, watchtime: null, largest_gap_seconds: null };
    const { id } = await data.stream({ streamer_id, started_at: hoursAgo(30), ended_at: hoursAgo(29) });
    expect((await statsOf(id, `?from=${at(29.5)}`)).body).toMatchObject({ ...none, sample_count: 0, minutes: 30 });
    expect((await statsOf(id)).body).toMatchObject({ avg_viewers: 100, peak_viewers: 150, peak_at: null });
    const pruned = await addSampled(streamer_id);
    await data.client.query(
      `INSERT INTO pruned_samples (stream_id, first_at, last_at, last_viewers, viewer_ms, peak_viewers, sample_count, longest_ms)
      VALUES ($1, $2, $3, 400, 0, 400, 2, 0)`,
      [pruned, at(4), at(3.5)],
    );
    expect((await statsOf(pruned, `?from=${at(3.75)}`)).body).toMatchObject({ ...none, sample_count: null });
    expect((await statsOf(pruned, `?from=${at(3.5)}`)).body).toMatchObject({ avg_viewers: 333, watchtime: 30_000 });
  });

  it('has no figures for a range outside of the stream, also while it is live', async () => {
    const { id: streamer_id } = await data.streamer();
    const ended = await addSampled((await data.streamer()).id);
    const { id: live } = await data.stream({ streamer_id, started_at: hoursAgo(4), ended_at: null });
    await data.viewerSamples([
      { stream_id: ended, created_at: hoursAgo(2), viewers: 900 },
      { stream_id: live, created_at: hoursAgo(4), viewers: 5 },
      { stream_id: live, created_at: hoursAgo(2), viewers: 7 },
    ]);
    const none = { avg_viewers: null, peak_viewers: null, peak_at: null, watchtime: null, largest_gap_seconds: null };
    for (const id of [ended, live]) {
      const before = await statsOf(id, `?from=${at(9)}&to=${at(4)}`);
      expect(before.body).toEqual({ from: at(4), to: at(4), minutes: 0, ...none, sample_count: 0 });
      const after = await statsOf(id, `?from=${hoursAgo(2 - 1 / 3_600_000).toISOString()}&to=${at(1)}`);
      expect(after.body).toEqual({ from: at(2), to: at(2), minutes: 0, ...none, sample_count: 0 });
      // The first millisecond of the stream is in the range.
      const { body } = await statsOf(id, `?from=${at(9)}&to=${hoursAgo(4 - 1 / 3_600_000).toISOString()}`);
      expect(body).toMatchObject({ sample_count: 1, peak_at: at(4) });
    }
  });

  it('counts a sample at an edge in one of two adjacent ranges', async () => {
    const id = await addSampled((await data.streamer()).id);
    await data.viewerSamples([{ stream_id: id, created_at: hoursAgo(2), viewers: 300 }]);
    for (const [edge, peak] of [
      [3.5, 400],
      [2, 300],
    ] as const) {
      const [before, after] = [await statsOf(id, `?to=${at(edge)}`), await statsOf(id, `?from=${at(edge)}`)];
      expect(before.body.sample_count! + after.body.sample_count!).toBe(4);
      expect(after.body).toMatchObject({ from: at(edge), peak_viewers: peak, peak_at: at(edge) });
      expect(before.body.peak_viewers).toBe(edge === 2 ? 400 : 100);
    }
    expect((await statsOf(id, `?from=${at(4)}&to=${at(1)}`)).body).toMatchObject({
      sample_count: 4,
      peak_viewers: 400,
    });
  });

  it('includes a sample of a live stream that is later than now', async () => {
    const { id: streamer_id } = await data.streamer();
    const { id } = await data.stream({
      ...{ streamer_id, started_at: hoursAgo(1), ended_at: null },
      ...{ avg_viewers: null, peak_viewers: null, watchtime: null },
    });
    await data.viewerSamples([
      { stream_id: id, created_at: hoursAgo(1), viewers: 10 },
      { stream_id: id, created_at: hoursAgo(-0.5), viewers: 70 },
    ]);
    for (const query of ['', `?from=${at(1)}`])
      expect((await statsOf(id, query)).body).toMatchObject({
        to: at(-0.5),
        minutes: 90,
        peak_viewers: 70,
        sample_count: 2,
      });
    expect((await api.get(`/v1/streamer/${streamer_id}/thirty-day-stats`)).body).toMatchObject({ total_minutes: 60 });
    const { body } = await api.get<WeekHour[]>(`/v1/streamer/${streamer_id}/hours?days=7`);
    expect(body.reduce((sum, hour) => sum + hour.live_seconds, 0)).toBe(3_600);
  });

  it('has the first sample with the peak of the source, also if another sample is higher', async () => {
    const { id: streamer_id } = await data.streamer();
    const add = async (peak_viewers: number) => {
      const ended = { started_at: hoursAgo(4), ended_at: hoursAgo(2) };
      const { id } = await data.stream({ streamer_id, ...ended, avg_viewers: 1, peak_viewers, watchtime: 1 });
      await data.viewerSamples(
        [100, 300, 200, 200].map((viewers, i) => ({ stream_id: id, created_at: hoursAgo(4 - i / 4), viewers })),
      );
      return id;
    };
    const [id, other] = [await add(200), await add(250)];
    expect((await statsOf(id)).body).toMatchObject({ peak_viewers: 200, peak_at: at(3.5) });
    expect((await statsOf(other)).body).toMatchObject({ peak_viewers: 250, peak_at: null });
    expect((await api.get(`/v1/streamer/${streamer_id}/last-stream`)).body).toMatchObject({ id, peak_at: at(3.5) });
    expect(wordsOf(await openPage(api, `/streams/${id}`))).toMatch(/Peak viewers 200 today at 08:30/);
    expect(wordsOf(await openPage(api, `/streams/${other}`))).not.toContain('Peak viewers 250 today');
  });

  it('ends with the last observation of a live stream', async () => {
    const { id: streamer_id } = await data.streamer();
    const { id } = await data.stream({
      ...{ streamer_id, started_at: hoursAgo(1), ended_at: null, observed_at: hoursAgo(0.25) },
      ...{ avg_viewers: null, peak_viewers: null, watchtime: null },
    });
    await data.viewerSamples([
      { stream_id: id, created_at: hoursAgo(1), viewers: 10 },
      { stream_id: id, created_at: hoursAgo(0.5), viewers: 30 },
    ]);
    expect((await statsOf(id, `?from=${at(2)}&to=${at(0)}`)).body).toMatchObject({
      ...{ from: at(1), to: at(0.25), minutes: 45, avg_viewers: 10, peak_viewers: 30, watchtime: 300 },
      ...{ sample_count: 2, largest_gap_seconds: 1_800 },
    });
  });

  it('rejects a range that ends before it begins', async () => {
    const id = await addSampled((await data.streamer()).id);
    for (const query of [`?from=${at(3)}&to=${at(3)}`, '?from=2026-01-02&to=2026-01-01']) {
      expect(await statsOf(id, query)).toMatchObject({ status: 400, body: { error: 'from must be before to' } });
    }
    expect(await statsOf(id, '?to=yesterday')).toMatchObject({ status: 400 });
  });

  it('is on the page of the stream, for two times that a form writes', async () => {
    const id = await addSampled((await data.streamer()).id);
    const form = (time: string) => time.slice(0, 16);
    const words = wordsOf(await openPage(api, `/streams/${id}?from=${form(at(3.75))}&to=${form(at(3))}`));
    expect(words).toMatch(/Length 45 min Average viewers 300 Peak viewers 400 , today at 08:30 Hours watched 225/);
    expect(wordsOf(await openPage(api, `/streams/${id}?from=&to=`))).not.toContain('Average viewers 300');
    expect(await api.get(`/streams/${id}?from=x`, { accept: 'text/html' })).toMatchObject({ status: 400 });
  });
});

describe('GET /v1/streamer/{name}/last-stream', () => {
  const lastOf = (name: string) => api.get<LastStream>(`/v1/streamer/${name}/last-stream`);

  rejectsBadNames(api, (name) => `/v1/streamer/${name}/last-stream`);

  it('returns the newest ended stream with its peak and its ranks among 30', async () => {
    const { id: streamer_id } = await data.streamer();
    const days = Array.from({ length: 31 }, (_, i) => ({
      ...{ streamer_id, started_at: hoursAgo(24 * (i + 2)), ended_at: hoursAgo(24 * (i + 2) - 1) },
      // The oldest one is not compared, and the next ones have more viewers on average, and as many at the peak.
      ...{
        avg_viewers: i === 30 ? 390 : i < 2 ? 300 : 0,
        peak_viewers: i === 0 || i === 30 ? 400 : 300,
        watchtime: null,
      },
    }));
    await data.streams(days);
    await data.stream({ streamer_id, started_at: hoursAgo(1), ended_at: null });
    const id = await addSampled(streamer_id);
    await data.streamChanges([
      { stream_id: id, created_at: hoursAgo(4), title: 'Start', game_name: 'Go', tags: [] },
      { stream_id: id, created_at: hoursAgo(3.5), title: 'Peak', game_name: 'Chess', tags: [] },
      { stream_id: id, created_at: hoursAgo(3), title: 'End', game_name: null, tags: [] },
    ]);
    const { body } = await lastOf(streamer_id);
    expect(body).toEqual({
      ...(await api.get<object>(`/v1/streams/${id}/before`)).body,
      ...(await api.get<object[]>(`/v1/streamer/${streamer_id}/recent-streams?limit=2`)).body[1],
      ...{ minutes: 120, peak_at: at(3.5), peak_title: 'Peak', peak_game_name: 'Chess', is_peak_of_year: true },
      ...{ compared_streams: 30, rank_by_avg_viewers: 3, rank_by_peak_viewers: 1, rank_by_watchtime: 1 },
      graph: `/v1/streams/${id}/graphs/minutely`,
    });
    expect((await api.get(body.graph)).status).toBe(200);
    // The year before the end at two hours ago.
    const year = 24 * 365 + 2;
    await data.stream({ streamer_id, started_at: hoursAgo(year + 1 / 3_600_000), peak_viewers: 401 });
    expect((await lastOf(streamer_id)).body.is_peak_of_year).toBe(true);
    await data.stream({ streamer_id, started_at: hoursAgo(year), peak_viewers: 401 });
    expect((await lastOf(streamer_id)).body.is_peak_of_year).toBe(false);
  });

  it('has no title at a peak before all changes, and the title of the stream without changes', async () => {
    const { id: streamer_id } = await data.streamer();
    const id = await addSampled(streamer_id);
    await data.client.query(`UPDATE streams SET title = 'Last' WHERE id = $1`, [id]);
    expect((await lastOf(streamer_id)).body).toMatchObject({ peak_at: at(3.5), peak_title: 'Last' });
    const change = { stream_id: id, title: 'Later', game_name: 'Go', tags: [] };
    await data.streamChanges([{ ...change, created_at: hoursAgo(3.5 - 1 / 3_600_000) }]);
    expect((await lastOf(streamer_id)).body).toMatchObject({ peak_title: null, peak_game_name: null });
    await data.streamChanges([{ ...change, created_at: hoursAgo(3.5), title: 'At the peak' }]);
    expect((await lastOf(streamer_id)).body).toMatchObject({ peak_title: 'At the peak', peak_game_name: 'Go' });
  });

  it.each([
    [2_999, 'minutely'],
    [3_000, 'fiveMinutes'],
  ])('links to a graph that fits a stream of %i minutes', async (minutes, granularity) => {
    const { id: streamer_id } = await data.streamer();
    const { id } = await data.stream({ streamer_id, started_at: hoursAgo(1 + minutes / 60), ended_at: hoursAgo(1) });
    expect((await lastOf(streamer_id)).body).toMatchObject({
      minutes,
      graph: `/v1/streams/${id}/graphs/${granularity}`,
    });
  });

  it('has null for what is unknown, and is 404 without an ended stream', async () => {
    const { id: streamer_id } = await data.streamer();
    await data.stream({ streamer_id, started_at: hoursAgo(1), ended_at: null });
    expect(await lastOf(streamer_id)).toMatchObject({
      status: 404,
      body: { error: 'The streamer has no stream that has ended.' },
    });
    const unknown = { avg_viewers: null, peak_viewers: null, watchtime: null };
    await data.stream({ streamer_id, started_at: hoursAgo(9_000), ended_at: hoursAgo(3), ...unknown });
    expect((await lastOf(streamer_id)).body).toMatchObject({
      ...{ peak_at: null, peak_title: null, peak_game_name: null, is_peak_of_year: false, compared_streams: 1 },
      ...{ rank_by_avg_viewers: null, rank_by_peak_viewers: null, rank_by_watchtime: null },
      graph: expect.stringMatching(/hourly$/),
    });
  });
});

describe('GET /v1/streamer/{name}/hours', () => {
  const hoursOf = (name: string, query = '') => api.get<WeekHour[]>(`/v1/streamer/${name}/hours${query}`);

  rejectsBadNames(api, (name) => `/v1/streamer/${name}/hours`);

  it('returns 168 rows of the streams that began in the window, in a time zone', async () => {
    const { id } = await data.streamer();
    await addSampled(id);
    await data.stream({ streamer_id: id, started_at: hoursAgo(24 * 7 + 4), ended_at: hoursAgo(24 * 7 + 3.5) });
    const { body } = await hoursOf(id, '?days=30');
    expect(body).toHaveLength(168);
    expect(body.filter(({ streams }) => streams > 0)).toEqual([
      { weekday: 1, hour: 8, live_seconds: 5_400, avg_viewers: 250, streams: 2 },
      { weekday: 1, hour: 9, live_seconds: 3_600, avg_viewers: 300, streams: 1 },
    ]);
    const { body: local } = await hoursOf(id, '?days=7&tz=Asia/Kathmandu');
    expect(local.filter(({ streams }) => streams > 0)).toEqual([
      { weekday: 1, hour: 13, live_seconds: 900, avg_viewers: 100, streams: 1 },
      { weekday: 1, hour: 14, live_seconds: 3_600, avg_viewers: 325, streams: 1 },
      { weekday: 1, hour: 15, live_seconds: 2_700, avg_viewers: 267, streams: 1 },
    ]);
    expect((await hoursOf(id, '?month=2026-01&tz=Europe/Berlin')).body.every(({ streams }) => streams === 0)).toBe(
      true,
    );
  });

  it('counts the newest 2,000 streams', async () => {
    const { id: streamer_id } = await data.streamer();
    const streams = Array.from({ length: 2_001 }, (_, i) => ({
      ...{ streamer_id, started_at: hoursAgo(i + 1), ended_at: hoursAgo(i + (i === 2_000 ? 0 : 59 / 60)) },
    }));
    await data.streams(streams);
    const { body } = await hoursOf(streamer_id, '?days=90');
    expect(body.reduce((sum, { live_seconds: seconds }) => sum + seconds, 0)).toBe(2_000 * 60);
  });

  it('counts a live stream like an ended one, up to its last observation', async () => {
    const times = { started_at: hoursAgo(2), observed_at: hoursAgo(1 - 59 / 3_600) };
    const add = async (ended_at: Date | null) => {
      const { id: streamer_id } = await data.streamer();
      const { id } = await data.stream({ streamer_id, ...times, ended_at });
      await data.viewerSamples([
        { stream_id: id, created_at: hoursAgo(2), viewers: 24 },
        { stream_id: id, created_at: hoursAgo(1), viewers: 4_899 },
      ]);
      return (await hoursOf(streamer_id, '?days=7')).body.filter(({ streams }) => streams > 0);
    };
    const live = await add(null);
    expect(live).toEqual(await add(times.observed_at));
    expect(live[1]).toEqual({ weekday: 1, hour: 11, live_seconds: 59, avg_viewers: 4_899, streams: 1 });
  });

  it('counts a stream without duration in the hour of its start', async () => {
    const { id: streamer_id } = await data.streamer();
    for (const hours of [2, 2 - 1 / 60]) {
      await data.stream({ streamer_id, started_at: hoursAgo(hours), ended_at: hoursAgo(hours) });
    }
    await data.stream({ streamer_id, started_at: hoursAgo(3), ended_at: hoursAgo(2) });
    const { body } = await hoursOf(streamer_id, '?days=7');
    expect(body.filter(({ streams }) => streams > 0)).toEqual([
      { weekday: 1, hour: 9, live_seconds: 3_600, avg_viewers: null, streams: 1 },
      { weekday: 1, hour: 10, live_seconds: 0, avg_viewers: null, streams: 2 },
    ]);
  });

  it('counts the hour that occurs twice as two hours', async () => {
    const { id: streamer_id } = await data.streamer();
    const started_at = new Date('2025-10-26T00:00:00Z');
    await data.stream({ streamer_id, started_at, ended_at: new Date('2025-10-26T02:00:00Z') });
    const { body } = await hoursOf(streamer_id, '?month=2025-10&tz=Europe/Berlin');
    expect(body.filter(({ streams }) => streams > 0)).toEqual([
      { weekday: 7, hour: 2, live_seconds: 7_200, avg_viewers: null, streams: 1 },
    ]);
  });

  it.each([
    ['tz=Nowhere', 'tz must be an IANA time zone such as Europe/Berlin'],
    ['days=8', 'days must be one of 7, 30, 90, 365'],
    ['days=7&month=2026-01', 'Use only one of days, month, year, and from with to'],
  ])('rejects %s', async (query, error) => {
    const { id } = await data.streamer();
    expect(await hoursOf(id, `?${query}`)).toMatchObject({ status: 400, body: { error } });
  });

  it('is the heat map of the streamer page on request', async () => {
    const { id } = await data.streamer();
    await addSampled(id);
    const page = await openPage(api, `/streamers/${id}?hours=viewers`);
    expect(wordsOf(page)).toContain('Average viewers by weekday and hour, in UTC');
    // Files and pictures have the hours streamed.
    expect(page.querySelectorAll('#hours [download]')).toHaveLength(0);
    const cells = page.querySelectorAll('#hours tbody tr').map((row) => row.querySelector('td')?.textContent);
    expect(cells.slice(7, 11)).toEqual(['', '250', '300', '']);
  });
});
