import type { Client } from 'pg';
import { recordRows } from './records/data-summary.js';
import { FieldError } from './errors.js';
import { Input, InputRecord } from './sources/input.js';
import { eventMarkers, events, eventStreams } from './kinds/events.js';
import { keepComputed } from './steps/keep-computed.js';
import { leaveOutForgotten } from './steps/staging/leave-out-forgotten.js';
import { Kind, KindName, StagedKind, StagedRows } from './kinds/kind.js';
import { markExtendedEvents, markMovedEvents } from './steps/mark-due-events.js';
import { markStagedFollowers, markStagedStreams } from './steps/mark-months.js';
import { dropRepeated, MergeCounts, mergeRows } from './steps/merge-rows.js';
import { mergeSamples } from './steps/merge-samples.js';
import { mergeSessions } from './steps/merge-sessions.js';
import { noteMovedStreams, noteRenamedStreamers, noteStagedEvents } from './steps/note-changed-events.js';
import { noteNeighbors, noteStagedStreams } from './steps/note-changed-streams.js';
import { ImportProgress } from './progress.js';
import { keepLastLogins, releaseLogins } from './steps/release-logins.js';
import { rejectTakenIds } from './steps/staging/reject-taken.js';
import { rejectUnknown } from './steps/staging/reject-unknown.js';
import { RejectLog } from './records/rejects.js';
import { encodeOrigin, stageRows } from './steps/staging/stage-rows.js';
import { emptyStaging, staged } from './session.js';

export interface KindSummary extends MergeCounts {
  kind: string;
  read: number;
  rejected: number;
  seconds: number;
}

type Step = (client: Client) => Promise<void>;

/** The steps of some kinds: `prepare` runs before the merge, on rows with distinct keys; `merge` replaces `mergeRows`. */
const steps: Partial<Record<KindName, { prepare?: readonly Step[]; merge?: typeof mergeRows }>> = {
  streamers: { prepare: [keepLastLogins, noteRenamedStreamers, releaseLogins] },
  streams: { prepare: [keepComputed, noteStagedStreams, noteNeighbors, noteMovedStreams, markStagedStreams] },
  viewer_samples: { merge: mergeSamples },
  follower_points: { prepare: [markStagedFollowers] },
  events: { prepare: [markMovedEvents, noteStagedEvents(events, 'id')] },
  event_streams: { prepare: [markExtendedEvents, noteStagedEvents(eventStreams, 'event_id')] },
  event_markers: { prepare: [noteStagedEvents(eventMarkers, 'event_id')] },
  colab_sessions: { merge: mergeSessions },
};

const nothing: MergeCounts = { inserted: 0, updated: 0, unchanged: 0, repeated: 0 };

/** Imports the records of one kind at a time, inside a transaction of the caller. */
export class KindImporter {
  /** Number of records that were left out since they belong to a forgotten streamer. */
  forgotten = 0;

  constructor(
    private readonly client: Client,
    private readonly rejects: RejectLog,
    private readonly at: Date,
    private readonly skipInvalid = false,
    private readonly progress?: ImportProgress,
  ) {}

  /** Whether bad records stop the import. The rest of its records is then only checked. */
  get isStopped(): boolean {
    return this.rejects.count > 0 && !this.skipInvalid;
  }

  /** Imports all good records of these inputs, which are of one kind, or the rows that `stage` stages. */
  async import(kind: Kind, inputs: readonly Input[], stage = () => this.stage(kind, inputs)): Promise<KindSummary> {
    const start = performance.now();
    const rejectedBefore = this.rejects.count;
    await emptyStaging(this.client, kind);
    const { read, staged, repeated = 0, unchanged = 0 } = await stage();
    const counts = staged === 0 ? nothing : await this.merge(kind, inputs, staged);
    return {
      ...counts,
      kind: kind.name,
      read,
      unchanged: counts.unchanged + unchanged,
      repeated: counts.repeated + repeated,
      rejected: this.rejects.count - rejectedBefore,
      seconds: (performance.now() - start) / 1000,
    };
  }

  /** Reads records into their empty staging table. */
  async stage(kind: StagedKind, inputs: readonly Input[]): Promise<StagedRows> {
    const total = { read: 0 };
    const staged = await stageRows(this.client, kind, this.readRows(inputs, total));
    return { ...total, staged };
  }

  private async merge(kind: Kind, inputs: readonly Input[], count: number): Promise<MergeCounts> {
    this.progress?.begin(`merging ${kind.name}`);
    const forgotten = await leaveOutForgotten(this.client, kind);
    this.forgotten += forgotten;
    let remaining = count - forgotten;
    for (const reference of kind.references.filter(({ mayBeUnknown }) => !mayBeUnknown)) {
      remaining -= await rejectUnknown(this.client, kind, reference, inputs, this.rejects);
    }
    if (kind.name === 'streamers' || kind.name === 'streams') {
      remaining -= await rejectTakenIds(this.client, kind.name, inputs, this.rejects);
    }
    if (remaining === 0) return nothing;
    const { prepare, merge = mergeRows } = steps[kind.name] ?? {};
    if (prepare) await dropRepeated(this.client, kind);
    for (const step of prepare ?? []) await step(this.client);
    const counts = await merge(this.client, kind, remaining);
    const { inserted, updated } = counts;
    if (inserted + updated > 0) await recordRows(this.client, kind, inserted, staged(kind.name), this.at);
    return counts;
  }

  /** Reads inputs, adds their bad records to the log, counts all records, and yields the good ones as lines for COPY. */
  private async *readRows(inputs: readonly Input[], total: { read: number }): AsyncGenerator<Buffer> {
    // After a bad streamer, a merge would also report all of its streams.
    const isCheck = this.isStopped;
    for (const [index, input] of inputs.entries()) {
      let readBytes = 0;
      for await (const batch of input.read((bytes) => (readBytes = bytes))) {
        const rows = this.toRows(input, index, batch);
        total.read += batch.length;
        this.progress?.read(input, readBytes, total.read);
        if (rows !== '' && !isCheck) yield Buffer.from(rows);
      }
    }
  }

  private toRows(input: Input, index: number, batch: InputRecord[]): string {
    let rows = '';
    for (const source of batch) {
      if (source.record === null) {
        this.reject(input, source, null, source.problem ?? '');
        continue;
      }
      try {
        rows += `${input.kind.toRow(source.record)}\t${encodeOrigin(index, source.line)}\n`;
      } catch (error) {
        if (!(error instanceof FieldError)) throw error;
        this.reject(input, source, error.property, error.reason);
      }
    }
    return rows;
  }

  private reject(input: Input, source: InputRecord, property: string | null, reason: string): void {
    const record = source.raw === '' && source.record !== null ? JSON.stringify(source.record) : source.raw;
    this.rejects.add({ kind: input.kind.name, file: input.name, line: source.line, property, reason, record });
  }
}
