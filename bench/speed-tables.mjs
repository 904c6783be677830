import { goalsTable } from './goals.mjs';
import { median, table } from './report.mjs';

/** The columns of a result: a figure, or its ratio to the figure of the first server in the same round. */
const columns = [
  { title: 'requests/CPU s', of: ({ perCpuSecond }) => perCpuSecond, digits: 0 },
  { title: 'ratio', of: ({ perCpuSecond }, base) => perCpuSecond / base.perCpuSecond, digits: 2, spread: true },
  { title: 'server us', of: ({ serverMicros }) => serverMicros, digits: 1 },
  { title: 'database us', of: ({ databaseMicros }) => databaseMicros, digits: 1 },
  { title: 'both, ratio', of: ({ totalMicros }, base) => totalMicros / base.totalMicros, digits: 2, spread: true },
  { title: 'p50 ms', of: ({ p50 }) => p50, digits: 2 },
  { title: 'p99 ms', of: ({ p99 }) => p99, digits: 2 },
  { title: 'p99, ratio', of: ({ p99 }, base) => p99 / base.p99, digits: 2, spread: true },
  { title: 'MB', of: ({ megabytes }) => megabytes, digits: 0 },
];

const encodings = { none: 'without Accept-Encoding', browser: 'with the Accept-Encoding of browsers' };

/** The results in Markdown: a table for each mode and Accept-Encoding, and then the goals. */
export function tables({ results, goals }) {
  const titles = [...new Set(results.map(titleOf))];
  const all = titles.map((title) => {
    const own = results.filter((result) => titleOf(result) === title);
    return `## ${title}\n\n${speedTable(own)}`;
  });
  if (goals.length > 0) all.push(`## Goals\n\n${goalsTable(goals)}`);
  return all.join('\n');
}

function titleOf({ mode, encoding }) {
  return `${mode}, ${encodings[encoding]}`;
}

function speedTable(results) {
  const header = [
    'operation',
    'server',
    ...columns.map(({ title, spread }) => (spread ? `${title} (min..max)` : title)),
  ];
  const rows = results.map((result) => {
    const base = results.find(({ operation }) => operation === result.operation);
    return [result.operation, result.title, ...columns.map((column) => cell(column, result, base))];
  });
  return table(header, rows);
}

function cell({ of, digits, spread }, { rounds }, base) {
  const values = rounds.map((figures, round) => of(figures, base.rounds[round]));
  const text = (value) => value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
  const middle = median(values);
  return spread ? `${text(middle)} (${text(Math.min(...values))}..${text(Math.max(...values))})` : text(middle);
}
