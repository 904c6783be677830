import type { Client } from 'pg';
import { Input } from '../../sources/input.js';
import { count, ids } from '../../kinds/column-types.js';
import { KindColumn, Kind, Reference } from '../../kinds/kind.js';
import { RejectLog } from '../../records/rejects.js';
import { staged } from '../../session.js';
import { decodeOrigin } from './stage-rows.js';

const fetchSize = 1_000;

/**
 * Deletes the staged rows with a reference to a row that is neither stored nor part of this import, and adds them to
 * the rejects. Returns their number.
 */
export async function rejectUnknown(
  client: Client,
  kind: Kind,
  reference: KindColumn & Reference,
  inputs: readonly Input[],
  rejects: RejectLog,
): Promise<number> {
  const staging = staged(kind.name);
  const { name: column, refersTo } = reference;
  const noun = refersTo.slice(0, -1);
  const { isUnknown, unknownId } = unknownSql(reference);
  // Most imports have no unknown references, and many rows refer to the same ID.
  const distinct = `(SELECT DISTINCT ${column} FROM ${staging})`;
  const { rowCount: unknown } = await client.query(`SELECT FROM ${distinct} s WHERE ${isUnknown} LIMIT 1`);
  if (unknown === 0) return 0;
  const query = `SELECT s.*, ${unknownId} AS unknown_id FROM ${staging} s WHERE ${isUnknown} ORDER BY s.origin`;
  for await (const row of rowsOf(client, query)) {
    const { input, line } = decodeOrigin(Number(row.origin));
    const reason = `no ${noun} has the ID ${String(row.unknown_id)}; import the ${noun} first`;
    const file = inputs[input]?.name ?? '';
    rejects.add({ kind: kind.name, file, line, property: column, reason, record: toRecord(kind, row) });
  }
  const { rowCount } = await client.query(`DELETE FROM ${staging} s WHERE ${isUnknown}`);
  return rowCount ?? 0;
}

/** SQL for whether a staged row `s` has an unknown reference, and for the (first) unknown ID. */
function unknownSql({ name, type, refersTo }: KindColumn & Reference): { isUnknown: string; unknownId: string } {
  const id = `s.${name}`;
  const isNone = (id: string) => `NOT EXISTS (SELECT FROM ${refersTo} r WHERE r.id = ${id})`;
  if (type !== ids) return { isUnknown: `${id} IS NOT NULL AND ${isNone(id)}`, unknownId: id };
  const unknownIds = `SELECT i.id FROM unnest(${id}) i(id) WHERE ${isNone('i.id')}`;
  return { isUnknown: `EXISTS (${unknownIds})`, unknownId: `(${unknownIds} ORDER BY i.id LIMIT 1)` };
}

async function* rowsOf(client: Client, query: string): AsyncGenerator<Record<string, unknown>> {
  await client.query(`DECLARE unknown_references CURSOR FOR ${query}`);
  for (;;) {
    const { rows } = await client.query<Record<string, unknown>>(`FETCH ${fetchSize} FROM unknown_references`);
    if (rows.length === 0) break;
    yield* rows;
  }
  await client.query('CLOSE unknown_references');
}

/** Returns a staged row as its original record, without null and absent properties. */
function toRecord(kind: Kind, row: Record<string, unknown>): string {
  const given = kind.columns.filter(({ name, derive }) => !derive && row[name] !== null);
  const valueOf = ({ name, type }: KindColumn) => (type === count ? Number(row[name]) : row[name]);
  return JSON.stringify(Object.fromEntries(given.map((column) => [column.name, valueOf(column)])));
}
