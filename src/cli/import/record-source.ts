import path from 'node:path';
import { fileInput, Format, formatOf, formats, standardInput } from './file-inputs.js';
import { ImportInput } from './import-input.js';
import { ImportKind } from './import-kind.js';
import { findKind, kindNames } from './import-kinds.js';
import { InputSource } from './input-source.js';
import { UsageError } from './usage-error.js';

/** Files of records in NDJSON or CSV, each of one kind. */
export class RecordSource implements InputSource {
  readonly wanted = `import file. They are named after what they hold, such as streams.ndjson or viewer_samples-2026-10.csv.gz; the kinds are ${kindNames.join(', ')}`;

  /** With a kind or a format, that is what files hold, whatever their names say. */
  constructor(
    private readonly kind?: ImportKind,
    private readonly format?: Format,
  ) {}

  async openFile(file: string): Promise<ImportInput> {
    const kind = this.kind ?? kindOf(file);
    if (kind === undefined) {
      throw new UsageError(
        `The name of ${file} does not begin with a kind. Say with --kind what it holds, one of ${kindNames.join(', ')}.`,
      );
    }
    if (this.kind === undefined && this.format === undefined && formatOf(file) === undefined) {
      throw new UsageError(
        `The name of ${file} does not end in .ndjson or .csv, nor in one of them and .gz or .zst. Say with --format how it is written, ndjson or csv.`,
      );
    }
    return fileInput(kind, file, this.format);
  }

  checkFolder(folder: string): void {
    if (this.kind) throw new UsageError(`--kind is for files and standard input; ${folder} is a folder.`);
  }

  async openListed(file: string): Promise<ImportInput | undefined> {
    const kind = kindOf(file);
    return kind && formatOf(file) ? fileInput(kind, file, this.format) : undefined;
  }

  openStandardInput(): ImportInput {
    if (this.kind === undefined) throw new UsageError(`- needs --kind, one of ${kindNames.join(', ')}.`);
    return standardInput(this.kind, this.format ?? formats.ndjson);
  }
}

/** The kind that a file's name begins with, up to the first dot or hyphen. */
function kindOf(file: string): ImportKind | undefined {
  return findKind(path.basename(file).split(/[.-]/, 1)[0] ?? '');
}
