/**
 * Settings of every session. Results depend on them, and a role, database or server may have other defaults. 0 disables
 * a limit. `transaction_timeout` requires PostgreSQL 17.
 */
const everySession = {
  search_path: 'public',
  DateStyle: 'ISO, MDY',
  TimeZone: 'UTC',
  IntervalStyle: 'postgres',
  extra_float_digits: '1',
  bytea_output: 'hex',
  array_nulls: 'on',
  transform_null_equals: 'off',
  gin_fuzzy_search_limit: '0',
  quote_all_identifiers: 'off',
  standard_conforming_strings: 'on',
  default_transaction_isolation: 'read committed',
  lock_timeout: '0',
  idle_in_transaction_session_timeout: '0',
  idle_session_timeout: '0',
  transaction_timeout: '0',
  // A policy would hide rows without an error.
  row_security: 'off',
};

/**
 * Makes PostgreSQL end a statement whose client was killed. Otherwise it would finish the statement and hold its locks
 * until then. Some operating systems do not support this.
 */
const checkClientSql = `
  DO $$ BEGIN
    PERFORM set_config('client_connection_check_interval', '2s', FALSE);
  EXCEPTION WHEN OTHERS THEN NULL;
  END $$`;

/** The release whose tables the commands write. Triggers on the tables reject sessions of an earlier release. */
export const writtenRelease = '1.3';

/**
 * SQL for the settings of an owner's session. Commands have no time limit and wait for each other. They keep
 * `default_transaction_read_only`, which administrators use to block writes.
 */
export const ownerSettings = [
  settingsSql({ ...everySession, statement_timeout: '0' }),
  `SET analytics.release = '${writtenRelease}'`,
  checkClientSql,
].join(';');

// A value for SSDs or data in memory. The planner only knows the average number of rows per streamer. With the default
// 4 it gathers and sorts all rows of a busy streamer instead of reading a page from an ordered index.
export const randomPageCost = 1.1;

// Use generic plans. Otherwise PostgreSQL would replan a statement that had few keys at first, which takes longer than
// running it. PostgreSQL assumes a tenth of all rows for an unknown limit. It would spend half a second to compile a
// query of twenty rows, and start two processes to sort the live streams, which takes longer than the sort.
export function readerSession(statementTimeoutMs: number): Record<string, string> {
  return {
    ...everySession,
    default_transaction_read_only: 'on',
    random_page_cost: String(randomPageCost),
    plan_cache_mode: 'force_generic_plan',
    jit: 'off',
    max_parallel_workers_per_gather: '0',
    statement_timeout: String(statementTimeoutMs),
  };
}

/** SQL that applies settings that the server supports until the session ends. */
export function settingsSql(settings: Record<string, string>): string {
  const values = Object.entries(settings).map(([name, value]) => `('${name}', '${value}')`);
  return `
    SELECT set_config(s.name, s.value, FALSE) FROM (VALUES ${values.join(', ')}) s(name, value)
    WHERE current_setting(s.name, TRUE) IS NOT NULL`;
}
