/** Runs an action in a transaction. Rolls back if the action throws, or if `isKept` returns false for its result. */
export async function inTransaction<Result>(
  client: { query(sql: string): Promise<unknown> },
  action: () => Promise<Result>,
  isKept: (result: Result) => boolean = () => true,
): Promise<Result> {
  await client.query('BEGIN');
  try {
    const result = await action();
    await client.query(isKept(result) ? 'COMMIT' : 'ROLLBACK');
    return result;
  } catch (error) {
    // The connection itself may have failed; then the server rolls back.
    await client.query('ROLLBACK').catch(() => {});
    throw error;
  }
}
