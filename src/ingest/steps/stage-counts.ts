import type { Client } from 'pg';
import { StagedRows } from '../kind-importer.js';
import { Kind } from '../kinds/kind.js';
import { unpackStreams } from './unpack-streams.js';
import { emptyStaging } from '../session.js';
import { Shape } from '../sources/helix/observations.js';

export interface ObservationsOfShape {
  shape: Shape;
  count: number;
  from: Date;
  to: Date;
}

/**
 * Stages the counts in observations of a shape, under the same names as the kind; `owner` is the owner of the count. Of
 * several counts at one moment, stages the highest one, or the stored one if that is higher.
 */
export async function stageCounts(
  client: Client,
  kind: Kind,
  { shape, count: read, from, to }: ObservationsOfShape,
  owner: 'stream_id' | 'streamer_id',
  count: 'viewers' | 'followers',
): Promise<StagedRows> {
  await emptyStaging(client, kind);
  const { rowCount } = await client.query(
    `INSERT INTO staging_${kind.name} (${owner}, created_at, ${count}, origin)
    SELECT DISTINCT ON (g.${owner}, g.at) g.${owner}, g.at, g.${count}, g.origin
    FROM staging_helix g
    WHERE g.shape = $1
    ORDER BY g.${owner}, g.at, g.${count} DESC`,
    [shape],
  );
  // The staged counts are compared with stored rows.
  if (kind.name === 'viewer_samples') await unpackStreams(client, 'SELECT s.stream_id FROM staging_viewer_samples s');
  await client.query(
    `UPDATE staging_${kind.name} s SET ${count} = k.${count}
    FROM (
      SELECT n.${owner}, n.created_at, t.${count}
      FROM staging_${kind.name} n
      -- OFFSET 0 has each row looked up by itself: of the moment of a sweep the planner expects no sample yet.
      CROSS JOIN LATERAL (
        SELECT q.${count} FROM ${kind.name} q
        WHERE q.${owner} = n.${owner} AND q.created_at = n.created_at AND q.created_at >= $1 AND q.created_at <= $2
        OFFSET 0
      ) t
      WHERE t.${count} > n.${count}
    ) k
    WHERE k.${owner} = s.${owner} AND k.created_at = s.created_at`,
    [from, to],
  );
  const staged = rowCount ?? 0;
  return { read, staged, repeated: read - staged };
}
