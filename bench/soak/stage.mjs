import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { commandLineOf, root } from '../our-service.mjs';
import { Network } from './network.mjs';
import { Redis } from './redis.mjs';
import { Service } from './service.mjs';

const mostErrorLines = 2_000;

/** A database, the service on it, the Redis it counts in, and the command line. */
export class Stage {
  folder = mkdtempSync(path.join(os.tmpdir(), 'streaming-analytics-soak-'));
  port = 0;
  service;
  redis;
  network;
  /** Gets how long the service had no time to run. */
  onStarved = () => {};
  /** What the service logged of its latest errors, across its restarts. */
  errorLines = [];
  #database;

  static async open() {
    const stage = new Stage();
    // As root PostgreSQL runs as another user, who must be able to enter the folder.
    chmodSync(stage.folder, 0o755);
    await stage.startDatabase();
    stage.redis = await Redis.open();
    stage.network = await Network.open(() => Number(new URL(stage.#database.url).port));
    for (const command of [['migrate'], ['seed']]) await stage.command(command).succeeded();
    await stage.startService();
    return stage;
  }

  async startDatabase() {
    const { EmbeddedPostgres } = await import('../../dist/embedded-postgres/embedded-postgres.js');
    this.#database = await EmbeddedPostgres.start({ dataDir: path.join(this.folder, 'data') });
  }

  /** Sends a signal to PostgreSQL's first process and all that it has started. */
  signalDatabase(signal) {
    const [first] = readFileSync(path.join(this.#database.filesDir, 'postmaster.pid'), 'utf8').split('\n');
    const children = execFileSync('ps', ['-o', 'pid=', '--ppid', first], { encoding: 'utf8' });
    for (const pid of [first, ...children.trim().split(/\s+/)]) {
      try {
        process.kill(Number(pid), signal);
      } catch (error) {
        if (error.code !== 'ESRCH') throw error;
      }
    }
  }

  async query(sql, values) {
    return this.connected(async (connection) => (await connection.query(sql, values)).rows);
  }

  /** Runs an action with a connection to the database, which is closed afterwards. */
  async connected(action) {
    const client = new pg.Client({ connectionString: this.#database.url });
    client.on('error', () => {});
    await client.connect();
    try {
      return await action(client);
    } finally {
      await client.end();
    }
  }

  /** Starts the service, again on the same port. */
  async startService() {
    const url = Object.assign(new URL(this.#database.url), { port: String(this.network.port) }).href;
    const environment = {
      DATABASE_URL: url,
      REDIS_URL: this.redis.url,
      TRUST_PROXY: '1',
      RATE_LIMIT: '1000000000',
      CACHE_TTL_SECONDS: '2',
      CACHE_STALE_SECONDS: '20',
      DRAIN_SECONDS: '1',
      LEADERBOARD_REFRESH_SECONDS: '0',
    };
    const onError = (line) => (this.errorLines = [...this.errorLines.slice(-mostErrorLines), line]);
    this.service = await Service.start(this.port, environment, { onStarved: (ms) => this.onStarved(ms), onError });
    this.port = this.service.port;
  }

  /** Starts a command of the command line. */
  command(args) {
    const child = spawn(process.execPath, [commandLineOf(root), ...args], {
      env: { ...process.env, DATABASE_URL: this.#database.url },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    const ended = once(child, 'close').then(([code]) => code);
    const succeeded = async () => {
      const code = await ended;
      if (code !== 0) throw new Error(`${args[0]} ended with ${code}: ${output}`);
    };
    return { child, ended, succeeded };
  }

  async close() {
    this.service?.kill();
    this.network?.close();
    this.redis?.close();
    await this.#database.stop();
    rmSync(path.dirname(this.#database.filesDir), { recursive: true, force: true });
    rmSync(this.folder, { recursive: true, force: true });
  }
}
