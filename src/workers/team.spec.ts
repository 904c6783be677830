import cluster from 'node:cluster';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppLogger } from '../logging/app-logger.js';
import { Team } from './team.js';

// The first worker ends half a second after it listens, while the second one takes two seconds to start.
const worker = `
  const { worker } = require('node:cluster');
  const listen = () => require('node:http').createServer().listen(0, '127.0.0.1');
  process.on('SIGTERM', () => process.exit(0));
  setTimeout(listen, worker.id === 2 ? 2_000 : 0);
  if (worker.id === 1) setTimeout(() => process.exit(7), 500);`;

let folder: string;
let team: Team;
let log: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'team-'));
  const file = path.join(folder, 'worker.cjs');
  writeFileSync(file, worker);
  cluster.setupPrimary({ exec: file, execArgv: [] });
  log = '';
  const logger = new AppLogger('info', { write: (line: string) => void (log += line) });
  const noop = () => {};
  team = new Team(2, {}, logger, noop, noop);
});

afterEach(async () => {
  await team.stop('SIGTERM');
  rmSync(folder, { recursive: true });
});

it('starts another worker for one that ends while the others start', async () => {
  expect(await team.start()).toBeGreaterThan(0);
  for (const until = Date.now() + 60_000; team.channels.length < 2 && Date.now() < until;) await sleep(20);
  expect(team.channels).toHaveLength(2);
  expect(log).toContain('exit code 7');
});
