// Generates the load in a process on other cores than the server. The process receives a plan from its parent, and sends back
// the measurements.
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { cpuSeconds, databaseCpuSeconds } from '../processes.mjs';
import { Clients } from './clients.mjs';

process.once('disconnect', () => process.exit());
process.once('message', async (plan) => {
  process.send(await measure(plan), () => process.exit());
});

/**
 * Sends each of the plan's first requests once, then generates load for `warmupSeconds` without measuring, and then measures
 * for `seconds`.
 */
async function measure(plan) {
  const { port, connections, first, requests, distinct, warmupSeconds, seconds, server, postmaster } = plan;
  const next = distinct ? distinctRequests(distinct) : cycle(requests);
  if (first.length > 0) await new Clients(port, Math.min(connections, first.length), once(first)).finished();
  const clients = new Clients(port, connections, next);
  await Promise.race([sleep(warmupSeconds * 1000), clients.finished()]);
  clients.reset();
  const before = readClocks(server, postmaster);
  await Promise.race([sleep(seconds * 1000), clients.finished()]);
  return { ...clients.result(), ...elapsed(before, readClocks(server, postmaster)) };
}

function readClocks(server, postmaster) {
  return {
    seconds: performance.now() / 1000,
    serverCpuSeconds: cpuSeconds(server),
    databaseCpuSeconds: databaseCpuSeconds(postmaster),
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

/**
 * Returns a function that repeats `urls` different requests, in turn from `clients` clients behind a proxy. Half of the URLs
 * have different responses; the others differ only in a parameter that the service ignores.
 */
function distinctRequests({ clients, urls, names, streams }) {
  let index = -1;
  return () => {
    index = (index + 1) % urls;
    const client = index % clients;
    const address = `10.${client >> 16}.${(client >> 8) & 255}.${client & 255}`;
    return `GET ${urlOf(index, names, streams)} HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Forwarded-For: ${address}\r\n\r\n`;
  };
}

function urlOf(index, names, streams) {
  const turn = Math.floor(index / 4);
  const name = names[turn % names.length];
  switch (index % 4) {
    case 0:
      return `/v1/streamer/${name}/recent-streams?limit=${1 + (Math.floor(turn / names.length) % 100)}`;
    case 1:
      return `/v1/leaderboard?cursor=${turn}`;
    case 2:
      return `/v1/streamer/${name}/thirty-day-stats?utm_source=${turn}`;
    default:
      return `/v1/streams/${streams[turn % streams.length]}/message-stats?utm_source=${turn}`;
  }
}
