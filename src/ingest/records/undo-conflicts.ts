import type { Client } from 'pg';
import { formatCount } from '../../logging/format-count.js';
import { keptRows } from './import-record.js';
import { RecordedTable, recordedTables, sameKey } from './recorded-tables.js';

const shown = 5;

interface Conflict {
  key: string;
  later: number | null;
  count: string;
}

/** Describes the rows of an import that others have changed since; may be empty. */
export async function findLaterChanges(client: Client, table: RecordedTable, id: number): Promise<string[]> {
  const { rows } = await client.query<Conflict>(
    `SELECT x.*, count(*) OVER () AS count
    FROM (
      SELECT ${keyOf(table, 'r')} AS key, c.import_id AS later
      FROM ${keptRows(table.name)}
      WHERE c.table_name = '${table.name}' AND c.import_id > $1 AND r.import_id = $1
      UNION
      SELECT ${keyOf(table, 'r')}, t.import_id
      FROM ${keptRows(table.name)}
      LEFT JOIN ${table.name} t ON ${sameKey(table, 't', 'r')}
      WHERE c.table_name = '${table.name}' AND c.import_id = $1
        AND CASE WHEN c.is_deleted THEN t.${table.key[0]} IS NOT NULL ELSE t.import_id > $1 END
      ${table.name === 'streamers' ? takenLogins : ''}
    ) x
    ORDER BY x.later, x.key
    LIMIT ${shown}`,
    [id],
  );
  return describe(rows, ({ key, later }) =>
    later === null ? `${table.name} ${key} was changed later.` : `${table.name} ${key} was changed by import ${later}.`,
  );
}

/** Logins that undoing would return to an earlier holder, but that somebody else has by now. */
const takenLogins = `
  UNION
  SELECT h.id::text, h.import_id
  FROM ${keptRows('streamers')}
  JOIN streamers h ON h.login = r.login AND h.id <> r.id AND h.import_id IS DISTINCT FROM $1
  WHERE c.table_name = 'streamers' AND c.import_id = $1`;

/** Describes the rows of others that belong to a row that the import inserted. */
export async function findDependants(client: Client, table: RecordedTable, id: number): Promise<string[]> {
  const lines: string[] = [];
  for (const other of recordedTables) {
    for (const { name } of other.references.filter((one) => one.refersTo === table.name && !one.mayBeUnknown)) {
      const { rows } = await client.query<Conflict & { owner: string }>(
        `SELECT ${keyOf(other, 'o')} AS key, o.import_id AS later, t.id AS owner, count(*) OVER () AS count
        FROM ${table.name} t
        JOIN ${other.name} o ON o.${name} = t.id
        WHERE t.import_id = $1
        ORDER BY 2, 1
        LIMIT ${shown}`,
        [id],
      );
      const by = (later: number | null) => (later === null ? '' : ` of import ${later}`);
      const toLine = ({ key, later, owner }: (typeof rows)[number]) =>
        `${other.name} ${key}${by(later)} belongs to ${table.name} ${owner}.`;
      lines.push(...describe(rows, toLine));
    }
  }
  return lines;
}

/** Describes pruned samples of streams that the import inserted. A later stream with the same ID would count them. */
export async function findPruned(client: Client, id: number): Promise<string[]> {
  const { rows } = await client.query<Pick<Conflict, 'key' | 'count'>>(
    `SELECT s.id AS key, count(*) OVER () AS count
    FROM streams s
    JOIN pruned_samples p ON p.stream_id = s.id
    WHERE s.import_id = $1
    ORDER BY s.id
    LIMIT ${shown}`,
    [id],
  );
  return describe(rows, ({ key }) => `The samples of streams ${key} were pruned.`);
}

function describe<Row extends { readonly count: string }>(rows: Row[], toLine: (row: Row) => string): string[] {
  const more = Number(rows[0]?.count ?? 0) - rows.length;
  return [...rows.map(toLine), ...(more > 0 ? [`... and ${formatCount(more)} more.`] : [])];
}

function keyOf({ key }: RecordedTable, alias: string): string {
  return `concat_ws(' ', ${key.map((column) => `${alias}.${column}`).join(', ')})`;
}
