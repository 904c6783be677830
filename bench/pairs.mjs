import { drawKeys } from './keys.mjs';
import { figuresOf, putLoad, requestText } from './measure.mjs';
import { chosen } from './options.mjs';
import { median, table } from './report.mjs';
import { RunningServer } from './running-server.mjs';
import { requestOf, servers } from './servers/servers.mjs';

const leadSeconds = 0.3;
const warmupSeconds = 2;
/** Readers of a filtered list rarely open later pages. */
const filteredPositions = 500;

const lastMonth = () => {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1)).toISOString().slice(0, 7);
};
const board = ({ cursor }, query) => `/v1/leaderboard?cursor=${cursor % filteredPositions}&${query}`;

/** Paths of a new operation and of an existing one, by a key, and the largest ratio of their processor times. */
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
];

/** Measures both operations of each pair in turn, without the cache. `results` has the figures of every round. */
export async function measure(database, cores, options) {
  const keys = await drawKeys(database.client, database.counts);
  const server = servers.find(({ name }) => name === 'ours');
  const running = await RunningServer.start(server, { mode: 'cold', database, cores });
  const results = [];
  try {
    for (const pair of chosen(pairs, options.operations, 'operations')) {
      const measureOne = (path, seconds) => load(running, { database, cores, options }, { path, keys, pair, seconds });
      for (const path of [pair.path, pair.base]) await measureOne(path, warmupSeconds);
      const rounds = [];
      for (let round = 0; round < options.rounds; round++) {
        const [own, base] = [
          await measureOne(pair.path, options.seconds),
          await measureOne(pair.base, options.seconds),
        ];
        rounds.push({ own, base });
      }
      results.push({ name: pair.name, atMost: pair.atMost, rounds });
      console.log(
        `${pair.name}: ${ratiosOf(rounds)
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

/** The ratios of the processor times of service and PostgreSQL. */
function ratiosOf(rounds) {
  return rounds.map(({ own, base }) => own.totalMicros / base.totalMicros);
}

/** A row for each pair in Markdown. */
export function tables({ results }) {
  const rows = results.map(({ name, atMost, rounds }) => {
    const ratios = ratiosOf(rounds);
    const micros = (side) => median(rounds.map((round) => round[side].totalMicros)).toFixed(0);
    const spread = `${Math.min(...ratios).toFixed(2)}..${Math.max(...ratios).toFixed(2)}`;
    return [name, micros('own'), micros('base'), `${median(ratios).toFixed(2)} (${spread})`, String(atMost)];
  });
  return table(['pair', 'us', 'base us', 'ratio (min..max)', 'at most'], rows);
}
