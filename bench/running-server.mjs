import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { residentMegabytes, spawnOn } from './processes.mjs';
import { environmentOf } from './servers/servers.mjs';

const startLimitMs = 120_000;
const stopLimitMs = 5_000;
const pollMs = 2;
const complaintsLength = 4000;

const started = new Set();
process.once('exit', () => started.forEach((child) => child.kill('SIGKILL')));

/** A process of one of the servers. Each process has its own port. */
export class RunningServer {
  #complaints = '';

  constructor(server, child, port) {
    this.server = server;
    this.child = child;
    this.port = port;
    started.add(child);
    child.once('exit', () => started.delete(child));
    child.stderr.on('data', (text) => (this.#complaints = (this.#complaints + text).slice(-complaintsLength)));
  }

  /** Starts the server on its core with the database of the run, and waits until it listens. */
  static async start(server, { mode, database, cores, environment = {} }) {
    const port = await freePort();
    const { file, args } = server.command;
    const env = { ...environmentOf(server, { port, mode, databaseUrl: database.url }), ...environment };
    const child = spawnOn(cores.server, file, args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
    const running = new RunningServer(server, child, port);
    try {
      await running.#listens();
      return running;
    } catch (error) {
      await running.stop();
      throw error;
    }
  }

  get pid() {
    return this.child.pid;
  }

  get residentMegabytes() {
    return residentMegabytes(this.pid);
  }

  async stop() {
    if (this.#hasEnded) return;
    const ended = new Promise((resolve) => this.child.once('exit', resolve));
    this.child.kill('SIGTERM');
    const timer = setTimeout(() => this.child.kill('SIGKILL'), stopLimitMs);
    await ended;
    clearTimeout(timer);
  }

  get #hasEnded() {
    return this.child.exitCode !== null || this.child.signalCode !== null;
  }

  async #listens() {
    let failure;
    this.child.once('error', (error) => (failure = error));
    for (const deadline = Date.now() + startLimitMs; Date.now() < deadline; await sleep(pollMs)) {
      if (failure) throw failure;
      if (this.#hasEnded) throw new Error(`${this.server.title} ended during its start.\n${this.#complaints}`);
      if (await isReady(this.port)) return;
    }
    throw new Error(`${this.server.title} does not listen after ${startLimitMs / 1000} s.`);
  }
}

/** False until a server listens and is ready. */
async function isReady(port) {
  const response = await fetch(`http://127.0.0.1:${port}/v1/leaderboard`).catch(() => undefined);
  await response?.arrayBuffer();
  return response !== undefined && response.status !== 503;
}

async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}
