import { once } from 'node:events';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { drawKeys } from './keys.mjs';
import { putLoad, refuseUnexpected, requestText } from './measure.mjs';
import { chosenOperations } from './operations.mjs';
import { median, table } from './report.mjs';
import { RunningServer } from './running-server.mjs';
import { oneServer, requestOf } from './servers/servers.mjs';

/**
 * The first is what the last is compared with; the others tell what Redis takes, and what it takes to share a core. Two instances share
 * the one core of the server, or have it to themselves in turn, as if there were one for each.
 */
const settings = [
  { title: 'one', instances: 1 },
  { title: 'one with Redis', instances: 1, withRedis: true },
  { title: 'two on a core', instances: 2, sharesCore: true },
  { title: 'two with Redis on a core', instances: 2, sharesCore: true, withRedis: true },
  { title: 'two with Redis', instances: 2, withRedis: true },
];
/** Before each measurement, so that its connections are open. */
const leadSeconds = 0.3;
/** Of the requests per processor second of one instance. */
const wanted = 0.9;

/** Keeps what it counts in memory alone. It ends with the run. */
const redis = {
  title: 'Redis',
  command: {
    file: 'sh',
    args: ['-c', `exec redis-server --bind 127.0.0.1 --port "$PORT" --save '' --appendonly no --dir '${tmpdir()}' >&2`],
  },
};

/**
 * Processor time for a request, in microseconds, of one instance and of two, without Redis and with clients counted in it. The
 * requests are the same: all operations in turn, each with its keys. Instances share connections and requests, as a balancer would
 * hand them out. For each mode the rounds, in which the settings take turns; a round has a figure for each setting.
 */
export async function measureInstances(database, cores, options) {
  const keys = await drawKeys(database.client, database.counts);
  const counter = await RunningServer.start(redis, { database, cores: { server: cores.others }, options });
  const modes = [];
  try {
    for (const mode of options.modes) {
      modes.push({ mode, rounds: await measureMode(mode, keys, counter, { database, cores, options }) });
    }
  } finally {
    await counter.stop();
  }
  return modes;
}

/** The first round warms up. */
async function measureMode(mode, keys, counter, context) {
  const server = oneServer(context.options);
  const requestsTo = requestsOf(server, mode, keys, context);
  const running = settings.map(() => []);
  try {
    for (const [index, { instances, withRedis }] of settings.entries()) {
      const environment = withRedis ? { REDIS_URL: `redis://127.0.0.1:${counter.port}` } : {};
      for (let i = 0; i < instances; i++) {
        running[index].push(await RunningServer.start(server, { mode, ...context, environment }));
      }
    }
    const rounds = [];
    for (let round = 0; round <= context.options.rounds; round++) {
      const figures = [];
      for (let turn = 0; turn < settings.length; turn++) {
        const index = (round + turn) % settings.length;
        figures[index] = await serverMicros(running[index], settings[index], requestsTo, context);
      }
      if (round === 0) await checkCounts(counter);
      else rounds.push(figures);
      console.log(`${mode}, round ${round}: ${figures.map((figure) => figure.toFixed(1)).join(', ')} us a request`);
    }
    return rounds;
  } finally {
    await Promise.all(running.flat().map((instance) => instance.stop()));
  }
}

/** Throws if Redis counts nobody, since the instances would then count by themselves. */
async function checkCounts({ port }) {
  const socket = connect(port, '127.0.0.1').setEncoding('utf8');
  socket.write('DBSIZE\r\n');
  const [answer] = await once(socket, 'data');
  socket.destroy();
  if (!/^:[1-9]/.test(answer)) throw new Error(`The instances do not count in Redis, which answers ${answer.trim()}.`);
}

/** The requests of all operations, one of each after the other; `first` are those that store the popular answers. */
function requestsOf(server, mode, keys, { options }) {
  const mix = (kind, isIts) => {
    const lists = chosenOperations(options).map((operation) =>
      keys[operation.keys][kind].filter(isIts).map((key) => requestText(requestOf(server, operation, key, options))),
    );
    const longest = Math.max(...lists.map(({ length }) => length));
    return Array.from({ length: longest }, (_, i) => lists.flatMap((list) => list[i] ?? [])).flat();
  };
  return (index, count) => ({
    first: mode === 'hot' ? mix('hotDistinct', () => true) : [],
    requests: mix(mode, (_, i) => i % count === index),
  });
}

/** Processor time for a request, of all instances together. */
async function serverMicros(running, { sharesCore }, requestsTo, { options, ...setting }) {
  const connections = Math.ceil(options.connections / running.length);
  const load = (instance, index) => {
    const plan = { ...requestsTo(index, running.length), warmupSeconds: leadSeconds, seconds: options.seconds };
    return putLoad(instance, { ...setting, options: { connections } }, plan);
  };
  const results = [];
  if (sharesCore) results.push(...(await Promise.all(running.map(load))));
  else for (const [index, instance] of running.entries()) results.push(await load(instance, index));
  results.forEach((result, index) => refuseUnexpected(result, running[index], 200));
  const sum = (name) => results.reduce((total, result) => total + result[name], 0);
  return (sum('serverCpuSeconds') / sum('requests')) * 1e6;
}

/** A row for each mode, and one for as many requests of each of them. */
export function instancesTable(modes) {
  const rows = modes.map(({ mode, rounds }) => rowOf(mode, rounds));
  const [first, second] = modes;
  if (second) {
    const mean = (figure, round, index) => (figure + second.rounds[round][index]) / 2;
    const both = first.rounds.map((figures, round) => figures.map((figure, index) => mean(figure, round, index)));
    rows.push(rowOf('as many of each', both));
  }
  const titles = settings.map(({ title }) => `${title}, us`);
  return table(['requests', ...titles, 'requests/CPU s, last to first (min..max)', 'goal'], rows);
}

function rowOf(title, rounds) {
  const micros = settings.map((_, index) => median(rounds.map((figures) => figures[index])).toFixed(1));
  const ratios = rounds.map((figures) => figures[0] / figures.at(-1));
  const [ratio, least, most] = [median(ratios), Math.min(...ratios), Math.max(...ratios)];
  const spread = `${ratio.toFixed(2)} (${least.toFixed(2)}..${most.toFixed(2)})`;
  return [title, ...micros, spread, `at least ${wanted}, ${ratio >= wanted ? 'met' : 'missed'}`];
}
