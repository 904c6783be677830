import { ImportKind, StagedKind } from './import-kind.js';
import { SourceRecord } from './sources/source-record.js';

/** Something that records of one kind come from, such as a file. */
export interface ImportInput {
  readonly kind: StagedKind;
  /** What messages call it. */
  readonly name: string;
  /** Its size in bytes, where that is known. */
  readonly bytes?: number;
  /** Reads it from its beginning; `onRead` hears how many of the bytes were read so far. Throws a FileError. */
  read(onRead: (bytes: number) => void): AsyncIterable<SourceRecord[]>;
  /** Ends a read that may wait for ever. */
  close?(this: void): void;
}

const batchSize = 1_000;

/** Records that are in memory, or made on the way. */
export function recordsInput(
  kind: ImportKind,
  name: string,
  records: Iterable<object> | AsyncIterable<object>,
): ImportInput {
  return { kind, name, read: () => batches(records) };
}

async function* batches(records: Iterable<object> | AsyncIterable<object>): AsyncGenerator<SourceRecord[]> {
  let line = 0;
  let batch: SourceRecord[] = [];
  for await (const record of records) {
    line += 1;
    batch.push({ line, record: record as Record<string, unknown>, problem: null, raw: '' });
    if (batch.length < batchSize) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}
