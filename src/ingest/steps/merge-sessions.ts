import type { Client } from 'pg';
import { Kind } from '../kinds/kind.js';
import { currentImport, insertRows, removeRows } from '../records/import-record.js';
import { staged } from '../session.js';
import { dropRepeated, MergeCounts, mergeRows } from './merge-rows.js';

/**
 * Merges staged sessions. Their streams have a separate table: a record's `stream_ids` are all streams of its session.
 */
export async function mergeSessions(client: Client, kind: Kind, staged: number): Promise<MergeCounts> {
  const columns = kind.columns.filter(({ name }) => name !== 'stream_ids');
  await dropRepeated(client, kind);
  const regrouped = await countRegrouped(client);
  const counts = await mergeRows(client, { ...kind, columns }, staged);
  await replaceStreams(client);
  return { ...counts, updated: counts.updated + regrouped, unchanged: counts.unchanged - regrouped };
}

/** Returns the number of staged sessions whose only difference from the stored ones is their streams. */
async function countRegrouped(client: Client): Promise<number> {
  const { rows } = await client.query<{ count: string }>(`
    SELECT count(*)
    FROM ${staged('colab_sessions')} s
    JOIN colab_sessions t ON t.id = s.id
    WHERE ROW(t.started_at, t.ended_at) IS NOT DISTINCT FROM ROW(s.started_at, s.ended_at)
      AND s.stream_ids <> ARRAY(
        SELECT l.stream_id FROM colab_session_streams l WHERE l.session_id = t.id ORDER BY l.stream_id
      )`);
  return Number(rows[0]?.count);
}

async function replaceStreams(client: Client): Promise<void> {
  const remove = `
    DELETE FROM colab_session_streams t
    USING ${staged('colab_sessions')} s
    WHERE t.session_id = s.id AND NOT (t.stream_id = ANY (s.stream_ids))`;
  await removeRows(client, 'colab_session_streams', remove);
  const insert = `
    INSERT INTO colab_session_streams (session_id, stream_id, import_id)
    SELECT s.id, i.stream_id, ${currentImport}
    FROM ${staged('colab_sessions')} s
    CROSS JOIN unnest(s.stream_ids) i(stream_id)
    ON CONFLICT DO NOTHING`;
  await insertRows(client, 'colab_session_streams', insert);
}
