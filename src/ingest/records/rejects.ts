import { appendFileSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { formatCount } from '../../logging/format-count.js';
import { FileError } from '../errors.js';
import { isObject, readNdjson } from '../sources/formats/ndjson.js';
import { parseJson } from '../sources/formats/text.js';
import { badRecord, InputRecord } from '../sources/input.js';

export interface Reject {
  kind: string;
  file: string;
  line: number;
  /** Null if the whole line is invalid. */
  property: string | null;
  reason: string;
  /** The original text of the record, or the form of the API if that text is lost. */
  record: string;
}

/** Returns the place and the problem of a bad record. */
export function describeReject({ file, line, property, reason }: Reject): string {
  return `${file}:${line}: ${property === null ? '' : `${property}: `}${reason}`;
}

/** The file name ending for rejected records, which may be repaired in the file and imported again. */
export const rejectsEnding = '.rejects.ndjson';

const firstShown = 20;
/** Rejects of this length are written together. */
const maxPending = 1_000_000;

/** The bad records are too many or too long, so the import fails. */
export class TooManyRejects extends FileError {
  constructor(
    { file, line }: Reject,
    problem: string,
    readonly first: Reject[],
  ) {
    super(`${file}:${line}: ${problem}`);
  }
}

/** Counts the records that an import rejects, keeps the first rejects to show them, and writes all of them to an optional file. */
export class RejectLog {
  readonly first: Reject[] = [];
  count = 0;
  /** The file, if it has been written. */
  writtenTo: string | undefined;
  private pending = '';
  private bytes = 0;

  constructor(
    private readonly path?: string,
    private readonly maxRejects = 100_000,
    private readonly maxBytes = 1_000_000_000,
  ) {}

  /** Throws a TooManyRejects above the limits. */
  add(reject: Reject): void {
    if (this.count === this.maxRejects) {
      const problem = `more than ${formatCount(this.maxRejects)} records are invalid. Correct the file, or increase --max-rejects`;
      throw new TooManyRejects(reject, problem, this.first);
    }
    this.count += 1;
    if (this.first.length < firstShown) this.first.push({ ...reject, record: '' });
    if (this.path === undefined) return;
    const line = `${toLine(reject)}\n`;
    this.bytes += Buffer.byteLength(line);
    if (this.bytes > this.maxBytes) {
      const problem = `the invalid records are larger than ${formatCount(this.maxBytes)} bytes. Correct the file`;
      throw new TooManyRejects(reject, problem, this.first);
    }
    this.pending += line;
    if (this.pending.length > maxPending) this.write(this.path);
  }

  /** Writes the last rejects, and syncs the file to disk. The import commits only after that. */
  finish(): void {
    if (this.path !== undefined && this.count > 0) this.write(this.path, true);
  }

  /** Removes the file, since the import failed. */
  discard(): void {
    if (this.writtenTo !== undefined) rmSync(this.writtenTo, { force: true });
  }

  private write(path: string, flush = false): void {
    try {
      // An older file may contain lines that nobody has repaired yet.
      if (this.writtenTo === undefined) writeFileSync(path, '', { flag: 'wx' });
      this.writtenTo = path;
      appendFileSync(path, this.pending, { flush });
      this.pending = '';
    } catch (error) {
      throw new FileError(`${path} cannot be written: ${(error as Error).message}`, { cause: error });
    }
  }
}

/** Returns one line of a rejects file. A record in JSON stays unchanged; any other record becomes a text. */
function toLine({ record, ...about }: Reject): string {
  const start = JSON.stringify(about).slice(0, -1);
  return `${start},"record":${isObject(parseJson(record)) ? record.trim() : JSON.stringify(record)}}`;
}

/** Returns an unused file name in the current folder for the rejects of an import, based on the import's name. */
export function freeRejectsPath(firstPath: string, kindName?: string): string {
  const stem = firstPath === '-' ? (kindName ?? '') : (path.basename(path.resolve(firstPath)).split('.', 1)[0] ?? '');
  for (let number = 1; ; number++) {
    const name = `${stem}${number === 1 ? '' : `-${number}`}${rejectsEnding}`;
    if (!existsSync(name)) return name;
  }
}

/** Reads the records of one kind in a file of rejects; with `brokenToo`, also the lines without a kind. */
export async function* readRejects(
  bytes: AsyncIterable<Buffer>,
  name: string,
  kindName: string,
  brokenToo: boolean,
): AsyncGenerator<InputRecord[]> {
  for await (const batch of readNdjson(bytes, name)) {
    yield batch.filter(({ record }) => (record === null ? brokenToo : record.kind === kindName)).map(unwrap);
  }
}

/** Returns the names of the kinds in a file of rejects, and other values of the property. */
export async function findRejectedKinds(bytes: AsyncIterable<Buffer>, name: string): Promise<Set<unknown>> {
  const found = new Set<unknown>();
  for await (const batch of readNdjson(bytes, name)) for (const { record } of batch) found.add(record?.kind);
  return found;
}

function unwrap(reject: InputRecord): InputRecord {
  if (reject.record === null) return reject;
  const { record } = reject.record;
  if (isObject(record)) return { ...reject, record, raw: JSON.stringify(record) };
  const raw = typeof record === 'string' ? record : reject.raw;
  return badRecord(reject.line, 'has no JSON object "record"; correct the record there', raw);
}
