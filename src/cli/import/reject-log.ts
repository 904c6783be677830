import { FileHandle, open, unlink } from 'node:fs/promises';
import { FileError } from './file-error.js';

/** A record that was refused. */
export interface Reject {
  kind: string;
  file: string;
  line: number;
  /** Null where the line as a whole is at fault. */
  property: string | null;
  reason: string;
  /** The record as the text it was read from, or in the form of the API where that text is gone. */
  record: string;
}

const firstShown = 20;

/** Counts what an import refuses, keeps the first of it for showing, and writes all of it to a file if there is one. */
export class RejectLog {
  readonly first: Reject[] = [];
  count = 0;
  private pending = '';
  private file: FileHandle | null = null;

  constructor(private readonly path?: string) {}

  /** The file, once there is something in it. */
  get writtenTo(): string | undefined {
    return this.file ? this.path : undefined;
  }

  add(reject: Reject): void {
    this.count += 1;
    if (this.first.length < firstShown) this.first.push({ ...reject, record: '' });
    if (this.path !== undefined) this.pending += `${toLine(reject)}\n`;
  }

  /** Writes what was added since. To be called now and then, since until then it is in memory. */
  async flush(): Promise<void> {
    if (this.pending === '' || this.path === undefined) return;
    const text = this.pending;
    this.pending = '';
    await this.writing(async () => {
      // An older file may hold lines that nobody has repaired yet.
      this.file ??= await open(this.path ?? '', 'wx');
      await this.file.appendFile(text);
    });
  }

  /** Has everything on the disk, so that what depends on it may be committed. */
  async finish(): Promise<void> {
    await this.flush();
    await this.writing(async () => {
      await this.file?.sync();
      await this.file?.close();
    });
  }

  /** Removes the file: the import did not happen. */
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

/** One line of a rejects file. A record that is JSON stands there as it was, any other as a text. */
function toLine({ record, ...about }: Reject): string {
  const start = JSON.stringify(about).slice(0, -1);
  return `${start},"record":${isObject(record) ? record.trim() : JSON.stringify(record)}}`;
}

function isObject(text: string): boolean {
  try {
    return text.trimStart().startsWith('{') && typeof JSON.parse(text) === 'object';
  } catch {
    return false;
  }
}
