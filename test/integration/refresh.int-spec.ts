import pg from 'pg';
import { Clock } from '../../src/clock/clock.js';
import type { RefresherReport } from '../../src/http/operators/refresher-metrics.js';
import { refreshLeaderboard, replaceBoards } from '../../src/jobs/refresh/refresh-leaderboard.js';
import { loadSeed, removeSeed } from '../../src/jobs/seed/load-seed.js';
import { boardChannel } from '../../src/leaderboard/boards.js';
import { Factories } from '../support/data/factories.js';
import { freePort } from '../support/http/free-port.js';
import { runCommand, RunningCommand } from '../support/programs/run-command.js';
import { createTestDatabase, TestDatabase } from '../support/database/test-database.js';
import { until } from '../support/until.js';
import { waitingSessions } from '../support/database/waiting-sessions.js';

const lockRefreshes = 'LOCK TABLE boards IN SHARE UPDATE EXCLUSIVE MODE';
const hourMs = 3_600_000;

let database: TestDatabase;
let data: Factories;
let others: pg.Client[];

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.drop());

beforeEach(async () => {
  data = await Factories.connect(database.url);
  others = [];
});

afterEach(async () => {
  jest.restoreAllMocks();
  for (const other of others) await other.end();
  await data.end();
  await database.empty();
});

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  others.push(client);
  return client;
}

async function place(): Promise<void> {
  const { id } = await data.streamer();
  const started_at = new Date(Date.now() - 2 * hourMs);
  await data.stream({ streamer_id: id, started_at });
}

const waiting = async () => (await waitingSessions(data.client)).length;

async function boardIds(): Promise<string[]> {
  const { rows } = await data.client.query<{ id: string }>('SELECT b.id FROM boards b WHERE b.days = 30 ORDER BY b.id');
  return rows.map(({ id }) => id);
}

describe('refreshLeaderboard', () => {
  it('notifies listeners with the ID of a readable board', async () => {
    const listener = await connect();
    const heard: string[] = [];
    listener.on('notification', ({ payload }) => heard.push(payload ?? ''));
    await listener.query(`LISTEN ${boardChannel}`);
    await refreshLeaderboard(data.client);
    await until(() => heard.length > 0);
    expect(heard).toEqual(await boardIds());
  });

  it('reports that it waits for another refresh, and then refreshes again to include all data', async () => {
    const other = await connect();
    await other.query('BEGIN');
    await other.query(lockRefreshes);
    await replaceBoards(other, new Date());
    await place();
    const lines: string[] = [];
    const refreshing = refreshLeaderboard(await connect(), { log: (line) => lines.push(line) });
    await until(async () => (await waiting()) === 1);
    await other.query('COMMIT');
    const result = await refreshing;
    expect(lines).toEqual(['Another refresh is running; waiting for it to finish.']);
    expect(result).toEqual({ entries: 1, capped: 0, skipped: false, dueMonths: [], seconds: expect.any(Number) });
    expect(await boardIds()).toHaveLength(1);
  });

  it('runs once for several waiting refreshes', async () => {
    await place();
    const other = await connect();
    await other.query('BEGIN');
    await other.query(lockRefreshes);
    const clients = [await connect(), await connect(), await connect()];
    const refreshing = clients.map((client) => refreshLeaderboard(client));
    await until(async () => (await waiting()) === 3);
    await other.query('ROLLBACK');
    const results = await Promise.all(refreshing);
    expect(results.map(({ entries }) => entries)).toEqual([1, 1, 1]);
    expect(results.filter(({ skipped }) => skipped)).toHaveLength(2);
  });

  it('makes newer boards after the sequence has started again, as after logical replication', async () => {
    for (let board = 0; board < 3; board++) await refreshLeaderboard(data.client);
    const [before] = await boardIds();
    await data.client.query("SELECT setval('boards_id_seq', 1, FALSE)");
    await place();
    expect(await refreshLeaderboard(data.client)).toMatchObject({ entries: 1, skipped: false });
    const [after] = await boardIds();
    expect(Number(after)).toBeGreaterThan(Number(before));
  });

  it('never skips a refresh as of a given moment', async () => {
    const other = await connect();
    await other.query('BEGIN');
    await other.query(lockRefreshes);
    const clients = [await connect(), await connect()];
    const refreshing = clients.map((client) => refreshLeaderboard(client, { now: new Date('2026-06-15T12:00:00Z') }));
    await until(async () => (await waiting()) === 2);
    await other.query('ROLLBACK');
    for (const { skipped } of await Promise.all(refreshing)) expect(skipped).toBe(false);
  });

  it('reads two follower points per streamer and board, for any number of points', async () => {
    await data.client.query(`
      INSERT INTO streamers (id, login, display_name) SELECT i, 's' || i, 'S' FROM generate_series(1, 200) i;
      INSERT INTO streams (id, streamer_id, started_at) SELECT i, i, now() - interval '1 day' FROM generate_series(1, 200) i;
      INSERT INTO follower_points (streamer_id, created_at, followers)
      SELECT i, now() - interval '1 minute' * j, 1 FROM generate_series(1, 200) i, generate_series(1, 500) j;
      ANALYZE`);
    await refreshLeaderboard(data.client);
    await data.client.query('SELECT pg_stat_force_next_flush()').catch(() => {});
    const client = await connect();
    const { rows } = await client.query<{ seq_tup_read: number; idx_tup_fetch: number }>(`
      SELECT t.seq_tup_read::int, t.idx_tup_fetch::int FROM pg_stat_user_tables t WHERE t.relname = 'follower_points'`);
    expect(rows).toEqual([{ seq_tup_read: 0, idx_tup_fetch: 4 * 400 }]);
  });
});

describe('seeding', () => {
  it('writes a board with the seed even if a concurrent refresh has not seen the seed', async () => {
    const [keeper, seeder, refresher] = [await connect(), await connect(), await connect()];
    await keeper.query('BEGIN; LOCK TABLE boards IN SHARE ROW EXCLUSIVE MODE');
    const seeding = loadSeed(seeder, new Date());
    await until(async () => (await waiting()) === 1);
    const refreshing = refreshLeaderboard(refresher);
    await until(async () => (await waiting()) === 2);
    await keeper.query('COMMIT');
    await Promise.all([seeding, refreshing]);
    expect(await boardIds()).toHaveLength(1);
    const { rowCount } = await data.client.query('SELECT FROM board_entries');
    expect(rowCount).toBeGreaterThan(100);
  });

  it('waits for a running refresh before it removes the seed', async () => {
    const [keeper, seeder] = [await connect(), await connect()];
    await keeper.query('BEGIN');
    await keeper.query(lockRefreshes);
    const lines: string[] = [];
    const removing = removeSeed(seeder, new Date(), (line) => lines.push(line));
    await until(async () => (await waiting()) === 1);
    expect(lines).toEqual(['Another refresh is running; waiting for it to finish.']);
    await keeper.query('COMMIT');
    await removing;
  });
});

describe('the command', () => {
  const run = (...args: string[]) => runCommand(database.url, ['refresh', ...args]);
  const startEverySecond = (env = {}) => new RunningCommand(database.url, ['refresh', '--every', '1s'], { env });

  it('refreshes once', async () => {
    await place();
    expect((await run()).output).toMatch(/^The leaderboard now has 1 entry \(\d+\.\d s\)\.\n$/);
  });

  it('reuses the space of the previous board', async () => {
    await data.client.query(`
      INSERT INTO streamers (id, login, display_name) SELECT i, 's' || i, 'S' FROM generate_series(1, 3000) i;
      INSERT INTO streams (id, streamer_id, started_at) SELECT i, i, now() - interval '1 day' FROM generate_series(1, 3000) i`);
    const sizes: number[] = [];
    for (let turn = 0; turn < 6; turn++) {
      await run();
      const { rows } = await data.client.query<{ size: number }>(
        `SELECT pg_relation_size('board_entries')::int AS size`,
      );
      sizes.push(rows[0]?.size ?? 0);
    }
    expect(sizes.at(-1)).toBeLessThan(2.5 * (sizes[0] ?? 0));
  });

  it('refreshes every second until it receives a signal', async () => {
    const running = startEverySecond();
    await until(() => running.lines.length >= 2);
    expect(await running.stop()).toBe(0);
    expect(running.output).toMatch(/^(20\S+Z The leaderboard now has 0 entries .*\n)+$/);
  });

  it('reports a failed refresh, and tries again at the next turn', async () => {
    await data.client.query('ALTER TABLE board_entries RENAME TO away');
    const running = startEverySecond();
    await until(() => running.errors !== '');
    await data.client.query('ALTER TABLE away RENAME TO board_entries');
    await until(() => running.output !== '');
    await running.stop();
    expect(running.errors).toMatch(/^20\S+Z The refresh failed: .*does not exist/);
  });

  it('reports each refresh to the service that started it, and logs JSON', async () => {
    const reports: RefresherReport[] = [];
    const send = (report: RefresherReport) => void reports.push(report);
    const running = new RunningCommand(database.url, ['refresh', '--every', '1s', '--as-child'], { send });
    const next = async (hasFailed: boolean) => {
      reports.length = 0;
      await until(() => reports.some((report) => report.hasFailed === hasFailed));
    };
    await next(false);
    expect(Math.abs(reports[0]?.clockOffset ?? Infinity)).toBeLessThan(60);
    await data.client.query('ALTER TABLE board_entries RENAME TO away');
    await next(true);
    await data.client.query('ALTER TABLE away RENAME TO board_entries');
    await next(false);
    expect(await running.stop()).toBe(0);
    const lines = running.lines.map((line) => JSON.parse(line) as object);
    expect(lines).toContainEqual(
      expect.objectContaining({
        ...{ level: 'info', from: 'refresh', msg: expect.stringMatching(/^The leaderboard now has 0 entries/) },
      }),
    );
    expect(lines).toContainEqual(
      expect.objectContaining({
        ...{ level: 'warn', from: 'refresh', msg: 'Failed to refresh the leaderboard' },
        reason: expect.stringContaining('does not exist'),
      }),
    );
    expect(running.errors).toBe('');
  });

  it('serves metrics and its readiness on METRICS_PORT', async () => {
    const env = { METRICS_PORT: String(await freePort()) };
    const get = async (path: string) => (await fetch(`http://127.0.0.1:${env.METRICS_PORT}${path}`)).text();
    const running = startEverySecond(env);
    await until(() => running.output !== '');
    expect(await get('/ready')).toBe('ready\n');
    expect(await get('/metrics')).toMatch(/^leaderboard_refresh_failed 0$/m);
    expect(await get('/metrics')).toMatch(/^process_resident_memory_bytes \d+$/m);
    await data.client.query('ALTER TABLE board_entries RENAME TO away');
    await until(async () => (await get('/metrics')).includes('leaderboard_refresh_failed 1'));
    await until(async () => /^No refresh has succeeded for \d+ s\.$/m.test(await get('/ready')));
    await data.client.query('ALTER TABLE away RENAME TO board_entries');
    await until(async () => (await get('/ready')) === 'ready\n');
    const second = startEverySecond(env);
    expect(await second.ended).toBe(2);
    expect(second.errors).toMatch(/METRICS_PORT is \d+, but .* \(EADDRINUSE\)/);
    await running.stop();
  });

  it('reports a clock that differs from the clock of the database', async () => {
    let aheadMs = 0;
    jest.spyOn(Clock.prototype, 'now').mockImplementation(() => new Date(Date.now() + aheadMs));
    const env = { METRICS_PORT: String(await freePort()) };
    const get = async (path: string) => (await fetch(`http://127.0.0.1:${env.METRICS_PORT}${path}`)).text();
    const offset = async () =>
      Number(/^leaderboard_refresh_clock_offset_seconds (\S+)$/m.exec(await get('/metrics'))?.[1]);
    const warning = 'Set the clock of this machine';
    const running = startEverySecond(env);
    await until(() => running.output !== '');
    expect(await get('/ready')).toBe('ready\n');
    expect(Math.abs(await offset())).toBeLessThan(60);
    expect(running.output).not.toContain(warning);
    aheadMs = 5 * 24 * hourMs;
    await until(async () => /^The clock of this machine is 43\d,\d+ seconds ahead of/.test(await get('/ready')));
    expect(await offset()).toBeGreaterThan(431_000);
    await until(() => running.output.includes(warning));
    expect(running.output).toMatch(/"level":"warn".*43\d,\d+ seconds ahead of.*"msg":"Set the clock of this machine"/);
    const line = /^The clock of this machine is 43\d,\d+ seconds ahead of the clock of the database\.$/m;
    expect((await run()).output).toMatch(line);
    aheadMs = -hourMs;
    await until(async () => /^The clock of this machine is 3,[56]\d\d seconds behind/.test(await get('/ready')));
    aheadMs = 0;
    await until(async () => (await get('/ready')) === 'ready\n');
    await running.stop();
  });

  it('leaves the refreshes to another running process, and then takes over', async () => {
    const other = await connect();
    const first = startEverySecond();
    await until(() => first.output !== '');
    const { rows } = await other.query<{ objid: string; classid: string }>(
      `SELECT l.classid, l.objid FROM pg_locks l
      WHERE l.locktype = 'advisory' AND l.database = (SELECT d.oid FROM pg_database d WHERE d.datname = current_database())`,
    );
    expect(rows).toHaveLength(1);
    await first.stop();
    const key = (BigInt(rows[0]?.classid ?? 0) << 32n) + BigInt(rows[0]?.objid ?? 0);
    await other.query('SELECT pg_advisory_lock($1)', [key]);
    const boards = await boardIds();
    const second = startEverySecond();
    await until(() => second.output.includes('Another process refreshes the leaderboard of this database'));
    expect(await boardIds()).toEqual(boards);
    await other.query('SELECT pg_advisory_unlock($1)', [key]);
    await until(() => second.output.includes('now has'));
    await second.stop();
    expect(first.errors + second.errors).toBe('');
  });

  it('continues after its connection was killed', async () => {
    const other = await connect();
    await other.query('BEGIN');
    await other.query(lockRefreshes);
    const running = startEverySecond();
    await until(async () => (await waiting()) === 1);
    await data.client.query('SELECT pg_terminate_backend($1)', await waitingSessions(data.client));
    await other.query('ROLLBACK');
    await until(() => running.output.includes('now has'));
    await running.stop();
    expect(running.errors).toMatch(/^20\S+Z The refresh failed: .*terminat.*\n$/);
  });

  it('refuses --every 5d', async () => {
    const { code, errors } = await run('--every', '5d');
    expect(code).toBe(2);
    expect(errors).toContain('It must be a whole number from 1 to 99999 and a unit');
  });
});
