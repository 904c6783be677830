import { drawKeys } from './keys.mjs';
import { figuresOf, putLoad, requestText } from './measure.mjs';
import { chosen } from './options.mjs';
import { median, table } from './report.mjs';
import { RunningServer } from './running-server.mjs';
import { daysOfStreams, drawSampledKeys, streamsOfEvent } from './sampled.mjs';
import { requestOf, servers } from './servers/servers.mjs';

const leadSeconds = 0.3;
const warmupSeconds = 2;
/** Readers of a filtered list rarely open later pages. */
const filteredPositions = 500;

const lastMonth = () => {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1)).toISOString().slice(0, 7);
};
const graph = ({ stream }) => `/v1/streams/${stream}/graphs/minutely`;
const eventLists = ['graphs/minutely', 'segments', 'streams'];
const board = ({ cursor }, query) => `/v1/leaderboard?cursor=${cursor % filteredPositions}&${query}`;

/**
 * Paths of a new operation and of an existing one, by a key, and the largest ratio of their processor times. With `times`, the
 * new operation is compared with several requests of the existing one. Without `base`, `atMost` is in milliseconds.
 */
export const pairs = [
  {
    name: 'stats of a month',
    keys: 'streamers',
    path: (name) => `/v1/streamer/${name}/stats?month=${lastMonth()}`,
    base: (name) => `/v1/streamer/${name}/stats?days=30`,
    atMost: 1.15,
  },
  {
    name: 'leaderboard of a month',
    keys: 'pages',
    path: ({ cursor, sort }) => `/v1/leaderboard?month=${lastMonth()}&sort=${sort}&cursor=${cursor % 9_900}`,
    base: ({ cursor, sort }) => `/v1/leaderboard?days=90&sort=${sort}&cursor=${cursor % 9_900}`,
    atMost: 1.1,
  },
  {
    name: 'leaderboard, min_minutes=300',
    keys: 'pages',
    path: (page) => board(page, 'sort=averageviewers&min_minutes=300'),
    base: (page) => board(page, 'sort=averageviewers'),
    atMost: 3,
  },
  {
    name: 'leaderboard, language of half of the entries',
    keys: 'pages',
    path: (page) => board(page, `sort=${page.sort}&language=en`),
    base: (page) => board(page, `sort=${page.sort}`),
    atMost: 3,
  },
  {
    name: 'rank',
    keys: 'streamers',
    path: (name) => `/v1/streamer/${name}/rank`,
    base: (name) => `/v1/streamer/${name}/thirty-day-stats`,
    atMost: 1.2,
  },
  {
    name: 'totals of 31 days by hour',
    keys: 'totals',
    path: ({ from, to }) => `/v1/totals?from=${from}&to=${to}`,
    base: ({ login }) => `/v1/streamer/${login}/follower-graph`,
    atMost: 1.5,
  },
  {
    name: 'chat of a stream',
    keys: 'sampled',
    path: ({ stream }) => `/v1/streams/${stream}/chat`,
    base: ({ stream }) => `/v1/streams/${stream}/graphs/fiveMinutes`,
    atMost: 1.5,
  },
  {
    name: 'last stream',
    keys: 'sampled',
    path: ({ login }) => `/v1/streamer/${login}/last-stream`,
    base: graph,
    atMost: 1.5,
  },
  {
    name: 'range of a stream',
    keys: 'sampled',
    path: ({ stream, from, to }) => `/v1/streams/${stream}/stats?from=${from}&to=${to}`,
    base: graph,
    atMost: 1.5,
  },
  {
    name: 'hours',
    keys: 'sampled',
    path: ({ login }) => `/v1/streamer/${login}/hours?days=30&tz=Europe/Berlin`,
    base: graph,
    times: daysOfStreams,
    atMost: 0.5,
  },
  ...eventLists.map((list) => ({
    name: `${list} of an event`,
    keys: 'events',
    path: ({ event }) => `/v1/events/${event}/${list}`,
    base: graph,
    times: streamsOfEvent,
    atMost: 0.5,
  })),
  ...eventLists.map((list) => ({
    name: `${list} of a large event`,
    keys: 'largeEvent',
    path: ({ event }) => `/v1/events/${event}/${list}`,
    atMost: 150,
  })),
];

/** Measures both operations of each pair in turn, without the cache. `results` has the figures of every round. */
export async function measure(database, cores, options) {
  const sampled = await drawSampledKeys(database.client);
  const keys = { ...(await drawKeys(database.client, database.counts)), ...sampled };
  const server = servers.find(({ name }) => name === 'ours');
  const running = await RunningServer.start(server, { mode: 'cold', database, cores });
  const results = [];
  try {
    for (const pair of chosen(pairs, options.operations, 'operations')) {
      const measureOne = (path, seconds) =>
        path && load(running, { database, cores, options }, { path, keys, pair, seconds });
      for (const path of [pair.path, pair.base]) await measureOne(path, warmupSeconds);
      const rounds = [];
      for (let round = 0; round < options.rounds; round++) {
        const [own, base] = [
          await measureOne(pair.path, options.seconds),
          await measureOne(pair.base, options.seconds),
        ];
        rounds.push({ own, base });
      }
      const { name, times, atMost } = pair;
      results.push({ name, times, atMost, rounds });
      console.log(
        `${name}: ${ratiosOf({ times, rounds })
          .map((ratio) => ratio.toFixed(2))
          .join(', ')}`,
      );
    }
  } finally {
    await running.stop();
  }
  return { results };
}

async function load(running, setting, { path, keys, pair, seconds }) {
  const requests = keys[pair.keys].cold.map((key) => requestText(requestOf({ path }, key, 'none')));
  return figuresOf(await putLoad(running, setting, { requests, warmupSeconds: leadSeconds, seconds }), running);
}

/** The ratios of the processor times of service and PostgreSQL, or the milliseconds of an operation without a base. */
function ratiosOf({ times = 1, rounds }) {
  return rounds.map(({ own, base }) => own.totalMicros / (base ? times * base.totalMicros : 1_000));
}

/** A row for each pair in Markdown. */
export function tables({ results }) {
  const rows = results.map((result) => {
    const { name, times = 1, atMost, rounds } = result;
    const ratios = ratiosOf(result);
    const micros = (side) => (rounds[0][side] ? median(rounds.map((round) => round[side].totalMicros)).toFixed(0) : '');
    const spread = `${Math.min(...ratios).toFixed(2)}..${Math.max(...ratios).toFixed(2)}`;
    const base = times === 1 ? micros('base') : `${times} x ${micros('base')}`;
    return [name, micros('own'), base, `${median(ratios).toFixed(2)} (${spread})`, String(atMost)];
  });
  return table(['pair', 'us', 'base us', 'ratio, or ms (min..max)', 'at most'], rows);
}
