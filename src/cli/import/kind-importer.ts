import type { Client } from 'pg';
import { recordMerge } from './data-summary.js';
import { ImportInput } from './import-input.js';
import { ImportKind, KindName, MergeCounts } from './import-kind.js';
import { mergeRows } from './merge.js';
import { OnRead, RecordRows } from './record-rows.js';
import { rejectUnknownReferences } from './references.js';
import { RejectLog } from './reject-log.js';
import { stageRows } from './staging.js';

/** What became of the records of one kind. */
export interface KindSummary extends MergeCounts {
  kind: KindName;
  read: number;
  rejected: number;
  seconds: number;
}

/** Imports the records of one kind at a time, inside a transaction that the caller has opened. */
export class KindImporter {
  constructor(
    private readonly client: Client,
    private readonly rejects: RejectLog,
    private readonly at: Date,
    private readonly onRead?: OnRead,
  ) {}

  /** Imports all good records of these inputs, which are of one kind. */
  async import(kind: ImportKind, inputs: readonly ImportInput[]): Promise<KindSummary> {
    const start = performance.now();
    const rejectedBefore = this.rejects.count;
    const rows = new RecordRows(inputs, this.rejects, this.onRead);
    let staged = await stageRows(this.client, kind, rows.read());
    staged -= await rejectUnknownReferences(this.client, kind, inputs, this.rejects);
    const counts = staged === 0 ? nothing : await this.merge(kind, staged);
    return {
      kind: kind.name,
      read: rows.records,
      ...counts,
      rejected: this.rejects.count - rejectedBefore,
      seconds: (performance.now() - start) / 1000,
    };
  }

  /** Only looks for bad records, with no regard to what they refer to. */
  async check(kind: ImportKind, inputs: readonly ImportInput[]): Promise<KindSummary> {
    const start = performance.now();
    const rejectedBefore = this.rejects.count;
    const rows = new RecordRows(inputs, this.rejects, this.onRead);
    const chunks = rows.read();
    while (!(await chunks.next()).done);
    const rejected = this.rejects.count - rejectedBefore;
    return { kind: kind.name, read: rows.records, ...nothing, rejected, seconds: (performance.now() - start) / 1000 };
  }

  private async merge(kind: ImportKind, staged: number): Promise<MergeCounts> {
    const counts = await (kind.merge ?? mergeRows)(this.client, kind, staged);
    await recordMerge(this.client, kind, counts, this.at);
    return counts;
  }
}

const nothing: MergeCounts = { inserted: 0, updated: 0, unchanged: 0, repeated: 0 };
