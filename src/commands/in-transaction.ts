/**
 * Runs an action in a transaction, which is rolled back when the action throws, or when `isKept` answers false of what
 * the action returned.
 */
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
    // What failed may be the connection, and then the server rolls back by itself.
    await client.query('ROLLBACK').catch(() => {});
    throw error;
  }
}
