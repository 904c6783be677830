// Makes the load, in a process that can be kept off the server's core. It receives a plan from the process that started it
// and sends back what it measured.
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { cpuSeconds, databaseCpuSeconds } from '../processes.mjs';
import { Clients } from './clients.mjs';
import { distinctRequests } from './distinct-requests.mjs';

process.once('disconnect', () => process.exit());
process.once('message', async (plan) => {
  process.send(await measure(plan), () => process.exit());
});

/**
 * Sends each of the plan's first requests once, then puts load on the server for `warmupSeconds`, and then measures for
 * `seconds`. One more connection repeats the request `probe`, if there is one, and its latencies are measured apart.
 */
async function measure(plan) {
  const { port, connections, first, requests, distinct, probe, warmupSeconds, seconds, server, postmaster } = plan;
  const next = distinct ? distinctRequests(distinct) : cycle(requests);
  if (first.length > 0) await new Clients(port, Math.min(connections, first.length), once(first)).finished();
  const clients = new Clients(port, connections, next);
  const probing = probe && new Clients(port, 1, cycle([probe]));
  await Promise.race([sleep(warmupSeconds * 1000), clients.finished()]);
  clients.reset();
  probing?.reset();
  const before = readClocks(server, postmaster);
  await Promise.race([sleep(seconds * 1000), clients.finished()]);
  return { ...clients.result(), probe: probing?.result(), ...elapsed(before, readClocks(server, postmaster)) };
}

function readClocks(server, postmaster) {
  return {
    seconds: performance.now() / 1000,
    serverCpuSeconds: cpuSeconds(server),
    databaseCpuSeconds: postmaster === undefined ? NaN : databaseCpuSeconds(postmaster),
  };
}

function elapsed(before, after) {
  return Object.fromEntries(Object.keys(before).map((name) => [name, after[name] - before[name]]));
}

function cycle(requests) {
  const buffers = requests.map((request) => Buffer.from(request));
  let index = -1;
  return () => buffers[(index = (index + 1) % buffers.length)];
}

function once(requests) {
  let index = 0;
  return () => requests[index++];
}
