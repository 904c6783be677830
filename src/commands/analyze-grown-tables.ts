import type { Client } from 'pg';

/** So small a table is read at once, whatever the plan. */
const smallBytes = 128 * 1024;

/**
 * Renews PostgreSQL's statistics of the tables that this transaction has made more than twice as large as when they were taken, and
 * with them the plans that sessions keep: one that was made for an empty table may read all of a full one, for each row of another.
 * Autovacuum would come a minute later, or when it has the time.
 */
export async function analyzeGrownTables(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(`
    SELECT c.oid::regclass::text AS name
    FROM pg_catalog.pg_stat_xact_user_tables x
    JOIN pg_catalog.pg_class c ON c.oid = x.relid AND c.relnamespace = current_schema()::regnamespace
    WHERE x.n_tup_ins > 0
      AND pg_relation_size(c.oid) > greatest(2 * c.relpages * current_setting('block_size')::bigint, ${smallBytes})`);
  // Not those of which another session, such as autovacuum, takes them just now.
  if (rows.length > 0) await client.query(`ANALYZE (SKIP_LOCKED) ${rows.map(({ name }) => name).join(', ')}`);
}
