import type { Client } from 'pg';
import { recordDerivedFigures } from './data-summary.js';
import { SightingImporter } from './helix/sighting-importer.js';
import { sightings } from './helix/sightings.js';
import { ImportInput } from './import-input.js';
import { importKinds } from './import-kinds.js';
import { lockImports } from './import-lock.js';
import { ImportObserver } from './import-observer.js';
import { ImportSummary } from './import-summary.js';
import { KindImporter, KindSummary } from './kind-importer.js';
import { RejectLog } from './reject-log.js';
import { deriveSampleFigures } from './sample-figures.js';

export interface ImportOptions {
  /** Imports the good records of inputs that hold bad ones. */
  skipInvalid?: boolean;
  /** A file to make for what skipInvalid leaves out. */
  rejectsPath?: string;
  /** Does everything but keep the result. */
  dryRun?: boolean;
  /** The time of the import. */
  at?: Date;
  /** How long a stream must not be sighted to have ended. */
  endedAfterMs?: number;
  observer?: ImportObserver;
  log?: (line: string) => void;
}

const usualEndedAfterMs = 10 * 60_000;

const settings = `
  SET LOCAL work_mem = '128MB';
  SET LOCAL maintenance_work_mem = '256MB';
  SET LOCAL jit = off;
  SET LOCAL statement_timeout = 0;
  SET LOCAL lock_timeout = 0;
  SET LOCAL idle_in_transaction_session_timeout = 0;
  DO $$ BEGIN
    -- A server that can notices that the import was interrupted, and need not finish its work for nothing.
    PERFORM set_config('client_connection_check_interval', '2s', TRUE);
  EXCEPTION WHEN OTHERS THEN NULL;
  END $$`;

/** Imports inputs in one transaction: all of them or, if anything fails, nothing. */
export class Importer {
  /** The client is the owner's, connected, and has no transaction open. */
  constructor(private readonly client: Client) {}

  /** Bad records are no exception but part of the summary; without skipInvalid they stop the import. */
  async run(inputs: readonly ImportInput[], options: ImportOptions = {}): Promise<ImportSummary> {
    const rejects = new RejectLog(options.skipInvalid ? options.rejectsPath : undefined);
    await this.client.query('BEGIN');
    try {
      const summary = await this.importInputs(inputs, rejects, options);
      await rejects.finish();
      await this.client.query(summary.committed ? 'COMMIT' : 'ROLLBACK');
      return { ...summary, rejectsPath: rejects.writtenTo };
    } catch (error) {
      await rejects.discard();
      // What failed may be the connection, and then the server rolls back by itself.
      await this.client.query('ROLLBACK').catch(() => {});
      throw error;
    }
  }

  private async importInputs(
    inputs: readonly ImportInput[],
    rejects: RejectLog,
    options: ImportOptions,
  ): Promise<ImportSummary> {
    const start = performance.now();
    const at = options.at ?? new Date();
    await this.client.query(settings);
    await lockImports(this.client, options.log ?? (() => {}));
    const observer = options.observer ?? {};
    const importer = new KindImporter(this.client, rejects, at, observer);
    const kinds = await this.importSightings(inputs, importer, rejects, options);
    for (const kind of importKinds) {
      const ofKind = inputs.filter((input) => input.kind === kind);
      if (ofKind.length === 0) continue;
      // After a bad streamer every stream of it would be reported, too; those lines are only read.
      const isStopped = rejects.count > 0 && !options.skipInvalid;
      kinds.push(await (isStopped ? importer.check(kind, ofKind) : importer.import(kind, ofKind)));
    }
    const isGood = rejects.count === 0 || options.skipInvalid === true;
    observer.onStep?.('computing viewer figures');
    const derivedFigures = isGood ? await deriveSampleFigures(this.client) : 0;
    if (derivedFigures > 0) await recordDerivedFigures(this.client, at);
    return {
      kinds,
      derivedFigures,
      rejected: rejects.count,
      firstRejects: rejects.first,
      committed: isGood && !options.dryRun,
      seconds: (performance.now() - start) / 1000,
    };
  }

  /** Pages of Helix hold several kinds. */
  private async importSightings(
    inputs: readonly ImportInput[],
    importer: KindImporter,
    rejects: RejectLog,
    { skipInvalid, endedAfterMs = usualEndedAfterMs, log }: ImportOptions,
  ): Promise<KindSummary[]> {
    const pages = inputs.filter((input) => input.kind === sightings);
    if (pages.length === 0) return [];
    await importer.stage(sightings, pages);
    if (rejects.count > 0 && !skipInvalid) return [];
    return new SightingImporter(this.client, importer, log).import(pages, endedAfterMs);
  }
}
