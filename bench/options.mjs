import { parseArgs } from 'node:util';

const help = `Measures the service against what its users would build instead.

  npm run bench -- [options]

  --scale <number>        share of 100,000 streamers and 2,000,000 streams (default 1; 0.01 for a quick try)
  --rounds <number>       how often each server has its turn (default 5)
  --seconds <number>      how long a measurement takes (default 3)
  --connections <number>  how many requests are under way at any moment (default 32)
  --only hot|cold         one of the two only
  --operations a,b        these operations only
  --servers a,b           these servers only; ratios need the first of the table
  --token                 configure a bearer token in every server that checks one, and send it
  --startup               measure how long the service takes to start instead
  --memory                measure its memory under load by 100,000 clients for 1,000,000 URLs instead
  --minutes <number>      how long that takes (default 10)
  --profile               list where the service spends its time per operation instead, cache off

BENCH_DATABASE_URL names a database to use instead of an embedded one; it is filled when it is empty.
Runs under the Node.js that it is called with. Results go to bench/results.`;

const flags = {
  scale: { type: 'string', default: '1' },
  rounds: { type: 'string', default: '5' },
  seconds: { type: 'string', default: '3' },
  connections: { type: 'string', default: '32' },
  minutes: { type: 'string', default: '10' },
  only: { type: 'string' },
  operations: { type: 'string' },
  servers: { type: 'string' },
  token: { type: 'boolean', default: false },
  startup: { type: 'boolean', default: false },
  memory: { type: 'boolean', default: false },
  profile: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
};

/** Reads the command line; ends the process where there is only help to give. */
export function readOptions(args = process.argv.slice(2)) {
  const { values } = parseArgs({ args, options: flags });
  if (values.help) {
    console.log(help);
    process.exit(0);
  }
  if (values.only !== undefined && !['hot', 'cold'].includes(values.only)) throw new Error('--only is hot or cold.');
  return {
    ...values,
    scale: positive(values, 'scale'),
    rounds: positive(values, 'rounds'),
    seconds: positive(values, 'seconds'),
    connections: positive(values, 'connections'),
    minutes: positive(values, 'minutes'),
    modes: values.only === undefined ? ['cold', 'hot'] : [values.only],
  };
}

/** Those of a list that an option names, in the list's order; all of them without it. */
export function chosen(list, names, option) {
  if (names === undefined) return list;
  const wanted = names.split(',');
  const unknown = wanted.filter((name) => !list.some((item) => item.name === name));
  if (unknown.length === 0) return list.filter(({ name }) => wanted.includes(name));
  throw new Error(`--${option}: no ${unknown.join(', ')}; there are ${list.map(({ name }) => name).join(', ')}.`);
}

function positive(values, name) {
  const value = Number(values[name]);
  if (value > 0 && Number.isFinite(value)) return value;
  throw new Error(`--${name} must be a number above 0.`);
}
