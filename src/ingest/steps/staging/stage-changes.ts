import type { Client } from 'pg';
import { changeColumns } from '../../kinds/observed-columns.js';
import { StagedRows } from '../../kinds/kind.js';
import { recordDeletion } from '../../records/data-summary.js';
import { removeRows } from '../../records/import-record.js';
import { qualifyColumns, observations, observedChanges, staged } from '../../session.js';

const names = changeColumns.map(({ name }) => name);
/** SQL for the description in a row. */
const described = (alias: string) => qualifyColumns(alias, names);

/**
 * Stages the moments from which streams had another description, as far as observations change the known ones, and
 * removes changes that no longer are changes. The samples of the observations are not stored yet.
 *
 * Each stored sample of a stream is an observation, too: at its moment, the newest earlier change applied. So the
 * changes follow from all observations, in any order. At the same moment, the stored observation stays. `from` is the
 * first moment of the observations.
 */
export async function stageChanges(client: Client, from: Date): Promise<StagedRows> {
  await client.query(`${collectObservedSql}; ANALYZE ${observedChanges}`);
  const { rowCount } = await client.query(stageSql, [from]);
  await removeGone(client);
  const staged = rowCount ?? 0;
  return { read: staged, staged };
}

/** Leaves out streams whose observations all repeat the newest change and come after it. */
const collectObservedSql = `
  INSERT INTO ${observedChanges} (stream_id, at, from_at, ${names.join(', ')})
  SELECT DISTINCT ON (g.stream_id, g.at) g.stream_id, g.at, r.from_at, ${described('g')}
  FROM (
    SELECT n.stream_id, min(n.at) AS from_at
    FROM ${observations} n
    LEFT JOIN LATERAL (
      SELECT t.* FROM stream_changes t WHERE t.stream_id = n.stream_id ORDER BY t.created_at DESC LIMIT 1
    ) c ON TRUE
    WHERE n.shape = 'stream'
    GROUP BY n.stream_id
    HAVING NOT bool_and(COALESCE(
      c.created_at < n.at AND ROW(${described('c')}) IS NOT DISTINCT FROM ROW(${described('n')}), FALSE
    ))
  ) r
  JOIN ${observations} g ON g.stream_id = r.stream_id AND g.shape = 'stream'
  ORDER BY g.stream_id, g.at, g.origin, g.ordinal`;

/** The streams whose changes are compared. */
const comparedStreams = `(SELECT DISTINCT o.stream_id, o.from_at FROM ${observedChanges} o)`;

/**
 * A stored sample is described by the newest change up to its time, and by none if there is none. The moment before the first
 * observation stands for the change before it.
 */
const stageSql = `
  INSERT INTO ${staged('stream_changes')} (stream_id, created_at, ${names.join(', ')}, origin)
  WITH known AS (
    SELECT a.stream_id, a.from_at, p.at, ${described('c')}, TRUE AS is_stored
    FROM ${comparedStreams} a
    CROSS JOIN LATERAL (
      SELECT a.from_at - interval '1 millisecond'
      UNION ALL
      SELECT t.created_at FROM stream_changes t WHERE t.stream_id = a.stream_id AND t.created_at >= a.from_at
      UNION ALL
      SELECT q.created_at FROM all_viewer_samples q
      WHERE q.stream_id = a.stream_id AND q.created_at >= a.from_at AND q.created_at >= $1
    ) p(at)
    CROSS JOIN LATERAL (
      SELECT t.* FROM stream_changes t
      WHERE t.stream_id = a.stream_id AND t.created_at <= p.at
      ORDER BY t.created_at DESC LIMIT 1
    ) c
  ), all_observations AS (
    SELECT DISTINCT ON (u.stream_id, u.at) u.*
    FROM (
      SELECT k.* FROM known k
      UNION ALL
      SELECT o.stream_id, o.from_at, o.at, ${described('o')}, FALSE FROM ${observedChanges} o
    ) u
    ORDER BY u.stream_id, u.at, u.is_stored DESC
  ), compared AS (
    SELECT w.*, lag(w.at) OVER stream IS NULL OR ROW(${described('w')}) IS DISTINCT FROM
      ROW(${names.map((name) => `lag(w.${name}) OVER stream`).join(', ')}) AS is_change
    FROM all_observations w
    WINDOW stream AS (PARTITION BY w.stream_id ORDER BY w.at)
  )
  SELECT c.stream_id, c.at, ${described('c')}, 0 FROM compared c WHERE c.at >= c.from_at AND c.is_change`;

/** Without OFFSET 0, PostgreSQL would read all changes (hash join). */
async function removeGone(client: Client): Promise<void> {
  const remove = `
    DELETE FROM stream_changes t
    USING ${comparedStreams} a
    CROSS JOIN LATERAL (
      SELECT c.created_at FROM stream_changes c WHERE c.stream_id = a.stream_id AND c.created_at >= a.from_at OFFSET 0
    ) q
    WHERE t.stream_id = a.stream_id AND t.created_at = q.created_at AND NOT EXISTS (
      SELECT FROM ${staged('stream_changes')} s WHERE s.stream_id = a.stream_id AND s.created_at = q.created_at
    )`;
  await recordDeletion(client, 'stream_changes', await removeRows(client, 'stream_changes', remove));
}
