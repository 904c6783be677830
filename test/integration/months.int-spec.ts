import type { Client } from 'pg';
import { withOwner } from '../../src/database/owner-client.js';
import { runImport } from '../../src/ingest/ingest.js';
import { undoImport } from '../../src/ingest/records/undo-import.js';
import { forgetStreamer } from '../../src/jobs/forget/forget-streamer.js';
import { pruneObserved } from '../../src/jobs/prune/prune-observed.js';
import { describeRefresh, refreshLeaderboard } from '../../src/jobs/refresh/refresh-leaderboard.js';
import { SeededRandom } from '../../demo/seeded-random.js';
import { Outbox } from '../../src/jobs/webhooks/outbox.js';
import { TargetFile } from '../../src/jobs/webhooks/target-file.js';
import { AppLogger } from '../../src/logging/app-logger.js';
import { BadDataError } from '../../src/logging/error-message.js';
import { expectedMonth } from '../support/data/expected-board.js';
import { FollowerPointData, StreamData } from '../support/data/factories.js';
import { inputsOf, pagesInput, Records } from '../support/data/records.js';
import { databaseWhileTesting } from '../support/database/test-database.js';
import { runsOf, testSeed } from '../support/data/property-runs.js';

const now = new Date('2026-06-15T12:00:00Z');
const months = ['2026-02', '2026-03', '2026-04', '2026-05', '2026-06'];
const hourMs = 3_600_000;
const at = (month: number, day: number, hour = 0) => new Date(Date.UTC(2026, month - 1, day, hour)).toISOString();

const database = databaseWhileTesting();

const importRecords = (records: Records, client = database.client) =>
  runImport(client, inputsOf(records), { at: now, skipInvalid: true });

const refresh = (options: { isInBackground?: boolean; months?: number; now?: Date } = {}) =>
  refreshLeaderboard(database.client, { now, ...options });

const streamer = (id: string, login = `s${id}`) => ({ id, login, display_name: login.toUpperCase() });

const stream = (id: string, streamer_id: string, started_at: string, more: object = {}) => ({
  ...{ id, streamer_id, started_at, ended_at: new Date(Date.parse(started_at) + hourMs).toISOString() },
  ...{ avg_viewers: 5, peak_viewers: 9, watchtime: 300, language: 'en', ...more },
});

interface StoredBoard {
  month: string;
  is_final: boolean;
  entry_count: number;
  game_count: number;
}

async function boards(): Promise<StoredBoard[]> {
  const { rows } = await database.client.query<StoredBoard>(
    'SELECT b.month, b.is_final, b.entry_count, b.game_count FROM boards b WHERE b.month IS NOT NULL ORDER BY b.month DESC',
  );
  return rows;
}

const ranked = async () => (await boards()).map(({ month }) => month);

async function dueMonths(): Promise<string[]> {
  const { rows } = await database.client.query<{ month: string }>(
    'SELECT DISTINCT d.month FROM due_months d ORDER BY d.month DESC',
  );
  return rows.map(({ month }) => month);
}

it('ranks the current month with the other boards, and in the background one finished month, the newest first', async () => {
  await importRecords({
    streamers: [streamer('1')],
    streams: months.map((month, i) => stream(String(i + 1), '1', `${month}-03T10:00:00Z`, { game_name: 'Chess' })),
  });
  const first = await refresh({ isInBackground: true });
  expect(await ranked()).toEqual(['2026-06', '2026-05']);
  expect(describeRefresh(first)).toEqual([
    expect.stringContaining('The leaderboard now has'),
    expect.stringContaining('The boards of 3 earlier months up to 2026-04 are not up to date.'),
  ]);
  await refresh({ isInBackground: true });
  expect(await ranked()).toEqual(['2026-06', '2026-05', '2026-04']);
  expect(describeRefresh(await refresh())).toHaveLength(1);
  expect(await boards()).toEqual(
    months.toReversed().map((month) => ({ month, is_final: month !== '2026-06', entry_count: 1, game_count: 1 })),
  );
  expect(await dueMonths()).toEqual([]);
});

it('keeps the newest months, and ranks others after the number was raised', async () => {
  await importRecords({
    streamers: [streamer('1')],
    streams: months.map((month, i) => stream(String(i + 1), '1', `${month}-03T10:00:00Z`)),
  });
  await refresh({ months: 3 });
  expect(await ranked()).toEqual(['2026-06', '2026-05', '2026-04']);
  await refresh({ months: 0 });
  expect(await ranked()).toEqual([]);
  await refresh({ months: 4 });
  expect(await ranked()).toEqual(['2026-06', '2026-05', '2026-04', '2026-03']);
});

it('is final when no stream of the month is live, and 48 hours after the month at the latest', async () => {
  await importRecords({ streamers: [streamer('1')], streams: [stream('1', '1', at(5, 31, 20), { ended_at: null })] });
  const isFinal = async (hours: number) => {
    await refresh({ now: new Date(Date.UTC(2026, 5, 1, hours)) });
    return (await boards()).find(({ month }) => month === '2026-05')?.is_final;
  };
  expect(await isFinal(0)).toBe(false);
  expect(await isFinal(47)).toBe(false);
  expect(await isFinal(48)).toBe(true);
});

it('is final at its end although streams of the months before and after are live', async () => {
  await importRecords({
    streamers: ['1', '2', '3'].map((id) => streamer(id)),
    streams: [
      stream('1', '1', at(4, 30, 23), { ended_at: null }),
      stream('2', '2', at(5, 31, 20)),
      stream('3', '3', at(6, 1), { ended_at: null }),
    ],
  });
  await refresh({ now: new Date(at(5, 31, 23)) });
  expect((await boards())[0]).toMatchObject({ month: '2026-05', is_final: false });
  await refresh({ now: new Date(at(6, 1)) });
  expect((await boards()).map(({ month, is_final }) => [month, is_final])).toEqual([
    ['2026-06', false],
    ['2026-05', true],
    ['2026-04', true],
  ]);
});

describe('a final month', () => {
  const late = new Date('2026-06-10T00:00:00Z');
  const may = async (at = late) => {
    await refresh({ now: at });
    const { rows } = await database.client.query(
      `SELECT b.is_final, sum(e.total_minutes)::int AS minutes, sum(e.followers)::int AS followers
      FROM boards b LEFT JOIN board_entries e ON e.board_id = b.id WHERE b.month = '2026-05' GROUP BY b.is_final`,
    );
    return rows[0] as { is_final: boolean; minutes: number; followers: number };
  };
  const observe = (at: Date, ...ids: string[]) => {
    const data = ids.map((id) => ({
      ...{ id, user_id: '1', user_login: 's1', user_name: 'S1', viewer_count: 5, started_at: '2026-05-31T20:00:00Z' },
    }));
    return runImport(database.client, [pagesInput([{ data, pagination: {} }], at)], { at });
  };
  const final = { is_final: true, minutes: 120, followers: 7 };

  it('changes with an import, an undo and a forgotten streamer', async () => {
    await importRecords({
      streamers: [streamer('1'), streamer('2')],
      streams: [stream('1', '1', at(5, 5)), stream('2', '2', at(5, 6))],
      follower_points: [{ streamer_id: '1', created_at: at(5, 7), followers: 7 }],
    });
    expect(await may()).toEqual(final);
    const { id } = await importRecords({
      streams: [stream('3', '1', at(5, 8))],
      follower_points: [{ streamer_id: '2', created_at: at(4, 7), followers: 1 }],
    });
    expect(await may()).toEqual({ is_final: true, minutes: 180, followers: 8 });
    await undoImport(database.client, id);
    expect(await may()).toEqual(final);
    await forgetStreamer(database.client, '2');
    expect(await may()).toEqual({ ...final, minutes: 60 });
  });

  it('changes while a stream is live, and is not final while a stream is live again within 48 hours', async () => {
    const hours = (count: number) => new Date(Date.UTC(2026, 4, 31, 20 + count));
    await observe(hours(3), '1');
    await observe(hours(5));
    expect(await may(hours(5))).toMatchObject({ is_final: true, minutes: 180 });
    await observe(hours(51), '1');
    expect(await may(hours(51))).toMatchObject({ is_final: false, minutes: 51 * 60 });
    expect(await may(hours(52))).toMatchObject({ is_final: true, minutes: 51 * 60 });
    await observe(hours(90), '1');
    expect(await may(hours(90))).toMatchObject({ is_final: true, minutes: 90 * 60 });
  });
});

it('marks the month of a stream before and after a change, and all months after a count of followers', async () => {
  await importRecords({ streamers: [streamer('1')], streams: [stream('1', '1', at(3, 5))] });
  await refresh();
  await importRecords({ streams: [stream('1', '1', at(5, 5))] });
  expect(await dueMonths()).toEqual(['2026-05', '2026-03']);
  await refresh();
  await importRecords({ streams: [stream('1', '1', at(5, 5))] });
  expect(await dueMonths()).toEqual([]);
  await importRecords({ streams: [stream('1', '1', at(5, 5), { language: 'de' })] });
  expect(await dueMonths()).toEqual(['2026-05']);
  await importRecords({ follower_points: [{ streamer_id: '1', created_at: at(4, 3), followers: 7 }] });
  expect(await dueMonths()).toEqual(expect.arrayContaining(['2026-04', '2026-05', '2026-06']));
  expect(await dueMonths()).not.toContain('2026-03');
});

it('loses no mark of an import that commits while its month is ranked', async () => {
  await importRecords({ streamers: [streamer('1')], streams: [stream('1', '1', at(5, 5))] });
  await withOwner(database.url, async (importing) => {
    await importing.query('BEGIN');
    await importing.query(`INSERT INTO due_months (month) VALUES ('2026-05')`);
    await refresh();
    await importing.query('COMMIT');
  });
  expect(await dueMonths()).toEqual(['2026-05']);
});

it('forgets a streamer in all months, and ranks these again', async () => {
  await importRecords({
    streamers: [streamer('1'), streamer('2')],
    streams: [stream('1', '1', at(4, 5)), stream('2', '2', at(4, 5)), stream('3', '2', at(5, 5))],
  });
  await refresh();
  await forgetStreamer(database.client, '1');
  const { rows } = await database.client.query('SELECT FROM board_entries e WHERE e.streamer_id = 1');
  expect(rows).toEqual([]);
  expect(await dueMonths()).toContain('2026-04');
  await refresh();
  expect((await boards()).find(({ month }) => month === '2026-04')).toMatchObject({ entry_count: 1 });
});

it('deletes the board of a month whose streams COLLECT_KEEP removes, and never ranks the other streams of the month', async () => {
  await importRecords({
    streamers: [streamer('1')],
    streams: [stream('1', '1', at(4, 5)), stream('2', '1', at(4, 20)), stream('3', '1', at(5, 5))],
  });
  await database.client.query('UPDATE streams SET observed_at = ended_at');
  await refresh();
  await pruneObserved(database.client, 'twitch', new Date(at(4, 10)), async () => {});
  await refresh();
  expect(await ranked()).toEqual(['2026-06', '2026-05']);
  await importRecords({ streams: [stream('4', '1', at(4, 25))] });
  await refresh();
  expect(await ranked()).toEqual(['2026-06', '2026-05']);
});

/** Imports, undos, forgets and refreshes in any order, some of them killed. */
async function runRandomStep(random: SeededRandom, ids: number[]): Promise<void> {
  const streamerId = () => String(random.integer(1, 5));
  const day = () => at(random.integer(2, 6), random.integer(1, 14), random.integer(0, 23));
  const records: Records = {
    streamers: [streamer(streamerId())],
    streams: Array.from({ length: random.integer(0, 4) }, () =>
      stream(String(random.integer(1, 15)), streamerId(), day(), {
        ...{ avg_viewers: random.integer(0, 3), watchtime: random.integer(0, 90) },
        ...{ language: random.pick([null, 'en', 'pt', 'pt-br']), game_name: random.pick([null, 'Chess', 'Go']) },
      }),
    ),
    follower_points: Array.from({ length: random.integer(0, 2) }, () => ({
      ...{ streamer_id: streamerId(), created_at: day(), followers: random.integer(0, 9) },
    })),
  };
  const importAndNote = async (client: Client) => void ids.push((await importRecords(records, client)).id);
  if (random.chance(0.1)) return forgetStreamer(database.client, streamerId()).then(() => {}, ifRefused);
  if (random.chance(0.2)) return undoImport(database.client, random.pick([0, ...ids])).then(() => {}, ifRefused);
  if (random.chance(0.25)) return void (await refresh({ isInBackground: random.chance(0.8) }));
  const isKilled = random.chance(0.3);
  if (!isKilled) return importAndNote(database.client);
  return kill(random.chance(0.5) ? importAndNote : (client) => refreshLeaderboard(client, { now }), random);
}

function ifRefused(error: unknown): void {
  if (!(error instanceof BadDataError)) throw error;
}

/** Runs an action on a connection that is killed before one of its statements. */
async function kill(action: (client: Client) => Promise<unknown>, random: SeededRandom): Promise<void> {
  let left = random.integer(1, 60);
  await withOwner(database.url, async (client) => {
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    const query = client.query.bind(client) as (...values: unknown[]) => unknown;
    const killAndQuery = async (...values: unknown[]) => {
      await database.client.query('SELECT pg_terminate_backend($1, 5000)', [rows[0]?.pid]);
      return query(...values);
    };
    // A COPY is a stream, which has no promise that could fail.
    const isText = (first: unknown) => typeof first === 'string';
    client.query = ((...values: unknown[]) =>
      isText(values[0]) && (left -= 1) === 0 ? killAndQuery(...values) : query(...values)) as Client['query'];
    await action(client);
  }).catch(() => {});
}

const rowsOf = (table: string) => `
  SELECT b.month, e.streamer_id, e.language, e.total_minutes, e.stream_count, e.watchtime, e.average_viewers, e.peak_viewers,
    e.followers, e.follower_gain, ARRAY[e.watchtime_position, e.average_viewers_position, e.peak_viewers_position,
      e.followers_position, e.follower_gain_position] AS positions
  FROM ${table} e JOIN boards b ON b.id = e.board_id WHERE b.month IS NOT NULL ORDER BY b.month, e.streamer_id`;

const games = `
  SELECT b.month, g.position, g.name, g.watchtime, g.streamer_count FROM game_entries g
  JOIN boards b ON b.games_id = g.board_id WHERE b.month IS NOT NULL ORDER BY b.month, g.position`;

it(`leads to the same boards after any order of imports, undos, forgotten streamers and killed commands (TEST_SEED=${testSeed})`, async () => {
  const random = new SeededRandom(testSeed);
  const { client } = database;
  const state = async () => [
    (await client.query<object>(rowsOf('board_entries'))).rows,
    (await client.query<object>(games)).rows,
  ];
  for (let run = 0; run < runsOf(4); run++) {
    const ids: number[] = [];
    for (let step = 0; step < 25; step++) await runRandomStep(random, ids);
    await refresh();
    const kept = await state();
    await client.query('INSERT INTO due_months (month) SELECT unnest($1::text[])', [months]);
    await refresh();
    expect({ run, rows: kept }).toEqual({ run, rows: await state() });
    expect({ run, rows: await storedMonths(client) }).toEqual({ run, rows: await expectedMonths(client) });
  }
});

async function storedMonths(client: Client) {
  const { rows } = await client.query<Record<string, unknown> & { month: string }>(rowsOf('board_entries'));
  return rows.map(({ positions, ...row }) => ({ ...inText(row), positions }));
}

/** PostgreSQL returns some numbers as text. */
function inText(row: object): object {
  const entries = Object.entries(row).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries.map(([name, value]) => [name, value === null ? null : String(value)]));
}

async function expectedMonths(client: Client) {
  const streams = await client.query<StreamData>(`
    SELECT s.streamer_id::text AS streamer_id, s.started_at, s.ended_at, s.language, s.avg_viewers::int, s.peak_viewers::int,
      s.watchtime::int
    FROM streams s`);
  const points = await client.query<FollowerPointData>(`
    SELECT f.streamer_id::text AS streamer_id, f.created_at, f.followers::int FROM follower_points f`);
  return months.flatMap((month) =>
    expectedMonth(streams.rows, points.rows, month)
      .toSorted((a, b) => Number(a.streamer_id) - Number(b.streamer_id))
      .map(({ positions, ...row }) => ({ ...inText({ month, ...row, previous: undefined }), positions })),
  );
}

describe('the clock of the database', () => {
  const realTimers = ['hrtime', 'nextTick', 'performance', 'queueMicrotask', 'setImmediate', 'clearImmediate'] as const;
  const doNotFake = [...realTimers, 'setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] as const;

  afterEach(() => void jest.useRealTimers());

  it.each([70, -70])('determines which months are final, if the process is %i days ahead', async (days) => {
    const { rows } = await database.client.query<{ past: string; future: string }>(`
      SELECT to_char(m.at - interval '1 month', 'YYYY-MM') AS past, to_char(m.at + interval '1 month', 'YYYY-MM') AS future
      FROM (SELECT date_trunc('month', now() AT TIME ZONE 'UTC') AS at) m`);
    const { past = '', future = '' } = rows[0] ?? {};
    await database.client.query(`INSERT INTO due_months (month) VALUES ('${past}'), ('${future}')`);
    await database.client.query(
      `INSERT INTO webhook_targets (name, kinds, digest) VALUES ('one', '{month.final}', '')`,
    );
    jest.useFakeTimers({ now: Date.now() + days * 24 * hourMs, doNotFake: [...doNotFake] });
    const { pino: log } = new AppLogger('silent');
    await refreshLeaderboard(database.client, {
      outbox: new Outbox(new TargetFile('missing.json', log), log),
      months: 24,
    });
    const stored = await boards();
    expect(stored.filter(({ is_final }) => is_final).map(({ month }) => month)).toEqual([past]);
    expect(stored.map(({ month }) => month)).not.toContain(future);
    const sent = await database.client.query(`SELECT FROM webhook_deliveries d WHERE d.subject <> '${past}'`);
    expect(sent.rowCount).toBe(0);
  });
});
