import { contract } from './operations.mjs';
import { median, table } from './report.mjs';

const over = {
  median,
  least: (values) => Math.min(...values),
  most: (values) => Math.max(...values),
};

/**
 * What the figures of the service should be, as ratios to those of a peer: within a round, then the median of the rounds, and
 * then the median, the least or the most of the operations that all servers have. One without a limit is a figure to know.
 */
const goals = [
  { mode: 'cold', figure: 'perCpuSecond', peer: 'bare', of: 'median', atLeast: 0.9 },
  { mode: 'cold', figure: 'perCpuSecond', peer: 'bare', of: 'least', atLeast: 0.65 },
  { mode: 'cold', figure: 'perCpuSecond', peer: 'fastify', of: 'median', atLeast: 1 },
  { mode: 'cold', figure: 'perCpuSecond', peer: 'postgrest', of: 'median', atLeast: 2 },
  { mode: 'cold', figure: 'perCpuSecond', peer: 'nest', of: 'median', atLeast: 3 },
  { mode: 'cold', figure: 'p99', peer: 'bare', of: 'median' },
  { mode: 'cold', figure: 'perCpuSecond', peer: 'before', of: 'median' },
  { mode: 'hot', figure: 'perCpuSecond', peer: 'memory', of: 'median', atLeast: 0.8 },
  { mode: 'hot', figure: 'perCpuSecond', peer: 'memory', of: 'least' },
  { mode: 'hot', figure: 'p99', peer: 'memory', of: 'median' },
  { mode: 'hot', figure: 'p99', peer: 'memory', of: 'most', atMost: 3 },
  { mode: 'hot', figure: 'perCpuSecond', peer: 'before', of: 'median' },
];
/** These set the service with the Accept-Encoding of browsers against itself without one. */
const encodingGoals = [
  { mode: 'cold', figure: 'serverMicros', of: 'median' },
  { mode: 'cold', figure: 'serverMicros', of: 'most', atMost: 1.3 },
];
const blockingGoal = { of: 'most', atMost: 1 };

const figureTitles = { perCpuSecond: 'requests/CPU s', p99: 'p99', serverMicros: 'server us' };

/** Each goal with its value for each build of the service and each Accept-Encoding, where they were measured. */
export function goalsOf({ results, blocking }) {
  const find = (mode, encoding, server) =>
    results.filter(
      (result) =>
        isOfContract(result) && result.mode === mode && result.encoding === encoding && result.server === server,
    );
  const values = ['ours', 'before'].flatMap((server) => [
    ...goals
      .filter(({ peer }) => peer !== server)
      .flatMap((goal) =>
        ['none', 'browser'].map((encoding) => {
          const peers = find(goal.mode, encoding, goal.peer);
          const title = `${goal.mode}: ${figureTitles[goal.figure]} to those of ${peers[0]?.title}`;
          return valueOf(
            goal,
            { title, server, encoding },
            ratios(find(goal.mode, encoding, server), peers, goal.figure),
          );
        }),
      ),
    ...encodingGoals.map((goal) => {
      const title = `${goal.mode}: ${figureTitles[goal.figure]} with Accept-Encoding to those without`;
      const [own, without] = ['browser', 'none'].map((encoding) => find(goal.mode, encoding, server));
      return valueOf(goal, { title, server, encoding: 'browser' }, ratios(own, without, goal.figure));
    }),
    valueOf(
      blockingGoal,
      { title: 'cold: ms that compressing adds to the p99 of a tiny request', server, encoding: 'browser' },
      blocking.filter((result) => isOfContract(result) && result.server === server).map(addedLatency),
    ),
  ]);
  return values.filter((value) => value !== undefined);
}

/** A row for each goal, a column for each build of the service and each Accept-Encoding. */
export function goalsTable(values) {
  const columns = [...new Set(values.map(columnOf))];
  const rows = [...new Set(values.map(rowOf))].map((row) => {
    const own = values.filter((value) => rowOf(value) === row);
    const cells = columns.map((column) => cell(own.find((value) => columnOf(value) === column)));
    return [own[0].title, own[0].of, own[0].wanted, ...cells];
  });
  return table(['goal', 'of the operations', 'wanted', ...columns], rows);
}

function isOfContract({ operation }) {
  return contract.some(({ name }) => name === operation);
}

function valueOf({ of, atLeast, atMost }, facts, values) {
  if (values.length === 0) return undefined;
  const value = over[of](values);
  const wanted = atLeast === undefined ? atMost && `at most ${atMost}` : `at least ${atLeast}`;
  const isMet = wanted === undefined ? undefined : value >= (atLeast ?? -Infinity) && value <= (atMost ?? Infinity);
  return { ...facts, of, wanted: wanted ?? '', value, isMet };
}

/** For each operation that both were measured with, the median of the rounds' ratios. */
function ratios(results, peers, figure) {
  return results.flatMap(({ operation, rounds }) => {
    const peer = peers.find((other) => other.operation === operation);
    return peer ? [median(rounds.map((figures, round) => figures[figure] / peer.rounds[round][figure]))] : [];
  });
}

function addedLatency({ rounds }) {
  return median(rounds.map(({ none, browser }) => browser.p99 - none.p99));
}

function rowOf({ title, of }) {
  return `${title}, ${of}`;
}

function columnOf({ server, encoding }) {
  return `${server}, ${encoding}`;
}

function cell(value) {
  if (value === undefined) return '';
  const mark = value.isMet === undefined ? '' : value.isMet ? ', met' : ', missed';
  return `${value.value.toFixed(2)}${mark}`;
}
