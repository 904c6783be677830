import type { Client } from 'pg';
import { countNames } from '../config/channel-counts.js';
import { analyzeGrownTables } from '../database/analyze-grown-tables.js';
import { inTransaction } from '../database/in-transaction.js';
import { lockImports } from './import-lock.js';
import { KindImporter, KindSummary } from './kind-importer.js';
import { Kind, KindName, StagedRows } from './kinds/kind.js';
import { findKind, kinds, pointKinds, streamChanges, streamers, streams, viewerSamples } from './kinds/kinds.js';
import { ImportProgress } from './progress.js';
import { beginRecord, finishRecord } from './records/import-record.js';
import { describeReject, Reject, RejectLog } from './records/rejects.js';
import { changedStreams, observations, openSession } from './session.js';
import { observedItems, Shape } from './sources/helix/observations.js';
import { Input, recordsInput } from './sources/input.js';
import { noteUnobserved, recordEnds, UnobservedRule } from './steps/end-streams.js';
import { leaveOutForgottenItems } from './steps/staging/leave-out-forgotten.js';
import { markDueEvents } from './steps/mark-due-events.js';
import { storeEventChanges } from './steps/note-changed-events.js';
import { noteNeighbors } from './steps/note-changed-streams.js';
import { noteNewestObservation } from './steps/note-newest-observation.js';
import { rejectTakenItems } from './steps/staging/reject-taken.js';
import { stageChanges } from './steps/staging/stage-changes.js';
import { ObservationsOfShape, stageCounts } from './steps/staging/stage-counts.js';
import { noteNamedStreamers, stageStreamers } from './steps/staging/stage-streamers.js';
import { stageStreams } from './steps/staging/stage-streams.js';
import { UpdatedStreams, updateStreams } from './steps/update-streams.js';

export interface ImportOptions {
  /** Imports the good records of inputs that also contain bad ones. */
  skipInvalid?: boolean;
  /** A new file for the records that skipInvalid leaves out. */
  rejectsPath?: string;
  maxRejects?: number;
  dryRun?: boolean;
  at?: Date;
  /** Which streams end because the observations of this import lack them; by default those that are overdue. */
  unobserved?: UnobservedRule;
  /** Runs at the end of the transaction. */
  finish?: (client: Client, updated: UpdatedStreams) => Promise<void>;
  /** Lists the streams that started and ended. */
  listEvents?: boolean;
  /** Records changes, so that the import can be undone: true by default. */
  canUndo?: boolean;
  /** Number of changed rows to keep, over all imports that can be undone. */
  maxChanges?: number;
  progress?: ImportProgress;
  log?: (line: string) => void;
}

export interface ImportSummary extends UpdatedStreams {
  /** The number of the import in `imports`. */
  id: number;
  kinds: KindSummary[];
  rejected: number;
  /** Records that were left out since they belong to a forgotten streamer. */
  forgotten: number;
  firstRejects: Reject[];
  rejectsPath?: string;
  /** False for a dry run, and if bad records stopped the import: then nothing was changed. */
  committed: boolean;
}

const settings = `
  SET LOCAL work_mem = '128MB';
  SET LOCAL maintenance_work_mem = '256MB';
  SET LOCAL jit = off`;

/**
 * Imports inputs in one transaction: all of them or, if anything fails, nothing. The client is connected as the owner and
 * has no open transaction. Bad records do not throw: they are part of the summary. Without skipInvalid they stop the
 * import.
 */
export async function runImport(
  client: Client,
  inputs: readonly Input[],
  options: ImportOptions = {},
): Promise<ImportSummary> {
  const rejects = new RejectLog(options.skipInvalid ? options.rejectsPath : undefined, options.maxRejects);
  const importAll = () => importInputs(client, inputs, rejects, options);
  try {
    return await inTransaction(client, importAll, ({ committed }) => committed);
  } catch (error) {
    rejects.discard();
    throw error;
  }
}

/**
 * The order of the steps. Observations come before the records of files, and each kind after the kinds it refers to.
 * The merges of some kinds have more steps: `kind-importer.ts` lists them.
 */
async function importInputs(
  client: Client,
  inputs: readonly Input[],
  rejects: RejectLog,
  options: ImportOptions,
): Promise<ImportSummary> {
  const { at = new Date(), progress, log = () => {}, unobserved = { rule: 'overdue' }, listEvents } = options;
  await client.query(settings);
  await lockImports(client, log);
  await openSession(client);
  const names = [...new Set(inputs.map(({ name }) => name))];
  const id = await beginRecord(client, at, names, options.canUndo ?? true);
  const importer = new KindImporter(client, rejects, at, options.skipInvalid, progress);
  const summaries: KindSummary[] = [];
  const pages = inputs.filter((input) => input.kind === observedItems);
  if (pages.length > 0) {
    await importer.stage(observedItems, pages);
    if (!importer.isStopped) await rejectTakenItems(client, pages, rejects);
    if (!importer.isStopped) summaries.push(...(await importObservations(client, importer, pages)));
  }
  for (const kind of kinds) {
    const kindInputs = inputs.filter((input) => input.kind === kind);
    if (kindInputs.length > 0) summaries.push(await importer.import(kind, kindInputs));
  }
  progress?.begin('computing viewer figures');
  const { isStopped, forgotten } = importer;
  const committed = !isStopped && !options.dryRun;
  const updated = isStopped
    ? { derivedFigures: 0, cappedFigures: 0 }
    : await recomputeStreams(client, unobserved, listEvents);
  if (!isStopped) await finishRecord(client, id, summaries, options.maxChanges);
  if (committed) await analyzeGrownTables(client);
  if (!isStopped) await options.finish?.(client, updated);
  rejects.finish();
  const { count: rejected, first: firstRejects, writtenTo: rejectsPath } = rejects;
  return { id, kinds: summaries, ...updated, rejected, forgotten, firstRejects, rejectsPath, committed };
}

/** Makes rows of the staged items of Helix pages or of a sweep. */
async function importObservations(
  client: Client,
  importer: KindImporter,
  inputs: readonly Input[],
): Promise<KindSummary[]> {
  await client.query(`ANALYZE ${observations}`);
  importer.forgotten += await leaveOutForgottenItems(client);
  const shapes = await listShapes(client);
  const streamItems = shapes.get('stream');
  const summaries: KindSummary[] = [];
  const add = async (kind: Kind, stage: () => Promise<StagedRows>) => {
    summaries.push(await importer.import(kind, inputs, stage));
  };
  await noteNewestObservation(client);
  if (streamItems ?? shapes.has('user')) await add(streamers, () => stageStreamers(client));
  if (shapes.has('user')) await noteNamedStreamers(client);
  if (streamItems) {
    await add(withoutReferences(streams), () => stageStreams(client));
    // Before the samples, which count as observations after they are stored.
    await add(withoutReferences(streamChanges), () => stageChanges(client, streamItems.from));
    await add(withoutReferences(viewerSamples), () => stageCounts(client, viewerSamples, streamItems));
  }
  for (const name of countNames) {
    const [kind, items] = [pointKinds[name], shapes.get(name)];
    if (items) await add(kind, () => stageCounts(client, kind, items));
  }
  return summaries.filter(({ read }) => read > 0);
}

async function listShapes(client: Client): Promise<Map<Shape, ObservationsOfShape>> {
  const { rows } = await client.query<ObservationsOfShape>(`
    SELECT g.shape, count(COALESCE(g.viewers, g.followers, g.subscribers))::float8 AS count, min(g.at) AS from, max(g.at) AS to
    FROM ${observations} g
    GROUP BY g.shape`);
  return new Map(rows.map((row) => [row.shape, row]));
}

/** Observations of streams contain the rows to which they refer. */
function withoutReferences(kind: Kind): Kind {
  return { ...kind, references: [] };
}

/**
 * Recomputes the streams that a transaction changed: their sums, ends and figures, and the ends of their neighbors, and
 * stores the time of the change of the noted events. Call it after the last change.
 */
export async function recomputeStreams(
  client: Client,
  unobserved: UnobservedRule = { rule: 'none' },
  listEvents = false,
): Promise<UpdatedStreams> {
  await noteNeighbors(client);
  await noteUnobserved(client, unobserved);
  await recordEnds(client);
  await client.query(`ANALYZE ${changedStreams}`);
  const updated = await updateStreams(client, listEvents);
  await markDueEvents(client);
  await storeEventChanges(client);
  return updated;
}

/** Imports records from memory like `importInputsOf`. */
export function importKind(
  client: Client,
  name: KindName,
  records: readonly object[],
  at: Date = new Date(),
): Promise<KindSummary> {
  const kind = findKind(name);
  return importInputsOf(client, kind, [recordsInput(kind, name, records)], at);
}

/**
 * Imports inputs of one kind, inside a transaction of the caller; throws at the end if a record is bad. Kinds must
 * come in their order; call `recomputeStreams` after the last one.
 */
export async function importInputsOf(
  client: Client,
  kind: Kind,
  inputs: readonly Input[],
  at: Date,
): Promise<KindSummary> {
  await openSession(client);
  const rejects = new RejectLog();
  const summary = await new KindImporter(client, rejects, at).import(kind, inputs);
  const [first] = rejects.first;
  if (first) throw new Error(describeReject(first));
  return summary;
}
