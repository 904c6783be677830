import pg from 'pg';

/** A connection with the rights of the owner, who may write. Its sessions speak UTC. */
export async function connectOwner(databaseUrl: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'streaming-analytics cli',
    keepAlive: true,
  });
  await client.connect();
  await client.query("SET TIME ZONE 'UTC'");
  return client;
}
