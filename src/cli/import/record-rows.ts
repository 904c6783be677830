import { FieldError } from './field-error.js';
import { ImportInput } from './import-input.js';
import { ImportObserver } from './import-observer.js';
import { RejectLog } from './reject-log.js';
import { SourceRecord } from './sources/source-record.js';

/** A line's place in an import as one number, the staging's column `origin`: inputs in order, then their lines. */
const linesOfAnInput = 2 ** 40;

export function originOf(input: number, line: number): number {
  return input * linesOfAnInput + line;
}

export function placeOf(origin: number): { input: number; line: number } {
  return { input: Math.floor(origin / linesOfAnInput), line: origin % linesOfAnInput };
}

/** Reads inputs of one kind, notes the records that are no good, and yields the others as lines for COPY. */
export class RecordRows {
  /** How many records there were, good and bad. */
  records = 0;

  constructor(
    private readonly inputs: readonly ImportInput[],
    private readonly rejects: RejectLog,
    private readonly onRead?: ImportObserver['onRead'],
  ) {}

  async *read(): AsyncGenerator<Buffer> {
    for (const [index, input] of this.inputs.entries()) {
      let readBytes = 0;
      for await (const batch of input.read((bytes) => (readBytes = bytes))) {
        const rows = this.toRows(input, index, batch);
        this.records += batch.length;
        await this.rejects.flush();
        this.onRead?.(input, readBytes, this.records);
        if (rows !== '') yield Buffer.from(rows);
      }
    }
  }

  private toRows(input: ImportInput, index: number, batch: SourceRecord[]): string {
    const firstOrigin = originOf(index, 0);
    let rows = '';
    for (const source of batch) {
      if (source.record === null) {
        this.refuse(input, source, null, source.problem ?? '');
        continue;
      }
      try {
        rows += `${input.kind.toRow(source.record)}\t${firstOrigin + source.line}\n`;
      } catch (error) {
        if (!(error instanceof FieldError)) throw error;
        this.refuse(input, source, error.property, error.reason);
      }
    }
    return rows;
  }

  private refuse(input: ImportInput, source: SourceRecord, property: string | null, reason: string): void {
    const record = source.raw === '' && source.record !== null ? JSON.stringify(source.record) : source.raw;
    this.rejects.add({ kind: input.kind.name, file: input.name, line: source.line, property, reason, record });
  }
}
