import { existsSync } from 'node:fs';
import { FileHandle, open, unlink } from 'node:fs/promises';
import path from 'node:path';
import { formatCount } from '../../logging/format-count.js';
import { FileError } from '../errors.js';
import { isObject, readNdjson } from '../sources/formats/ndjson.js';
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

/** The file name ending for rejected records, which may be repaired in the file and imported again. */
export const rejectsEnding = '.rejects.ndjson';

const firstShown = 20;
const usualMost = 100_000;
const usualMostBytes = 1_000_000_000;

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
  private pending = '';
  private bytes = 0;
  private file: FileHandle | null = null;

  constructor(
    private readonly path?: string,
    private readonly most = usualMost,
    private readonly mostBytes = usualMostBytes,
  ) {}

  /** The file, if it has been written. */
  get writtenTo(): string | undefined {
    return this.file ? this.path : undefined;
  }

  /** Throws a TooManyRejects above the limit. */
  add(reject: Reject): void {
    if (this.count === this.most) {
      const problem = `more than ${formatCount(this.most)} records are invalid. Correct the file, or increase --max-rejects`;
      throw new TooManyRejects(reject, problem, this.first);
    }
    this.count += 1;
    if (this.first.length < firstShown) this.first.push({ ...reject, record: '' });
    if (this.path === undefined) return;
    const line = `${toLine(reject)}\n`;
    this.bytes += Buffer.byteLength(line);
    if (this.bytes > this.mostBytes) {
      const problem = `the invalid records are larger than ${formatCount(this.mostBytes)} bytes. Correct the file`;
      throw new TooManyRejects(reject, problem, this.first);
    }
    this.pending += line;
  }

  /** Writes the rejects added since the last call. Call this regularly: until then, the rejects are in memory. */
  async flush(): Promise<void> {
    if (this.pending === '' || this.path === undefined) return;
    const text = this.pending;
    this.pending = '';
    await this.writing(async () => {
      // An older file may contain lines that nobody has repaired yet.
      this.file ??= await open(this.path ?? '', 'wx');
      await this.file.appendFile(text);
    });
  }

  /** Syncs the file to disk. The import commits only after that. */
  async finish(): Promise<void> {
    await this.flush();
    await this.writing(async () => {
      await this.file?.sync();
      await this.file?.close();
    });
  }

  /** Removes the file, since the import failed. */
  async discard(): Promise<void> {
    if (this.file === null || this.path === undefined) return;
    await this.file.close().catch(() => {});
    await unlink(this.path).catch(() => {});
  }

  private async writing(action: () => Promise<void>): Promise<void> {
    try {
      await action();
    } catch (error) {
      throw new FileError(`${this.path} cannot be written: ${(error as Error).message}`, { cause: error });
    }
  }
}

/** Returns one line of a rejects file. A record in JSON stays unchanged; any other record becomes a text. */
function toLine({ record, ...about }: Reject): string {
  const start = JSON.stringify(about).slice(0, -1);
  return `${start},"record":${isJsonObject(record) ? record.trim() : JSON.stringify(record)}}`;
}

function isJsonObject(text: string): boolean {
  try {
    return isObject(JSON.parse(text));
  } catch {
    return false;
  }
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
  kindName: string,
  brokenToo: boolean,
): AsyncGenerator<InputRecord[]> {
  for await (const batch of readNdjson(bytes)) {
    yield batch.filter(({ record }) => (record === null ? brokenToo : record.kind === kindName)).map(unwrap);
  }
}

export async function findRejectedKinds<Kind extends { name: string }>(
  bytes: AsyncIterable<Buffer>,
  kinds: readonly Kind[],
): Promise<Kind[]> {
  const found = new Set<Kind>();
  for await (const batch of readNdjson(bytes)) {
    for (const { record } of batch) {
      const kind = kinds.find(({ name }) => name === record?.kind);
      if (kind) found.add(kind);
    }
  }
  return kinds.filter((kind) => found.has(kind));
}

function unwrap(reject: InputRecord): InputRecord {
  if (reject.record === null) return reject;
  const { record } = reject.record;
  if (isObject(record)) return { ...reject, record, raw: JSON.stringify(record) };
  const raw = typeof record === 'string' ? record : reject.raw;
  return badRecord(reject.line, 'has no JSON object "record"; correct the record there', raw);
}
