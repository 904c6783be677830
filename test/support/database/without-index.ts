import pg from 'pg';

/** Runs an action without an index, to find queries whose order depends on the index by chance. */
export async function withoutIndex(url: string, name: string, action: () => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ sql: string }>('SELECT pg_get_indexdef($1::regclass) AS sql', [name]);
    await client.query(`DROP INDEX ${name}`);
    await action().finally(() => client.query(rows[0]?.sql ?? ''));
  } finally {
    await client.end();
  }
}
