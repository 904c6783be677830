import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { drawKeys } from './keys.mjs';
import { putLoad, requestText } from './measure.mjs';
import { chosenOperations } from './operations.mjs';
import { root } from './our-service.mjs';
import { table } from './report.mjs';
import { RunningServer } from './running-server.mjs';
import { oneServer, requestOf } from './servers/servers.mjs';

const topFrames = 15;
const warmupSeconds = 2;
// Node writes the profile when the process exits by itself, but not when a signal ends it.
const exitOnSignal = `data:text/javascript,process.once('SIGTERM', () => process.exit())`;

/** The functions in which the service (or the server of `--servers`) spends its own time, per operation. */
export async function measureProfile(database, cores, options) {
  const server = oneServer(options);
  const [mode] = options.modes;
  const [encoding] = options.encodings;
  const keys = await drawKeys(database.client, database.counts);
  const results = [];
  for (const operation of chosenOperations(options)) {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'bench-profile-'));
    const running = await RunningServer.start(server, {
      mode,
      database,
      cores,
      options,
      nodeArgs: ['--cpu-prof', `--cpu-prof-dir=${folder}`, '--import', exitOnSignal],
    });
    // The profile has the same clock as hrtime, in microseconds.
    const warmAt = Number(process.hrtime.bigint()) / 1000 + warmupSeconds * 1e6;
    const ofKey = (key) => requestText(requestOf(server, operation, key, { ...options, encoding }));
    const plan = { requests: keys[operation.keys][mode].map(ofKey), warmupSeconds, seconds: options.seconds };
    const { requests, serverCpuSeconds } = await putLoad(running, { database, cores, options }, plan);
    await running.stop();
    const [file] = readdirSync(folder);
    const profile = JSON.parse(readFileSync(path.join(folder, file), 'utf8'));
    rmSync(folder, { recursive: true });
    const frames = framesSince(profile, warmAt);
    results.push({
      operation: operation.name,
      micros: (serverCpuSeconds / requests) * 1e6,
      packages: shares(frames, ({ url }) => packageOf(url)),
      functions: shares(
        frames,
        ({ functionName, url, lineNumber }) => `${functionName || '(anonymous)'} ${placeOf(url, lineNumber)}`,
      ),
    });
  }
  return results;
}

/** For each operation, a table by package and one of the top functions. */
export function profileTables(results) {
  return results
    .map(({ operation, micros, packages, functions }) => {
      const microsOf = (share) => (share * micros).toFixed(1);
      const rowsOf = (list) => list.slice(0, topFrames).map(({ name, share }) => [microsOf(share), name.trim()]);
      const byPackage = table(['us', 'package'], rowsOf(packages));
      return `## ${operation}: ${micros.toFixed(0)} us a request\n\n${byPackage}\n${table(['us', 'function'], rowsOf(functions))}`;
    })
    .join('\n');
}

/** What was running at each sample from a moment on, idle ones left out, with the time it stands for. */
function framesSince({ nodes, samples, timeDeltas, startTime }, since) {
  const byId = new Map(nodes.map((node) => [node.id, node.callFrame]));
  let now = startTime;
  return samples.flatMap((id, index) => {
    now += timeDeltas[index];
    const frame = byId.get(id);
    return now < since || frame.functionName === '(idle)' ? [] : [{ ...frame, micros: timeDeltas[index] }];
  });
}

/** The share of all time that goes to each name, the most first. */
function shares(frames, nameOf) {
  const times = new Map();
  for (const frame of frames) times.set(nameOf(frame), (times.get(nameOf(frame)) ?? 0) + frame.micros);
  const total = frames.reduce((sum, { micros }) => sum + micros, 0);
  return [...times].map(([name, micros]) => ({ name, share: micros / total })).sort((a, b) => b.share - a.share);
}

function packageOf(url) {
  const [, name] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url) ?? [];
  if (name) return name;
  if (url.startsWith('node:')) return 'node';
  return url === '' ? 'native code, garbage collection' : 'our own code';
}

function placeOf(url, line) {
  const place = url.replace(/^.*node_modules\//, '').replace(`file://${root}/`, '');
  return place === '' ? '' : `${place}:${line + 1}`;
}
