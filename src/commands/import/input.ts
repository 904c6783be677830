import { Kind, StagedKind } from './kinds/kind.js';

/** A file, or something else that records of one kind come from. */
export interface Input {
  readonly kind: StagedKind;
  /** What messages call it. */
  readonly name: string;
  readonly bytes?: number;
  /** Reads it from its beginning; `onRead` hears how many of the bytes were read so far. Throws a FileError. */
  read(onRead: (bytes: number) => void): AsyncIterable<InputRecord[]>;
  /** Ends a read that may wait for ever. */
  close?(this: void): void;
}

/** One record of an input, or the reason why it is none. */
export interface InputRecord {
  /** From 1. */
  readonly line: number;
  readonly record: Record<string, unknown> | null;
  /** Why there is no record; null if there is one. */
  readonly problem: string | null;
  /** The text that the record was read from; empty where only the record is left. */
  readonly raw: string;
}

export function badRecord(line: number, problem: string, raw: string): InputRecord {
  return { line, record: null, problem, raw };
}

export function recordsInput(kind: Kind, name: string, records: readonly object[]): Input {
  const toRecord = (record: object, index: number): InputRecord => ({
    line: index + 1,
    record: record as Record<string, unknown>,
    problem: null,
    raw: '',
  });
  async function* read() {
    yield records.map(toRecord);
  }
  return { kind, name, read };
}
