import pg from 'pg';
import { Config } from '../../config/config.js';
import { hostAndPort } from '../../config/database-url.js';
import { AppLogger } from '../../logging/app-logger.js';
import { DatabaseClient } from '../database-client.js';
import { readerSession, settingsSql } from '../session-settings.js';

/** The read-only role. A migration creates it. */
const readerRole = 'analytics_reader';

/** Timeout for opening a connection. */
export const connectMs = 1_000;
/**
 * The share of a read's deadline that its statement may take. PostgreSQL ends the statement before the service has to.
 */
const statementShare = 0.75;

/**
 * Creates the server's connections. Each is read-only and assumes {@link readerRole}, unless `DATABASE_READER_URL`
 * names another user. Logs a warning if the user may not assume the role.
 */
export function createReaderPool(config: Config, logger: AppLogger, more: pg.PoolConfig = {}): pg.Pool {
  let warned = false;
  const pool = new pg.Pool({
    Client: DatabaseClient,
    ...readerConnection(config),
    max: config.databasePoolSize,
    // A new connection costs a busy machine more than an idle one.
    idleTimeoutMillis: 0,
    ...more,
    onConnect: async (client) => {
      const isPrepared = await prepareSession(client, config);
      if (isPrepared || warned) return;
      warned = true;
      logger.warn(
        'The role analytics_reader does not exist or is not granted. The service reads with the privileges of the user in DATABASE_URL.',
      );
    },
  });
  endStalled(pool, config.databaseDeadlineSeconds * 1000);
  return pool.on('error', ({ message }) => logger.debug(`An idle database connection failed: ${message}`));
}

/**
 * Ends connections whose query has run too long; otherwise they would wait forever for an unresponsive database. With
 * pg's `query_timeout`, reads of 50 rows take a quarter more of the processor time.
 */
function endStalled(pool: pg.Pool, maxMs: number): void {
  const timers = new WeakMap<pg.PoolClient, NodeJS.Timeout>();
  pool.on('acquire', (client) => void timers.set(client, setTimeout(() => void client.end(), maxMs).unref()));
  pool.on('release', (_error, client) => clearTimeout(timers.get(client)));
}

/**
 * The configuration of sessions that need the primary. They use `DATABASE_URL`, if set, and assume {@link readerRole}.
 * A standby sends no notifications and gets new boards later.
 */
export function primaryConfig(config: Config): Config {
  return config.databaseUrl === undefined ? config : { ...config, databaseReaderUrl: undefined };
}

/** True if readers have an address of their own, which may lead to standbys. */
export function hasReaderAddress({ databaseUrl, databaseReaderUrl }: Config): boolean {
  if (databaseUrl === undefined || databaseReaderUrl === undefined) return false;
  return hostAndPort(databaseUrl) !== hostAndPort(databaseReaderUrl);
}

export function readerConnection(config: Config): pg.ClientConfig {
  const application_name = 'streaming-analytics api';
  return { connectionString: readerUrl(config), application_name, connectionTimeoutMillis: connectMs, keepAlive: true };
}

export function readerUrl({ databaseReaderUrl, databaseUrl }: Config): string {
  const url = databaseReaderUrl ?? databaseUrl;
  if (url) return url;
  throw new Error('Set DATABASE_URL, or run "npm start", which starts an embedded PostgreSQL.');
}

/**
 * Applies a reader's settings to a session and assumes {@link readerRole}, unless `DATABASE_READER_URL` names another
 * user. Returns false if the user may not assume the role. Sends one message, so that connecting needs only one more
 * round trip and all settings apply together.
 */
export async function prepareSession(client: pg.ClientBase, config: Config): Promise<boolean> {
  const settings = settingsSql(readerSession(config.databaseDeadlineSeconds * 1000 * statementShare));
  // Since PostgreSQL 16, a member may lack the permission to assume the role.
  const privilege = `CASE WHEN current_setting('server_version_num')::int < 160000 THEN 'MEMBER' ELSE 'SET' END`;
  const role = `
    SELECT set_config('role', r.rolname, false) AS role
    FROM pg_catalog.pg_roles r
    WHERE r.rolname = '${readerRole}' AND pg_has_role(session_user, r.oid, ${privilege})`;
  const takeRole = config.databaseReaderUrl === undefined;
  const query = { text: takeRole ? `${settings}; ${role}` : settings, query_timeout: connectMs };
  // pg returns a list for several statements.
  const results = [await client.query<{ role?: string }>(query)].flat();
  return !takeRole || results.at(-1)?.rows[0]?.role === readerRole;
}
