import { Config } from '../../config/config.js';
import { hostAndPort } from '../../config/database-url.js';
import { listensEverywhere, localOrigin } from '../../config/origin.js';
import { isRefresherEnabled } from './board-refresher.js';

/**
 * The content of the log line `Listening`: address, access, database and limits of the service. Contains no secrets.
 */
export function listeningFields(config: Config, port: number, connections: number): Record<string, string> {
  const { host, apiTokens, rateLimit, rateWindowSeconds, redisUrl } = config;
  const counted = redisUrl === undefined ? 'by this instance' : 'in Redis';
  return {
    url: localOrigin({ host, port }),
    addresses: host === undefined || listensEverywhere(host) ? 'all addresses of this machine' : host,
    access: apiTokens.length === 0 ? 'open to everyone' : `a token is required (${apiTokens.length} configured)`,
    pages: pagesOf(config),
    database: withoutSecret(config.databaseReaderUrl ?? config.databaseUrl ?? ''),
    limits: `${rateLimit} units per client in ${rateWindowSeconds} s, counted ${counted}; ${connections} connections`,
    leaderboard: isRefresherEnabled(config)
      ? `refreshed every ${config.leaderboardRefreshSeconds} s`
      : 'not refreshed by this service',
    collector: collectorOf(config),
  };
}

function collectorOf({ collect, collects }: Config): string {
  if (collects) return 'in a child process';
  return collect ? 'none: credentials, COLLECT_LOGINS or DATABASE_URL are not set' : 'none';
}

function pagesOf({ pagesEnabled, apiTokens }: Config): string {
  if (!pagesEnabled) return 'switched off';
  return apiTokens.length === 0 ? 'open to everyone' : 'open to everyone, without a token';
}

/** The user, host and name of the database. Parameters are omitted because they may contain the password. */
function withoutSecret(url: string): string {
  const { protocol, username, pathname } = new URL(url);
  const user = username === '' ? '' : `${username}@`;
  return `${protocol}//${user}${hostAndPort(url)}${pathname}`;
}
