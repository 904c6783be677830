// The servers to compare. Ratios relate to the first server of each mode.
import path from 'node:path';
import { serverEnvironment, serverFlags } from '../../scripts/server-flags.mjs';
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

/** Path and headers of the request for a key of an operation. */
export function requestOf(operation, key, encoding) {
  const acceptEncoding = encoding === 'browser' ? { 'Accept-Encoding': browserEncodings } : {};
  return { path: operation.path(key), headers: { Accept: 'application/json', ...acceptEncoding } };
}
