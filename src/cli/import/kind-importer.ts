import type { Client } from 'pg';
import { recordMerge } from './data-summary.js';
import { ImportInput } from './import-input.js';
import { ImportKind, MergeCounts, StagedKind } from './import-kind.js';
import { ImportObserver } from './import-observer.js';
import { mergeRows } from './merge.js';
import { RecordRows } from './record-rows.js';
import { rejectUnknownReferences } from './references.js';
import { RejectLog } from './reject-log.js';
import { stageRows } from './staging.js';

/** What became of the records of one kind. */
export interface KindSummary extends MergeCounts {
  kind: string;
  read: number;
  rejected: number;
  seconds: number;
}

/** How many records were read, how many rows are staged, and how many were not because of another with the same key. */
export interface StagedRows {
  read: number;
  staged: number;
  repeated?: number;
}

type Result = MergeCounts & { read: number };

/** Imports the records of one kind at a time, inside a transaction that the caller has opened. */
export class KindImporter {
  constructor(
    private readonly client: Client,
    private readonly rejects: RejectLog,
    private readonly at: Date,
    private readonly observer: ImportObserver = {},
  ) {}

  /** Imports all good records of these inputs, which are of one kind, or else the rows that `stage` stages. */
  async import(
    kind: ImportKind,
    inputs: readonly ImportInput[],
    stage: () => Promise<StagedRows> = () => this.stage(kind, inputs),
  ): Promise<KindSummary> {
    return this.summarise(kind, async () => {
      const { read, staged, repeated = 0 } = await stage();
      const counts = await this.merge(kind, inputs, staged);
      return { ...counts, read, repeated: counts.repeated + repeated };
    });
  }

  /** Only looks for bad records, with no regard to what they refer to. */
  async check(kind: StagedKind, inputs: readonly ImportInput[]): Promise<KindSummary> {
    return this.summarise(kind, async () => {
      const rows = new RecordRows(inputs, this.rejects, this.observer.onRead);
      const chunks = rows.read();
      while (!(await chunks.next()).done);
      return { read: rows.records, ...nothing };
    });
  }

  /** Only brings the good records into the staging table. */
  async stage(kind: StagedKind, inputs: readonly ImportInput[]): Promise<StagedRows> {
    const rows = new RecordRows(inputs, this.rejects, this.observer.onRead);
    const staged = await stageRows(this.client, kind, rows.read());
    return { read: rows.records, staged };
  }

  private async merge(kind: ImportKind, inputs: readonly ImportInput[], staged: number): Promise<MergeCounts> {
    this.observer.onStep?.(`merging ${kind.name}`);
    const known = staged - (await rejectUnknownReferences(this.client, kind, inputs, this.rejects));
    if (known === 0) return nothing;
    const counts = await (kind.merge ?? mergeRows)(this.client, kind, known);
    await recordMerge(this.client, kind, counts, this.at);
    return counts;
  }

  private async summarise(kind: StagedKind, action: () => Promise<Result>): Promise<KindSummary> {
    const start = performance.now();
    const rejectedBefore = this.rejects.count;
    const result = await action();
    const rejected = this.rejects.count - rejectedBefore;
    return { kind: kind.name, ...result, rejected, seconds: (performance.now() - start) / 1000 };
  }
}

const nothing: MergeCounts = { inserted: 0, updated: 0, unchanged: 0, repeated: 0 };
