import pg from 'pg';

/** Runs an action with a connection of the owner, who may write. Its session speaks UTC. */
export async function withOwner<Result>(
  databaseUrl: string,
  action: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'streaming-analytics cli',
    keepAlive: true,
  });
  // A connection that breaks between two statements shows in the next one.
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query("SET TIME ZONE 'UTC'");
    return await action(client);
  } finally {
    await client.end();
  }
}
