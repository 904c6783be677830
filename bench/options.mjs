import path from 'node:path';
import { positiveNumber, readCommandLine } from '../scripts/command-line.mjs';
import { root } from './our-service.mjs';

const help = `Measures the service against what its users would build instead.

  npm run bench -- [options]

  --scale <number>        share of 100,000 streamers and 2,000,000 streams (default 1; 0.01 for a quick try)
  --rounds <number>       how often each measurement is repeated (default 5)
  --seconds <number>      how long a measurement takes (default 3)
  --connections <number>  how many requests are under way at any moment (default 32)
  --only hot|cold         only hot: popular keys, answered before; or only cold: any keys, our cache off
  --accept-encoding browser|none|both
                          send the Accept-Encoding of browsers (gzip, deflate, br, zstd), none, or measure both (default both)
  --operations a,b        only these operations; "contract" (the default) are the six that all servers have, "later" those that only
                          the service and Fastify have
  --servers a,b           only these servers; ratios are to the first server of an operation in the table
  --against <folder>      also measure the build of the service in this folder, as "ours, before"
  --token                 configure a bearer token in every server that checks one, and send it

Instead of the comparison:

  --startup               measure how long the service takes to start
  --memory                measure the memory of the service under load by 100,000 clients for 1,000,000 URLs
  --minutes <number>      how long --memory takes (default 10)
  --page                  measure an uncached page of a streamer beside the JSON that its panels link to
  --instances             measure two instances that count clients in Redis beside one without; redis-server has to be installed
  --headers               measure what long headers and URLs cost; with --against, of the older build too
  --profile               list the functions in which the service spends its time, per operation, cache off

BENCH_DATABASE_URL names a database to use instead of an embedded one; it is filled when it is empty. With --against, the
older build fills a database of its own, and this build migrates and uses a copy of it.
The benchmark runs every server with the Node.js that it runs with itself, and writes results to bench/results.`;

const text = (value) => ({ type: 'string', default: value });
const flag = { type: 'boolean', default: false };

const flags = {
  scale: text('1'),
  rounds: text('5'),
  seconds: text('3'),
  connections: text('32'),
  minutes: text('10'),
  only: text('both'),
  'accept-encoding': text('both'),
  operations: text(),
  servers: text(),
  against: text(),
  token: flag,
  startup: flag,
  memory: flag,
  page: flag,
  instances: flag,
  headers: flag,
  profile: flag,
};

/** Reads the command line; ends the process for --help or a wrong option. */
export function readOptions() {
  return readCommandLine(help, flags, (values) => ({
    ...values,
    withToken: values.token,
    scale: positiveNumber(values, 'scale'),
    rounds: positiveNumber(values, 'rounds'),
    seconds: positiveNumber(values, 'seconds'),
    connections: positiveNumber(values, 'connections'),
    minutes: positiveNumber(values, 'minutes'),
    modes: oneOrBoth(values, 'only', ['cold', 'hot']),
    encodings: oneOrBoth(values, 'accept-encoding', ['none', 'browser']),
    // npm runs the script in the folder of package.json.
    against: values.against && path.resolve(process.env.INIT_CWD ?? root, values.against),
  }));
}

/** Those of a list that an option names, in the list's order; all of them without it. */
export function chosen(list, names, option) {
  if (names === undefined) return list;
  const wanted = names.split(',');
  const unknown = wanted.filter((name) => !list.some((item) => item.name === name));
  if (unknown.length === 0) return list.filter(({ name }) => wanted.includes(name));
  throw new Error(`--${option}: no ${unknown.join(', ')}; there are ${list.map(({ name }) => name).join(', ')}.`);
}

function oneOrBoth(values, name, choices) {
  if (values[name] === 'both') return choices;
  if (choices.includes(values[name])) return [values[name]];
  throw new Error(`--${name} must be ${choices.join(' or ')}, or both.`);
}
