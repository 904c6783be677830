import { clearInterval, setInterval } from 'node:timers';
import { drawKeys } from './keys.mjs';
import { putLoad } from './measure.mjs';
import { RunningServer } from './running-server.mjs';
import { servers } from './servers/servers.mjs';

const service = servers.find(({ name }) => name === 'ours');
const clients = 100_000;
const urls = 1_000_000;
const everyMs = 1000;

/** Measures the resident memory of the service each second, under load from many clients with many different URLs. */
export async function measure(database, cores, options) {
  const keys = await drawKeys(database.client, database.counts);
  const running = await RunningServer.start(service, {
    mode: 'hot',
    database,
    cores,
    // The load generator acts as a proxy in front of the clients.
    environment: { TRUST_PROXY: '1' },
  });
  const samples = [{ seconds: 0, megabytes: running.residentMegabytes }];
  const timer = setInterval(() => {
    samples.push({ seconds: samples.length, megabytes: running.residentMegabytes });
  }, everyMs);
  try {
    const distinct = { clients, urls, names: keys.streamers.cold, streams: keys.streams.cold };
    const plan = { distinct, warmupSeconds: 0, seconds: options.minutes * 60 };
    const { requests, statuses } = await putLoad(running, { database, cores, options }, plan);
    return { clients, urls, requests, statuses, samples };
  } finally {
    clearInterval(timer);
    await running.stop();
  }
}

/** Peak memory, and its change over the second half. */
export function tables({ requests, statuses, samples }) {
  const half = samples.slice(Math.floor(samples.length / 2)).map(({ megabytes }) => megabytes);
  const most = Math.max(...samples.map(({ megabytes }) => megabytes));
  return `${requests.toLocaleString('en')} requests of ${urls.toLocaleString('en')} URLs by ${clients.toLocaleString('en')} clients, answered ${JSON.stringify(statuses)}.
At most ${most.toFixed(0)} MB; in the second half from ${Math.min(...half).toFixed(0)} to ${Math.max(...half).toFixed(0)} MB.
`;
}
