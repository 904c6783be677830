import type { Client } from 'pg';
import { ImportKind, MergeCounts, stagingOf } from './import-kind.js';

/** Adds a merge to what data_summary says of the kind; a merge that changed nothing leaves it alone. */
export async function recordMerge(client: Client, kind: ImportKind, counts: MergeCounts, at: Date): Promise<void> {
  if (counts.inserted === 0 && counts.updated === 0) return;
  const newest = kind.newest ? `(SELECT max(s.${kind.newest}) FROM ${stagingOf(kind)} s)` : 'NULL';
  await client.query(
    `INSERT INTO data_summary AS d (kind, row_count, newest, changed_at)
    VALUES ($1, $2, ${newest}, $3)
    ON CONFLICT (kind) DO UPDATE
    SET row_count = d.row_count + excluded.row_count,
      newest = greatest(d.newest, excluded.newest),
      changed_at = excluded.changed_at`,
    [kind.name, counts.inserted, at],
  );
}

/** Records a change of streams that brought no rows. */
export async function recordDerivedFigures(client: Client, at: Date): Promise<void> {
  await client.query(`UPDATE data_summary d SET changed_at = $1 WHERE d.kind = 'streams'`, [at]);
}
