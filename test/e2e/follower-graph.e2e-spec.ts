import type { FollowerPoint } from '../../src/streamer/dto/channel-points.response.js';
import { hoursAgo } from '../support/data/factories.js';
import { rejectsBadIntegers, rejectsBadNames } from '../support/data/shared-examples.js';
import { TestApp } from '../support/http/test-app.js';
import { thinnedPoints } from '../support/data/thinning.js';

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

  rejectsBadNames(api, (name) => `/v1/streamer/${name}/follower-graph`);
  rejectsBadIntegers(api, '/v1/streamer/new/follower-graph', 'points', [2, 2_000]);

  it('returns the points oldest first, to the millisecond', async () => {
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

  it('returns [] for a streamer without follower points', async () => {
    expect(await graphWith([])).toEqual([]);
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

  it('returns the points of a range, limited to the requested number', async () => {
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
    expect(await ask('month=2026-02')).toEqual(february);
    expect(await ask('year=2025')).toEqual([]);
    const [first] = await ask('from=2026-02-01&tz=Europe/Berlin');
    expect([first, (await ask('month=2026-02&tz=Europe/Berlin'))[0]]).toEqual([first, first]);
    expect(first?.created_at).toBe('2026-01-31T23:00:00.000Z');
    const picture = async (query: string) => (await api.get(`/v1/streamer/${id}/follower-graph.svg?${query}`)).text;
    expect(await picture('month=2026-02')).toBe(await picture('from=2026-02-01&to=2026-03-01'));
    expect(await picture('year=2025')).toContain('No follower counts in this period.');
  });

  it.each([
    [
      'from=yesterday',
      'from must be a date such as 2026-10-01 or a time such as 2026-10-01T12:00:00Z (write the + of an offset as %2B)',
    ],
    [
      'to=',
      'to must be a date such as 2026-10-01 or a time such as 2026-10-01T12:00:00Z (write the + of an offset as %2B)',
    ],
  ])('returns 400 for %s', async (query, error) => {
    const { status, body } = await api.get(`/v1/streamer/somebody/follower-graph?${query}`);
    expect({ status, body }).toEqual({ status: 400, body: { error } });
  });
});

/** One point per hour. The number of followers is the number of the point. */
function hourly(count: number, startMs = hoursAgo(20_000).getTime()): [Date, number][] {
  return Array.from({ length: count }, (_, i) => [new Date(startMs + i * 3_600_000), i]);
}
