import { pino } from 'pino';
import { MisbehavingKick, slugOf, subscribersOf } from '../../../../demo/kick/misbehaving-kick.js';
import { World } from '../../../../demo/twitch/world.js';
import { SimulatedClock } from '../../../../test/support/twitch/simulated-clock.js';
import { SeededRandom } from '../../../../demo/seeded-random.js';
import { RefusedError } from '../platform.js';
import { Kick } from './kick.js';

const startOfJuly = Date.UTC(2026, 6, 1);
const { signal } = new AbortController();

/** A Kick with 101 live channels, and its client. */
function start(from = startOfJuly) {
  const clock = new SimulatedClock(from);
  const world = new World({ seed: 1, channels: 101, from, to: from + 3_600_000, isAlwaysLive: true });
  const server = new MisbehavingKick({ world, clock, random: new SeededRandom(1), latencyMs: 0 });
  const { clientId, clientSecret, fetch } = server;
  const config = { requestsPerMinute: 60, clientId, clientSecret, apiUrl: 'https://api', authUrl: 'https://id/oauth' };
  const state = { fail: () => {}, wrongClock: undefined };
  const kick = new Kick({ config, fetch, clock, state, logger: pino({ level: 'silent' }) }, () => clock.now());
  const ids = world.channels.map(({ id }) => `kick:${id}`);
  const names = world.channels.map((channel) => `kick:${slugOf(world.loginOf(channel, from))}`);
  const during = async <Result>(work: Promise<Result>) => {
    await clock.runUntil(clock.monotonicMs() + 60_000);
    return work;
  };
  return { kick, ids, names, during, server, subscribersIn: (id: string) => subscribersOf(world, id.slice(5), from) };
}

it('requests at most as many names and channels at a time as Kick accepts', async () => {
  const { kick, ids, names, during } = start();
  const channels = await during(kick.findChannels(names.slice(0, kick.maxNames), signal));
  expect(channels.items.map(({ login }) => login)).toEqual(names.slice(0, kick.maxNames));
  expect((await during(kick.findLive(ids.slice(0, kick.maxIds), signal))).items).toHaveLength(kick.maxIds);
});

it('is refused with one name or channel more', async () => {
  const { kick, ids, names, during } = start();
  const refused = await during(
    Promise.all([
      kick.findChannels(names.slice(0, 51), signal).catch((error: unknown) => error),
      kick.findLive(ids.slice(0, 101), signal).catch((error: unknown) => error),
    ]),
  );
  for (const error of refused) {
    expect(error).toBeInstanceOf(RefusedError);
    expect(error).toMatchObject({ refused: 'values' });
  }
});

const since = Date.UTC(2026, 7, 11);

it('returns the subscribers of at most 50 channels, and leaves out the channels without a count', async () => {
  const { kick, ids, during, subscribersIn } = start(since);
  const { maxIds } = kick.counter;
  const counted = await during(kick.counter.count(ids.slice(0, maxIds), signal));
  const known = ids.slice(0, maxIds).filter((id) => subscribersIn(id) !== undefined);
  expect(counted.map(({ id, total }) => [id, total])).toEqual(known.map((id) => [id, subscribersIn(id)]));
  expect(known.length).toBeGreaterThan(0);
  expect(known.length).toBeLessThan(maxIds);
  expect(new Set(counted.map(({ gifted }) => gifted === null))).toEqual(new Set([true, false]));
  const refused = during(kick.counter.count(ids.slice(0, maxIds + 1), signal).catch((error: unknown) => error));
  expect(await refused).toMatchObject({ refused: 'values' });
});

it('requests no subscribers before the counts include gifted subscriptions', async () => {
  const { kick, ids, during, server } = start(since - 1_000_000);
  expect(await during(kick.counter.count(ids.slice(0, 9), signal))).toEqual([]);
  expect(server.requests).toBe(0);
});
