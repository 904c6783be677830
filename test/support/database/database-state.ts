import type { Client } from 'pg';

/** Columns that contain the time or the run of a change, which differ between equal states. */
const ignored = ['changed_at', 'refreshed_at', 'window_start', 'window_end', 'board_id', 'games_id', 'build_ms'];

/** Tables that contain only such values. */
const ignoredTables = ['_prisma_migrations', 'imports', 'due_months'];
const numberedTables = ['boards', 'import_changes'];

/** Number of rows and hash of each table of a database. Partitions belong to their parent table. */
export async function databaseState(client: Client): Promise<Record<string, string>> {
  const { rows: tables } = await client.query<{ name: string; columns: string[] }>(
    `SELECT c.relname AS name, array_agg(quote_ident(a.attname) ORDER BY a.attnum) AS columns
    FROM pg_catalog.pg_class c
    JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
    GROUP BY c.relname
    ORDER BY c.relname`,
  );
  const state: Record<string, string> = {};
  for (const { name, columns } of tables) {
    if (ignoredTables.includes(name)) continue;
    const kept = columns.filter(
      (column) => !ignored.includes(column) && !(numberedTables.includes(name) && column === 'id'),
    );
    const { rows } = await client.query<{ hash: string }>(
      `SELECT count(*) || ' rows, ' || md5(COALESCE(string_agg(r::text, ',' ORDER BY r::text), '')) AS hash
      FROM (SELECT ${kept.join(', ')} FROM ${name}) r`,
    );
    state[name] = rows[0]?.hash ?? '';
  }
  return state;
}
