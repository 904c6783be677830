// Demonstrates the collector without an account: a simulated Twitch and Kick with faults, a database, the collector and the service.
import './node-version.mjs';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { json } from 'node:stream/consumers';
import { buildIfNeeded } from './build-if-needed.mjs';
import { readCommandLine } from './command-line.mjs';
import { compileTwitch } from './compile-twitch.mjs';
import { requireFreePort } from './free-port.mjs';
import { captureNode } from './run-node.mjs';
import { serverEnvironment, serverFlags } from './server-flags.mjs';
import { exitWith, withDatabase } from './with-database.mjs';

const help = `Runs the collector, a simulated Twitch with 200 channels and Kick with 50, and the service. You need no account.

  npm run demo:collect

It has no options. These environment variables change it:

  PORT      port of the service (default 3000)
  HOST      address on which the service listens (default 127.0.0.1)
  DATA_DIR  parent of the folder demo-collect, which stores the data of the demonstration (default .data)

Ctrl-C ends all programs of the demonstration.`;
readCommandLine(help);

const root = path.resolve(import.meta.dirname, '..');
const commands = path.join(root, 'dist/commands/main.js');

// A separate folder, so that the demonstration does not change other data.
const folder = path.resolve(root, process.env.DATA_DIR || '.data', 'demo-collect');
process.env.DATA_DIR = folder;
process.env.SEED = 'off';
process.env.COLLECT = 'off';
process.env.LOG_LEVEL ??= 'info';
process.env.HOST ||= '127.0.0.1';
const port = process.env.PORT || '3000';

const children = [];
await exitWith(async () => {
  await requireFreePort('npm run demo:collect');
  await buildIfNeeded();
  const simulatedTwitch = await compileTwitch(path.join(root, 'node_modules/.cache/collect-demo'));
  await forgetSecrets();
  const { loadConfig } = await import('../dist/config/environment.js');
  loadConfig();
  return withDatabase(async () => {
    // The programs below read .env of the current folder, which may contain a database.
    process.chdir(folder);
    const { code, output } = await captureNode([commands, 'prepare']);
    if (code !== 0) throw new Error(output);
    const twitch = start([simulatedTwitch], 'pipe');
    const environment = { ...JSON.parse(await firstLine(twitch)), WEBHOOKS: await printWebhooks() };
    start([...serverFlags, commands, 'collect'], 'inherit', {
      ...serverEnvironment,
      ...environment,
      COLLECT_EVERY: '10s',
      COLLECT_SPOOL: path.join(folder, 'collect.spool'),
    });
    start([...serverFlags, path.join(root, 'dist/main.js')], 'inherit', {
      ...serverEnvironment,
      LEADERBOARD_REFRESH_SECONDS: '30',
      WEBHOOKS: environment.WEBHOOKS,
    });
    console.log(`The collector watches a simulated Twitch with 200 channels and a simulated Kick with 50. Press Ctrl-C to stop. Open:
  http://localhost:${port}/live (select a stream to see new viewer samples and, after a minute, its chat)
  http://localhost:${port}/totals (within a minute)
  http://localhost:${port}/v1/streams/live?platform=kick
  http://localhost:${port}/v1/status
  http://localhost:${port}/v1/leaderboard (within 30 s)
  http://localhost:${port}/docs
The webhooks of streams are printed here: starts at once, ends after five minutes.`);
    return ended();
  }, 'The demonstration has a separate database');
});

/** Removes variables with databases and accounts of the user. */
async function forgetSecrets() {
  const { fileVariable, secretNames } = await import('../dist/config/secret-files.js');
  for (const name of secretNames) {
    delete process.env[name];
    delete process.env[fileVariable(name)];
  }
}

/** Receives and prints webhooks. Returns the setting that lists this receiver as their target. */
async function printWebhooks() {
  const server = createServer(async (request, response) => {
    const { type, data } = await json(request);
    response.writeHead(204).end();
    console.log(`Webhook ${type}: ${data.name}, ${data.title ?? 'no title'}`);
  });
  await once(server.listen(0, '127.0.0.1').unref(), 'listening');
  const target = {
    ...{ name: 'demo', url: `http://127.0.0.1:${server.address().port}/`, private: true },
    ...{ secrets: [`whsec_${randomBytes(32).toString('base64')}`], kinds: ['stream.started', 'stream.ended'] },
  };
  const file = path.join(folder, 'webhooks.json');
  writeFileSync(file, JSON.stringify([target]));
  return `@${file}`;
}

function start(args, stdout, environment = {}) {
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', stdout, 'inherit'],
    env: { ...process.env, ...environment },
  });
  children.push(child);
  return child;
}

function firstLine(child) {
  return new Promise((resolve, reject) => {
    let text = '';
    child.stdout.on('data', (chunk) => {
      text += chunk;
      if (text.includes('\n')) resolve(text);
    });
    child.once('exit', () => reject(new Error('The simulated Twitch stopped.')));
  });
}

/** Waits for a signal or for the end of a program, and then stops all programs. */
async function ended() {
  const endings = children.map((child) => new Promise((resolve) => child.once('exit', resolve)));
  const signals = ['SIGINT', 'SIGTERM'].map((signal) => new Promise((resolve) => process.once(signal, resolve)));
  await Promise.race([...endings, ...signals]);
  for (const child of children) child.kill('SIGTERM');
  await Promise.all(endings);
  return 0;
}
