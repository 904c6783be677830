import { putLoad, requestText } from './measure.mjs';
import { median, table } from './report.mjs';
import { requestOf } from './servers/servers.mjs';

const warmupSeconds = 0.5;
// The service answers it without the database, so it waits only for what the event loop does before it.
const probe = requestText({ path: '/v1/health/live', headers: {} });

const columns = [
  { title: 'p90 ms, none', of: ({ none }) => none.p90 },
  { title: 'p90 ms, browser', of: ({ browser }) => browser.p90 },
  { title: 'p99 ms, none', of: ({ none }) => none.p99 },
  { title: 'p99 ms, browser', of: ({ browser }) => browser.p99 },
  { title: 'p99, ratio', of: ({ none, browser }) => browser.p99 / none.p99 },
  { title: 'max ms, none', of: ({ none }) => none.max },
  { title: 'max ms, browser', of: ({ browser }) => browser.max },
];

/**
 * Measures how long compressing blocks the event loop of the service: the latency of a tiny request on one connection while
 * another connection requests an operation, without an Accept-Encoding and with the one of browsers. Threads that compress
 * share the server's core, so they count too. Only a machine that does nothing else gives a p99 that means something.
 */
export async function measureBlocking(operations, context) {
  const { running, options } = context;
  if (options.encodings.length < 2) return [];
  const services = [...running.values()].filter(({ server }) => server.isService);
  const pairs = operations.flatMap((operation) => services.map((service) => ({ operation, service })));
  const results = [];
  for (const { operation, service } of pairs) {
    const { name, title } = service.server;
    console.log(`event loop, ${operation.name}: ${title} ...`);
    const rounds = [];
    for (let round = 0; round < options.rounds; round++) {
      const none = await probeLatencies(service, operation, 'none', context);
      rounds.push({ none, browser: await probeLatencies(service, operation, 'browser', context) });
    }
    results.push({ operation: operation.name, server: name, title, rounds });
  }
  return results;
}

/** The medians of the rounds. */
export function blockingTable(results) {
  const rows = results.map(({ operation, title, rounds }) => [
    operation,
    title,
    ...columns.map(({ of }) => median(rounds.map(of)).toFixed(2)),
  ]);
  return table(['operation', 'server', ...columns.map(({ title }) => title)], rows);
}

async function probeLatencies(service, operation, encoding, { mode, keys, options, ...setting }) {
  const ofKey = (key) => requestText(requestOf(service.server, operation, key, { ...options, encoding }));
  const requests = keys[operation.keys][mode].map(ofKey);
  const plan = { requests, probe, connections: 1, warmupSeconds, seconds: options.seconds };
  const result = await putLoad(service, { ...setting, options }, plan);
  return result.probe;
}
