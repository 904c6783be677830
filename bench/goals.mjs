import { median, table } from './report.mjs';

const over = {
  median,
  least: (values) => Math.min(...values),
  most: (values) => Math.max(...values),
};

/**
 * Goals for the ratio of a figure of the service to the same figure of a peer. The ratio is computed per round; its median over
 * the rounds is then reduced to the median, minimum or maximum over the operations. Ratios without a limit are only reported.
 */
const goals = [
  { mode: 'cold', figure: 'perCpuSecond', peer: 'bare', of: 'median', atLeast: 0.9 },
  { mode: 'cold', figure: 'perCpuSecond', peer: 'bare', of: 'least', atLeast: 0.65 },
  { mode: 'cold', figure: 'perCpuSecond', peer: 'fastify', of: 'median', atLeast: 1 },
  { mode: 'cold', figure: 'p99', peer: 'bare', of: 'median' },
  { mode: 'cold', figure: 'serverMicros', peer: 'ours', peerEncoding: 'none', of: 'most', atMost: 1.3 },
  { mode: 'hot', figure: 'perCpuSecond', peer: 'memory', of: 'median', atLeast: 0.6 },
  { mode: 'hot', figure: 'perCpuSecond', peer: 'memory', of: 'least', atLeast: 0.5 },
  { mode: 'hot', figure: 'p99', peer: 'memory', of: 'median' },
  { mode: 'hot', figure: 'p99', peer: 'memory', of: 'most', atMost: 3 },
];
const figureTitles = { perCpuSecond: 'requests/CPU s', p99: 'p99', serverMicros: 'server us' };
const encodings = ['none', 'browser'];

/** The measured goals, with a value for each Accept-Encoding. */
export function goalsOf(results) {
  const find = (mode, encoding, server) =>
    results.filter((result) => result.mode === mode && result.encoding === encoding && result.server === server);
  return goals.flatMap(({ mode, figure, peer, peerEncoding, of, ...limits }) => {
    const values = encodings.map((encoding) => {
      const all = ratios(find(mode, encoding, 'ours'), find(mode, peerEncoding ?? encoding, peer), figure);
      return all.length > 0 ? over[of](all) : undefined;
    });
    if (values.every((value) => value === undefined)) return [];
    const title = `${mode}: ${figureTitles[figure]} to ${peer}${peerEncoding ? ' without Accept-Encoding' : ''}`;
    return [{ title, of, ...limits, values }];
  });
}

/** One row per goal, one column per Accept-Encoding. */
export function goalsTable(measured) {
  const rows = measured.map(({ title, of, atLeast, atMost, values }) => {
    const wanted = atLeast ? `at least ${atLeast}` : atMost ? `at most ${atMost}` : '';
    const cells = values.map((value) => {
      if (value === undefined || wanted === '') return value?.toFixed(2) ?? '';
      const isMet = value >= (atLeast ?? -Infinity) && value <= (atMost ?? Infinity);
      return `${value.toFixed(2)}, ${isMet ? 'met' : 'missed'}`;
    });
    return [title, of, wanted, ...cells];
  });
  return table(['goal', 'of the operations', 'wanted', ...encodings.map((name) => `Accept-Encoding ${name}`)], rows);
}

/** The median of the rounds' ratios, for each operation with results of both servers. */
function ratios(results, peers, figure) {
  return results.flatMap(({ operation, rounds }) => {
    const peer = peers.find((other) => other.operation === operation);
    return peer ? [median(rounds.map((figures, round) => figures[figure] / peer.rounds[round][figure]))] : [];
  });
}
