/**
 * Settings of every session: results depend on them, and a role, a database or a server may set others. 0 is no limit; PostgreSQL
 * before 17 has no `transaction_timeout`.
 */
const everySession = {
  search_path: 'public',
  DateStyle: 'ISO, MDY',
  TimeZone: 'UTC',
  IntervalStyle: 'postgres',
  extra_float_digits: '1',
  bytea_output: 'hex',
  array_nulls: 'on',
  quote_all_identifiers: 'off',
  standard_conforming_strings: 'on',
  default_transaction_isolation: 'read committed',
  lock_timeout: '0',
  idle_in_transaction_session_timeout: '0',
  idle_session_timeout: '0',
  transaction_timeout: '0',
};

/** Commands run for as long as they need, and wait for each other. */
const ownerSession = { ...everySession, statement_timeout: '0' };

/**
 * PostgreSQL ends a statement whose client was killed, where its system can tell. It would finish the statement otherwise, and hold
 * its locks until then.
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

// Whatever is asked for, the way to it is the same, so no statement is worth planning anew: which PostgreSQL would do for one
// that was asked for few keys at first, and takes more time than carrying it out. For a limit that it does not know, PostgreSQL expects
// a tenth of all rows, and would compile a query of twenty of them for half a second, each time.

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
