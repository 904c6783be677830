import type { Client } from 'pg';
import { ImportKind, MergeCounts } from './import-kind.js';
import { mergeRows } from './merge.js';

/** Merges sessions, whose streams have a table of their own: a record's `stream_ids` are all that its session has. */
export async function mergeColabSessions(client: Client, kind: ImportKind, staged: number): Promise<MergeCounts> {
  let regrouped = 0;
  const counts = await mergeRows(
    client,
    {
      ...kind,
      columns: kind.columns.filter(({ name }) => name !== 'stream_ids'),
      prepare: async () => {
        regrouped = await countRegrouped(client);
      },
    },
    staged,
  );
  await replaceStreams(client);
  return { ...counts, updated: counts.updated + regrouped, unchanged: counts.unchanged - regrouped };
}

/** How many of the staged sessions differ from what is stored in nothing but their streams. */
async function countRegrouped(client: Client): Promise<number> {
  const { rows } = await client.query<{ count: string }>(`
    SELECT count(*)
    FROM staging_colab_sessions s
    JOIN colab_sessions t ON t.id = s.id
    WHERE ROW(t.started_at, t.ended_at) IS NOT DISTINCT FROM ROW(s.started_at, s.ended_at)
      AND s.stream_ids <> ARRAY(
        SELECT l.stream_id FROM colab_session_streams l WHERE l.session_id = t.id ORDER BY l.stream_id
      )`);
  return Number(rows[0]?.count);
}

async function replaceStreams(client: Client): Promise<void> {
  await client.query(`
    DELETE FROM colab_session_streams l
    USING staging_colab_sessions s
    WHERE l.session_id = s.id AND NOT (l.stream_id = ANY (s.stream_ids))`);
  await client.query(`
    INSERT INTO colab_session_streams (session_id, stream_id)
    SELECT s.id, i.stream_id
    FROM staging_colab_sessions s
    CROSS JOIN unnest(s.stream_ids) i(stream_id)
    ON CONFLICT DO NOTHING`);
}
