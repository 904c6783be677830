import type { ClientBase } from 'pg';

/** Process IDs of the sessions that wait for a lock in this database. Other suites use the same server. */
export async function waitingSessions(client: ClientBase): Promise<number[]> {
  const { rows } = await client.query<{ pid: number }>(
    `SELECT l.pid FROM pg_catalog.pg_locks l
    WHERE NOT l.granted AND l.database = (SELECT d.oid FROM pg_catalog.pg_database d WHERE d.datname = current_database())`,
  );
  return rows.map(({ pid }) => pid);
}
