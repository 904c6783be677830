import { pickOne } from '../random.mjs';
import { counted } from './counted.mjs';
import { dataFaults } from './data-faults.mjs';
import { databaseFaults } from './database-faults.mjs';
import { serviceFaults } from './service-faults.mjs';
import { Stalls } from './stalls.mjs';
import { trafficFaults } from './traffic-faults.mjs';

// A request that was sent before a fault ended may still fail for this long.
const afterMs = 4_000;
// Imports are more frequent than the other faults, because only new data shows whether an answer is out of date.
const importShare = 0.4;
// Far more than the service takes, far less than what clients could make it keep within an hour.
const mostMegabytes = 400;

/**
 * What is disturbed: `service`, it may not answer at all; `database`, it may fail whatever needs the database; `load`, it may
 * fail what needs the database, but neither health checks nor what it has in memory; `machine`, nothing can be judged.
 *
 * @typedef {'service' | 'database' | 'load' | 'machine'} Disturbed
 */

/** Disturbs a stage, one fault at a time, and remembers when. */
export class Faults {
  #failures = [];
  /** The fault that was caused last. */
  latest = 'none';
  #stage;
  #random;
  #open = [];
  #counts = {};
  #kinds;
  #stalls;

  constructor(stage, data, client, random) {
    this.#stage = stage;
    this.#random = random;
    const during = (...args) => this.#during(...args);
    this.#stalls = new Stalls(stage, (from, to) => this.#open.push({ what: 'machine', from, to }));
    const context = { stage, data, client, random, during };
    this.#kinds = {
      ...databaseFaults(context),
      ...trafficFaults(context),
      ...serviceFaults(context),
      ...dataFaults(context),
    };
  }

  /** Whether `what` was disturbed between two moments; of the machine this is known only at the end. */
  excuse(what, from, to) {
    return this.#open.some((fault) => fault.what === what && fault.from <= to && (fault.to ?? to) + afterMs >= from);
  }

  /** When the service was last started again; not yet, while it is being restarted. */
  get restartedAt() {
    const restart = this.#open.findLast(({ what }) => what === 'service');
    return restart ? (restart.to ?? Infinity) : 0;
  }

  async causeOne() {
    const name = this.#random() < importShare ? 'import' : pickOne(Object.keys(this.#kinds), this.#random);
    this.latest = name;
    const from = Date.now();
    this.#counts[name] = (this.#counts[name] ?? 0) + 1;
    try {
      await this.#kinds[name]();
      const megabytes = this.#stage.service.residentMegabytes();
      if (megabytes > mostMegabytes) throw new Error(`the service takes ${Math.round(megabytes)} MB`);
    } catch (error) {
      this.#failures.push({ text: `${new Date().toISOString()} ${name}: ${error.message}`, from, to: Date.now() });
    }
  }

  /** Of things that went wrong between two moments, the texts of those that nothing excuses. */
  judged(problems) {
    return problems.filter(({ from, to }) => !this.excuse('machine', from, to)).map(({ text }) => text);
  }

  /** Tells what was caused; the result is how often that failed. */
  report() {
    this.#stalls.stop();
    const failures = this.judged(this.#failures);
    const none = Object.fromEntries(Object.keys(this.#kinds).map((name) => [name, 0]));
    console.log(`Faults: ${counted({ ...none, ...this.#counts })}`);
    const { count, ms } = this.#stalls;
    console.log(
      `Times at which the machine was too busy to judge: ${count}, ${Math.round(ms / 1_000)} seconds together`,
    );
    for (const failure of failures) console.log(`Failed: ${failure}`);
    return failures.length;
  }

  async #during(what, action) {
    const fault = { what, from: Date.now() };
    this.#open.push(fault);
    try {
      await action();
    } finally {
      fault.to = Date.now();
    }
  }
}
