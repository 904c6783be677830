import { ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const root = path.resolve(__dirname, '../../..');

/** Builds the product unless the build is up to date. */
export function buildProduct(): void {
  const script = 'import("./scripts/build-if-needed.mjs").then(({ buildIfNeeded }) => buildIfNeeded())';
  execFileSync(process.execPath, ['-e', script], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
}

export interface Reply {
  path: string;
  /** 0 if the connection failed. */
  status: number;
  error: string;
  ms: number;
  headers: Record<string, string | string[] | undefined>;
}

const defaults = {
  PORT: '0',
  HOST: '127.0.0.1',
  RATE_LIMIT: '1000000000',
  LOG_LEVEL: 'info',
  LEADERBOARD_REFRESH_SECONDS: '0',
};

const maxListed = 10;

/** Formats some of the replies, one per line: Jest takes minutes to print thousands of complete replies. */
export function listed(replies: Reply[]): string[] {
  const lines = replies
    .slice(0, maxListed)
    .map(({ path, status, error, ms }) => `${path}: ${status} ${error} (${ms} ms)`);
  return replies.length > maxListed ? [...lines, `and ${replies.length - maxListed} more`] : lines;
}

/** GETs a path of a server on this machine. A failure is also a reply. */
export function getFrom(port: number, target: string, agent: Agent): Promise<Reply> {
  const startedAt = performance.now();
  return new Promise((resolve) => {
    const end = (status: number, error: string, headers: Reply['headers'] = {}) =>
      resolve({ path: target, status, error, ms: performance.now() - startedAt, headers });
    get({ host: '127.0.0.1', port, path: target, agent }, (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => (text += chunk.toString()));
      response.on('error', ({ message }) => end(0, message));
      response.on('end', () => {
        const status = response.statusCode ?? 0;
        end(status, status >= 400 ? (JSON.parse(text) as { error: string }).error : '', response.headers);
      });
    }).on('error', ({ message }) => end(0, message));
  });
}

/** The built service in a separate process. */
export class Service {
  readonly log: { level: string; time: string; msg: string; [field: string]: unknown }[] = [];
  private readonly agent = new Agent({ keepAlive: true, maxSockets: Infinity });

  private constructor(
    readonly process: ChildProcess,
    readonly port: number,
    readonly exited: Promise<number>,
  ) {}

  /**
   * Starts the service and waits until it listens. `nodeArgs` are arguments of Node.js. The service runs in `cwd`, by
   * default a folder without a `.env` file.
   */
  static async start(
    env: Record<string, string | undefined>,
    nodeArgs: string[] = [],
    cwd = __dirname,
  ): Promise<Service> {
    const child = spawn(process.execPath, [...nodeArgs, path.join(root, 'dist/main.js')], {
      cwd,
      env: { ...process.env, ...defaults, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const exited = once(child, 'exit').then(([code]) => code as number);
    let service: Service | undefined;
    let rest = '';
    const early: Service['log'] = [];
    return new Promise((resolve, reject) => {
      void exited.then((code) => reject(new Error(`The service ended with ${code} before it listened`)));
      child.stdout.on('data', (chunk: Buffer) => {
        const lines = (rest + chunk.toString()).split('\n');
        rest = lines.pop() ?? '';
        for (const line of lines) {
          const entry = JSON.parse(line) as Service['log'][number] & { url?: string };
          (service?.log ?? early).push(entry);
          if (entry.msg !== 'Listening') continue;
          service = new Service(child, Number(new URL(entry.url ?? '').port), exited);
          service.log.push(...early);
          resolve(service);
        }
      });
    });
  }

  /** GETs a path on a keep-alive connection. A failure is also a reply. */
  get(target: string): Promise<Reply> {
    return getFrom(this.port, target, this.agent);
  }

  async stop(): Promise<void> {
    this.agent.destroy();
    this.process.kill('SIGKILL');
    await this.exited;
  }
}

/** Sends requests with almost no pause, `concurrency` at a time, until `stop` is called, which returns all replies. */
export function startLoad(
  ask: (i: number) => Promise<Reply>,
  concurrency: number,
  pauseMs = 5,
): { stop(): Promise<Reply[]> } {
  const replies: Reply[] = [];
  let isOn = true;
  let i = 0;
  const workers = Array.from({ length: concurrency }, async () => {
    while (isOn) {
      replies.push(await ask(i++));
      await sleep(pauseMs);
    }
  });
  return {
    stop: async () => {
      isOn = false;
      await Promise.all(workers);
      return replies;
    },
  };
}
