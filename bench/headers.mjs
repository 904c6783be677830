import { figuresOf, putLoad, requestText } from './measure.mjs';
import { median, table } from './report.mjs';
import { RunningServer } from './running-server.mjs';
import { serversOf } from './servers/servers.mjs';

// Node refuses more than 16 KB of headers.
const bytes = 15_000;
const longestUrl = 4_096;
const mostExtraMicros = 200;
const target = '/v1/leaderboard';

const filled = (text, length = bytes) => text.repeat(Math.floor(length / text.length));

/** What a request has besides a plain one; `base` is the path of the plain one. */
const additions = {
  'a header that nothing reads': { headers: { 'X-Padding': filled('a') } },
  'Accept, many ranges': { headers: { Accept: `text/csv;q=0,${filled('a/a,')}` } },
  'Accept, one range': { headers: { Accept: `text/csv;a="${filled('\\\\')}"` } },
  'Accept of problem details': { headers: { Accept: `application/problem+json,${filled('a/a;q=0.1,')}` } },
  'Accept-Encoding': { headers: { 'Accept-Encoding': filled('br;q=0.1,') } },
  'If-None-Match': { headers: { 'If-None-Match': filled('"",') } },
  Range: { headers: { Range: `bytes=${filled('0-1,')}` } },
  Cookie: { headers: { Cookie: filled('a=b; ') } },
  Forwarded: { headers: { Forwarded: filled('for=127.0.0.1,') } },
  'X-Forwarded-For': { headers: { 'X-Forwarded-For': filled('127.0.0.1,') } },
  traceparent: { headers: { traceparent: filled('00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01,') } },
  Authorization: { headers: { Authorization: `Bearer ${filled('a')}!` } },
  Origin: { headers: { Origin: `https://${filled('a.')}` } },
  '500 headers': { headers: Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`X-${i}`, 'a'])) },
  'a long path': { path: `/v1/${filled('.csv', longestUrl - 5)}`, base: '/v1/nothing' },
  'a long query': { path: `${target}?${filled('a&', longestUrl - target.length - 1)}` },
  'a long query of names': { path: `${target}?${Array.from({ length: 800 }, (_, i) => `p${i}`).join('&')}` },
};

const states = [
  { name: 'from memory', environment: {} },
  { name: 'from the database', environment: { CACHE_TTL_SECONDS: '0' } },
  { name: 'beyond the limit', environment: { RATE_LIMIT: '1', RATE_WINDOW_SECONDS: '3600' } },
];

const settings = { CORS_ORIGINS: 'https://dashboard.example.com', TRUST_PROXY: 'loopback' };

/** Processor time of the service for requests with long headers, minus the time of plain requests in the same round. */
export async function measureHeaders(database, cores, options) {
  const services = serversOf(options).filter(({ isService }) => isService);
  const results = [];
  for (const server of services) {
    for (const state of states) {
      const environment = { ...settings, ...state.environment };
      const setting = { database, cores, options };
      const running = await RunningServer.start(server, { mode: 'hot', ...setting, environment });
      try {
        const extras = await measureExtras(running, setting);
        results.push({ server: server.title, state: state.name, extras });
      } finally {
        await running.stop();
      }
    }
  }
  return results;
}

async function measureExtras(running, setting) {
  // V8 compiles meanwhile.
  await microsOf(running, {}, setting);
  const extras = Object.fromEntries(Object.keys(additions).map((name) => [name, []]));
  for (let round = 0; round < setting.options.rounds; round++) {
    const plain = new Map();
    for (const [name, { base = target, path = base, headers }] of Object.entries(additions)) {
      if (!plain.has(base)) plain.set(base, await microsOf(running, { path: base }, setting));
      extras[name].push((await microsOf(running, { path, headers }, setting)) - plain.get(base));
    }
  }
  return extras;
}

async function microsOf(running, { path = target, headers = {} }, setting) {
  const request = requestText({ path, headers });
  const { seconds } = setting.options;
  const result = await putLoad(running, setting, { requests: [request], warmupSeconds: 0.3, seconds });
  // The additions have different statuses, such as 404 for a long path.
  const [status] = Object.entries(result.statuses).toSorted(([, a], [, b]) => b - a)[0];
  return figuresOf(result, running, status).serverMicros;
}

/** The medians of the rounds. */
export function headersTable(results) {
  const rows = Object.keys(additions).map((name) => [
    name,
    ...results.map(({ extras }) => {
      const extra = median(extras[name]);
      return `${extra.toFixed(0)}${extra > mostExtraMicros ? ', missed' : ''}`;
    }),
  ]);
  const columns = results.map(({ server, state }) => `${server}, ${state}`);
  return `Microseconds over a plain request, of which at most ${mostExtraMicros} are wanted.\n\n${table(['addition', ...columns], rows)}`;
}
