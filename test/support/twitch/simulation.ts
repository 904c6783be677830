import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { CollectConfig } from '../../../src/config/collect-config.js';
import { AssembledCollector, assembleCollector } from '../../../src/collect/assemble-collector.js';
import { CollectStore } from '../../../src/collect/collect-store.js';
import { WaitingClock } from '../../../src/clock/clock.js';
import { TcpProxy } from '../http/tcp-proxy.js';
import { PlatformName } from '../../../src/config/platforms.js';
import { MisbehavingKick } from '../../../demo/kick/misbehaving-kick.js';
import { MisbehavingTwitch } from '../../../demo/twitch/misbehaving-twitch.js';
import { SimulatedClock } from './simulated-clock.js';

/** A sweep from the log of its collector. */
export interface LoggedSweep {
  /** Time of the sweep, and latest time of its end. */
  at: number;
  until: number;
  isComplete: boolean;
  /** The process that made the sweep. */
  by?: object;
}

export interface LogLine {
  level: string;
  msg: string;
  [name: string]: unknown;
}

export interface SimulationOptions {
  readonly clock: SimulatedClock;
  /** The simulated platform. */
  readonly twitch: Pick<MisbehavingTwitch | MisbehavingKick, 'clientId' | 'clientSecret' | 'fetch'>;
  readonly platform?: PlatformName;
  readonly databaseUrl: string;
  readonly config: Partial<CollectConfig>;
  /** With a single collector, avoids the query for a lease every 2.5 seconds. */
  readonly isAlone?: boolean;
}

const nothing = new Promise<never>(() => {});

/** A collector process in simulated time that can be killed at any point. */
class SimulatedProcess {
  readonly stopping = new AbortController();
  readonly assembled: AssembledCollector;
  readonly ended: Promise<void>;
  isDead = false;
  /** Real milliseconds between the start of the next transaction and the death of the process. */
  diesInSaveMs: number | undefined;

  constructor(
    readonly proxy: TcpProxy,
    spool: string,
    simulation: Simulation,
  ) {
    const { clock, twitch, databaseUrl, config, isAlone, platform = 'twitch' } = simulation.options;
    const url = proxy.urlOf(databaseUrl);
    const alive = async <Result>(work: Promise<Result>): Promise<Result> => {
      try {
        const result = await work;
        return this.isDead ? nothing : result;
      } catch (error) {
        if (this.isDead) return nothing;
        throw error;
      }
    };
    this.assembled = assembleCollector({
      config: { ...simulation.fullConfig, ...config, spool },
      databaseUrl: url,
      clock: new MortalClock(clock, () => this.isDead),
      logger: pino(
        { base: undefined, formatters: { level: (level) => ({ level }) } },
        { write: (line: string) => simulation.note(line, this) },
      ),
      fetch: (request, init) => alive(twitch.fetch(request, init)),
      store: during(new (isAlone ? LoneStore : CollectStore)(url, platform, () => clock.now()), (method, work) => {
        if (method === 'save' && this.diesInSaveMs !== undefined) setTimeout(() => this.die(), this.diesInSaveMs);
        return alive(clock.during(work));
      }),
    });
    this.ended = this.assembled.collector.run(this.stopping.signal);
    // Errors reach the code that waits for the end.
    this.ended.catch(() => {});
  }

  /** Simulates SIGKILL: no code of the process continues, and its connections break. */
  die(): void {
    this.isDead = true;
    this.proxy.mode = 'resetting';
    this.proxy.dropAll();
  }
}

/** Runs collectors against a platform in simulated time. */
export class Simulation {
  readonly log: LogLine[] = [];
  readonly sweeps: LoggedSweep[] = [];
  readonly folder = mkdtempSync(path.join(os.tmpdir(), 'collect-'));
  private readonly processes: SimulatedProcess[] = [];

  constructor(readonly options: SimulationOptions) {}

  get fullConfig(): CollectConfig {
    const { twitch, platform = 'twitch' } = this.options;
    const { clientId, clientSecret } = twitch;
    return {
      ...{ platform, requestsPerMinute: platform === 'kick' ? 60 : 800, ignoresChat: false, missing: {} },
      ...{ clientId, clientSecret, apiUrl: `https://api.example.com${platform === 'kick' ? '' : '/helix'}` },
      authUrl: `https://id.example.com/${platform === 'kick' ? 'oauth' : 'oauth2'}`,
      ...{ chatUrl: 'wss://chat.example.com', chat: false, logins: undefined, minViewers: 5, everyMs: 60_000 },
      ...{ followersEveryMs: 3_600_000, spool: '', spoolMegabytes: 64, keepMs: undefined, metricsPort: undefined },
    };
  }

  /** Starts a collector whose files are in a folder with this name. */
  async start(name = 'one'): Promise<SimulatedProcess> {
    const proxy = await TcpProxy.start(() => Number(new URL(this.options.databaseUrl).port));
    const process = new SimulatedProcess(proxy, path.join(this.folder, `${name}.spool`), this);
    this.processes.push(process);
    return process;
  }

  async kill(process: SimulatedProcess): Promise<void> {
    process.die();
    await process.proxy.stop();
    this.processes.splice(this.processes.indexOf(process), 1);
  }

  /** Disconnects all collectors from the database, or reconnects them. */
  setDatabase(isThere: boolean): void {
    for (const { proxy } of this.processes.filter(({ isDead }) => !isDead)) {
      proxy.mode = isThere ? 'fine' : 'resetting';
      if (!isThere) proxy.dropAll();
    }
  }

  async stop(): Promise<void> {
    for (const process of [...this.processes]) {
      process.stopping.abort();
      const clock = this.options.clock;
      await clock.runUntil(clock.monotonicMs() + 1_000);
      try {
        if (!process.isDead) await process.ended;
      } finally {
        process.assembled.close();
        await process.proxy.stop();
      }
    }
    rmSync(this.folder, { recursive: true });
  }

  note(text: string, by: object): void {
    const line = JSON.parse(text) as LogLine;
    this.log.push(line);
    const { at, isComplete } = line as LogLine & { at?: string; isComplete?: boolean };
    if (at === undefined || isComplete === undefined) return;
    this.sweeps.push({ at: Date.parse(at), until: this.options.clock.monotonicMs(), isComplete, by });
  }
}

class LoneStore extends CollectStore {
  override takeLease(): Promise<boolean> {
    return Promise.resolve(true);
  }
}

/** The clock of a process. After a kill, its promises stay pending. */
class MortalClock extends WaitingClock {
  constructor(
    private readonly clock: SimulatedClock,
    private readonly isDead: () => boolean,
  ) {
    super();
  }

  override now(): Date {
    return this.clock.now();
  }

  override monotonicMs(): number {
    return this.clock.monotonicMs();
  }

  override async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    await this.clock.sleep(ms, signal);
    if (this.isDead()) await nothing;
  }
}

/** Passes each result that a method of a store promises to `wait`. */
function during(
  store: CollectStore,
  wait: <Result>(method: string | symbol, work: Promise<Result>) => Promise<Result>,
): CollectStore {
  return new Proxy(store, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]) => {
        const result: unknown = Reflect.apply(value, target, args);
        return result instanceof Promise ? wait(name, result) : result;
      };
    },
  });
}
