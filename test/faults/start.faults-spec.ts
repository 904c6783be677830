import { ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { databaseWhileTesting } from '../support/database/test-database.js';
import { freePort } from '../support/http/free-port.js';
import { buildProduct } from '../support/http/service.js';
import { until } from '../support/until.js';

const database = databaseWhileTesting();
const script = path.resolve(__dirname, '../../scripts/start.mjs');
const onlyHere = 'Only this machine can open the service. To open it to your network, set HOST=0.0.0.0.';
let folder: string;
let child: ChildProcess;

beforeAll(() => buildProduct());
beforeEach(() => (folder = mkdtempSync(path.join(os.tmpdir(), 'start-'))));
afterEach(() => {
  child.kill('SIGKILL');
  rmSync(folder, { recursive: true });
});

const isOpen = (host: string, port: number) =>
  fetch(`http://${host}:${port}/v1/health/live`).then(
    ({ ok }) => ok,
    () => false,
  );

// The whole network 127.0.0.0/8 is this machine.
it.each([
  ['', '127.0.0.1', '127.0.0.2'],
  ['127.0.0.2', '127.0.0.2', '127.0.0.1'],
])('npm start with HOST=%s listens on %s only, and says so first', async (HOST, open, closed) => {
  const port = await freePort();
  const env = {
    ...process.env,
    HOST,
    PORT: String(port),
    DATABASE_URL: database.url,
    LEADERBOARD_REFRESH_SECONDS: '0',
  };
  child = spawn(process.execPath, [script], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const exited = once(child, 'exit');
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part: Buffer) => output.push(part.toString()));
  await until(
    () => isOpen(open, port),
    () => output.join(''),
  );
  expect(await isOpen(closed, port)).toBe(false);
  expect(output.join('').split('\n')[0] === onlyHere).toBe(HOST === '');
  child.kill('SIGTERM');
  expect(await exited).toEqual([0, null]);
});
