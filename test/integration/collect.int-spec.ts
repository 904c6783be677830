import { serveCollector } from '../../src/collect/collect-server.js';
import { readLogins } from '../../src/config/collect-config.js';
import { withOwner } from '../../src/database/owner-client.js';
import { encodeId } from '../../src/database/platforms/platform-ids.js';
import { SeededRandom } from '../../demo/seeded-random.js';
import { createTestDatabase, TestDatabase } from '../support/database/test-database.js';
import { compareWithTruth } from '../support/twitch/compare-with-truth.js';
import { MisbehavingKick, slugOf, subscribersOf } from '../../demo/kick/misbehaving-kick.js';
import { MisbehavingTwitch } from '../../demo/twitch/misbehaving-twitch.js';
import { SimulatedClock } from '../support/twitch/simulated-clock.js';
import { Simulation } from '../support/twitch/simulation.js';
import { World } from '../../demo/twitch/world.js';

const minute = 60_000;
const hour = 60 * minute;
const from = Date.UTC(2026, 2, 28, 23);

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

let simulation: Simulation;

afterEach(async () => {
  await simulation.stop();
  await database.empty();
});

afterAll(() => database.drop());

function set({
  seed = 1,
  channels = 20,
  hours = 6,
  minutes = 5,
  faultShare = 0,
  isWhole = false,
  isAlone = true,
  freeLoginMs = undefined as number | undefined,
  keepMs = undefined as number | undefined,
  followersEveryMs = hour,
}) {
  const clock = new SimulatedClock(from);
  const to = from + hours * hour;
  const world = new World({ seed, channels, from, to, freeLoginMs });
  const twitch = new MisbehavingTwitch({ world, clock, random: new SeededRandom(seed), faultShare });
  const logins = isWhole ? undefined : readLogins(world.channels.map((channel) => world.loginOf(channel, from)).join());
  const config = { logins, everyMs: minutes * minute, keepMs, followersEveryMs };
  simulation = new Simulation({ clock, twitch, databaseUrl: database.url, isAlone, config });
  return { clock, to, world, twitch };
}

it('stores all events of a list of channels despite faults of Twitch', async () => {
  const { clock, to, world } = set({ channels: 30, hours: 4, minutes: 15, faultShare: 0.06 });
  await simulation.start();
  await clock.runUntil(to);
  const { differences, streams, samples } = await compareWithTruth(database.url, world, simulation.sweeps);
  expect(differences).toEqual([]);
  expect(streams).toBeGreaterThan(10);
  expect(samples).toBeGreaterThan(100);
});

const rowsOf = <Row extends object>(sql: string): Promise<Row[]> =>
  withOwner(database.url, async (client) => (await client.query<Row>(sql)).rows);

it('stores all events of Twitch, except streams below the minimum', async () => {
  const { clock, to, world } = set({ seed: 2, channels: 250, hours: 1, minutes: 10, faultShare: 0.03, isWhole: true });
  await simulation.start();
  await clock.runUntil(to);
  const { differences, streams } = await compareWithTruth(database.url, world, simulation.sweeps, { minViewers: 5 });
  expect(differences).toEqual([]);
  expect(streams).toBeGreaterThan(30);
});

it('ends the other streams and stores totals while one stream is invalid for hours', async () => {
  const { clock, world, twitch } = set({ seed: 7, channels: 30, hours: 4, minutes: 20 });
  await simulation.start();
  await clock.runUntil(from + 5 * minute);
  const invalid = world.live(from).find(({ to }) => to > from + 3 * hour);
  twitch.isInvalid = (id) => id === invalid?.id;
  twitch.invalidProperties = { started_at: null };
  await clock.runUntil(from + 3 * hour);
  expect(simulation.sweeps.map(({ isComplete }) => isComplete)).toEqual(Array.from({ length: 9 }, () => true));
  expect((await rowsOf(endedBySweep)).length).toBeGreaterThan(0);
  expect(await rowsOf(`SELECT s.ended_at FROM streams s WHERE s.id = ${invalid?.id}`)).toEqual([{ ended_at: null }]);
  const [stored] = await rowsOf<{ totals: string; invalid: string }>(`
    SELECT (SELECT count(*) FROM sweep_totals) AS totals, count(*) AS invalid
    FROM viewer_samples v WHERE v.stream_id = ${invalid?.id}`);
  expect(stored).toEqual({ totals: '9', invalid: '1' });
  const warnings = simulation.log.filter(({ msg }) => msg === 'Skipped an invalid item in a response from Twitch');
  expect(warnings[0]).toMatchObject({ items: [{ id: invalid?.id, channelId: invalid?.channelId }] });
  expect(warnings.length).toBeLessThan(simulation.sweeps.length);
  twitch.isInvalid = undefined;
  await clock.runUntil(from + 4 * hour);
  expect((await compareWithTruth(database.url, world, simulation.sweeps)).differences).toEqual([]);
});

it('ends no stream while a stream has no usable ID', async () => {
  const { clock, world, twitch } = set({ seed: 7, channels: 30, hours: 4, minutes: 20 });
  await simulation.start();
  await clock.runUntil(from + 5 * minute);
  const invalid = world.live(from).find(({ to }) => to > from + 3 * hour);
  twitch.isInvalid = (id) => id === invalid?.id;
  twitch.invalidProperties = { id: null, user_id: 7 };
  await clock.runUntil(from + 3 * hour);
  expect(simulation.sweeps.slice(1).some(({ isComplete }) => isComplete)).toBe(false);
  expect(await rowsOf(endedBySweep)).toEqual([]);
  const failures = await rowsOf('SELECT f.platform, f.reason FROM collector_failures f');
  expect(failures).toMatchObject([{ platform: 'twitch', reason: expect.stringMatching(/without an ID/) }]);
});

it('continues after a refused cursor, and stops after five refused sweeps in a row', async () => {
  const { clock, twitch } = set({ seed: 2, channels: 250, hours: 2, minutes: 10, isWhole: true });
  const process = await simulation.start();
  const refuse = async (sweeps: number) => {
    twitch.refusesCursors = true;
    await clock.runUntil(clock.monotonicMs() + sweeps * 10 * minute);
    twitch.refusesCursors = false;
  };
  await refuse(4);
  await clock.runUntil(clock.monotonicMs() + 10 * minute);
  expect(simulation.sweeps.map(({ isComplete }) => isComplete)).toEqual([false, false, false, false, true]);
  await refuse(6);
  await expect(process.ended).rejects.toThrow(
    /^The platform rejected 5 consecutive sweeps\. Twitch rejected the request \/streams after a cursor with 400: invalid cursor\./,
  );
  process.die();
});

it('watches a renamed channel also after a restart, and does not follow the new owner of its login', async () => {
  const { clock, world } = set({ seed: 4, channels: 20, hours: 5, minutes: 30, freeLoginMs: hour });
  const first = await simulation.start();
  const restartAt = from + 2 * hour;
  await clock.runUntil(restartAt);
  await simulation.kill(first);
  await simulation.start();
  await clock.runUntil(from + 4 * hour);
  const renamed = world.channels.filter(({ logins }) => logins.some(({ login }) => login.endsWith('_new')));
  expect(renamed).toHaveLength(2);
  // At this time, others have the logins of the list.
  for (const { logins } of renamed) expect(world.holderOf(logins[0]?.login ?? '', restartAt)).toBeDefined();
  const names = await rowsOf<{ name: string; id: string }>(
    'SELECT n.name, n.external_id AS id FROM watched_names n ORDER BY n.name',
  );
  expect(names).toHaveLength(20);
  for (const channel of renamed) {
    expect(names).toContainEqual({ name: channel.logins[0]?.login, id: channel.id });
  }
  expect((await compareWithTruth(database.url, world, simulation.sweeps)).differences).toEqual([]);
});

it('lets a second collector take over within 15 seconds after a kill, and stores nothing twice while the database is unreachable', async () => {
  const { clock, world } = set({ seed: 5, channels: 20, hours: 2, minutes: 1, isAlone: false });
  const first = await simulation.start('one');
  await clock.runUntil(from + 5_000);
  await simulation.start('two');
  await clock.runUntil(from + 5 * minute);
  const isOfTheFirst = simulation.sweeps.length;
  expect(isOfTheFirst).toBe(5);
  await simulation.kill(first);
  const killedAt = clock.monotonicMs();
  await clock.runUntil(killedAt + 15_000);
  expect(simulation.sweeps.length).toBeGreaterThan(isOfTheFirst);
  simulation.setDatabase(false);
  await clock.runUntil(killedAt + 11 * minute);
  simulation.setDatabase(true);
  await clock.runUntil(killedAt + 14 * minute);
  expect(simulation.sweeps.length).toBeGreaterThan(isOfTheFirst + 12);
  const { differences, samples } = await compareWithTruth(database.url, world, simulation.sweeps);
  expect(differences).toEqual([]);
  const moments = await rowsOf('SELECT DISTINCT v.created_at FROM viewer_samples v');
  expect(moments).toHaveLength(simulation.sweeps.length);
  expect(samples).toBeGreaterThan(simulation.sweeps.length);
});

it('removes old data by COLLECT_KEEP, and requests the data that it needs again', async () => {
  const [keepMs, followersEveryMs] = [1.5 * hour, 20 * minute];
  const { clock, to } = set({ seed: 6, channels: 20, hours: 3, minutes: 10, keepMs, followersEveryMs });
  await simulation.start();
  await clock.runUntil(to);
  const [oldest] = await rowsOf<{ sample: Date; followers: Date; ended: Date }>(`
    SELECT (SELECT min(v.created_at) FROM viewer_samples v) AS sample,
      (SELECT min(f.created_at) FROM follower_points f) AS followers,
      (SELECT min(s.ended_at) FROM streams s) AS ended`);
  const newest = `SELECT f.streamer_id FROM follower_points f
    WHERE f.created_at > '${new Date(to - 2 * followersEveryMs).toISOString()}' GROUP BY f.streamer_id`;
  expect(await rowsOf(newest)).toHaveLength(20);
  // The housekeeping runs every ten minutes.
  const limit = to - keepMs - 11 * minute;
  for (const moment of Object.values<Date>(oldest ?? {})) expect(moment.getTime()).toBeGreaterThan(limit);
  expect(
    simulation.log.some(({ msg, streams }) => msg === 'Removed old data (COLLECT_KEEP)' && Number(streams) > 0),
  ).toBe(true);
  expect(simulation.log.some(({ level }) => level === 'error')).toBe(false);
});

it('stores the subscribers of the channels of Kick that show them', async () => {
  const [start, to] = [Date.UTC(2026, 7, 20), Date.UTC(2026, 7, 20, 3)];
  const clock = new SimulatedClock(start);
  const world = new World({ seed: 3, channels: 40, from: start, to });
  const twitch = new MisbehavingKick({ world, clock, random: new SeededRandom(3) });
  const logins = readLogins(world.channels.map((one) => `kick:${slugOf(world.loginOf(one, start))}`).join());
  const config = { logins, everyMs: 10 * minute, followersEveryMs: 20 * minute };
  simulation = new Simulation({ clock, twitch, platform: 'kick', databaseUrl: database.url, isAlone: true, config });
  await simulation.start();
  await clock.runUntil(to);
  const points = await rowsOf<{ id: string; at: Date; subscribers: number; gifted: number | null }>(`
    SELECT p.streamer_id::text AS id, p.created_at AS at, p.subscribers::float8, p.gifted::float8
    FROM subscriber_points p`);
  const live = await rowsOf<{ id: string }>(`
    SELECT DISTINCT s.streamer_id::text AS id FROM streams s WHERE s.started_at < '${new Date(to - hour).toISOString()}'`);
  const channels = new Map(world.channels.map(({ id }) => [String(encodeId(`kick:${id}`)), id]));
  const trueCount = (id: string, at: number) => subscribersOf(world, channels.get(id) ?? '', at);
  const shown = live.map(({ id }) => id).filter((id) => trueCount(id, start) !== undefined);
  expect(shown.length).toBeGreaterThan(3);
  expect(shown.length).toBeLessThan(live.length);
  const counted = (id: string) => points.filter((point) => point.id === id);
  for (const id of shown) expect(counted(id).length).toBeGreaterThan(1);
  // The count of a response is a little older than its arrival.
  for (const { id, at, subscribers } of points) expect(trueCount(id, at.getTime())! - subscribers).toBeCloseTo(0, -1);
  expect(new Set(points.map(({ gifted }) => gifted === null)).size).toBe(2);
  expect(await rowsOf('SELECT FROM follower_points')).toEqual([]);
});

/** Other streams ended because a later stream of their channel was observed. */
const endedBySweep = `
  SELECT s.id FROM streams s
  WHERE s.ended_at IS NOT NULL
    AND NOT EXISTS (SELECT FROM streams l WHERE l.streamer_id = s.streamer_id AND l.started_at > s.started_at)`;

const longAfter = 365 * 24 * hour;

it.each([longAfter, -longAfter])('stores no sweep while the clock is wrong by %d ms, and says so', async (offsetMs) => {
  const { clock, world } = set({ channels: 30, hours: 1 });
  const { assembled } = await simulation.start();
  const server = await serveCollector(0, assembled.context);
  const ready = async () => (await fetch(`http://127.0.0.1:${server.port}/ready`)).text();
  try {
    await clock.runUntil(from + 12 * minute);
    clock.offsetMs = offsetMs;
    await clock.runUntil(from + 17 * minute);
    const direction = offsetMs > 0 ? 'ahead' : 'behind';
    expect(await ready()).toContain(`31,536,000 seconds ${direction}`);
    const reason = expect.stringContaining(`31,536,000 seconds ${direction}`) as string;
    expect(simulation.log.filter(({ msg }) => msg.startsWith('A sweep was not stored'))).toMatchObject([{ reason }]);
    clock.offsetMs = 0;
    await clock.runUntil(from + 28 * minute);
    expect(await ready()).toBe('ready\n');
    expect(simulation.sweeps.map(({ at }) => Math.round((at - from) / minute))).toEqual([0, 5, 10, 20, 25]);
    expect((await compareWithTruth(database.url, world, simulation.sweeps)).differences).toEqual([]);
  } finally {
    server.close();
  }
});

describe.each(['twitch', 'kick'] as const)('the first sweeps of %s', (platform) => {
  const start = async (fetch: (url: string) => Response, names?: string) => {
    const { clock, world } = set({ hours: 1, minutes: 1 });
    const shared = { world, clock, random: new SeededRandom(1) };
    const api = platform === 'kick' ? new MisbehavingKick(shared) : new MisbehavingTwitch(shared);
    const original = api.fetch;
    const login = world.loginOf(world.channels[0]!, from);
    const logins = readLogins(names ?? (platform === 'kick' ? `kick:${slugOf(login)}` : login));
    const config = { logins, everyMs: minute };
    await simulation.stop();
    simulation = new Simulation({ clock, twitch: api, platform, databaseUrl: database.url, isAlone: true, config });
    Object.assign(api, { fetch: async (url: string) => fetch(url) });
    const { assembled } = await simulation.start();
    return { clock, state: assembled.context.state, restore: () => Object.assign(api, { fetch: original }) };
  };
  const stored = () =>
    rowsOf('SELECT FROM collector_sweeps UNION ALL SELECT FROM sweep_totals UNION ALL SELECT FROM newest_observation');
  const failures = () =>
    rowsOf<{ platform: string; reason: string }>('SELECT f.platform, f.reason FROM collector_failures f');
  const unreachable = () => {
    throw new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED 192.0.2.7:443') });
  };

  it.each<[string, () => Response, string]>([
    ['the platform is unreachable', unreachable, 'no response (connect ECONNREFUSED [address])'],
    ['the platform returns 500', () => new Response('', { status: 500 }), 'the token request returned 500'],
    ['the platform returns HTML', () => new Response('<html>'), 'the response contains no token'],
  ])('store only the reason while %s, until a complete sweep', async (_title, fetch, reason) => {
    const { clock, state, restore } = await start(fetch);
    await clock.runUntil(from + 5 * minute);
    expect(await stored()).toEqual([]);
    expect(await failures()).toMatchObject([{ platform, reason: expect.stringContaining(reason) }]);
    expect(state.failure).toBeDefined();
    expect(state.sweeps.complete).toBe(0);
    const warning = 'A sweep failed: no channel of COLLECT_LOGINS could be looked up';
    expect(simulation.log.filter(({ msg }) => msg === warning).length).toBeGreaterThan(1);
    await rowsOf(`INSERT INTO collector_failures VALUES ('other', now(), 'of another platform')`);
    restore();
    await clock.runUntil(from + 10 * minute);
    expect((await stored()).length).toBeGreaterThan(2);
    expect(await failures()).toEqual([{ platform: 'other', reason: 'of another platform' }]);
    expect(state.failure).toBeUndefined();
  });

  it.each([longAfter, -longAfter])('store nothing while the clock is wrong by %d ms', async (offsetMs) => {
    const { clock, restore } = await start(() => new Response(''));
    restore();
    clock.offsetMs = offsetMs;
    await clock.runUntil(from + 5 * minute);
    expect(await stored()).toEqual([]);
    expect(await failures()).toMatchObject([
      { platform, reason: expect.stringContaining('the clock of this machine') },
    ]);
    clock.offsetMs = 0;
    await clock.runUntil(from + 7 * minute);
    expect((await stored()).length).toBeGreaterThan(1);
    expect(await failures()).toEqual([]);
  });

  it('store nothing, without a failure, if no name exists', async () => {
    const { clock, state, restore } = await start(
      () => new Response(''),
      platform === 'kick' ? 'kick:nobody' : 'nobody',
    );
    restore();
    await clock.runUntil(from + 5 * minute);
    expect([await stored(), await failures(), state.failure, state.sweeps]).toEqual([
      ...[[], [], undefined],
      { complete: 0, partial: 0 },
    ]);
    expect(simulation.log.some(({ msg }) => msg.startsWith('Skipped a sweep'))).toBe(true);
  });

  it('fail within a pause that the platform asks for, without a further request', async () => {
    let requests = 0;
    const limited = () => {
      requests += 1;
      return new Response('', { status: 429, headers: { 'Retry-After': '900', Date: new Date(from).toUTCString() } });
    };
    const { clock, restore } = await start(limited);
    await clock.runUntil(from + 2.5 * minute);
    expect([requests, await stored()]).toEqual([1, []]);
    expect(await failures()).toMatchObject([
      { reason: expect.stringContaining('returned 429, so requests wait for 900 s') },
    ]);
    restore();
    await clock.runUntil(from + 14.9 * minute);
    expect(await stored()).toEqual([]);
    await clock.runUntil(from + 16.1 * minute);
    expect((await stored()).length).toBeGreaterThan(1);
  });
});

it('does not continue from an observation in the future, and says so', async () => {
  const { clock } = set({ hours: 1 });
  await simulation.start();
  await clock.runUntil(from + minute);
  const setNewest = (ms: number) =>
    rowsOf(`UPDATE newest_observation o SET observed_at = '${new Date(ms).toISOString()}'`);
  await setNewest(from + 5 * minute + 600_000);
  await clock.runUntil(from + 6 * minute);
  await setNewest(from + 10 * minute + 600_001);
  await clock.runUntil(from + 11 * minute);
  const messages = simulation.log.filter(({ level }) => level !== 'info').map(({ msg, seconds }) => [msg, seconds]);
  expect(messages).toEqual([
    ['The clock is behind the newest observation: times of sweeps continue from that observation', 600],
    ['The newest observation is in the future: sweeps do not continue from it', 600],
  ]);
  // The third sweep continues from the second.
  expect(simulation.sweeps.map(({ at }) => Math.round((at - from) / 1_000))).toEqual([0, 900, 1050]);
});

it('is not ready after three intervals without data', async () => {
  const { clock } = set({ minutes: 0.05 });
  const { assembled } = await simulation.start();
  const server = await serveCollector(0, assembled.context);
  const status = async () => (await fetch(`http://127.0.0.1:${server.port}/ready`)).status;
  try {
    await clock.runUntil(from + 10_000);
    simulation.setDatabase(false);
    const { lastProgressMs } = assembled.context.state;
    await clock.runUntil(lastProgressMs + 9_000);
    expect(await status()).toBe(200);
    await clock.runUntil(lastProgressMs + 9_001);
    expect(await status()).toBe(503);
    simulation.setDatabase(true);
    await clock.runUntil(lastProgressMs + 30_000);
    expect(await status()).toBe(200);
  } finally {
    server.close();
  }
});
