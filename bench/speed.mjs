import { checkSameRows } from './check.mjs';
import { drawKeys } from './keys.mjs';
import { figuresOf, putLoad, requestText } from './measure.mjs';
import { operations as allOperations } from './operations.mjs';
import { chosen } from './options.mjs';
import { RunningServer } from './running-server.mjs';
import { requestOf, servers as allServers } from './servers/servers.mjs';

/** Once for each operation of each server, so that all of its code is compiled. */
const warmupSeconds = 3;
/** Before each measurement, so that its connections are there. */
const leadSeconds = 0.3;

/**
 * Measures each operation of each server, in turn within a round so that whatever slows the machine down for a while
 * slows all of them down. Answers for each mode, operation and server the figures of every round.
 */
export async function measureSpeed(database, cores, options) {
  const operations = chosen(allOperations, options.operations, 'operations');
  const servers = chosen(allServers, options.servers, 'servers').filter(isThere);
  const keys = await drawKeys(database.client, database.counts);
  const results = [];
  for (const mode of options.modes) {
    const taking = servers.filter(({ modes }) => modes.includes(mode));
    const running = await startAll(taking, { mode, databaseUrl: database.url, cores: cores.server, ...options });
    try {
      console.log(`\n${mode}: checking that all servers answer the same rows ...`);
      await checkSameRows([...running.values()], operations, keys, options);
      const context = { mode, keys, running, database, cores, options };
      results.push(...(await measureMode(taking, operations, context)));
    } finally {
      await Promise.all([...running.values()].map((server) => server.stop()));
    }
  }
  return results;
}

async function measureMode(servers, operations, context) {
  const { mode, options } = context;
  console.log(`${mode}: warming up ...`);
  await inTurn(servers, operations, 0, (server, operation) =>
    loadOne(server, operation, { ...context, seconds: Math.min(warmupSeconds, options.seconds) }),
  );
  const results = new Map();
  for (let round = 0; round < options.rounds; round++) {
    await inTurn(servers, operations, round, async (server, operation) => {
      const figures = await loadOne(server, operation, { ...context, seconds: options.seconds });
      const name = `${operation.name} ${server.name}`;
      if (!results.has(name)) results.set(name, newResult(mode, operation, server));
      results.get(name).rounds[round] = figures;
      console.log(progressLine({ mode, round, operation, server, figures }));
    });
  }
  return operations.flatMap(({ name }) => servers.map((server) => results.get(`${name} ${server.name}`)));
}

/** Each server with the same operation after the other; another one is the first each round. */
async function inTurn(servers, operations, round, action) {
  const start = round % servers.length;
  for (const operation of operations) {
    for (const server of [...servers.slice(start), ...servers.slice(0, start)]) await action(server, operation);
  }
}

async function loadOne(server, operation, { mode, keys, running, database, cores, options, seconds }) {
  const process = running.get(server.runs ?? server.name);
  const ofKey = (key) => requestOf(server, operation, key, options);
  const first = mode === 'hot' ? keys[operation.keys].hotDistinct.map(ofKey) : [];
  const requests = keys[operation.keys][mode].map(ofKey);
  if (server.conditional) await addTags(process, first, requests);
  const result = await putLoad(process, {
    first: first.map(requestText),
    requests: requests.map(requestText),
    warmupSeconds: leadSeconds,
    seconds,
    connections: options.connections,
    postmaster: database.postmaster,
    cores: cores.others,
  });
  return figuresOf(result, process, server.conditional ? 304 : 200);
}

/** Gives each request the tag of what it would get. */
async function addTags({ port }, first, requests) {
  const tags = new Map();
  for (const { path, headers } of first) {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      headers: { ...headers, 'Accept-Encoding': 'identity' },
    });
    await response.arrayBuffer();
    tags.set(path, response.headers.get('etag'));
  }
  for (const request of requests) request.headers['If-None-Match'] = tags.get(request.path) ?? '"none"';
}

async function startAll(servers, setting) {
  const running = new Map();
  const processes = new Set(servers.map(({ name, runs }) => runs ?? name));
  for (const server of allServers.filter(({ name }) => processes.has(name))) {
    running.set(server.name, await RunningServer.start(server, { ...setting, withToken: setting.token }));
  }
  return running;
}

function isThere({ command, runs, title, missing }) {
  if (command ?? runs) return true;
  console.log(`Without ${title}: ${missing}.`);
  return false;
}

function newResult(mode, operation, server) {
  return { mode, operation: operation.name, server: server.name, title: server.title, rounds: [] };
}

function progressLine({ mode, round, operation, server, figures: { perCpuSecond, databaseMicros } }) {
  const rate = `${Math.round(perCpuSecond).toLocaleString('en')} requests per CPU second`;
  return `${mode}, round ${round + 1}, ${operation.name}: ${server.title} ${rate}, database ${databaseMicros.toFixed(0)} us`;
}
