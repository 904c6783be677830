import type { Client } from 'pg';

/** Runs an action that removes viewer samples and answers how many, and counts them off in the same transaction. */
export async function countOff(client: Client, action: () => Promise<number>): Promise<number> {
  await client.query('BEGIN');
  try {
    const removed = await action();
    // Without samples none is the newest.
    await client.query(
      `UPDATE data_summary d
      SET row_count = d.row_count - $1, newest = CASE WHEN d.row_count > $1 THEN d.newest END, changed_at = now()
      WHERE d.kind = 'viewer_samples' AND $1 > 0`,
      [removed],
    );
    await client.query('COMMIT');
    return removed;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    throw error;
  }
}
