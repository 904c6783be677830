import { clearInterval, setInterval } from 'node:timers';
import { drawKeys } from './keys.mjs';
import { putLoad } from './measure.mjs';
import { table } from './report.mjs';
import { RunningServer } from './running-server.mjs';
import { oneServer } from './servers/servers.mjs';

const clients = 100_000;
const urls = 1_000_000;
const everyMs = 1000;
const rows = 20;

/** Resident memory of the service, second by second, under load by many clients that ask for many different URLs. */
export async function measureMemory(database, cores, options) {
  const keys = await drawKeys(database.client, database.counts);
  const running = await RunningServer.start(oneServer(options), {
    mode: 'hot',
    database,
    cores,
    options: { withToken: false },
    // The load acts as a proxy in front of the clients.
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

/** The memory over time, and how much it changed over the second half. */
export function memoryTable({ requests, statuses, samples }) {
  const every = Math.max(1, Math.floor((samples.length - 1) / rows));
  const shown = samples.filter((_, index) => index % every === 0);
  const half = samples.slice(Math.floor(samples.length / 2)).map(({ megabytes }) => megabytes);
  const most = Math.max(...samples.map(({ megabytes }) => megabytes));
  return `${requests.toLocaleString('en')} requests of ${urls.toLocaleString('en')} URLs by ${clients.toLocaleString('en')} clients, answered ${JSON.stringify(statuses)}.
At most ${most.toFixed(0)} MB; in the second half from ${Math.min(...half).toFixed(0)} to ${Math.max(...half).toFixed(0)} MB.

${table(
  ['seconds', 'resident MB'],
  shown.map(({ seconds, megabytes }) => [String(seconds), megabytes.toFixed(1)]),
)}`;
}
