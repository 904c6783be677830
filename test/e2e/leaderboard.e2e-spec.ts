import fc from 'fast-check';
import type { LeaderboardEntry, LeaderboardPage } from '../../src/leaderboard/dto/leaderboard-page.response.js';
import { LeaderboardMetric, leaderboardMetrics } from '../../src/leaderboard/boards.js';
import { hoursAgo, testNow } from '../support/data/factories.js';
import { rejectsBadIntegers } from '../support/data/shared-examples.js';
import { TestApp } from '../support/http/test-app.js';
import { propertyRuns } from '../support/data/property-runs.js';

describe('GET /v1/leaderboard', () => {
  const [api, data] = TestApp.whileTestingWithData({ now: testNow });

  beforeEach(async () => {
    await data.clear();
    api.forgetAnswers();
  });

  const refresh = async () => {
    await data.refreshBoard();
    api.forgetAnswers();
  };

  const pageOf = async (query = '') => {
    const { status, body } = await api.get<LeaderboardPage>(`/v1/leaderboard${query}`);
    expect(status).toBe(200);
    return body;
  };
  const idsOf = async (query: string) => (await pageOf(query)).items.map(({ id }) => id);

  const place = async (id: string, viewers: number, followers: [number, number] = [10, 10]) => {
    await data.streamer({ id, login: `login_${id}` });
    await data.stream({ streamer_id: id, avg_viewers: viewers, peak_viewers: viewers, watchtime: viewers * 60 });
    await data.followerPoints(id, [
      [hoursAgo(20), followers[0]],
      [hoursAgo(10), followers[1]],
    ]);
  };

  rejectsBadIntegers(api, '/v1/leaderboard', 'limit', [1, 200]);
  rejectsBadIntegers(api, '/v1/leaderboard', 'cursor', [0, Number.MAX_SAFE_INTEGER]);

  it.each(['', 'Watchtime', 'watchtime ', 'watch_time', 'avg_viewers', 'id', 'toString', '__proto__', 'watchtime,id'])(
    'returns 400 for the sort %j',
    async (sort) => {
      const { status, body } = await api.get(`/v1/leaderboard?sort=${encodeURIComponent(sort)}`);
      expect(status).toBe(400);
      expect(body).toEqual({
        error: 'sort must be one of watchtime, averageviewers, followers, followergain, peakviewers',
      });
    },
  );

  it('reports every wrong parameter', async () => {
    const { body } = await api.get<{ error: string }>('/v1/leaderboard?sort=x&limit=0&cursor=-1');
    for (const name of ['sort', 'limit', 'cursor']) expect(body.error).toContain(`${name} must be`);
  });

  it('returns every field of an entry', async () => {
    await place('100000001', 2 ** 33, [2 ** 33, 2 ** 33 - 7]);
    await refresh();
    expect(await pageOf()).toEqual({
      items: [
        {
          id: '100000001',
          name: 'login_100000001',
          display_name: 'Streamer 100000001',
          followers: 2 ** 33 - 7,
          watchtime: 2 ** 33 * 60,
          averageviewers: 2 ** 33,
          peakviewers: 2 ** 33,
          followergain: -7,
          previous_rank: null,
          total_minutes: 60,
          stream_count: 1,
          language: 'en',
          platform: 'twitch',
          external_id: null,
        },
      ],
      hasMore: false,
      nextCursor: 1,
    });
  });

  it('sorts by watchtime and returns the first 50 entries by default', async () => {
    for (let id = 1; id <= 52; id++) await place(String(id), id);
    await refresh();
    const page = await pageOf();
    expect(page).toEqual(await pageOf('?sort=watchtime&limit=50&cursor=0'));
    expect(page).toMatchObject({ hasMore: true, nextCursor: 50 });
    expect(page.items.map(({ id }) => Number(id))).toEqual(Array.from({ length: 50 }, (_, i) => 52 - i));
  });

  it('returns an empty page at the end and after it, and keeps the cursor', async () => {
    await place('1', 1);
    await refresh();
    for (const cursor of [1, 2, 2 ** 31, Number.MAX_SAFE_INTEGER]) {
      expect(await pageOf(`?cursor=${cursor}`)).toEqual({ items: [], hasMore: false, nextCursor: cursor });
    }
  });

  it.each([7, 30, 90])('returns the rank by the same figure in the %s days before', async (days) => {
    const begin = (id: string, daysAgo: number, watchtime: number, peak_viewers: number) =>
      data.stream({ streamer_id: id, started_at: hoursAgo(24 * daysAgo), watchtime, peak_viewers, avg_viewers: 1 });
    for (const id of ['1', '2', '3', '4']) await data.streamer({ id });
    for (const id of ['1', '2', '3']) await begin(id, days - 0.001, Number(id), 10);
    await begin('1', days + 0.001, 50, 5);
    await begin('2', 2 * days, 40, 6);
    await begin('3', 2 * days + 0.001, 60, 7);
    await begin('4', days + 1, 45, 5);
    await refresh();
    const ranks = async (sort: LeaderboardMetric) =>
      (await pageOf(`?days=${days}&sort=${sort}`)).items.map((entry) => [entry.id, entry.previous_rank]);
    expect(await ranks('watchtime')).toEqual(Object.entries({ 3: null, 2: 3, 1: 1 }).reverse());
    expect(await ranks('peakviewers')).toEqual(Object.entries({ 1: 2, 2: 1, 3: null }));
  });

  describe('for other windows', () => {
    const rank = async (id: string, daysAgo: number) => {
      await data.streamer({ id });
      await data.stream({ streamer_id: id, started_at: hoursAgo(24 * daysAgo), watchtime: Number(id) });
      await data.followerPoints(id, [
        [hoursAgo(24 * daysAgo), 10],
        [hoursAgo(1), 10 + Number(id)],
      ]);
    };

    it('lists streamers who began a stream in that number of days, with their figures of that window', async () => {
      for (const [id, daysAgo] of Object.entries({ 1: 7, 2: 7.001, 3: 30, 4: 30.001, 5: 90, 6: 90.001 })) {
        await rank(id, daysAgo);
      }
      await data.stream({ streamer_id: '1', started_at: hoursAgo(24 * 40), watchtime: 100 });
      await refresh();
      expect(await idsOf('?days=7')).toEqual(['1']);
      expect(await idsOf('?days=30')).toEqual(['3', '2', '1']);
      expect(await idsOf('?days=90')).toEqual(['1', '5', '4', '3', '2']);
      expect(await pageOf('?days=90&limit=1')).toMatchObject({
        items: [{ id: '1', watchtime: 101, followers: 11, followergain: 1 }],
        hasMore: true,
        nextCursor: 1,
      });
      expect(await idsOf('?days=90&sort=followergain&limit=2&cursor=1')).toEqual(['4', '3']);
    });

    it('has a default window of thirty days, with the same bytes', async () => {
      for (const [id, daysAgo] of Object.entries({ 1: 2, 2: 20, 3: 40 })) await rank(id, daysAgo);
      await refresh();
      const texts = [];
      for (const query of ['', '?days=30']) texts.push((await api.get(`/v1/leaderboard${query}`)).text);
      expect(texts[0]).toBe(texts[1]);
      expect(await idsOf('')).toEqual(['2', '1']);
    });

    it.each(['', '0', '1', '07', '7.0', '365', 'week', '7&days=30'])('refuses days=%s', async (days) => {
      expect(await api.get(`/v1/leaderboard?days=${days}`)).toMatchObject({
        status: 400,
        body: { error: 'days must be one of 7, 30, 90' },
      });
    });
  });

  it('stays the same until the next refresh', async () => {
    await place('1', 1);
    await refresh();
    await place('2', 2);
    expect(await idsOf('')).toEqual(['1']);
    await refresh();
    expect(await idsOf('')).toEqual(['2', '1']);
  });

  it('visits every entry once and in order, for any limit and metric', async () => {
    const walk = async (sort: LeaderboardMetric, limit: number) => {
      const entries: LeaderboardEntry[] = [];
      for (let cursor = 0, hasMore = true; hasMore;) {
        const page = await pageOf(`?sort=${sort}&limit=${limit}&cursor=${cursor}`);
        entries.push(...page.items);
        expect(page.nextCursor).toBe(entries.length);
        expect(page.items.length === limit || !page.hasMore).toBe(true);
        ({ nextCursor: cursor, hasMore } = page);
      }
      return entries;
    };
    // Small figures, so that many are equal.
    const figures = fc.array(fc.tuple(fc.nat({ max: 6 }), fc.nat({ max: 6 }), fc.nat({ max: 6 })), { maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(figures, fc.integer({ min: 1, max: 45 }), async (streamers, limit) => {
        await data.clear();
        for (const [i, [viewers, before, after]] of streamers.entries()) {
          // IDs that sort differently as numbers and as text, in shuffled order.
          await place(String(((i * 37) % 41) + 1), viewers, [before, after]);
        }
        await refresh();
        for (const metric of leaderboardMetrics) {
          const entries = await walk(metric, limit);
          expect(entries).toHaveLength(streamers.length);
          expect(new Set(entries.map(({ id }) => id)).size).toBe(streamers.length);
          expect(entries).toEqual(entries.toSorted((a, b) => b[metric] - a[metric] || Number(a.id) - Number(b.id)));
        }
      }),
      propertyRuns(15),
    );
  });
});
