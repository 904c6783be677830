import type { Client } from 'pg';
import type { PlainLines } from '../formats/plain-lines.js';
import type { StagedKind, Staging } from '../kinds/kind.js';
import { CopyRows } from './copy-rows.js';
import { PlainSamples } from './plain-samples.js';
import { encodeRuns, runColumns } from './run-encoder.js';
import { SampleBuffer } from './sample-buffer.js';
import { createRuns, runsTable } from './sample-runs.js';

/**
 * Stages viewer samples as runs: samples of a stream that follow each other are one row. PostgreSQL takes in and sorts runs in a
 * fraction of the time that a row for each sample takes.
 */
export class RunStaging implements Staging {
  readonly copy = `COPY ${runsTable} (${runColumns.join(', ')}) FROM STDIN (FORMAT binary)`;
  private readonly buffer = new SampleBuffer();
  private readonly rows = new CopyRows();
  private taken = 0;

  constructor(private readonly kind: StagedKind) {}

  get count(): number {
    return this.taken + this.buffer.length;
  }

  create(client: Client): Promise<void> {
    return createRuns(client, this.kind);
  }

  add(record: Record<string, unknown>, origin: number): void {
    const [id = '', moment = '', viewers] = this.kind.toRow(record).split('\t');
    this.buffer.add(this.buffer.streams.numberOfDigits(id), Date.parse(moment), Number(viewers), origin);
  }

  plainLines(firstOrigin: number): PlainLines {
    return new PlainSamples(this.buffer, firstOrigin);
  }

  *take(isEnd: boolean): Generator<Buffer> {
    if (isEnd || this.buffer.isFull) {
      yield* encodeRuns(this.buffer, this.rows);
      this.taken += this.buffer.length;
      this.buffer.clear();
    }
    if (isEnd) yield this.rows.finish();
  }
}
