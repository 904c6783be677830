import { KindName } from '../import/import-kind.js';
import { CopyWriter } from './copy-writer.js';

/** The rows of a table, made one after the other. */
export interface GeneratedTable {
  readonly name: KindName;
  readonly columns: readonly string[];
  /** How many things rows are made of, such as the streams of message statistics. */
  readonly count: number;
  /** Writes the rows of the thing with this number: none, one or several. */
  write(out: CopyWriter, index: number): void;
}

/** Those rows as the bytes of COPY's binary format. */
export function* copyBytes(table: GeneratedTable): Generator<Buffer> {
  const out = new CopyWriter(table.columns.length);
  for (let index = 0; index < table.count; index++) {
    table.write(out, index);
    yield* out.takeChunks();
  }
  yield* out.end();
}
