import pg from 'pg';

/** Calls `visit` for each row of a statement when it arrives. Rows that were visited are not kept in memory. */
export function visitRows<Row extends pg.QueryResultRow>(
  client: pg.Client,
  statement: pg.QueryConfig,
  visit: (row: Row) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let problem: Error | undefined;
    client
      .query(new pg.Query<Row>(statement))
      .on('row', (row) => {
        // pg does not catch the errors of listeners.
        try {
          if (problem === undefined) visit(row);
        } catch (error) {
          problem = error as Error;
        }
      })
      .on('error', reject)
      .on('end', () => (problem === undefined ? resolve() : reject(problem)));
  });
}
