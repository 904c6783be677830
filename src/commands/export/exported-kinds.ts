import { Kind, KindName } from '../import/kinds/kind.js';
import { kinds } from '../import/kinds/kinds.js';
import { inferredEnd, lastObservations } from './observed-ends.js';

/** Where a kind's records are not the rows of its table: SQL for a column, or for what to read in place of the table `t`. */
interface Difference {
  columns?: Readonly<Record<string, string>>;
  from?: string;
}

/**
 * SQL for a figure of a stream. Those that came from samples are left to the import, which computes them again and keeps them up
 * to date, unless some of the samples were pruned.
 */
const figure = (name: string) =>
  `CASE WHEN t.figures_from_samples AND p.stream_id IS NULL THEN NULL ELSE t.${name} END`;

const differences: Partial<Record<KindName, Difference>> = {
  streams: {
    columns: {
      ended_at: `CASE WHEN t.is_end_inferred AND t.ended_at = ${inferredEnd} THEN NULL ELSE t.ended_at END`,
      avg_viewers: figure('avg_viewers'),
      peak_viewers: figure('peak_viewers'),
      watchtime: figure('watchtime'),
    },
    from: 'current_streams t LEFT JOIN pruned_samples p ON p.stream_id = t.id',
  },
  viewer_samples: {
    from: `(SELECT v.stream_id, v.created_at, v.viewers FROM all_viewer_samples v ${lastObservations}) t`,
  },
  colab_sessions: {
    columns: {
      stream_ids:
        'ARRAY(SELECT l.stream_id::text FROM colab_session_streams l WHERE l.session_id = t.id ORDER BY l.stream_id)',
    },
  },
};

/**
 * Every kind of import file, in the order of import, with the query of its records, each the text of a JSON object. A new kind is
 * exported as its table, without a line here.
 */
export const exportedKinds = kinds.map((kind) => ({ name: kind.name, sql: recordsOf(kind) }));

function recordsOf({ name, columns }: Kind): string {
  const { columns: others = {}, from = `${name} t` } = differences[name] ?? {};
  const values = columns
    .filter(({ derived }) => !derived)
    .map((column) => {
      const value = others[column.name] ?? `t.${column.name}`;
      return `${column.type.asJson?.(value) ?? value} AS "${column.name}"`;
    });
  return `SELECT row_to_json(r) FROM (SELECT ${values.join(', ')} FROM ${from}) r`;
}
