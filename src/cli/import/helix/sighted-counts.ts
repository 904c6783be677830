import type { Client } from 'pg';
import { ImportKind } from '../import-kind.js';
import { StagedRows } from '../kind-importer.js';
import { createStaging } from '../staging.js';

/** What of a sighting becomes a row of which kind. */
export interface CountRows {
  kind: ImportKind;
  shape: 'stream' | 'followers';
  /** The columns of the kind: whose count it is, and the count. */
  owner: string;
  count: string;
  /** The columns of the sighting. */
  seenOwner: string;
  seenCount: string;
}

/**
 * Stages counts, of several at one moment the first. A count that is stored already stays: a page that repeats a moment
 * is no correction of it.
 */
export async function stageSightedCounts(client: Client, rows: CountRows): Promise<StagedRows> {
  const { kind, shape, owner, count, seenOwner, seenCount } = rows;
  await createStaging(client, kind);
  const { rows: seen } = await client.query<{ read: string; from: Date | null; to: Date | null }>(
    'SELECT count(*) AS read, min(g.at) AS from, max(g.at) AS to FROM staging_helix g WHERE g.shape = $1',
    [shape],
  );
  const [range] = seen;
  if (!range?.from) return { read: 0, staged: 0 };
  const { rowCount } = await client.query(
    `INSERT INTO staging_${kind.name} (${owner}, created_at, ${count}, origin)
    SELECT DISTINCT ON (g.${seenOwner}, g.at) g.${seenOwner}, g.at, g.${seenCount}, g.origin
    FROM staging_helix g
    WHERE g.shape = $1
    ORDER BY g.${seenOwner}, g.at, g.origin, g.ordinal`,
    [shape],
  );
  await client.query(
    `UPDATE staging_${kind.name} s SET ${count} = t.${count}
    FROM ${kind.name} t
    WHERE t.${owner} = s.${owner} AND t.created_at = s.created_at AND t.${count} <> s.${count}
      AND t.created_at >= $1 AND t.created_at <= $2`,
    [range.from, range.to],
  );
  const read = Number(range.read);
  const staged = rowCount ?? 0;
  return { read, staged, repeated: read - staged };
}
