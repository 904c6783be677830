import { positiveNumber, readCommandLine } from '../scripts/command-line.mjs';

const help = `Measures the service against what its users would build instead.

  npm run bench -- [options]

  --scale <number>        share of 100,000 streamers and 2,000,000 streams (default 1; 0.01 for a quick try)
  --rounds <number>       how often each measurement is repeated (default 5)
  --seconds <number>      how long a measurement takes (default 3)
  --connections <number>  how many requests are under way at any moment (default 32)
  --only hot|cold         only hot: popular keys, answered before; or only cold: any keys, our cache off
  --accept-encoding browser|none|both
                          send the Accept-Encoding of browsers (gzip, deflate, br, zstd), none, or measure both (default both)
  --operations a,b        only these operations
  --servers a,b           only these servers; ratios are to the first of them
  --memory                instead, measure the memory of the service under load by 100,000 clients for 1,000,000 URLs
  --minutes <number>      how long --memory takes (default 10)

BENCH_DATABASE_URL names a database to use instead of an embedded one; it is filled when it is empty.
The benchmark runs every server with the Node.js that it runs with itself, and writes results to bench/results.`;

const text = (value) => ({ type: 'string', default: value });

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
  memory: { type: 'boolean', default: false },
};

/** Reads the command line; ends the process for --help or a wrong option. */
export function readOptions() {
  const numbers = ['scale', 'rounds', 'seconds', 'connections', 'minutes'];
  return readCommandLine(help, flags, (values) => ({
    ...values,
    ...Object.fromEntries(numbers.map((name) => [name, positiveNumber(values, name)])),
    modes: oneOrBoth(values, 'only', ['cold', 'hot']),
    encodings: oneOrBoth(values, 'accept-encoding', ['none', 'browser']),
  }));
}

/** The items of a list that an option names, in the list's order; all of them without it. */
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
