import { cpuSeconds } from './processes.mjs';
import { drawKeys } from './keys.mjs';
import { median, table } from './report.mjs';
import { RunningServer } from './running-server.mjs';
import { oneServer } from './servers/servers.mjs';

const streamersOfRound = 300;
const atOnce = 4;

/**
 * Processor time of the service for an uncached page of a streamer, and for the JSON that the panels of the same page link to, round by
 * round. The first round of each warms up.
 */
export async function measurePage(database, cores, options) {
  const keys = await drawKeys(database.client, database.counts);
  const running = await RunningServer.start(oneServer(options), { mode: 'cold', database, cores, options });
  const rounds = [];
  try {
    for (let round = 0; round <= options.rounds; round++) {
      const names = keys.streamers.cold.slice(round * streamersOfRound, (round + 1) * streamersOfRound);
      const links = [];
      const page = await cpuOf(running, names, async (name) => {
        const text = await read(running, `/streamers/${name}`, 'text/html');
        const paths = [...text.matchAll(/href="(\/v1\/[^"]+)"[^>]*>JSON</g)].map(([, path]) => path);
        // Several panels link to the streams of the range, which count once.
        links.push([...new Set(paths)].map((path) => path.replaceAll('&amp;', '&')));
      });
      const json = await cpuOf(running, links, async (paths) => {
        for (const path of paths) await read(running, path, 'application/json');
      });
      if (round > 0) rounds.push({ page, json, links: links.flat().length / links.length });
    }
  } finally {
    await running.stop();
  }
  return rounds;
}

/** Milliseconds of processor time for one of the items, with some under way at a time. */
async function cpuOf(running, items, ask) {
  const before = cpuSeconds(running.pid);
  const left = [...items];
  const work = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await ask(item);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return ((cpuSeconds(running.pid) - before) * 1000) / items.length;
}

async function read({ port }, path, accept) {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { accept } });
  if (answer.status !== 200) throw new Error(`${path} was answered with ${answer.status}.`);
  return answer.text();
}

export function pageTable(rounds) {
  const rows = [
    ['the page, ms', ({ page }) => page],
    ['its JSON, ms', ({ json }) => json],
    ['requests for its JSON', ({ links }) => links],
    ['ratio', ({ page, json }) => page / json],
  ].map(([title, of]) => {
    const values = rounds.map(of);
    return [title, ...[median(values), Math.min(...values), Math.max(...values)].map((value) => value.toFixed(2))];
  });
  return table(['an uncached page of a streamer', 'median', 'min', 'max'], rows);
}
