import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { wholeNumber } from '../random.mjs';
import { SampledStream } from './sampled-stream.mjs';
import { Versions } from './versions.mjs';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
// Samples of the sampled stream are from around this age.
const prunedHours = 400 * 24;

/** The data of a stage: imports it, one version after the other, and prunes it. */
export class Data {
  versions = new Versions();
  startedAt = Date.now();
  sampled = new SampledStream(Math.floor((this.startedAt - prunedHours * hourMs) / 1_000) * 1_000 - 300_000);
  /** Samples from before this moment may be gone. */
  prunedUntil = 0;
  #stage;
  #random;

  constructor(stage, random) {
    this.#stage = stage;
    this.#random = random;
  }

  /** Imports the next version. */
  async importNext() {
    const { version, command } = this.beginImport();
    await command.succeeded();
    this.versions.finish(version);
  }

  beginImport() {
    const version = (this.versions.begun += 1);
    const folder = path.join(this.#stage.folder, 'import');
    mkdirSync(folder, { recursive: true });
    const files = { ...Versions.files(version, this.startedAt), ...this.sampled.files(version) };
    for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
    return { version, command: this.#stage.command(['import', folder]) };
  }

  /** Removes samples from before a random moment of the hours around the youngest ones. */
  async prune() {
    await this.#importOldSamples();
    const hours = prunedHours - wholeNumber(3, this.#random);
    this.prunedUntil = Math.max(this.prunedUntil, Date.now() + 60_000 - hours * hourMs);
    await this.#stage.command(['prune', '--older-than', `${hours}h`]).succeeded();
  }

  async #importOldSamples() {
    const file = path.join(this.#stage.folder, 'viewer_samples.ndjson');
    const lines = Array.from({ length: 500 }, (_, i) => ({
      stream_id: Versions.streamId,
      created_at: new Date(Date.now() - 410 * dayMs - i * hourMs).toISOString(),
      viewers: i,
    }));
    writeFileSync(file, lines.map((line) => JSON.stringify(line)).join('\n'));
    await this.#stage.command(['import', file]).succeeded();
  }
}
