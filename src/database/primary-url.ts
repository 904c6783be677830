import { listHosts } from '../config/database-hosts.js';
import { DatabaseClient } from './database-client.js';
import { sessionName } from './session-name.js';

/** A server that says nothing is passed over after this long. */
const limitMs = 5_000;

/**
 * The URL of the server that takes writes, of those that `DATABASE_URL` names. It looks for it only where there are several: after a
 * failover it is another one than before.
 */
export async function findPrimaryUrl(databaseUrl: string): Promise<string> {
  const hosts = listHosts(databaseUrl);
  const [only] = hosts;
  if (only && hosts.length === 1) return only.url;
  const reasons: string[] = [];
  for (const { name, url } of hosts) {
    const reason = await reasonAgainst(url);
    if (reason === undefined) return url;
    reasons.push(`${name}: ${reason}`);
  }
  throw new Error(`None of the servers of DATABASE_URL takes writes (${reasons.join('; ')}).`);
}

async function reasonAgainst(url: string): Promise<string | undefined> {
  const client = new DatabaseClient({
    connectionString: url,
    application_name: sessionName(),
    connectionTimeoutMillis: limitMs,
    query_timeout: limitMs,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ is_standby: boolean }>('SELECT pg_is_in_recovery() AS is_standby');
    return rows[0]?.is_standby ? 'it is a standby' : undefined;
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    return message || (code ?? 'no connection');
  } finally {
    await client.end().catch(() => {});
  }
}
