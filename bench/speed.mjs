import { checkSameRows } from './check.mjs';
import { goalsOf } from './goals.mjs';
import { drawKeys } from './keys.mjs';
import { figuresOf, putLoad, requestText } from './measure.mjs';
import { operations as allOperations } from './operations.mjs';
import { chosen } from './options.mjs';
import { RunningServer } from './running-server.mjs';
import { requestOf, servers as allServers } from './servers/servers.mjs';

export { tables } from './speed-tables.mjs';

/** Warm-up for each operation of each server, so that V8 compiles its code. */
const warmupSeconds = 3;
/** Load before each measurement, so that its connections are open. */
const leadSeconds = 0.3;

/**
 * Measures each operation of each server. Within a round the servers take turns, so that a temporary slowdown of the machine
 * affects all servers. `results` contains the figures of every round for each mode, operation, server and encoding, `goals`
 * the figures to compare with a limit.
 */
export async function measure(database, cores, options) {
  const operations = chosen(allOperations, options.operations, 'operations');
  const servers = chosen(allServers, options.servers, 'servers');
  const keys = await drawKeys(database.client, database.counts);
  const results = [];
  for (const mode of options.modes) {
    const running = [];
    try {
      for (const server of servers.filter(({ modes }) => modes.includes(mode))) {
        running.push(await RunningServer.start(server, { mode, database, cores }));
      }
      const context = { mode, keys, running, database, cores, options };
      console.log(`\n${mode}: checking that all servers return the same rows ...`);
      await checkSameRows(running, operations, keys, options);
      results.push(...(await measureMode(operations, context)));
    } finally {
      await Promise.all(running.map((server) => server.stop()));
    }
  }
  return { results, goals: goalsOf(results) };
}

async function measureMode(operations, context) {
  const { mode, running, options } = context;
  console.log(`${mode}: warming up ...`);
  const warmup = { ...context, seconds: Math.min(warmupSeconds, options.seconds) };
  for (const turn of turnsOf(running, operations, options.encodings, 0)) await loadOne(turn, warmup);
  const results = new Map();
  for (let round = 0; round < options.rounds; round++) {
    for (const turn of turnsOf(running, operations, options.encodings, round)) {
      const figures = await loadOne(turn, { ...context, seconds: options.seconds });
      const { operation, process, encoding } = turn;
      const { name, title } = process.server;
      const key = `${encoding} ${operation.name} ${name}`;
      if (!results.has(key)) {
        results.set(key, { mode, encoding, operation: operation.name, server: name, title, rounds: [] });
      }
      results.get(key).rounds[round] = figures;
      console.log(progressLine(mode, round, turn, figures));
    }
  }
  return options.encodings.flatMap((wanted) => [...results.values()].filter(({ encoding }) => encoding === wanted));
}

/** Order of the measurements: operation, server, encoding. Each round starts with another server. */
function turnsOf(running, operations, encodings, round) {
  const start = round % running.length;
  const inOrder = [...running.slice(start), ...running.slice(0, start)];
  return operations.flatMap((operation) =>
    inOrder.flatMap((process) => encodings.map((encoding) => ({ operation, process, encoding }))),
  );
}

async function loadOne({ operation, process, encoding }, { mode, keys, seconds, ...setting }) {
  const ofKey = (key) => requestText(requestOf(operation, key, encoding));
  const { hotDistinct, [mode]: drawn } = keys[operation.keys];
  const result = await putLoad(process, setting, {
    first: mode === 'hot' ? hotDistinct.map(ofKey) : [],
    requests: drawn.map(ofKey),
    warmupSeconds: leadSeconds,
    seconds,
  });
  return figuresOf(result, process);
}

function progressLine(mode, round, { operation, process, encoding }, { perCpuSecond, databaseMicros }) {
  const rate = `${Math.round(perCpuSecond).toLocaleString('en')} requests per CPU second`;
  const turn = `${mode}, Accept-Encoding ${encoding}, round ${round + 1}, ${operation.name}`;
  return `${turn}: ${process.server.title} ${rate}, database ${databaseMicros.toFixed(0)} us`;
}
