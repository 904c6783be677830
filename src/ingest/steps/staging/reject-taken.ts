import type { Client } from 'pg';
import { canHaveExternalId, platformOfId, TableOfIds } from '../../../database/platforms/platform-ids.js';
import { prefixOf } from '../../../config/platforms.js';
import { Input } from '../../sources/input.js';
import { RejectLog } from '../../records/rejects.js';
import { observations, staged } from '../../session.js';
import { decodeOrigin } from './stage-rows.js';

/*
 * The ID of a platform besides Twitch is 58 bits of a hash. If two of ten million streams have the same number, the later record is
 * rejected.
 */

interface TakenId {
  id: string;
  external_id: string;
  owner: string;
  origin: string;
}

/** Deletes rows of a staging table whose ID belongs to another ID of the platform, and adds them to the rejects. Returns their number. */
async function rejectTaken(
  client: Client,
  { table, staging, id, externalId }: { table: TableOfIds; staging: string; id: string; externalId: string },
  toReject: (taken: TakenId) => void,
): Promise<number> {
  const { rowCount } = await client.query(`SELECT FROM ${staging} s WHERE s.${externalId} IS NOT NULL LIMIT 1`);
  if (rowCount === 0) return 0;
  const { rows } = await client.query<TakenId>(`
    WITH owners AS (
      SELECT DISTINCT ON (s.${id}) s.${id} AS id, COALESCE(t.external_id, s.${externalId}) AS external_id
      FROM ${staging} s
      LEFT JOIN ${table} t ON t.id = s.${id}
      WHERE s.${externalId} IS NOT NULL
      ORDER BY s.${id}, s.origin
    )
    DELETE FROM ${staging} s
    USING owners o
    WHERE o.id = s.${id} AND s.${externalId} <> o.external_id
    RETURNING o.id, s.${externalId} AS external_id, o.external_id AS owner, s.origin`);
  rows.sort((a, b) => Number(a.origin) - Number(b.origin)).forEach(toReject);
  return rows.length;
}

/** Rejects the staged rows of a kind whose ID belongs to another ID of the platform. The others keep a known ID of the platform. */
export async function rejectTakenIds(
  client: Client,
  table: TableOfIds,
  inputs: readonly Input[],
  rejects: RejectLog,
): Promise<number> {
  const names = { table, staging: staged(table), id: 'id', externalId: 'external_id' };
  const count = await rejectTaken(client, names, addTo(rejects, table, inputs, 'id'));
  await client.query(`
    UPDATE ${staged(table)} s SET external_id = t.external_id
    FROM ${table} t
    WHERE t.id = s.id AND s.external_id IS NULL AND ${canHaveExternalId('s.id')}`);
  return count;
}

/** Like {@link rejectTakenIds}, for the items of pages or of a sweep. */
export async function rejectTakenItems(client: Client, inputs: readonly Input[], rejects: RejectLog): Promise<void> {
  for (const [table, noun] of [
    ['streamers', 'streamer'],
    ['streams', 'stream'],
  ] as const) {
    const names = { table, staging: observations, id: `${noun}_id`, externalId: `${noun}_external_id` };
    await rejectTaken(client, names, addTo(rejects, 'observations', inputs, table === 'streams' ? 'id' : 'user_id'));
  }
}

function addTo(rejects: RejectLog, kind: string, inputs: readonly Input[], property: string) {
  return ({ id, external_id, owner, origin }: TakenId) => {
    const prefix = prefixOf(platformOfId(id));
    const { input, line } = decodeOrigin(Number(origin));
    const reason = `${prefix}${external_id} has the number ${id}, which belongs to ${prefix}${owner}`;
    const record = JSON.stringify({ [property]: `${prefix}${external_id}` });
    rejects.add({ kind, file: inputs[input]?.name ?? '', line, property, reason, record });
  };
}
