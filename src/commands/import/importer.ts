import type { Client } from 'pg';
import { analyzeGrownTables } from '../analyze-grown-tables.js';
import { inTransaction } from '../in-transaction.js';
import { recordChangedStreams } from './data-summary.js';
import { allFollowed, releaseStreams } from './followed/release-streams.js';
import { importSightings } from './helix/import-sightings.js';
import { PageTime } from './helix/page-time.js';
import { sightings } from './helix/sightings.js';
import { EndRule } from './helix/stage-streams.js';
import { lockImports } from './import-lock.js';
import { beginRecord, finishRecord } from './import-record.js';
import { Input, recordsInput } from './input.js';
import { KindImporter, KindSummary, sumByKind } from './kind-importer.js';
import { KindName } from './kinds/kind.js';
import { findKind, kinds } from './kinds/kinds.js';
import { ImportProgress } from './progress.js';
import { Reject, RejectLog } from './rejects.js';
import { settleStreams } from './settle-streams.js';

export interface ImportOptions {
  /** Imports the good records of inputs that also contain bad ones. */
  skipInvalid?: boolean;
  /** A new file for the records that skipInvalid leaves out. */
  rejectsPath?: string;
  maxRejects?: number;
  dryRun?: boolean;
  at?: Date;
  /** For sightings: the rule for which streams have ended. */
  endRule?: EndRule;
  /** Runs before the inputs are read, and returns the records that it imported. */
  begin?: (client: Client) => Promise<KindSummary[]>;
  /** Runs at the end of the transaction. */
  finish?: (client: Client) => Promise<void>;
  /** Observation times of Helix pages without a time of their own. */
  pageTimes?: readonly PageTime[];
  /** Records changes, so that the import can be undone: true by default. */
  canUndo?: boolean;
  /** Number of changed rows to keep, over all imports that can be undone. */
  mostChanges?: number;
  progress?: ImportProgress;
  log?: (line: string) => void;
}

export interface ImportSummary {
  /** The number of the import in `imports`. */
  id: number;
  kinds: KindSummary[];
  /** Streams with changed figures from samples. */
  derivedFigures: number;
  /** Those streams whose watchtime exceeds the largest figure. */
  cappedFigures: number;
  rejected: number;
  /** Records that were left out since they belong to a forgotten streamer. */
  forgotten: number;
  firstRejects: Reject[];
  rejectsPath?: string;
  /** False for a dry run, and if bad records stopped the import: then nothing was changed. */
  committed: boolean;
}

const usualEndRule = { endedAfterMs: 10 * 60_000 };

/** The kinds that read a stream's own row, or the last sighting of the stream and its names. */
const kindsOfStreams: ReadonlySet<unknown> = new Set([
  sightings,
  ...(['streamers', 'streams', 'stream_changes', 'viewer_samples'] as const).map(findKind),
]);

const settings = `
  SET LOCAL work_mem = '128MB';
  SET LOCAL maintenance_work_mem = '256MB';
  SET LOCAL jit = off`;

/** Imports inputs in one transaction: all of them or, if anything fails, nothing. */
export class Importer {
  /** The client is connected as the owner and has no open transaction. */
  constructor(private readonly client: Client) {}

  /** Bad records do not throw: they are part of the summary. Without skipInvalid they stop the import. */
  async run(inputs: readonly Input[], options: ImportOptions = {}): Promise<ImportSummary> {
    const rejects = new RejectLog(options.skipInvalid ? options.rejectsPath : undefined, options.maxRejects);
    const importAll = async () => {
      const summary = await this.importInputs(inputs, rejects, options);
      await rejects.finish();
      return { ...summary, rejectsPath: rejects.writtenTo };
    };
    try {
      return await inTransaction(this.client, importAll, ({ committed }) => committed);
    } catch (error) {
      await rejects.discard();
      throw error;
    }
  }

  private async importInputs(
    inputs: readonly Input[],
    rejects: RejectLog,
    options: ImportOptions,
  ): Promise<ImportSummary> {
    const { skipInvalid = false, at = new Date(), progress, log = () => {} } = options;
    await this.client.query(settings);
    await lockImports(this.client, log);
    const { endRule = usualEndRule } = options;
    // A collector releases the streams that it changes.
    if (!('knownImport' in endRule) && inputs.some(({ kind }) => kindsOfStreams.has(kind))) {
      await releaseStreams(this.client, allFollowed);
    }
    const names = [...new Set(inputs.map(({ name }) => name))];
    const id = await beginRecord(this.client, { at, inputs: names, canUndo: options.canUndo ?? true });
    const before = (await options.begin?.(this.client)) ?? [];
    const importer = new KindImporter(this.client, rejects, at, progress);
    const isStopped = () => rejects.count > 0 && !skipInvalid;
    const summaries: KindSummary[] = [];
    const pages = inputs.filter((input) => input.kind === sightings);
    if (pages.length > 0) {
      await importer.stage(sightings, pages);
      if (!isStopped()) summaries.push(...(await importSightings(this.client, importer, pages, endRule)));
    }
    for (const kind of kinds) {
      const ofKind = inputs.filter((input) => input.kind === kind);
      if (ofKind.length === 0) continue;
      // After a bad streamer, all its streams would be reported too, so the following records are only checked.
      const check = () => importer.check(ofKind);
      summaries.push(await importer.import(kind, ofKind, isStopped() ? check : undefined));
    }
    progress?.begin('computing viewer figures');
    const { settled, derived, capped } = isStopped()
      ? { settled: 0, derived: 0, capped: 0 }
      : await settleStreams(this.client);
    if (settled > 0) await recordChangedStreams(this.client, at);
    const all = before.length > 0 ? sumByKind([...before, ...summaries]) : summaries;
    if (!isStopped()) await finishRecord(this.client, id, all, options.mostChanges);
    if (!isStopped() && !options.dryRun) await analyzeGrownTables(this.client);
    if (!isStopped()) await options.finish?.(this.client);
    return {
      id,
      kinds: all,
      derivedFigures: derived,
      cappedFigures: capped,
      rejected: rejects.count,
      forgotten: importer.forgotten,
      firstRejects: rejects.first,
      committed: !isStopped() && !options.dryRun,
    };
  }
}

/**
 * Imports records from memory, inside a transaction of the caller; throws at the end if a record is bad. Kinds must
 * come in their order; call `settleStreams` after the last one.
 */
export async function importKind(
  client: Client,
  name: KindName,
  records: readonly object[],
  at: Date = new Date(),
): Promise<KindSummary> {
  const kind = findKind(name);
  const rejects = new RejectLog();
  const summary = await new KindImporter(client, rejects, at).import(kind, [recordsInput(kind, name, records)]);
  const [first] = rejects.first;
  if (first) throw new Error(`${first.file} ${first.line}: ${first.property ?? ''} ${first.reason}`);
  return summary;
}
