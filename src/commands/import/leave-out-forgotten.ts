import type { Client } from 'pg';
import { Kind, KindName, stagingOf } from './kinds/kind.js';
import { recordedTables } from './recorded-tables.js';
import { deleteStaged } from './staging.js';

/** The kinds that others belong to, and the column that names their streamer. */
const remembered: Partial<Record<KindName, string>> = { streams: 'streamer_id', events: 'user_id' };

/** Whether there is anybody to leave out. Nobody is forgotten while an import runs. */
export async function isAnyForgotten(client: Client): Promise<boolean> {
  const { rowCount } = await client.query('SELECT FROM forgotten_ids LIMIT 1');
  return rowCount === 1;
}

/**
 * Deletes the staged rows of streamers who were forgotten, and of what was forgotten with them; answers how many there were. The
 * ids of such streams and events are remembered, so that what belongs to them is left out too.
 */
export async function leaveOutForgotten(client: Client, kind: Kind): Promise<number> {
  const staging = stagingOf(kind);
  if (kind.name === 'colab_sessions') return leaveOutSessions(client);
  const table = recordedTables.find(({ name }) => name === kind.name);
  const owner = remembered[kind.name];
  if (owner) {
    await client.query(`
      INSERT INTO forgotten_ids (kind, id, streamer_id, forgotten_at)
      SELECT DISTINCT '${kind.name}', s.id, f.streamer_id, f.forgotten_at
      FROM ${staging} s
      JOIN forgotten_ids f ON f.kind = 'streamers' AND f.id = s.${owner}
      ON CONFLICT DO NOTHING`);
  }
  if (table?.mention) {
    await client.query(
      `UPDATE ${staging} s SET ${table.mention} = NULL WHERE ${isForgotten('streams', table.mention)}`,
    );
  }
  const named = kind.key[0] === 'id' ? [isForgotten(kind.name, 'id')] : [];
  const owned = table?.owners.map((owner) => isForgotten(owner.kind, owner.column)) ?? [];
  return deleteStaged(client, kind, [...named, ...owned].join(' OR '));
}

/**
 * Does the same for pages of Helix. A live stream that is left out still shows that there was an observation at that
 * moment.
 */
export async function leaveOutForgottenSightings(client: Client): Promise<number> {
  await client.query(`
    INSERT INTO forgotten_ids (kind, id, streamer_id, forgotten_at)
    SELECT DISTINCT 'streams', s.stream_id, f.streamer_id, f.forgotten_at
    FROM staging_helix s
    JOIN forgotten_ids f ON f.kind = 'streamers' AND f.id = s.streamer_id
    WHERE s.stream_id IS NOT NULL
    ON CONFLICT DO NOTHING`);
  const isOut = `${isForgotten('streamers', 'streamer_id')} OR ${isForgotten('streams', 'stream_id')}`;
  const { rowCount: streams } = await client.query(`
    UPDATE staging_helix s
    SET shape = 'nobody', streamer_id = NULL, login = NULL, display_name = NULL, stream_id = NULL, started_at = NULL,
      title = NULL, viewers = NULL
    WHERE s.shape = 'stream' AND (${isOut})`);
  const { rowCount: others } = await client.query(`DELETE FROM staging_helix s WHERE ${isOut}`);
  return (streams ?? 0) + (others ?? 0);
}

/** A session goes on without a stream that was forgotten, unless it has no other. */
async function leaveOutSessions(client: Client): Promise<number> {
  await client.query(`
    UPDATE staging_colab_sessions s
    SET stream_ids = ARRAY(
      SELECT i.id FROM unnest(s.stream_ids) WITH ORDINALITY i(id, place)
      WHERE NOT EXISTS (SELECT FROM forgotten_ids f WHERE f.kind = 'streams' AND f.id = i.id)
      ORDER BY i.place
    )
    WHERE s.stream_ids && ARRAY(SELECT f.id FROM forgotten_ids f WHERE f.kind = 'streams')`);
  const { rowCount } = await client.query(`DELETE FROM staging_colab_sessions s WHERE s.stream_ids = '{}'`);
  return rowCount ?? 0;
}

function isForgotten(kind: string, column: string): string {
  return `s.${column} IN (SELECT f.id FROM forgotten_ids f WHERE f.kind = '${kind}')`;
}
