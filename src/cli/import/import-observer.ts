import { ImportInput } from './import-input.js';

/** Hears how far an import has come. */
export interface ImportObserver {
  /** So many bytes of an input were read, and so many records of all inputs of its kind. */
  onRead?(this: void, input: ImportInput, bytes: number, records: number): void;
  /** What it does now that it is not reading. */
  onStep?(this: void, step: string): void;
}
