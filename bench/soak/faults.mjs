import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pickOne } from '../random.mjs';
import { counted } from './counted.mjs';
import { Versions } from './versions.mjs';

// A request that was sent before a fault ended may still fail for this long.
const afterMs = 4_000;
const dayMs = 86_400_000;
// Imports are more frequent than the other faults, because only new data shows whether an answer is out of date.
const importShare = 0.4;

/** Disturbs a stage, one fault at a time, and remembers when. */
export class Faults {
  versions = new Versions();
  failures = [];
  #stage;
  #random;
  #open = [];
  #counts = {};
  #startedAt = Date.now();

  constructor(stage, random) {
    this.#stage = stage;
    this.#random = random;
  }

  /** Whether `what`, the database or the service, was disturbed between two moments. */
  excuse(what, from, to) {
    return this.#open.some((fault) => fault.what === what && fault.from <= to && (fault.to ?? to) + afterMs >= from);
  }

  async causeOne() {
    const name = this.#random() < importShare ? 'import' : pickOne(Object.keys(this.#kinds), this.#random);
    this.#counts[name] = (this.#counts[name] ?? 0) + 1;
    try {
      await this.#kinds[name]();
    } catch (error) {
      this.failures.push(`${name}: ${error.message}`);
      console.error(`${name}: ${error.message}`);
    }
  }

  /** Imports the next version of the data that changes. */
  async importNext() {
    const { version, command } = this.#beginImport();
    await command.succeeded();
    this.versions.finish(version);
  }

  report() {
    const none = Object.fromEntries(Object.keys(this.#kinds).map((name) => [name, 0]));
    console.log(`Faults: ${counted({ ...none, ...this.#counts })}`);
    for (const failure of this.failures) console.log(`Failed: ${failure}`);
  }

  #kinds = {
    'database killed': () => this.#withoutDatabase(() => this.#killDatabase()),
    'database paused': () =>
      this.#withoutDatabase(async () => {
        this.#stage.signalDatabase('SIGSTOP');
        await this.#pause(3_000);
        this.#stage.signalDatabase('SIGCONT');
      }),
    'network cut': () =>
      this.#withoutDatabase(async () => {
        this.#stage.network.cut();
        await this.#pause(3_000);
        this.#stage.network.isCut = false;
      }),
    'database killed during an import': () =>
      this.#withoutDatabase(async () => {
        const { command } = this.#beginImport();
        await this.#pause(600);
        await this.#killDatabase();
        await command.ended;
      }),
    'sessions ended': () => this.#endSessions(),
    'service restarted': () =>
      this.#without('service', async () => {
        const code = await this.#stage.stopService();
        if (code !== 0) throw new Error(`it ended with ${code}`);
        await this.#stage.startService();
      }),
    'import killed': async () => {
      const { command } = this.#beginImport();
      await this.#pause(1_000);
      command.child.kill('SIGKILL');
      await command.ended;
    },
    import: () => this.importNext(),
    refresh: () => this.#stage.command(['refresh']).succeeded(),
    prune: async () => {
      await this.#importOldSamples();
      await this.#stage.command(['prune', '--older-than', '400d']).succeeded();
    },
  };

  #pause(mostMs) {
    return sleep(this.#random() * mostMs);
  }

  #withoutDatabase(action) {
    return this.#without('database', action);
  }

  async #without(what, action) {
    const fault = { what, from: Date.now() };
    this.#open.push(fault);
    try {
      await action();
    } finally {
      fault.to = Date.now();
    }
  }

  async #killDatabase() {
    this.#stage.signalDatabase('SIGKILL');
    await this.#pause(2_000);
    await this.#stage.startDatabase();
  }

  async #endSessions() {
    for (let i = 0; i < 20; i++) {
      await this.#stage.query(
        `SELECT pg_terminate_backend(a.pid) FROM pg_stat_activity a
        WHERE a.application_name = 'streaming-analytics api' AND random() < 0.3`,
      );
      await this.#pause(100);
    }
  }

  #beginImport() {
    const version = (this.versions.begun += 1);
    const folder = path.join(this.#stage.folder, 'import');
    mkdirSync(folder, { recursive: true });
    for (const [name, record] of Object.entries(Versions.files(version, this.#startedAt))) {
      writeFileSync(path.join(folder, name), JSON.stringify(record));
    }
    return { version, command: this.#stage.command(['import', folder]) };
  }

  async #importOldSamples() {
    const file = path.join(this.#stage.folder, 'viewer_samples.ndjson');
    const lines = Array.from({ length: 500 }, (_, i) => ({
      stream_id: Versions.streamId,
      created_at: new Date(Date.now() - 410 * dayMs - i * 3_600_000).toISOString(),
      viewers: i,
    }));
    writeFileSync(file, lines.map((line) => JSON.stringify(line)).join('\n'));
    await this.#stage.command(['import', file]).succeeded();
  }
}
