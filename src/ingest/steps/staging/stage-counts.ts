import type { Client } from 'pg';
import { Kind, StagedRows } from '../../kinds/kind.js';
import { observations, staged } from '../../session.js';
import { Shape } from '../../sources/helix/observations.js';
import { unpackStreams } from '../unpack-streams.js';

export interface ObservationsOfShape {
  shape: Shape;
  count: number;
  from: Date;
  to: Date;
}

/**
 * Stages the known counts in observations of a shape. The columns of the kind are the owner of the count, its moment and the
 * count, and details of the count. Of several counts at one moment, stages the highest one, or the stored one if that is higher.
 * Unpacks the observed streams.
 */
export async function stageCounts(
  client: Client,
  kind: Kind,
  { shape, count: read, from, to }: ObservationsOfShape,
): Promise<StagedRows> {
  const [owner, , count, ...details] = kind.columns.map(({ name }) => name) as [string, string, string];
  const list = (columnOf: (name: string) => string) => details.map((name) => `, ${columnOf(name)}`).join('');
  // With a known detail, the same count is higher.
  const isStoredHigher = `(t.${count}${list((name) => `COALESCE(t.${name}, -1)`)}) > (n.${count}${list((name) => `COALESCE(n.${name}, -1)`)})`;
  // The counts are compared with stored rows.
  if (shape === 'stream') {
    await unpackStreams(client, `SELECT g.stream_id FROM ${observations} g WHERE g.shape = 'stream'`);
  }
  const { rowCount } = await client.query(
    `INSERT INTO ${staged(kind.name)} (${owner}, created_at, ${count}${list((name) => name)}, origin)
    SELECT n.${owner}, n.at, greatest(n.${count}, t.${count})${list((name) => `CASE WHEN ${isStoredHigher} THEN t.${name} ELSE n.${name} END`)}, n.origin
    FROM (
      SELECT DISTINCT ON (g.${owner}, g.at) g.${owner}, g.at, g.${count}${list((name) => `g.${name}`)}, g.origin
      FROM ${observations} g
      WHERE g.shape = $1 AND g.${count} IS NOT NULL
      ORDER BY g.${owner}, g.at, g.${count} DESC${list((name) => `g.${name} DESC NULLS LAST`)}
    ) n
    -- Without OFFSET 0, PostgreSQL would read the index of all rows of the partitions (merge join).
    LEFT JOIN LATERAL (
      SELECT q.${count}${list((name) => `q.${name}`)} FROM ${kind.name} q
      WHERE q.${owner} = n.${owner} AND q.created_at = n.at AND q.created_at >= $2 AND q.created_at <= $3
      OFFSET 0
    ) t ON TRUE`,
    [shape, from, to],
  );
  const distinct = rowCount ?? 0;
  return { read, staged: distinct, repeated: read - distinct };
}
