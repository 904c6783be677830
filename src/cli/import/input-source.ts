import { ImportInput } from './import-input.js';

/** How the files that the caller names become inputs. */
export interface InputSource {
  /** What a folder may hold, for the message about one that holds nothing of it. */
  readonly wanted: string;
  /** Throws a UsageError where a folder cannot be meant. */
  checkFolder?(folder: string): void;
  /** The input that a named file is. Throws a UsageError. */
  openFile(file: string): Promise<ImportInput>;
  /** The input that a file of a named folder is; undefined for a file of something else. */
  openListed(file: string): Promise<ImportInput | undefined>;
  openStandardInput(): ImportInput;
}
