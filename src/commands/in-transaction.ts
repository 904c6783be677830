import type { Client } from 'pg';

/**
 * Settings of a transaction that may last as long as it needs. PostgreSQL ends a statement whose client was killed, where its
 * system can tell. It would finish the statement otherwise, and hold its locks until then.
 */
export const withoutLimits = `
  SET LOCAL statement_timeout = 0;
  SET LOCAL lock_timeout = 0;
  SET LOCAL idle_in_transaction_session_timeout = 0;
  DO $$ BEGIN
    PERFORM set_config('client_connection_check_interval', '2s', TRUE);
  EXCEPTION WHEN OTHERS THEN NULL;
  END $$`;

/**
 * Runs an action in a transaction, which is rolled back when the action throws, or when `isKept` answers false of what
 * the action returned.
 */
export async function inTransaction<Result>(
  client: Client,
  action: () => Promise<Result>,
  isKept: (result: Result) => boolean = () => true,
): Promise<Result> {
  await client.query('BEGIN');
  try {
    const result = await action();
    await client.query(isKept(result) ? 'COMMIT' : 'ROLLBACK');
    return result;
  } catch (error) {
    // What failed may be the connection, and then the server rolls back by itself.
    await client.query('ROLLBACK').catch(() => {});
    throw error;
  }
}
