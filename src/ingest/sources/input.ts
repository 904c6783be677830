import { Kind, StagedKind } from '../kinds/kind.js';

/** A file, or another source of records of one kind. */
export interface Input {
  readonly kind: StagedKind;
  /** The name in messages. */
  readonly name: string;
  /** The size, if it is known. */
  readonly bytes?: number;
  /** Reads the input from its beginning; `onRead` receives how many of `bytes` are read so far. Throws a FileError. */
  read(onRead: (bytes: number) => void): AsyncIterable<InputRecord[]>;
  /** Ends a read that may wait forever. */
  close?(this: void): void;
}

/** One record of an input, or the reason why it is invalid. */
export interface InputRecord {
  /** From 1. */
  readonly line: number;
  readonly record: Record<string, unknown> | null;
  /** The reason for a missing record; null if the record is valid. */
  readonly problem: string | null;
  /** The original text of the record; empty if only the record is available. */
  readonly raw: string;
}

export function goodRecord(line: number, record: Record<string, unknown>, raw = ''): InputRecord {
  return { line, record, problem: null, raw };
}

export function badRecord(line: number, problem: string, raw: string): InputRecord {
  return { line, record: null, problem, raw };
}

export function recordsInput(kind: Kind, name: string, records: readonly object[]): Input {
  async function* read(): AsyncGenerator<InputRecord[]> {
    yield (records as Record<string, unknown>[]).map((record, index) => goodRecord(index + 1, record));
  }
  return { kind, name, read };
}
