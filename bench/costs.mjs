// The processor time of expensive requests per unit of the rate limit. The rows of costs.sql make the requests expensive.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ownerSettings } from '../dist/database/session-settings.js';
import { createPartitions } from '../dist/ingest/partitions.js';
import { fetchFrom } from './measure.mjs';
import { chosen } from './options.mjs';
import { cpuSeconds, databaseCpuSeconds } from './processes.mjs';
import { table } from './report.mjs';
import { RunningServer } from './running-server.mjs';
import { servers } from './servers/servers.mjs';

const service = servers.find(({ name }) => name === 'ours');
const environment = { DATABASE_DEADLINE_SECONDS: '5', RATE_WINDOW_SECONDS: '86400', PUBLIC_URL: 'http://127.0.0.1' };
const cheap = '/v1/leaderboard?limit=1';

const day = (ago) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
const year = `from=${day(364)}&to=${day(0)}`;
const quarter = `from=${day(89)}&to=${day(0)}`;
const longest = `from=${day(399)}&to=${day(0)}`;
// The hours of this zone differ from hours in UTC.
const zone = 'tz=Asia/Kathmandu';
const rangeOfYear = `range=${day(364)}..${day(0)}&${zone}`;
const names = ['streamer20000', ...Array.from({ length: 99 }, (_, i) => `streamer${i + 1}`)].join(',');
const compared = 'streamers=streamer20000,streamer19999,streamer19998,streamer19997';
const [event, stream] = ['900001', '82000000001'];

const cases = Object.entries({
  'event: segments': `/v1/events/${event}/segments`,
  'event: streams': `/v1/events/${event}/streams`,
  'event: graph by minute': `/v1/events/${event}/graphs/minutely`,
  'event: graph by five minutes': `/v1/events/${event}/graphs/fiveMinutes`,
  'event: page': `/events/${event}`,
  'event: frame': `/embed/events/${event}/viewers`,
  'event: picture': `/download/events/${event}/viewers.png?width=1200&height=1000`,
  'event: file of viewers': `/download/events/${event}/viewers.csv`,
  'event: file of streams': `/download/events/${event}/streams.csv`,
  'event: link preview': `/previews/events/${event}.png`,
  'events: calendar': '/events.ics',
  'events: file': '/download/events.csv',
  'totals by hour: 31 days': `/v1/totals?from=${day(30)}&to=${day(0)}`,
  'totals by day: year': `/v1/totals?interval=day&${year}`,
  'totals of a language: year': `/v1/totals?interval=day&language=l11&${year}`,
  'totals of a game: year': `/v1/totals?interval=day&game=Game%201&${year}`,
  'totals of games: year': `/v1/totals/games?${year}`,
  'totals of games: 90 days': `/v1/totals/games?${quarter}`,
  'totals of languages: year': `/v1/totals/languages?${year}`,
  'totals: page: 365 days': '/totals?range=365',
  'totals: page: 30 days': '/totals?range=30',
  'totals: file': '/download/totals/viewers.csv?range=365',
  'totals: picture': '/download/totals/viewers.png?range=365&width=1200',
  'totals: frame': '/embed/totals/viewers?range=365',
  'stats of 100 names: 400 days': `/v1/stats?names=${names}&${longest}&${zone}`,
  'stats of 100 names: 90 days': `/v1/stats?names=${names}&${quarter}&${zone}`,
  'stats of a streamer: 400 days': `/v1/streamer/streamer20000/stats?${longest}&${zone}`,
  'hours: year': `/v1/streamer/streamer20000/hours?${year}&${zone}`,
  'hours of a long stream: year': `/v1/streamer/streamer19999/hours?${year}&${zone}`,
  rank: '/v1/streamer/streamer20000/rank?days=90',
  'badge of a rank': '/v1/streamer/streamer20000/badge.svg?metric=rank',
  'last stream': '/v1/streamer/streamer19999/last-stream',
  'range of a stream': `/v1/streams/${stream}/stats?from=${day(58)}T00:05:00Z&to=${day(1)}T00:00:00Z`,
  'graph of a stream: points': `/v1/streams/${stream}/graphs/fiveMinutes?points=100`,
  'follower graph: year': `/v1/streamer/streamer20000/follower-graph?${year}&${zone}`,
  'recent streams of a month': `/v1/streamer/streamer20000/recent-streams?month=${day(40).slice(0, 7)}&${zone}&limit=100`,
  'leaderboard of a language': '/v1/leaderboard?language=fr&limit=200',
  'leaderboard: min_minutes': '/v1/leaderboard?sort=averageviewers&min_minutes=129600&limit=200',
  'leaderboard of a platform': '/v1/leaderboard?platform=kick&limit=200',
  'live streams of 100 names': `/v1/streams/live?names=${names}`,
  'live streams of a language': '/v1/streams/live?language=zz&limit=100',
  'streamers of a language': '/v1/streamers?language=zz&limit=100',
  'streamers of a platform': '/v1/streamers?platform=kick&cursor=10000&limit=100',
  'languages of a platform': '/v1/languages?platform=kick',
  'streamer: page: year': `/streamers/streamer20000?${rangeOfYear}`,
  'streamer: page: viewers by hour': `/streamers/streamer19999?hours=viewers&${rangeOfYear}`,
  'streamer: page: all': '/streamers/streamer20000?range=all',
  'streamer: calendar': '/streamers/streamer20000/streams.ics',
  'streamer: feed': '/streamers/streamer20000/streams.atom',
  'comparison: page: year': `/compare?${compared}&${rangeOfYear}`,
  'comparison: picture: year': `/download/compare/viewers.png?${compared}&${rangeOfYear}&width=1200&height=1000`,
  'comparison: file: year': `/download/compare/followers.csv?${compared}&${rangeOfYear}`,
  'stream: page': `/streams/${stream}`,
  'game: page': '/games/Game%201',
  sitemap: '/sitemap.xml',
}).map(([name, target]) => ({ name, target }));

/** The data of the run. */
export const ownData = {
  folder: 'costs',
  async addRows(client, run) {
    await client.query(ownerSettings);
    await createPartitions(
      client,
      'viewer_samples',
      `(SELECT now() - n * interval '1 day' AS created_at FROM generate_series(0, 62) n)`,
    );
    await client.query(readFileSync(path.join(import.meta.dirname, 'costs.sql'), 'utf8'));
    run(['refresh']);
  },
};

/** Measures each case without the cache. The dearest unit is first. */
export async function measure(database, cores, { operations, requests }) {
  const running = await RunningServer.start(service, { mode: 'cold', database, cores, environment });
  const results = [];
  try {
    for (const { name, target } of chosen(cases, operations, 'operations'))
      results.push({ name, target, ...(await costOf(running, database, target, requests)) });
  } finally {
    await running.stop();
  }
  return results.toSorted((a, b) => b.msPerUnit - a.msPerUnit);
}

/** One row per case. */
export function tables(results) {
  const rows = results.map(({ name, statuses, units, serverMs, databaseMs, msPerUnit }) => [
    name,
    Object.entries(statuses)
      .map(([status, count]) => `${count} x ${status}`)
      .join(', '),
    ...[units, serverMs, databaseMs, msPerUnit].map((value) => value.toFixed(1)),
  ]);
  return table(['request', 'responses', 'units', 'server ms', 'database ms', 'ms per unit'], rows);
}

async function costOf(running, database, target, requests) {
  const times = () => [cpuSeconds(running.pid), databaseCpuSeconds(database.postmaster)];
  const statuses = {};
  await send(running, target);
  const { remaining } = await send(running, cheap);
  const before = times();
  for (let sent = 0; sent < requests; sent++) {
    const { status } = await send(running, target);
    statuses[status] = (statuses[status] ?? 0) + 1;
  }
  const [serverMs, databaseMs] = times().map((seconds, index) => ((seconds - before[index]) * 1000) / requests);
  // A request can pay for work after its response. The cheap request itself costs one unit.
  const units = (remaining - (await send(running, cheap)).remaining - 1) / requests;
  return { statuses, units, serverMs, databaseMs, msPerUnit: (serverMs + databaseMs) / units };
}

async function send(running, target) {
  const response = await fetchFrom(running, { path: target });
  await response.arrayBuffer();
  return { status: response.status, remaining: Number(response.headers.get('X-RateLimit-Remaining')) };
}
