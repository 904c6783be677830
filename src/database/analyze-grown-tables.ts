import type { Client } from 'pg';

/** PostgreSQL reads a table of this size quickly with any plan. */
const smallBytes = 128 * 1024;

/**
 * Renews PostgreSQL's statistics of the tables that this transaction has more than doubled, which also renews the plans
 * that sessions keep. A plan made for an empty table may scan a full table once for each row of another. Autovacuum
 * would act a minute later at the earliest.
 */
export async function analyzeGrownTables(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(`
    SELECT c.oid::regclass::text AS name
    FROM pg_catalog.pg_stat_xact_user_tables x
    JOIN pg_catalog.pg_class c ON c.oid = x.relid AND c.relnamespace = current_schema()::regnamespace
    WHERE x.n_tup_ins > 0
      AND pg_relation_size(c.oid) > greatest(2 * c.relpages * current_setting('block_size')::bigint, ${smallBytes})`);
  // Skips tables that another session, such as autovacuum, is analyzing.
  if (rows.length > 0) await client.query(`ANALYZE (SKIP_LOCKED) ${rows.map(({ name }) => name).join(', ')}`);
}
