import type { Client } from 'pg';
import { Kind, KindName } from '../../kinds/kind.js';
import { isForgotten } from '../../observed-streams.js';
import { recordedTable } from '../../records/recorded-tables.js';
import { observations, staged } from '../../session.js';

/**
 * Deletes the staged rows of forgotten streamers, and of the streams and events that were forgotten with their
 * streamers. Returns the number of rows.
 */
export async function leaveOutForgotten(client: Client, kind: Kind): Promise<number> {
  if (await isNobodyForgotten(client)) return 0;
  const staging = staged(kind.name);
  if (kind.name === 'colab_sessions') return leaveOutSessions(client);
  const { references } = recordedTable(kind.name);
  const isOwner = kind.key[0] === 'id';
  const streamer = references.find(({ refersTo }) => refersTo === 'streamers');
  if (isOwner && streamer) {
    await rememberIds(client, kind.name, `SELECT s.id, s.${streamer.name} AS owner FROM ${staging} s`);
  }
  for (const { name, refersTo } of references.filter(({ isNotOwner }) => isNotOwner)) {
    await client.query(`UPDATE ${staging} s SET ${name} = NULL WHERE ${isForgotten(refersTo, `s.${name}`)}`);
  }
  const owners = references.filter(({ isNotOwner }) => !isNotOwner);
  const forgotten = owners.map(({ name, refersTo }) => isForgotten(refersTo, `s.${name}`));
  if (isOwner) forgotten.push(isForgotten(kind.name, 's.id'));
  const { rowCount } = await client.query(`DELETE FROM ${staging} s WHERE ${forgotten.join(' OR ')}`);
  return rowCount ?? 0;
}

/**
 * Like {@link leaveOutForgotten}, for pages of Helix. A skipped live stream still shows that an observation was made at
 * that moment.
 */
export async function leaveOutForgottenItems(client: Client): Promise<number> {
  if (await isNobodyForgotten(client)) return 0;
  await rememberIds(client, 'streams', `SELECT s.stream_id AS id, s.streamer_id AS owner FROM ${observations} s`);
  const isOut = `${isForgotten('streamers', 's.streamer_id')} OR ${isForgotten('streams', 's.stream_id')}`;
  const { rowCount: streams } = await client.query(`
    UPDATE ${observations} s
    SET shape = 'nobody', streamer_id = NULL, stream_id = NULL
    WHERE s.shape = 'stream' AND (${isOut})`);
  const { rowCount: others } = await client.query(`DELETE FROM ${observations} s WHERE ${isOut}`);
  return (streams ?? 0) + (others ?? 0);
}

async function isNobodyForgotten(client: Client): Promise<boolean> {
  const { rowCount } = await client.query('SELECT FROM forgotten_ids LIMIT 1');
  return rowCount === 0;
}

/**
 * Stores the IDs of streams or events whose staged rows refer to a forgotten streamer, so that their rows are left out
 * too. `rows` is a query of an `id` and its `owner`. Does not keep an ID that is stored as a row, or that another row
 * assigns to a streamer who was not forgotten. Such an ID has another owner now: a file may be older than the change.
 */
async function rememberIds(client: Client, kind: KindName, rows: string): Promise<void> {
  await client.query(`
    DELETE FROM forgotten_ids k USING (${rows}) r
    WHERE k.kind = '${kind}' AND k.id = r.id
      AND r.owner NOT IN (SELECT f.id FROM forgotten_ids f WHERE f.kind = 'streamers')`);
  await client.query(`
    INSERT INTO forgotten_ids (kind, id, streamer_id, forgotten_at)
    SELECT '${kind}', r.id, min(f.streamer_id), min(f.forgotten_at)
    FROM (${rows}) r
    LEFT JOIN forgotten_ids f ON f.kind = 'streamers' AND f.id = r.owner
    WHERE r.id IS NOT NULL AND NOT EXISTS (SELECT FROM ${kind} t WHERE t.id = r.id)
    GROUP BY r.id
    HAVING bool_and(f.id IS NOT NULL OR r.owner IS NULL) AND bool_or(f.id IS NOT NULL)
    ON CONFLICT DO NOTHING`);
}

/** A session stays without a forgotten stream, unless it has no other stream. */
async function leaveOutSessions(client: Client): Promise<number> {
  await client.query(`
    UPDATE ${staged('colab_sessions')} s
    SET stream_ids = ARRAY(
      SELECT i.id FROM unnest(s.stream_ids) WITH ORDINALITY i(id, place)
      WHERE NOT ${isForgotten('streams', 'i.id')}
      ORDER BY i.place
    )
    WHERE s.stream_ids && ARRAY(SELECT f.id FROM forgotten_ids f WHERE f.kind = 'streams')`);
  const { rowCount } = await client.query(`DELETE FROM ${staged('colab_sessions')} s WHERE s.stream_ids = '{}'`);
  return rowCount ?? 0;
}
