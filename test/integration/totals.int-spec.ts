import { setTimeout } from 'node:timers/promises';
import fc from 'fast-check';
import { Observation, packPiece } from '../../src/collect/spool/observation.js';
import { TimeRange } from '../../src/figures/time.js';
import { saveObservation } from '../../src/collect/spool/save-observation.js';
import { CollectStore } from '../../src/collect/collect-store.js';
import { inTransaction } from '../../src/database/in-transaction.js';
import { forgetStreamer } from '../../src/jobs/forget/forget-streamer.js';
import { pruneNewer } from '../../src/jobs/prune/prune-newer.js';
import { refreshLeaderboard } from '../../src/jobs/refresh/refresh-leaderboard.js';
import { refreshTotals, storeTotalDays } from '../../src/jobs/refresh/refresh-totals.js';
import { databaseWhileTesting } from '../support/database/test-database.js';
import { propertyRuns } from '../support/data/property-runs.js';
import { TestStore } from '../support/database/test-store.js';
import { TotalsRepository } from '../../src/totals/totals.repository.js';

const database = databaseWhileTesting();
const minute = 60_000;
const hour = 60 * minute;
/** The hour before the last whole one, because some steps compare with the time of the database. */
const start = (Math.floor(Date.now() / hour) - 2) * hour;

interface Live {
  viewers: number;
  id?: string;
  language?: string;
  game?: string;
}

interface SweepOptions {
  channels?: number;
  isComplete?: boolean;
  now?: Date;
}

/** A sweep some minutes after the start, with live streams. */
function sweepAt(
  minutes: number,
  live: readonly Live[],
  { channels, isComplete = true }: SweepOptions = {},
): Observation {
  const items = live.map(({ viewers, id = String(index(live, viewers)), language = '', game = '' }) => ({
    ...{
      id,
      user_id: `${id}1`,
      user_login: `ann${id}`,
      user_name: `ann${id}`,
      started_at: new Date(start - 3 * hour).toISOString(),
    },
    ...{ viewer_count: viewers, language, game_name: game, title: '', tags: [] },
  }));
  return {
    head: {
      ...{ kind: 'sweep', at: new Date(start + minutes * minute).toISOString(), channels },
      knownImport: isComplete ? 1_000 : undefined,
    },
    pieces: [packPiece(items.map((item) => ({ shape: 'stream', item })))],
  };
}

const index = (live: readonly Live[], viewers: number) => live.findIndex((one) => one.viewers === viewers) + 1;

const save = (observation: Observation, now?: Date) =>
  saveObservation(database.client, 'twitch', observation, { now: now ?? null });
const observe = (minutes: number, live: readonly Live[], options: SweepOptions = {}) =>
  save(sweepAt(minutes, live, options), options.now);
const refresh = (now = new Date()) => inTransaction(database.client, () => refreshTotals(database.client, now));
const rowsOf = async (sql: string) => (await database.client.query<Record<string, unknown>>(sql)).rows;
const sweeps = () => rowsOf(`SELECT t.* FROM sweep_totals t WHERE t.platform = 'twitch' ORDER BY t.swept_at`);
const hours = (kind = 'all') =>
  rowsOf(`
    SELECT (date_part('epoch', t.created_at) * 1000 - ${start})::float8 AS at, t.name, t.viewer_ms::float8 / 60000 AS watchtime,
      t.peak_viewers::int AS peak, t.stream_ms::float8 / 60000 AS airtime, t.peak_streams AS streams,
      t.covered_ms / 60000 AS covered
    FROM totals t WHERE t.kind = '${kind}' AND t.platform = 'twitch' ORDER BY 1, t.viewer_ms DESC, t.name`);

const forgetAll = () => rowsOf('DELETE FROM sweep_totals; DELETE FROM totals');

describe('a sweep', () => {
  it('stores its streams and viewers, in all, by language and by game, if it is complete', async () => {
    await observe(1, [
      { viewers: 5, language: 'en', game: 'Chess' },
      { viewers: 7, language: 'de', game: 'Go' },
      { viewers: 9, language: 'en', game: ' ' },
      { viewers: 11, game: 'Chess' },
    ]);
    await observe(2, [], { channels: 3 });
    await observe(3, [{ viewers: 5 }], { isComplete: false });
    await save({ head: { kind: 'facts', at: new Date(start).toISOString() }, pieces: [] });
    expect(await sweeps()).toMatchObject([
      {
        ...{
          platform: 'twitch',
          swept_at: new Date(start + minute),
          watched_channels: null,
          streams: 4,
          viewers: '32',
        },
        ...{ languages: ['de', 'en'], language_streams: [1, 2], language_viewers: [7, 14] },
        ...{ games: ['Chess', 'Go'], game_streams: [2, 1], game_viewers: [16, 7] },
      },
      { streams: 0, viewers: '0', watched_channels: 3, languages: [], games: [], game_viewers: [] },
    ]);
  });

  it('counts once, and not if it is stored more than 24 hours later', async () => {
    const later = (ms: number) => new Date(start + 24 * hour + ms);
    await observe(0, [{ viewers: 5 }], { now: later(1) });
    expect(await sweeps()).toEqual([]);
    await observe(0, [{ viewers: 5 }], { now: later(0) });
    const stored = await sweeps();
    expect(stored).toHaveLength(1);
    await observe(0, [{ viewers: 6 }]);
    expect(await sweeps()).toEqual(stored);
  });
});

describe('the totals of an hour', () => {
  it('are those of its sweeps, each held until the next one for at most ten minutes', async () => {
    await observe(-5, [{ viewers: 60, language: 'en' }]);
    await observe(20, [{ viewers: 30 }, { viewers: 40, language: 'en' }]);
    await observe(22, [{ viewers: 10 }]);
    await observe(55, [{ viewers: 5 }]);
    await refresh();
    // 5 min of 60, 2 of 70, 10 of 10, and 5 of 5 viewers.
    expect(await hours()).toEqual([
      { at: -hour, name: '', watchtime: 300, peak: 60, airtime: 5, streams: 1, covered: 5 },
      { at: 0, name: '', watchtime: 565, peak: 70, airtime: 24, streams: 2, covered: 22 },
      { at: hour, name: '', watchtime: 25, peak: 5, airtime: 5, streams: 1, covered: 5 },
    ]);
    expect(await hours('language')).toMatchObject([
      { at: -hour, name: 'en', watchtime: 300 },
      { at: 0, name: 'en', watchtime: 380, peak: 60, airtime: 7, covered: 22 },
    ]);
  });

  it('do not depend on the order in which sweeps are stored, nor on refreshes in between', async () => {
    const live = fc.array(
      fc.record({
        viewers: fc.nat(50),
        language: fc.constantFrom('en', 'de', ''),
        game: fc.constantFrom('A', 'B', ''),
      }),
      { maxLength: 3 },
    );
    const moments = fc.uniqueArray(fc.integer({ min: -30, max: 100 }), { minLength: 1, maxLength: 8 });
    const cases = moments.chain((minutes) =>
      fc.record({
        made: fc.tuple(...minutes.map((at) => live.map((streams) => ({ at, streams })))),
        order: fc.shuffledSubarray(minutes, { minLength: minutes.length }),
        again: fc.subarray(minutes),
        refreshed: fc.subarray(minutes),
      }),
    );
    const store = async (at: number, made: readonly { at: number; streams: Live[] }[]) => {
      const streams = made.find((one) => one.at === at)?.streams ?? [];
      await observe(
        at,
        streams.map((stream, i) => ({ ...stream, id: String(i + 1) })),
      );
    };
    const all = async () => ({ all: await hours(), languages: await hours('language'), games: await hours('game') });
    await fc.assert(
      fc.asyncProperty(cases, async ({ made, order, again, refreshed }) => {
        for (const { at } of made.toSorted((a, b) => a.at - b.at)) await store(at, made);
        await refresh();
        const expected = await all();
        await forgetAll();
        for (const at of order) {
          await store(at, made);
          if (again.includes(at)) await store(at, made);
          if (refreshed.includes(at)) await refresh();
        }
        await refresh();
        expect(await all()).toEqual(expected);
        await forgetAll();
      }),
      propertyRuns(8),
    );
  });

  it('have the 200 games with the most watchtime, equal ones by name', async () => {
    // The game with the most viewers has them for a minute, so that its watchtime is the lowest.
    await observe(0, [{ viewers: 9, game: 'A' }]);
    await observe(
      1,
      Array.from({ length: 202 }, (_, i) => ({ viewers: i < 3 ? 1 : 2, id: String(i + 1), game: `Game ${1000 + i}` })),
    );
    await refresh();
    const games = (await hours('game')).map(({ name }) => name);
    expect(games).toHaveLength(200);
    expect(games.at(-1)).toBe('Game 1000');
    expect(games).not.toContain('A');
  });

  it('stay after their sweeps are deleted, which is 48 hours later', async () => {
    await observe(0, [{ viewers: 5 }]);
    await refresh(new Date(start + 48 * hour));
    expect(await sweeps()).toHaveLength(1);
    const before = await hours();
    await refresh(new Date(start + 48 * hour + 1));
    expect(await sweeps()).toEqual([]);
    expect(await hours()).toEqual(before);
  });
});

describe('the removal of data', () => {
  const observeBoth = async () => {
    await observe(
      10,
      [
        { viewers: 5, id: '1' },
        { viewers: 7, id: '2' },
      ],
      { channels: 2 },
    );
    await observe(50, [{ viewers: 7, id: '2' }], { channels: 2 });
    await observe(61, [{ viewers: 7, id: '2' }], { channels: 2 });
    await refresh();
  };

  /** Gives Kick the same totals and sweeps. */
  const copyToKick = async () => {
    for (const table of ['totals', 'sweep_totals'])
      await rowsOf(`INSERT INTO ${table} SELECT (jsonb_populate_record(t, '{"platform": "kick"}')).* FROM ${table} t`);
  };
  const countKick = async () => {
    const counts = ['totals', 'sweep_totals'].map((table) =>
      rowsOf(`SELECT count(*)::int AS rows FROM ${table} t WHERE t.platform = 'kick'`),
    );
    return (await Promise.all(counts)).flat().map(({ rows }) => rows);
  };

  it('leaves the totals of a whole platform, and removes those of a list (COLLECT_KEEP)', async () => {
    await observeBoth();
    await observe(-120, [{ viewers: 9, id: '3' }]);
    await refresh();
    await copyToKick();
    const kick = await countKick();
    const store = new CollectStore(database.url, 'twitch');
    const removed = await store.prune(new Date(start + hour)).finally(() => store.end());
    expect(removed).toMatchObject({ totals: 1, sweep_totals: 2 });
    expect(await countKick()).toEqual(kick);
    expect((await hours()).map(({ at }) => at)).toEqual([-2 * hour, hour]);
  });

  it('removes the hours of lists in which a forgotten streamer was live', async () => {
    await observe(-175, [{ viewers: 5, id: '1' }], { channels: 1 });
    await observe(-120, [{ viewers: 9, id: '1' }]);
    await observeBoth();
    await copyToKick();
    const kick = await countKick();
    await forgetStreamer(database.client, '11');
    expect(await countKick()).toEqual(kick);
    expect((await hours()).map(({ at }) => at)).toEqual([-2 * hour, hour]);
    expect(await sweeps()).toMatchObject([{ viewers: '9' }, { viewers: '7' }, { viewers: '7' }]);
  });

  it('computes the hour of a wrong clock again (prune --newer-than)', async () => {
    await observeBoth();
    await pruneNewer(database.client, new Date(start + 49 * minute));
    await refresh();
    expect(await hours()).toMatchObject([{ at: 0, watchtime: 120, streams: 2 }]);
  });
});

describe('the sums of days', () => {
  const store = TestStore.whileTesting();
  const end = Date.UTC(2026, 5, 15, 7);
  const rangeOf = (hours: number, since = 0) => ({
    from: end - (hours + since) * hour,
    to: end - since * hour,
  });
  const run = async (sql: string, values: unknown[] = []) =>
    (await store.data.client.query(sql, values)).rows as object[];
  const afterEnd = new Date(end + 24 * hour);
  const fill = () => inTransaction(store.data.client, () => storeTotalDays(store.data.client, afterEnd));

  /** Totals of 20 days of two platforms; the second one lacks every third hour. */
  beforeEach(async () => {
    await run('TRUNCATE totals, total_days');
    await run(
      `INSERT INTO totals
      SELECT k.kind, k.name, $1::timestamptz - h * interval '1 hour', p, h * 1000 * length(k.name), h % 7, h, h % 5, 3600000,
        NULLIF(h % 2, 0)
      FROM generate_series(1, 480) h, unnest(ARRAY['twitch', 'kick']) p,
        (VALUES ('all', ''), ('language', 'en'), ('game', 'Go'), ('game', 'Chess')) k(kind, name)
      WHERE p = 'twitch' OR h % 3 > 0`,
      [new Date(end)],
    );
    await fill();
  });

  const read = async (range: TimeRange) => {
    const repository = new TotalsRepository(store.prisma);
    return [
      await repository.rankNames('game', range, 100),
      await repository.rankNames('language', range, 100),
      await repository.listIntervals(range, 'day', 100),
      await repository.listOfGame('Go', range, 'day', 100),
      await repository.listOfLanguage('en', { ...range, platform: 'kick' }, 'day', 100),
    ];
  };
  /** The same figures of the hours alone. */
  const readHours = async (range: TimeRange) => {
    await run('CREATE TABLE kept_days AS TABLE total_days; TRUNCATE total_days');
    const figures = await read(range);
    await run('INSERT INTO total_days TABLE kept_days; DROP TABLE kept_days');
    return figures;
  };

  it('are read for more than 14 days, with the hours of both ends, and not for 14 days', async () => {
    await run('UPDATE total_days SET viewer_ms = 0, stream_ms = 0');
    const [whole, part] = [rangeOf(14 * 24), rangeOf(14 * 24 + 1)];
    expect(await read(whole)).toEqual(await readHours(whole));
    const [ofHours] = await readHours(part);
    const [ofDays] = await read(part);
    expect(ofDays).not.toEqual(ofHours);
    // The seven hours of the last day.
    expect(ofDays).toContainEqual(
      expect.objectContaining({ name: 'Chess', platform: 'twitch', watchtime: expect.any(Number) }),
    );
    expect((ofDays as { watchtime: number }[]).every(({ watchtime }) => watchtime > 0)).toBe(true);
  });

  it('equal those of the hours after random changes and refreshes', async () => {
    const change = fc.record({
      first: fc.nat(480),
      count: fc.nat(60),
      platform: fc.constantFrom('twitch', 'kick'),
      how: fc.constantFrom('delete', 'update', 'insert', 'fill'),
    });
    const ranges = fc.tuple(fc.integer({ min: 337, max: 480 }), fc.nat(100));
    await fc.assert(
      fc.asyncProperty(fc.array(change, { maxLength: 4 }), ranges, async (changes, [hours, since]) => {
        for (const { first, count, platform, how } of changes) {
          const at = new Date(end - (first + count) * hour);
          const until = new Date(end - first * hour);
          const isChanged = 'platform = $1 AND created_at >= $2 AND created_at < $3';
          const values = [platform, at, until];
          if (how === 'delete') await run(`DELETE FROM totals WHERE ${isChanged}`, values);
          else if (how === 'update')
            await run(`UPDATE totals SET viewer_ms = viewer_ms + 60000 WHERE ${isChanged}`, values);
          else if (how === 'fill') await fill();
          else
            await run(
              `INSERT INTO totals SELECT 'all', '', m.at, $1, 60000, 1, 60000, 1, 60000, NULL
              FROM generate_series($2::timestamptz, $3::timestamptz, '1 hour') m(at) ON CONFLICT DO NOTHING`,
              values,
            );
        }
        const range = rangeOf(hours, since);
        expect(await read(range)).toEqual(await readHours(range));
      }),
      propertyRuns(30),
    );
  });

  describe('of 240 days of two platforms', () => {
    const stored = async () => {
      const days = await run(`SELECT d.created_at AS day FROM total_days d WHERE d.kind = 'all' ORDER BY d.created_at`);
      return (days as { day: Date }[]).map(({ day }) => day.getTime());
    };
    const firstDay = Date.UTC(2025, 9, 18);

    beforeEach(async () => {
      await run('TRUNCATE totals, total_days');
      await run(
        `INSERT INTO totals SELECT 'all', '', $1::timestamptz + d * interval '24 hours', p, 1, 1, 1, 1, 1, NULL
        FROM generate_series(0, 119) d, unnest(ARRAY['twitch', 'kick']) p`,
        [new Date(firstDay + 5 * hour)],
      );
    });

    it('are stored 100 at once, oldest first', async () => {
      expect(await fill()).toBe(true);
      expect(await stored()).toEqual(Array.from({ length: 100 }, (_, i) => firstDay + Math.floor(i / 2) * 24 * hour));
      for (const isLeft of [true, true, false]) expect(await fill()).toBe(isLeft);
      expect(await stored()).toHaveLength(240);
    });

    it.each([false, true])('are stored by one refresh (in the background: %s)', async (isInBackground) => {
      await refreshLeaderboard(store.data.client, { now: afterEnd, isInBackground });
      expect(await stored()).toHaveLength(240);
    });

    it.each([
      ['after ten seconds', 10_000, 100],
      ['not before', 9_999, 200],
    ])('are left to later refreshes in the background: %s', async (_when, passedMs, expected) => {
      const { client } = store.data;
      let nowMs = performance.now();
      const clock = jest.spyOn(performance, 'now').mockImplementation(() => nowMs);
      const query = client.query.bind(client) as (...given: unknown[]) => unknown;
      const queries = jest.spyOn(client, 'query').mockImplementation((...given: unknown[]) => {
        if (String(given[0]).includes('INSERT INTO total_days')) nowMs += passedMs;
        return query(...given);
      });
      try {
        await refreshLeaderboard(client, { now: afterEnd, isInBackground: true });
      } finally {
        [clock, queries].forEach((spy) => spy.mockRestore());
      }
      expect(await stored()).toHaveLength(expected);
    });
  });

  it('do not keep hours that are deleted while a refresh stores them', async () => {
    await run('TRUNCATE total_days');
    await run('UPDATE totals SET watched_channels = 1');
    const collector = new CollectStore(store.url, 'twitch');
    let pruned: Promise<unknown> = Promise.resolve();
    await inTransaction(store.data.client, async () => {
      await storeTotalDays(store.data.client, afterEnd);
      pruned = collector.prune(new Date(end));
      const blocked = `SELECT FROM pg_locks l WHERE l.relation = 'totals'::regclass AND NOT l.granted`;
      while ((await run(blocked)).length === 0) await setTimeout(20);
    });
    await pruned.finally(() => collector.end());
    expect(await run(`SELECT FROM total_days d WHERE d.platform = 'twitch'`)).toEqual([]);
    expect(await run(`SELECT FROM total_days d WHERE d.platform = 'kick' AND d.kind = 'all'`)).not.toEqual([]);
  });
});
