import { positiveNumber, readCommandLine } from '../scripts/command-line.mjs';

const help = `Compares the service with alternative implementations of the same operations.

  npm run bench -- [options]
  npm run bench -- costs [options]

  --scale <number>        share of 100,000 streamers and 2,000,000 streams (default 1; 0.01 for a quick try)
  --rounds <number>       number of repetitions of each measurement (default 5)
  --seconds <number>      duration of a measurement (default 3)
  --connections <number>  number of concurrent requests (default 32)
  --only hot|cold|pairs   only hot: popular keys that were requested before; only cold: all keys, without the cache;
                          pairs: operations of the service against other ones, without the cache
  --accept-encoding browser|none|both
                          Accept-Encoding of browsers (gzip, deflate, br, zstd), none, or both (default both)
  --operations a,b        only these operations
  --servers a,b           only these servers; ratios relate to the first one
  --memory                only measure the memory of the service under load from 100,000 clients with 1,000,000 URLs
  --minutes <number>      duration of --memory (default 10)

"costs" measures the processor time of expensive requests per unit of the rate limit:

  --requests <number>     number of requests of each kind (default 3)

All servers use the Node.js that runs the benchmark. The results are in bench/results.`;

const text = (value) => ({ type: 'string', default: value });

const flags = {
  scale: text('1'),
  rounds: text('5'),
  seconds: text('3'),
  connections: text('32'),
  minutes: text('10'),
  requests: text('3'),
  only: text('both'),
  'accept-encoding': text('both'),
  operations: text(),
  servers: text(),
  memory: { type: 'boolean', default: false },
};

/** Reads the command line. Ends the process for --help or an invalid option. */
export function readOptions() {
  const numbers = ['scale', 'rounds', 'seconds', 'connections', 'minutes', 'requests'];
  return readCommandLine(help, flags, (values, positionals) => ({
    ...values,
    ...Object.fromEntries(numbers.map((name) => [name, positiveNumber(values, name)])),
    costs: isCosts(positionals),
    pairs: values.only === 'pairs',
    modes: values.only === 'pairs' ? [] : oneOrBoth(values, 'only', ['cold', 'hot']),
    encodings: oneOrBoth(values, 'accept-encoding', ['none', 'browser']),
  }));
}

/** The items of a list that an option names, in the list's order; all items without the option. */
export function chosen(list, names, option) {
  if (names === undefined) return list;
  const wanted = names.split(',');
  const unknown = wanted.filter((name) => !list.some((item) => item.name === name));
  if (unknown.length === 0) return list.filter(({ name }) => wanted.includes(name));
  throw new Error(
    `--${option}: unknown ${unknown.join(', ')}; choose from ${list.map(({ name }) => name).join(', ')}.`,
  );
}

function isCosts(positionals) {
  const [command] = positionals;
  if (positionals.length === 0) return false;
  if (positionals.length === 1 && command === 'costs') return true;
  throw new Error(`Unknown argument ${positionals.join(' ')}; the only command is costs.`);
}

function oneOrBoth(values, name, choices) {
  if (values[name] === 'both') return choices;
  if (choices.includes(values[name])) return [values[name]];
  throw new Error(`--${name} must be ${choices.join(', ')} or both.`);
}
