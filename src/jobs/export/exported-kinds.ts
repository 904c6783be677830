import { Kind, KindName } from '../../ingest/kinds/kind.js';
import { endWithoutObservations } from '../../ingest/steps/end-streams.js';
import { kinds } from '../../ingest/kinds/kinds.js';

/** A kind whose records differ from the rows of its table: SQL for a column, or for the rows to read instead of table `t`. */
interface Difference {
  columns?: Readonly<Record<string, string>>;
  from?: string;
}

/**
 * SQL that adds the last pruned sample of a stream whose end is not given, if it is the last sample: from it, the import
 * infers when the stream was last observed.
 */
const lastObservations = `
  UNION ALL
  SELECT p.stream_id, p.last_at, p.last_viewers
  FROM pruned_samples p
  JOIN current_streams s ON s.id = p.stream_id
  WHERE s.end_reason IS DISTINCT FROM 'given' AND s.last_sampled_at = p.last_at
    AND NOT EXISTS (SELECT FROM viewer_samples v WHERE v.stream_id = p.stream_id AND v.created_at = p.last_at)
    AND NOT EXISTS (SELECT FROM packed_samples k WHERE k.stream_id = p.stream_id AND k.last_at = p.last_at)`;

/**
 * SQL for a figure of a stream. Leaves out figures from samples, which the import computes and updates, unless some of
 * the samples were pruned.
 */
const figure = (name: string) =>
  `CASE WHEN t.figures_from_samples AND p.stream_id IS NULL THEN NULL ELSE t.${name} END`;

const differences: Partial<Record<KindName, Difference>> = {
  streams: {
    columns: {
      ended_at: `CASE WHEN t.end_reason = 'next_stream' AND t.ended_at = ${endWithoutObservations} THEN NULL ELSE t.ended_at END`,
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
 * All kinds of import files, in the order of import, with the query of their records, each the text of a JSON object. A
 * new kind needs no line here: it is exported as its table.
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
