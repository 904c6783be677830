import type { FollowerPoint } from '../../src/streamer/dto/follower-point.response.js';
import { hoursAgo } from '../support/factories.js';
import { rejectsBadIntegers, rejectsBadNames, requiresToken } from '../support/shared-examples.js';
import { TestApp } from '../support/test-app.js';
import { thinnedPoints } from '../support/thinning.js';

describe('GET /v1/streamer/{name}/follower-graph', () => {
  const [api, data] = TestApp.whileTestingWithData();

  beforeAll(() => data.streamer({ login: 'new' }));

  const graphOf = (name: string) => api.get<FollowerPoint[]>(`/v1/streamer/${name}/follower-graph`);

  const graphWith = async (points: [Date, number][]) => {
    const { id } = await data.streamer();
    await data.followerPoints(id, points);
    const { status, body } = await graphOf(id);
    expect(status).toBe(200);
    return body;
  };

  requiresToken(() => api, '/v1/streamer/somebody/follower-graph');
  rejectsBadNames(
    () => api,
    (name) => `/v1/streamer/${name}/follower-graph`,
  );
  rejectsBadIntegers(
    () => api,
    (query) => `/v1/streamer/new/follower-graph?${query}`,
    { name: 'points', minimum: 2, maximum: 2_000 },
  );

  it('answers the points oldest first, to the millisecond', async () => {
    const graph = await graphWith([
      [new Date('2026-06-02T10:00:00.123Z'), 0],
      [new Date('2024-02-29T23:59:59.999Z'), 2 ** 33],
      [new Date('2026-06-02T10:00:00.120Z'), 5],
    ]);
    expect(graph).toEqual([
      { followers: 2 ** 33, created_at: '2024-02-29T23:59:59.999Z' },
      { followers: 5, created_at: '2026-06-02T10:00:00.120Z' },
      { followers: 0, created_at: '2026-06-02T10:00:00.123Z' },
    ]);
  });

  it('answers [] for a streamer who was never counted', async () => {
    expect(await graphWith([])).toEqual([]);
  });

  it('answers the points of this streamer alone, by login in any case and by id', async () => {
    const { id } = await data.streamer({ login: 'somebody' });
    const other = await data.streamer();
    await data.followerPoints(id, [[hoursAgo(2), 7]]);
    await data.followerPoints(other.id, [[hoursAgo(2), 8]]);
    for (const name of ['somebody', 'SOMEBODY', id]) {
      expect((await graphOf(name)).body.map(({ followers }) => followers)).toEqual([7]);
    }
  });

  it('shows each of 1,000 points', async () => {
    const graph = await graphWith(hourly(1_000));
    expect(graph).toHaveLength(1_000);
    expect(graph.map(({ followers }) => followers)).toEqual(Array.from({ length: 1_000 }, (_, i) => i));
  });

  it.each([1_001, 5_000])('thins %d points to 1,000 at most that are even in time', async (count) => {
    const points = hourly(count);
    const graph = await graphWith(points);
    expect(graph.length).toBeLessThanOrEqual(1_000);
    expect(graph.length).toBeGreaterThan(990);
    const wanted = thinnedPoints(
      points.map(([at, figure]) => ({ at: at.getTime(), figure })),
      1_000,
    );
    expect(graph.map(({ followers }) => followers)).toEqual(wanted.map(({ figure }) => figure));
    const numbers = [-1, ...graph.map(({ followers }) => followers)];
    const steps = numbers.slice(1).map((number, i) => number - (numbers[i] ?? 0));
    expect(Math.max(...steps)).toBeLessThanOrEqual(Math.ceil(count / 499));
  });

  it('keeps a peak and a fall of an hour, wherever they are', async () => {
    const points = hourly(5_000).map(([at], i): [Date, number] => [at, { 1_234: 9_999, 3_333: 7 }[i] ?? 500]);
    const graph = await graphWith(points);
    expect(graph.map(({ followers }) => followers)).toEqual(expect.arrayContaining([9_999, 7]));
  });

  it('shows one old point and 5,000 of the last day in more than 500', async () => {
    const day = Array.from({ length: 5_000 }, (_, i): [Date, number] => [
      new Date(hoursAgo(24).getTime() + i * 17_000),
      i,
    ]);
    const graph = await graphWith([[hoursAgo(9_000), 0], ...day]);
    expect(graph.length).toBeGreaterThan(500);
    expect(graph.length).toBeLessThanOrEqual(1_000);
  });

  it('answers the points of a range, in as many points as are asked for', async () => {
    const { id } = await data.streamer();
    await data.followerPoints(id, hourly(2_400, Date.UTC(2026, 0, 1)));
    const ask = async (query: string) =>
      (await api.get<FollowerPoint[]>(`/v1/streamer/${id}/follower-graph?${query}`)).body;
    const february = await ask('from=2026-02-01&to=2026-03-01');
    expect(february).toHaveLength(28 * 24);
    expect(february[0]?.created_at).toBe('2026-02-01T00:00:00.000Z');
    expect(february.at(-1)?.created_at).toBe('2026-02-28T23:00:00.000Z');
    expect(await ask('from=2026-02-01&to=2026-03-01&points=2')).toEqual([february[0], february.at(-1)]);
    expect(await ask('points=2000')).toHaveLength(1_998);
    expect(await ask('from=2026-02-01T00:00:00%2B01:00&to=2026-02-01')).toHaveLength(1);
    expect(await ask('from=2026-02-01&to=2026-02-01')).toEqual([]);
    expect(await ask('from=2027-01-01')).toEqual([]);
  });

  it.each([
    ['from=yesterday', 'from must be a date such as 2026-10-01 or a time such as 2026-10-01T12:00:00Z'],
    ['to=', 'to must be a date such as 2026-10-01 or a time such as 2026-10-01T12:00:00Z'],
  ])('answers 400 to %s', async (query, error) => {
    const { status, body } = await api.get(`/v1/streamer/somebody/follower-graph?${query}`);
    expect({ status, body }).toEqual({ status: 400, body: { error } });
  });

  it('keeps the first and the last point of a long history, whose times are not round', async () => {
    const start = new Date('2020-01-01T00:00:00Z').getTime();
    const end = start + 105_067_911_604;
    const points = [...hourly(1_500, start), [new Date(end - 1), 1_500], [new Date(end), 1_501]] as [Date, number][];
    const graph = await graphWith(points);
    expect(graph.length).toBeLessThanOrEqual(1_000);
    expect(graph[0]).toEqual({ followers: 0, created_at: '2020-01-01T00:00:00.000Z' });
    expect(graph.at(-1)).toEqual({ followers: 1_501, created_at: new Date(end).toISOString() });
  });

  it('shows a gap as a gap, and no point that was not counted', async () => {
    const year = 365 * 24;
    const start = hoursAgo(3 * year).getTime();
    const early = hourly(1_000, start);
    const late = hourly(1_000, start + 2 * year * 3_600_000).map(([at, i]): [Date, number] => [at, 1_000 + i]);
    const graph = await graphWith([...early, ...late]);
    const counted = new Set([...early, ...late].map(([at]) => at.toISOString()));
    expect(graph.every(({ created_at }) => counted.has(created_at))).toBe(true);
    expect(graph.length).toBeLessThan(1_000);
    const times = graph.map(({ created_at }) => Date.parse(created_at));
    const longest = Math.max(...times.slice(1).map((time, i) => time - (times[i] ?? 0)));
    expect(longest / 3_600_000).toBeGreaterThan(2 * year - 1_100);
  });
});

/** A point an hour, whose followers are its number. */
function hourly(count: number, startMs = hoursAgo(20_000).getTime()): [Date, number][] {
  return Array.from({ length: count }, (_, i) => [new Date(startMs + i * 3_600_000), i]);
}
