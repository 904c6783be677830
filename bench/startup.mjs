import { performance } from 'node:perf_hooks';
import { cpuSeconds } from './processes.mjs';
import { median, table } from './report.mjs';
import { RunningServer } from './running-server.mjs';
import { oneServer } from './servers/servers.mjs';

const starts = 11;

/**
 * Starts the service several times on a filled database. Answers for each start the seconds until it listens, the seconds
 * until its first answer from the database, and the processor time until it listens.
 */
export async function measureStartup(database, cores, options) {
  const server = oneServer(options);
  const results = [];
  for (let start = 0; start < starts; start++) {
    const startedAt = performance.now();
    const running = await RunningServer.start(server, { mode: 'hot', database, cores, options });
    const listening = (performance.now() - startedAt) / 1000;
    const cpu = cpuSeconds(running.pid);
    await fetch(`http://127.0.0.1:${running.port}/v1/health/ready`);
    const answering = (performance.now() - startedAt) / 1000;
    await running.stop();
    results.push({ listening, answering, cpu });
  }
  return results;
}

/** Median, least and most of each figure. */
export function startupTable(results) {
  const rows = [
    ['spawn to listening', ({ listening }) => listening],
    ['spawn to the first answer from the database', ({ answering }) => answering],
    ['processor time until listening', ({ cpu }) => cpu],
  ].map(([title, of]) => {
    const values = results.map(of);
    return [title, ...[median(values), Math.min(...values), Math.max(...values)].map((value) => value.toFixed(3))];
  });
  return table(['seconds', 'median', 'min', 'max'], rows);
}
