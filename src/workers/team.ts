import cluster, { Worker } from 'node:cluster';
import { once } from 'node:events';
import { AddressInfo } from 'node:net';
import { AppLogger } from '../logging/app-logger.js';
import { Channel } from './channel.js';

const shortestPauseMs = 100;
const longestPauseMs = 10_000;
/** A worker that ran for so long did not end because of how it was started. */
const steadyMs = 60_000;

/** A worker has ended before it listened, and has said why. */
export class WorkerNotStarted extends Error {}

/** The worker processes of an instance. They accept connections at one port; one that ends is started again. */
export class Team {
  private readonly running = new Map<Worker, Channel>();
  private pauseMs = shortestPauseMs;
  private isStopping = false;

  /** Each worker gets `env` besides the environment of this process. `onStart` is told of each as it starts, `onEnd` as it ends. */
  constructor(
    private readonly size: number,
    private readonly env: Record<string, string>,
    private readonly logger: AppLogger,
    private readonly onStart: (channel: Channel) => void,
    private readonly onEnd: (channel: Channel) => void,
  ) {}

  get channels(): Channel[] {
    return [...this.running.values()];
  }

  /** Starts all workers, and answers the port that they accept connections at. Throws {@link WorkerNotStarted}. */
  async start(): Promise<number> {
    // Numbers that are no finite ones, which metrics may have, are lost in JSON.
    cluster.setupPrimary({ serialization: 'advanced' });
    // The first one alone, so that what keeps all of them from starting is said once.
    const port = await this.startOne();
    await Promise.all(Array.from({ length: this.size - 1 }, () => this.startOne()));
    return port;
  }

  /** Passes a signal on to all workers, and waits until they have ended. */
  async stop(signal: NodeJS.Signals): Promise<void> {
    this.isStopping = true;
    await Promise.all(
      [...this.running.keys()].map(async (worker) => {
        const ended = once(worker, 'exit');
        worker.process.kill(signal);
        await ended;
      }),
    );
  }

  /** From when it listens on it is kept: it may end while others start. */
  private async startOne(): Promise<number> {
    const worker = this.fork();
    const port = await listening(worker);
    this.keep(worker, performance.now());
    return port;
  }

  private fork(): Worker {
    const worker = cluster.fork(this.env);
    const channel = new Channel(worker);
    this.running.set(worker, channel);
    worker.once('exit', () => {
      this.running.delete(worker);
      this.onEnd(channel);
    });
    this.onStart(channel);
    return worker;
  }

  /** Starts another worker when this one has ended, after a pause that grows if workers end soon. */
  private keep(worker: Worker, startedAtMs: number): void {
    worker.once('exit', (code: number, signal: string | null) => {
      if (this.isStopping) return;
      if (performance.now() - startedAtMs >= steadyMs) this.pauseMs = shortestPauseMs;
      const reason = `exit code ${signal ?? code}`;
      this.logger.pino.warn({ worker: worker.id, reason }, 'A worker has ended, and will be started again');
      setTimeout(() => this.restart(), this.pauseMs);
      this.pauseMs = Math.min(2 * this.pauseMs, longestPauseMs);
    });
  }

  private restart(): void {
    if (this.isStopping) return;
    this.keep(this.fork(), performance.now());
  }
}

async function listening(worker: Worker): Promise<number> {
  return new Promise((resolve, reject) => {
    worker.once('listening', ({ port }: AddressInfo) => resolve(port));
    worker.once('exit', () => reject(new WorkerNotStarted('A worker did not start.')));
  });
}
