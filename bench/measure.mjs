import { once } from 'node:events';
import path from 'node:path';
import { spawnOn } from './processes.mjs';

const load = path.join(import.meta.dirname, 'load/main.mjs');
// The share of answers that may have another status, such as a 503 after the machine stood still.
const mostUnexpected = 0.02;

/** The text of a request, as it is sent. */
export function requestText({ path: target, headers }) {
  const lines = Object.entries({ Host: '127.0.0.1', 'User-Agent': 'bench', ...headers });
  return `GET ${target} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
}

/** Answers of a server to one request, decoded; without an Accept-Encoding of its own the request asks for plain bytes. */
export function fetchFrom({ port }, { path: target, headers }) {
  return fetch(`http://127.0.0.1:${port}${target}`, { headers: { 'Accept-Encoding': 'identity', ...headers } });
}

/** Puts load on a running server from another process, on other cores; `plan` is described in load/main.mjs. */
export async function putLoad(running, { database, cores, options }, plan) {
  const child = spawnOn(cores.others, process.execPath, [load], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const { connections } = options;
  const { port, pid: server } = running;
  child.send({ first: [], connections, ...plan, port, server, postmaster: database.postmaster });
  const ended = once(child, 'exit').then(([code, signal]) => {
    throw new Error(`The load on ${running.server.title} ended with ${signal ?? `exit code ${code}`}.`);
  });
  const [result] = await Promise.race([once(child, 'message'), ended]);
  return result;
}

/**
 * The figures of a measurement: requests per second of the server's processor time, microseconds of the server's and the
 * database's processor time per request, milliseconds until an answer, resident memory.
 */
export function figuresOf(result, running) {
  const { requests, statuses, seconds, serverCpuSeconds, databaseCpuSeconds, p50, p99 } = result;
  if ((statuses[200] ?? 0) < requests * (1 - mostUnexpected)) {
    throw new Error(`${running.server.title} should answer 200, but: ${JSON.stringify(statuses)}`);
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
