import { once } from 'node:events';
import path from 'node:path';
import { spawnOn } from './processes.mjs';

const load = path.join(import.meta.dirname, 'load/main.mjs');
// Share of responses that may have another status, such as a 503 after a pause of the machine.
const maxUnexpected = 0.02;

/** A request in its wire format. */
export function requestText({ path: target, headers }) {
  const lines = Object.entries({ Host: '127.0.0.1', 'User-Agent': 'bench', ...headers });
  return `GET ${target} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
}

/** Sends a request and decodes the response. Without an Accept-Encoding, the request asks for an uncompressed body. */
export function fetchFrom({ port }, { path: target, headers }) {
  return fetch(`http://127.0.0.1:${port}${target}`, { headers: { 'Accept-Encoding': 'identity', ...headers } });
}

/** Generates load on a running server from another process on other cores. load/main.mjs describes `plan`. */
export async function putLoad(running, { database, cores, options }, plan) {
  const child = spawnOn(cores.others, process.execPath, [load], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const { connections } = options;
  const { port, pid: server } = running;
  child.send({ first: [], connections, ...plan, port, server, postmaster: database.postmaster });
  const ended = once(child, 'exit').then(([code, signal]) => {
    throw new Error(`The load generator for ${running.server.title} ended with ${signal ?? `exit code ${code}`}.`);
  });
  const [result] = await Promise.race([once(child, 'message'), ended]);
  return result;
}

/**
 * The figures of a measurement: requests per second of the server's processor time, microseconds of processor time of server
 * and database per request, latency in milliseconds, resident memory.
 */
export function figuresOf(result, running) {
  const { requests, statuses, seconds, serverCpuSeconds, databaseCpuSeconds, p50, p99 } = result;
  if ((statuses[200] ?? 0) < requests * (1 - maxUnexpected)) {
    throw new Error(`Expected status 200 from ${running.server.title}, got: ${JSON.stringify(statuses)}`);
  }
  const serverMicros = (serverCpuSeconds / requests) * 1e6;
  const databaseMicros = (databaseCpuSeconds / requests) * 1e6;
  return {
    perCpuSecond: requests / serverCpuSeconds,
    perSecond: requests / seconds,
    serverMicros,
    databaseMicros,
    totalMicros: serverMicros + databaseMicros,
    p50,
    p99,
    megabytes: running.residentMegabytes,
  };
}
