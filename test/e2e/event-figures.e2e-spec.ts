import type { EventDetail } from '../../src/events/dto/event-detail.response.js';
import type { EventMemberFigures, EventPoint, EventSegment } from '../../src/events/figures/event-figures.response.js';
import { hoursAgo, testNow } from '../support/data/factories.js';
import { findsNoBadIds } from '../support/data/shared-examples.js';
import { TestApp } from '../support/http/test-app.js';
import { openPage, wordsOf, wordsOfEach } from '../support/pages/markup.js';

const apiToken = 'token-of-the-tests-0123456789';
const headers = { Authorization: `Bearer ${apiToken}` };
const [api, data] = TestApp.whileTestingWithData({ now: testNow, env: { CACHE_TTL_SECONDS: '0' } });

const at = (hours: number) => hoursAgo(hours).toISOString();
const lists = ['graphs/hourly', 'segments', 'streams'];

/** An event of two hours with a stream of each role. The host has no role of its own. */
async function addEvent(is_public = true) {
  const ids: string[] = [];
  for (let i = 0; i < 3; i++) {
    const { id: streamer_id } = await data.streamer();
    const { id } = await data.stream({
      streamer_id,
      started_at: hoursAgo(5 - i / 4),
      ended_at: hoursAgo(2),
      language: 'de',
    });
    const samples = Array.from({ length: 18 }, (_, j) => ({ stream_id: id, created_at: hoursAgo(4.5 - j / 6) }));
    await data.viewerSamples(
      samples
        .filter(({ created_at }) => created_at < hoursAgo(2))
        .map((sample, j) => ({ ...sample, viewers: 10 ** i * (j < 9 ? 1 : 3) })),
    );
    ids.push(id);
  }
  const times = { started_at: hoursAgo(4), ended_at: hoursAgo(2) };
  const { id } = await data.event({ ...times, is_public, host_stream_id: ids[0] ?? null }, ids);
  await data.client.query(`UPDATE event_streams SET role = 'co_stream' WHERE event_id = $1 AND stream_id = $2`, [
    id,
    ids[1],
  ]);
  await data.eventMarker({ event_id: id, title: 'Final', timestamp: hoursAgo(3) });
  return { id, ids };
}

describe.each(lists)('GET /v1/events/{id}/%s', (list) => {
  findsNoBadIds(api, (id) => `/v1/events/${id}/${list}`, 'No event has this ID.');

  it('is empty, or has one segment without figures, for an event without streams', async () => {
    const { id, started_at, ended_at } = await data.event();
    const none = {
      ...{ avg_viewers: null, peak_viewers: null, peak_at: null, watchtime: null },
      ...{ official_avg_viewers: null, co_stream_avg_viewers: null },
    };
    const segment = { title: null, from: started_at.toISOString(), to: ended_at?.toISOString(), minutes: 120, ...none };
    expect((await api.get(`/v1/events/${id}/${list}`)).body).toEqual(list === 'segments' ? [segment] : []);
  });

  it('rejects an event whose streams have more than a million samples, after a private one is hidden', async () => {
    const [open, hidden] = [await addEvent(), await addEvent(false)];
    const [first, ...others] = [...open.ids, ...hidden.ids];
    await data.client.query('UPDATE streams SET sample_count = 1 WHERE id = ANY ($1)', [others]);
    const setCount = (count: number) =>
      data.client.query('UPDATE streams SET sample_count = $2 WHERE id = ANY ($1)', [[first, hidden.ids[0]], count]);
    await setCount(999_998);
    expect(await api.get(`/v1/events/${open.id}/${list}`)).toMatchObject({ status: 200 });
    await setCount(999_999);
    expect(await api.get(`/v1/events/${open.id}/${list}`)).toMatchObject({
      status: 400,
      body: { error: 'The streams of this event have more than 1,000,000 viewer samples.' },
    });
    expect(await api.get(`/v1/events/${hidden.id}/${list}`)).toMatchObject({ status: 404 });
    expect(wordsOf(await openPage(api, `/events/${open.id}`))).toContain('Viewers of all streams');
  });
});

it('shows an event of up to 10,000 streams, on its page also a larger one', async () => {
  const env = { CACHE_TTL_SECONDS: '0' };
  const patient = await TestApp.start({ env, deadlineSeconds: 120, databaseUrl: api.databaseUrl, now: testNow });
  const { id: streamer } = await data.streamer();
  const { id } = await data.event({ started_at: hoursAgo(4), ended_at: hoursAgo(2) });
  // Creates the partition of the samples.
  const { id: other } = await data.stream({ streamer_id: streamer, started_at: hoursAgo(4), ended_at: hoursAgo(2) });
  await data.viewerSamples([{ stream_id: other, created_at: hoursAgo(4), viewers: 1 }]);
  const addStreams = (from: number, to: number) =>
    data.client.query(
      `WITH added AS (
         INSERT INTO streams (id, streamer_id, started_at, ended_at, end_reason, sample_count, figures_from_samples)
         SELECT 7000000 + i, $1, $2, $3, 'given', 1, true FROM generate_series($4::int, $5::int) i RETURNING id
       ), sampled AS (
         INSERT INTO viewer_samples (stream_id, created_at, viewers) SELECT a.id, $2, 2 FROM added a
       )
       INSERT INTO event_streams (event_id, stream_id) SELECT $6, a.id FROM added a`,
      [streamer, hoursAgo(4), hoursAgo(2), from, to, id],
    );
  try {
    await addStreams(1, 10_000);
    expect(await patient.get(`/v1/events/${id}/segments`)).toMatchObject({
      status: 200,
      body: [{ avg_viewers: 20_000 }],
    });
    await addStreams(10_001, 10_001);
    expect(await patient.get(`/v1/events/${id}/segments`)).toMatchObject({
      status: 400,
      body: { error: 'This event has more than 10,000 streams.' },
    });
    expect((await patient.get(`/events/${id}`)).status).toBe(200);
  } finally {
    await patient.stop();
  }
});

describe('the figures of an event', () => {
  it('are those of the segments between its markers', async () => {
    const { id } = await addEvent();
    const { body } = await api.get<EventSegment[]>(`/v1/events/${id}/segments`);
    expect(body).toEqual([
      {
        ...{ title: null, from: at(4), to: at(3), minutes: 60, avg_viewers: 111, peak_viewers: 111, peak_at: at(4) },
        ...{ watchtime: 6_660, official_avg_viewers: 1, co_stream_avg_viewers: 10 },
      },
      {
        ...{ title: 'Final', from: at(3), to: at(2), minutes: 60, avg_viewers: 333, peak_viewers: 333, peak_at: at(3) },
        ...{ watchtime: 19_980, official_avg_viewers: 3, co_stream_avg_viewers: 30 },
      },
    ]);
  });

  it('are those of its streams within it, which have a role and a language in event detail too', async () => {
    const { id, ids } = await addEvent();
    const { body } = await api.get<EventMemberFigures[]>(`/v1/events/${id}/streams`);
    expect(body).toMatchObject([
      { id: ids[0], role: 'official', language: 'de', minutes: 120, avg_viewers: 2, peak_viewers: 3, watchtime: 240 },
      { id: ids[1], role: 'co_stream', minutes: 120, avg_viewers: 20, peak_viewers: 30, watchtime: 2_400 },
      { id: ids[2], role: null, minutes: 120, avg_viewers: 200, peak_viewers: 300, watchtime: 24_000 },
    ]);
    const { streams } = (await api.get<EventDetail>(`/v1/events/${id}`)).body;
    expect(streams.map(({ role, language }) => [role, language])).toEqual([
      ['official', 'de'],
      ['co_stream', 'de'],
      [null, 'de'],
    ]);
  });

  it('have the role of a file, also for the host', async () => {
    const { id, ids } = await addEvent();
    await data.client.query(`UPDATE event_streams SET role = 'co_stream' WHERE stream_id = $1`, [ids[0]]);
    const roles = ['co_stream', 'co_stream', null];
    const { body } = await api.get<EventMemberFigures[]>(`/v1/events/${id}/streams`);
    expect(body.map(({ role }) => role)).toEqual(roles);
    const { streams } = (await api.get<EventDetail>(`/v1/events/${id}`)).body;
    expect(streams.map(({ role }) => role)).toEqual(roles);
    const [segment] = (await api.get<EventSegment[]>(`/v1/events/${id}/segments`)).body;
    expect(segment).toMatchObject({ official_avg_viewers: null, co_stream_avg_viewers: 11 });
  });

  it('count the last sample of each live stream until the last known time, in all and for its role', async () => {
    const liveStream = async (...samples: [hours: number, viewers: number][]) => {
      const { id: streamer_id } = await data.streamer();
      const { id } = await data.stream({ streamer_id, started_at: hoursAgo(4), ended_at: null });
      await data.viewerSamples(
        samples.map(([hours, viewers]) => ({ stream_id: id, created_at: hoursAgo(hours), viewers })),
      );
      return id;
    };
    const ids = [await liveStream([4, 10]), await liveStream([4, 100], [3, 300])];
    const { id } = await data.event({ started_at: hoursAgo(4), ended_at: null, host_stream_id: ids[0] ?? null }, ids);
    await data.client.query(`UPDATE event_streams SET role = 'co_stream' WHERE stream_id = $1`, [ids[1]]);
    expect((await api.get<EventSegment[]>(`/v1/events/${id}/segments`)).body).toMatchObject([
      {
        ...{ to: at(3), avg_viewers: 110, peak_viewers: 310, peak_at: at(3), watchtime: 6_600 },
        ...{ official_avg_viewers: 10, co_stream_avg_viewers: 100 },
      },
    ]);
    expect((await api.get<EventMemberFigures[]>(`/v1/events/${id}/streams`)).body).toMatchObject([
      { id: ids[0], avg_viewers: 10, watchtime: 600 },
      { id: ids[1], avg_viewers: 100, peak_viewers: 300, watchtime: 6_000 },
    ]);
  });

  it('are those of its intervals, with the number of streams that were not measured', async () => {
    const { id, ids } = await addEvent();
    await data.client.query('DELETE FROM viewer_samples v WHERE v.stream_id = $1 AND v.created_at >= $2', [
      ids[2],
      at(3),
    ]);
    const { body } = await api.get<EventPoint[]>(`/v1/events/${id}/graphs/thirtyMinutes`);
    const counts = { official_viewers: 3, co_stream_viewers: 30, streams: 2, unknown_streams: 1 };
    expect(body).toEqual([
      ...[0, 30].map((minute) => ({
        ...{ created_at: at(4 - minute / 60), timestamp: `00:${String(minute).padStart(2, '0')}:00` },
        ...{ viewers: 111, official_viewers: 1, co_stream_viewers: 10, streams: 3, unknown_streams: 0 },
      })),
      { created_at: at(3), timestamp: '01:00:00', viewers: 33, ...counts },
      { created_at: at(2.5), timestamp: '01:30:00', viewers: 33, ...counts },
    ]);
  });

  it('name a granularity that fits if there would be more than 3,000 intervals', async () => {
    const { id: streamer_id } = await data.streamer();
    const { id: stream } = await data.stream({ streamer_id, started_at: hoursAgo(240), ended_at: hoursAgo(1) });
    const { id } = await data.event({ started_at: hoursAgo(240), ended_at: null }, [stream]);
    expect(await api.get(`/v1/events/${id}/graphs/minutely`)).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining('granularity must be fiveMinutes or coarser') },
    });
    expect((await api.get<EventPoint[]>(`/v1/events/${id}/graphs/fiveMinutes`)).body).toHaveLength(239 * 12);
    expect(await api.get(`/v1/events/${id}/graphs/daily`)).toMatchObject({ status: 400 });
    const setEnd = (hours: number) =>
      data.client.query('UPDATE events SET ended_at = $2 WHERE id = $1', [id, hoursAgo(hours)]);
    await setEnd(190);
    expect((await api.get<EventPoint[]>(`/v1/events/${id}/graphs/minutely`)).body).toHaveLength(3_000);
    await setEnd(190 - 1 / 3_600_000);
    expect(await api.get(`/v1/events/${id}/graphs/minutely`)).toMatchObject({ status: 400 });
  });

  it('include the interval of a sample at the end of a stream, and the only moment of a stream without duration', async () => {
    const { id: streamer_id } = await data.streamer();
    const add = async (from: number, to: number, samples: [hours: number, viewers: number][]) => {
      const { id } = await data.stream({ streamer_id, started_at: hoursAgo(from), ended_at: hoursAgo(to) });
      await data.viewerSamples(
        samples.map(([hours, viewers]) => ({ stream_id: id, created_at: hoursAgo(hours), viewers })),
      );
      return id;
    };
    const sampled = [
      await add(6, 4, [
        [5.9, 10],
        [4, 30],
      ]),
      await add(5, 5, [[5, 7]]),
    ];
    const streams = [...sampled, await add(6, 3, [])];
    const { id } = await data.event({ started_at: hoursAgo(6), ended_at: null }, streams);
    const { body } = await api.get<EventPoint[]>(`/v1/events/${id}/graphs/hourly`);
    expect(
      body.map(({ created_at, viewers, streams, unknown_streams }) => [created_at, viewers, streams, unknown_streams]),
    ).toEqual([
      [at(6), 10, 1, 1],
      [at(5), 7, 1, 2],
      [at(4), 30, 1, 1],
    ]);
    const { body: alone } = await api.get<{ created_at: string }[]>(`/v1/streams/${sampled[0]}/graphs/hourly`);
    expect(alone.map(({ created_at }) => created_at)).toEqual([at(6), at(4)]);
  });

  it('begin and end with the event, also if markers are before, at or after its end', async () => {
    const { id: streamer_id } = await data.streamer();
    const { id: stream } = await data.stream({ streamer_id, started_at: hoursAgo(5), ended_at: hoursAgo(2) });
    await data.viewerSamples([{ stream_id: stream, created_at: hoursAgo(5), viewers: 10 }]);
    const add = async (ended: number | null, markers: Record<string, number>) => {
      const { id } = await data.event({ started_at: hoursAgo(4), ended_at: ended === null ? null : hoursAgo(ended) }, [
        stream,
      ]);
      for (const [title, hours] of Object.entries(markers))
        await data.eventMarker({ event_id: id, title, timestamp: hoursAgo(hours) });
      const { body } = await api.get<EventSegment[]>(`/v1/events/${id}/segments`);
      return body.map(({ title, from, to, minutes, peak_viewers: peak }) => [title, from, to, minutes, peak]);
    };
    expect(await add(3, { Early: 6, Before: 5, End: 3, After: 2.5 })).toEqual([['Before', at(4), at(3), 60, 10]]);
    expect(await add(3, { Last: 3 + 1 / 3_600_000 })).toEqual([
      [null, at(4), hoursAgo(3 + 1 / 3_600_000).toISOString(), 59, 10],
      ['Last', hoursAgo(3 + 1 / 3_600_000).toISOString(), at(3), 0, 10],
    ]);
    // An event of no time has the viewers of its moment.
    expect(await add(4, { Start: 4 })).toEqual([['Start', at(4), at(4), 0, 10]]);
    // The last known time of an event without an end is the end of its stream.
    expect(await add(null, { Later: 1 })).toEqual([
      [null, at(4), at(1), 180, 10],
      ['Later', at(1), at(1), 0, null],
    ]);
    expect(await add(null, { Known: 2 })).toEqual([
      [null, at(4), at(2), 120, 10],
      ['Known', at(2), at(2), 0, null],
    ]);
  });

  it('are on its page, with a group of streams for each role', async () => {
    const { id } = await addEvent();
    const page = await openPage(api, `/events/${id}`);
    expect(wordsOfEach(page, '#streams .group')).toEqual(['Official streams', 'Co-streams', 'Other streams']);
    const parts = wordsOfEach(page, '#parts tbody tr');
    expect(parts[0]).toBe(
      'Before the first part 08:00 , 1 h peak 111 at 08:00 , 1 official, 10 co-streams 111 111 08:00 1 10',
    );
    expect(parts[1]).toMatch(/^1 Final 09:00 , 1 h .* 333 /);
  });

  it('are hidden if the event is private, unless the API requires a token', async () => {
    const { id } = await addEvent(false);
    const closed = await TestApp.start({ env: { API_TOKEN: apiToken }, databaseUrl: api.databaseUrl, now: testNow });
    try {
      for (const list of lists) {
        const path = `/v1/events/${id}/${list}`;
        expect((await closed.get(path, headers)).status).toBe(200);
        expect((await closed.get(path)).status).toBe(401);
        for (const ending of ['', '.csv', '.ndjson']) {
          const hidden = await api.get(path + ending, headers);
          expect([hidden.status, hidden.text]).toEqual([404, expect.not.stringContaining('Final')]);
        }
      }
    } finally {
      await closed.stop();
    }
  });
});
