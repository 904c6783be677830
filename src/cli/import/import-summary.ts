import { KindSummary } from './kind-importer.js';
import { Reject } from './reject-log.js';

/** What an import did, or would do. */
export interface ImportSummary {
  kinds: KindSummary[];
  /** Streams whose figures came from their samples and changed. */
  derivedFigures: number;
  rejected: number;
  /** The first of what was rejected. */
  firstRejects: Reject[];
  /** The file with all that was rejected, if one was written. */
  rejectsPath?: string;
  /** False for a dry run, and where bad records stopped it: nothing was changed then. */
  committed: boolean;
  seconds: number;
}
