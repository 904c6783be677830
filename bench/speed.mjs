import { measureBlocking } from './blocking.mjs';
import { checkSameRows } from './check.mjs';
import { goalsOf } from './goals.mjs';
import { drawKeys } from './keys.mjs';
import { fetchFrom, figuresOf, putLoad, requestText } from './measure.mjs';
import { chosenOperations, hasOperation } from './operations.mjs';
import { chosen } from './options.mjs';
import { RunningServer } from './running-server.mjs';
import { requestOf, serversOf } from './servers/servers.mjs';

/** Once for each operation of each server, so that V8 has compiled its code. */
const warmupSeconds = 3;
/** Before each measurement, so that its connections are open. */
const leadSeconds = 0.3;

/**
 * Measures each operation of each server. Within a round the servers take turns, so that what slows the machine down for
 * a while affects all of them. `results` has the figures of every round for each mode, operation, server and encoding,
 * `contentEncodings` what the servers sent to a browser, `blocking` what {@link measureBlocking} answers, `goals` the
 * figures that are compared with a limit.
 */
export async function measureSpeed(database, cores, options) {
  const operations = chosenOperations(options);
  const isAsked = (server) => operations.some((operation) => hasOperation(server, operation));
  const servers = chosen(serversOf(options), options.servers, 'servers').filter(isAsked).filter(isThere);
  const keys = await drawKeys(database.client, database.counts);
  const measured = { contentEncodings: {}, results: [], blocking: [] };
  for (const mode of options.modes) {
    const taking = servers.filter(({ modes }) => modes.includes(mode));
    const running = await startAll(taking, { mode, database, cores, options });
    const context = { mode, keys, running, database, cores, options };
    try {
      console.log(`\n${mode}: checking that all servers answer the same rows ...`);
      measured.contentEncodings[mode] = await checkSameRows([...running.values()], operations, keys, options);
      measured.results.push(...(await measureMode(taking, operations, context)));
      if (mode === 'cold') measured.blocking.push(...(await measureBlocking(operations, context)));
    } finally {
      await Promise.all([...running.values()].map((server) => server.stop()));
    }
  }
  return { ...measured, goals: goalsOf(measured) };
}

async function measureMode(servers, operations, context) {
  const { mode, options } = context;
  console.log(`${mode}: warming up ...`);
  const warmup = { ...context, seconds: Math.min(warmupSeconds, options.seconds) };
  for (const turn of turnsOf(servers, operations, options.encodings, 0)) await loadOne(turn, warmup);
  const results = new Map();
  for (let round = 0; round < options.rounds; round++) {
    for (const turn of turnsOf(servers, operations, options.encodings, round)) {
      const figures = await loadOne(turn, { ...context, seconds: options.seconds });
      const { operation, server, encoding } = turn;
      const title = `${encoding} ${operation.name} ${server.name}`;
      if (!results.has(title)) results.set(title, newResult(mode, turn));
      results.get(title).rounds[round] = figures;
      console.log(progressLine(mode, round, turn, figures));
    }
  }
  return options.encodings.flatMap((wanted) => [...results.values()].filter(({ encoding }) => encoding === wanted));
}

/**
 * For each operation all servers that have it, another one first in each round, and each server with all encodings one after the
 * other.
 */
function turnsOf(servers, operations, encodings, round) {
  const start = round % servers.length;
  const inOrder = [...servers.slice(start), ...servers.slice(0, start)];
  return operations.flatMap((operation) =>
    inOrder
      .filter((server) => hasOperation(server, operation))
      .flatMap((server) => encodings.map((encoding) => ({ operation, server, encoding }))),
  );
}

async function loadOne({ operation, server, encoding }, { mode, keys, running, seconds, ...setting }) {
  const process = running.get(server.runs ?? server.name);
  const ofKey = (key) => requestOf(server, operation, key, { ...setting.options, encoding });
  const first = mode === 'hot' ? keys[operation.keys].hotDistinct.map(ofKey) : [];
  const requests = keys[operation.keys][mode].map(ofKey);
  if (server.conditional) await addTags(process, first, requests);
  const result = await putLoad(process, setting, {
    first: first.map(requestText),
    requests: requests.map(requestText),
    warmupSeconds: leadSeconds,
    seconds,
  });
  return figuresOf(result, process, server.conditional ? 304 : 200);
}

/** Adds to each request the entity tag of its current answer. */
async function addTags(running, first, requests) {
  const tags = new Map();
  for (const request of first) {
    const response = await fetchFrom(running, request);
    await response.arrayBuffer();
    tags.set(request.path, response.headers.get('etag'));
  }
  for (const request of requests) request.headers['If-None-Match'] = tags.get(request.path) ?? '"none"';
}

async function startAll(servers, setting) {
  const running = new Map();
  const processes = new Set(servers.map(({ name, runs }) => runs ?? name));
  for (const server of serversOf(setting.options).filter(({ name }) => processes.has(name))) {
    running.set(server.name, await RunningServer.start(server, setting));
  }
  return running;
}

function isThere({ command, runs, title, missing }) {
  if (command ?? runs) return true;
  console.log(`Without ${title}: ${missing}.`);
  return false;
}

function newResult(mode, { operation, server, encoding }) {
  const { name, title } = server;
  return { mode, encoding, operation: operation.name, server: name, title, rounds: [] };
}

function progressLine(mode, round, { operation, server, encoding }, { perCpuSecond, databaseMicros }) {
  const rate = `${Math.round(perCpuSecond).toLocaleString('en')} requests per CPU second`;
  const turn = `${mode}, Accept-Encoding ${encoding}, round ${round + 1}, ${operation.name}`;
  return `${turn}: ${server.title} ${rate}, database ${databaseMicros.toFixed(0)} us`;
}
