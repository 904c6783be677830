import type { Client } from 'pg';

/** The advisory lock of imports: any constant that nothing else in the database uses. */
const lockKey = 7_204_061_002;

/** Keeps other imports out until the transaction ends; waits for a running import. */
export async function lockImports(client: Client, log: (line: string) => void): Promise<void> {
  const { rows } = await client.query<{ locked: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS locked', [lockKey]);
  if (rows[0]?.locked) return;
  log('Another import is running; waiting for it to finish.');
  await client.query('SELECT pg_advisory_xact_lock($1)', [lockKey]);
}
