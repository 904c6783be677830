import { ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createServer, Server, Socket } from 'node:net';
import os from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { sendRaw } from './raw-http.js';

/** A Redis on a separate port that tests can kill, freeze and restart. */
export interface TestRedis {
  start(): Promise<void>;
  /** Kills the server, which loses all counts. */
  kill(): Promise<void>;
  /** Stops responses. Connections stay open, and the server still accepts new ones. */
  freeze(): void;
  thaw(): void;
  /** Moves the end of each window, as if time had passed. */
  pass(ms: number): Promise<void>;
}

export type RedisKind = new (port: number, password?: string) => TestRedis;

/** Runs a suite with redis-server or, if it is not installed, with a stand-in. */
export function describeWithRedis(title: string, suite: (kind: RedisKind) => void): void {
  if (RedisServer.isInstalled) describe(`${title} redis-server`, () => suite(RedisServer));
  else describe(`${title} a stand-in for Redis`, () => suite(RedisStandIn));
}

export class RedisServer implements TestRedis {
  /** Whether redis-server is installed on this machine. */
  static get isInstalled(): boolean {
    return spawnSync('redis-server', ['--version']).status === 0;
  }

  private process: ChildProcess | undefined;

  constructor(
    private readonly port: number,
    private readonly password = '',
  ) {}

  async start(): Promise<void> {
    const settings = { port: this.port, bind: '127.0.0.1', save: '', dir: os.tmpdir(), requirepass: this.password };
    const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
    this.process = spawn('redis-server', args, { stdio: 'ignore' });
    for (let tries = 0; tries < 100; tries++, await sleep(50)) {
      const answer = await sendRaw(this.port, 'PING\r\nQUIT\r\n', 1_000).catch(() => '');
      if (answer !== '') return;
    }
    throw new Error('redis-server does not respond.');
  }

  async kill(): Promise<void> {
    const { process: running } = this;
    if (!running || running.exitCode !== null || running.signalCode !== null) return;
    const ended = new Promise((resolve) => running.once('exit', resolve));
    running.kill('SIGKILL');
    await ended;
  }

  freeze(): void {
    this.process?.kill('SIGSTOP');
  }

  thaw(): void {
    this.process?.kill('SIGCONT');
  }

  async pass(ms: number): Promise<void> {
    const script = `for _, key in ipairs(redis.call('KEYS', '*')) do local left = redis.call('PTTL', key) if left > 0 then redis.call('PEXPIRE', key, left - ${ms}) end end`;
    await sendRaw(this.port, `EVAL "${script}" 0\r\nQUIT\r\n`, 10_000);
  }
}

/** Implements the Redis protocol and the few commands that counting needs. It does in TypeScript what the Lua script does. */
export class RedisStandIn implements TestRedis {
  private readonly sockets = new Set<Socket>();
  private readonly scripts = new Set<string>();
  private readonly counters = new Map<string, { hits: number; endsAtMs: number }>();
  private waiting: (() => void)[] | undefined;
  private server: Server | undefined;

  constructor(
    private readonly port: number,
    private readonly password = '',
    /** Response to send instead of the counts, in the wire format. */
    private readonly wrongCounts?: string,
  ) {}

  async start(): Promise<void> {
    const server = createServer((socket) => this.serve(socket));
    this.server = server;
    await new Promise<void>((resolve) => server.listen(this.port, '127.0.0.1', resolve));
  }

  async kill(): Promise<void> {
    this.waiting = undefined;
    this.counters.clear();
    this.scripts.clear();
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => (this.server ? this.server.close(resolve) : resolve(undefined)));
    this.server = undefined;
  }

  freeze(): void {
    this.waiting = [];
  }

  thaw(): void {
    const { waiting } = this;
    this.waiting = undefined;
    waiting?.forEach((answer) => answer());
  }

  pass(ms: number): Promise<void> {
    for (const counter of this.counters.values()) counter.endsAtMs -= ms;
    return Promise.resolve();
  }

  private serve(socket: Socket): void {
    let received = '';
    let isKnown = this.password === '';
    this.sockets.add(socket);
    socket.on('close', () => this.sockets.delete(socket)).on('error', () => {});
    const answer = (command: string[]) => {
      if (command[0]?.toUpperCase() === 'AUTH') isKnown = command.at(-1) === this.password;
      socket.write(
        isKnown ? this.reply(command) : '-WRONGPASS invalid username-password pair or user is disabled.\r\n',
      );
    };
    socket.on('data', (chunk) => {
      const { commands, rest } = parseCommands(received + chunk.toString('latin1'));
      received = rest;
      for (const command of commands) {
        if (this.waiting) this.waiting.push(() => answer(command));
        else answer(command);
      }
    });
  }

  private reply([name = '', script = '', keyCount = '', ...rest]: string[]): string {
    const command = name.toUpperCase();
    if (command === 'INFO') return '$9\r\nloading:0\r\n';
    if (command === 'EVAL') this.scripts.add(createHash('sha1').update(script).digest('hex'));
    else if (command !== 'EVALSHA') return '+OK\r\n';
    else if (!this.scripts.has(script)) return '-NOSCRIPT No matching script. Please use EVAL.\r\n';
    if (this.wrongCounts !== undefined) return this.wrongCounts;
    const keys = rest.slice(0, Number(keyCount));
    const counts = keys.flatMap((key, index) => this.count(key, Number(rest[keys.length + 4 * index])));
    return `*${counts.length}\r\n${counts.map((count) => `:${count}\r\n`).join('')}`;
  }

  private count(key: string, windowMs: number): [hits: number, endsInMs: number] {
    const nowMs = Date.now();
    const known = this.counters.get(key);
    const counter = known && known.endsAtMs > nowMs ? known : { hits: 0, endsAtMs: nowMs + windowMs };
    counter.hits += 1;
    this.counters.set(key, counter);
    return [counter.hits, counter.endsAtMs - nowMs];
  }
}

/** Parses commands, which are arrays of strings with their lengths. */
function parseCommands(text: string): { commands: string[][]; rest: string } {
  const commands: string[][] = [];
  let rest = text;
  for (;;) {
    const count = Number(/^\*(\d+)\r\n/.exec(rest)?.[1] ?? -1);
    if (count < 0) return { commands, rest };
    let at = rest.indexOf('\r\n') + 2;
    const words: string[] = [];
    for (let i = 0; i < count; i++) {
      const length = Number(/^\$(\d+)\r\n/.exec(rest.slice(at))?.[1] ?? -1);
      const start = rest.indexOf('\r\n', at) + 2;
      if (length < 0 || rest.length < start + length + 2) return { commands, rest };
      words.push(rest.slice(start, start + length));
      at = start + length + 2;
    }
    commands.push(words);
    rest = rest.slice(at);
  }
}
