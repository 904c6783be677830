/**
 * Settings of every session: results depend on them, and a role, a database or a server may set others. 0 switches a limit off.
 * `transaction_timeout` exists since PostgreSQL 17.
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
};

/**
 * Commands run for as long as they need, and wait for each other. They keep `default_transaction_read_only`, with which an administrator
 * blocks writes.
 */
const ownerSession = { ...everySession, statement_timeout: '0' };

/**
 * PostgreSQL ends a statement whose client was killed. Otherwise it would finish the statement, and hold its locks until then. Some
 * operating systems do not support this.
 */
const checkClient = `
  DO $$ BEGIN
    PERFORM set_config('client_connection_check_interval', '2s', FALSE);
  EXCEPTION WHEN OTHERS THEN NULL;
  END $$`;

/** SQL for the settings of a session of the owner. */
export const ownerSettings = `${settingsSql(ownerSession)}; ${checkClient}`;

// As for an SSD or for memory. With PostgreSQL's own 4 the planner, which knows no more than how much the average streamer
// has, gathers all rows of a busy one and sorts them, where a page of an index is in order already.
export const randomPageCost = 1.1;

// The plan of a statement does not depend on its parameters. PostgreSQL would plan a statement again that had few keys at first, which
// takes longer than to run the statement. For an unknown limit PostgreSQL expects a tenth of all rows, and would compile a query of
// twenty rows for half a second each time.

/** The settings of a session of a reader. */
export function readerSession(statementTimeoutMs: number): Record<string, string> {
  return {
    ...everySession,
    default_transaction_read_only: 'on',
    random_page_cost: String(randomPageCost),
    plan_cache_mode: 'force_generic_plan',
    jit: 'off',
    statement_timeout: String(statementTimeoutMs),
  };
}

/** SQL that sets what the server has of some settings, until the session ends. */
export function settingsSql(settings: Record<string, string>): string {
  const values = Object.entries(settings).map(([name, value]) => `('${name}', '${value}')`);
  return `
    SELECT set_config(s.name, s.value, FALSE) FROM (VALUES ${values.join(', ')}) s(name, value)
    WHERE current_setting(s.name, TRUE) IS NOT NULL`;
}
