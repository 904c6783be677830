import { once } from 'node:events';
import path from 'node:path';
import { spawnOn } from './processes.mjs';

const load = path.join(import.meta.dirname, 'load/main.mjs');
// What may go wrong of all answers: an answer of its own now and then, such as the 200 to a tag that has just changed.
const mostUnexpected = 0.02;

/** The request as it goes over the wire. */
export function requestText({ path: target, headers }) {
  const lines = Object.entries({ Host: '127.0.0.1', 'User-Agent': 'bench', ...headers });
  return `GET ${target} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
}

/** Puts load on a running server from a process of its own; `plan` is as load/main.mjs takes it. */
export async function putLoad(running, { postmaster, cores, ...plan }) {
  const child = spawnOn(cores, process.execPath, [load], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  child.send({ first: [], ...plan, port: running.port, server: running.pid, postmaster });
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
export function figuresOf(result, running, expectedStatus) {
  const { requests, statuses, seconds, serverCpuSeconds, databaseCpuSeconds, p50, p99 } = result;
  const expected = statuses[expectedStatus] ?? 0;
  if (expected < requests * (1 - mostUnexpected)) {
    throw new Error(`${running.server.title} should answer ${expectedStatus}, but: ${JSON.stringify(statuses)}`);
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
