import type { ViewerPoint } from '../../src/streams/viewers/viewer-point.response.js';
import { hoursAgo } from '../support/data/factories.js';
import { findsNoBadIds, rejectsBadIntegers } from '../support/data/shared-examples.js';
import { TestApp } from '../support/http/test-app.js';

const startMs = hoursAgo(400).getTime();
const at = (minute: number) => new Date(startMs + minute * 60_000);

describe('GET /v1/streams/{id}/graphs/{granularity}', () => {
  const [api, data] = TestApp.whileTestingWithData();

  beforeAll(async () => data.stream({ id: '77', streamer_id: (await data.streamer()).id }));

  const graphOf = (id: string, granularity: string) =>
    api.get<ViewerPoint[]>(`/v1/streams/${id}/graphs/${granularity}`);

  const streamWith = async (minutes: number[], endMinute: number | null): Promise<string> => {
    const { id: streamer_id } = await data.streamer();
    const ended_at = endMinute === null ? null : at(endMinute);
    const { id } = await data.stream({ streamer_id, started_at: at(0), ended_at });
    await data.viewerSamples(
      minutes.map((minute) => ({ stream_id: id, created_at: at(minute), viewers: minute * 10 })),
    );
    return id;
  };

  findsNoBadIds(api, (id) => `/v1/streams/${id}/graphs/hourly`, 'No stream has this ID.');

  it.each(['', 'Hourly', 'hourly ', 'daily', 'minutes', '60', 'toString', '__proto__', '\0'])(
    'returns 400 for the granularity %j',
    async (granularity) => {
      const { status, body } = await graphOf('1', encodeURIComponent(granularity));
      expect(status).toBe(granularity === '' ? 404 : 400);
      if (status === 400) {
        expect(body).toEqual({
          error: 'granularity must be one of minutely, fiveMinutes, tenMinutes, thirtyMinutes, hourly',
        });
      }
    },
  );

  it('returns a point for each part with a sample, oldest first, with its offset', async () => {
    const id = await streamWith([0, 1, 2, 61, 6_001], 6_002);
    // (0 * 1 + 10 * 1 + 20 * 58) / 60 is 19.5; (20 * 1 + 610 * 59) / 60; (610 * 1 + 60,010 * 1) / 2
    expect((await graphOf(id, 'hourly')).body).toEqual([
      { viewers: 20, created_at: at(0).toISOString(), timestamp: '00:00:00' },
      { viewers: 600, created_at: at(60).toISOString(), timestamp: '01:00:00' },
      { viewers: 30_310, created_at: at(6_000).toISOString(), timestamp: '100:00:00' },
    ]);
    expect((await graphOf(id, 'minutely')).body.map(({ viewers, timestamp }) => [viewers, timestamp])).toEqual([
      [0, '00:00:00'],
      [10, '00:01:00'],
      [20, '00:02:00'],
      [610, '01:01:00'],
      [60_010, '100:01:00'],
    ]);
  });

  it('thins to the requested number of points, and keeps the peak', async () => {
    const minutes = Array.from({ length: 3_001 }, (_, minute) => minute);
    const id = await streamWith(minutes, 3_001);
    const { status, body } = await graphOf(id, 'minutely?points=100');
    expect(status).toBe(200);
    expect(body.length).toBeLessThanOrEqual(100);
    expect(body.length).toBeGreaterThan(50);
    expect([body[0], body.at(-1)]).toMatchObject([
      { timestamp: '00:00:00' },
      { timestamp: '50:00:00', viewers: 30_000 },
    ]);
    expect((await graphOf(id, 'minutely?points=2')).body).toHaveLength(2);
  });

  it('returns the parts that begin in a range, even of a stream that is too long for a whole graph', async () => {
    const minutes = Array.from({ length: 3_001 }, (_, minute) => minute);
    const id = await streamWith(minutes, 3_001);
    const range = `from=${at(60).toISOString()}&to=${at(120).toISOString()}`;
    const { body } = await graphOf(id, `minutely?${range}`);
    expect(body.map(({ viewers }) => viewers)).toEqual(minutes.slice(60, 120).map((minute) => minute * 10));
    expect((await graphOf(id, `minutely?from=${at(0).toISOString()}`)).status).toBe(400);
    expect((await graphOf(id, 'hourly?to=2001-01-01')).body).toEqual([]);
    expect(await graphOf(id, 'hourly?to=soon')).toMatchObject({ status: 400 });
  });

  rejectsBadIntegers(api, '/v1/streams/77/graphs/hourly', 'points', [2, 2_000]);
});
