import { stat } from 'node:fs/promises';
import { ImportInput } from '../import-input.js';
import { InputSource } from '../input-source.js';
import { checkPacking, closeStandardInput, packingOf, readFileBytes, readStandardInput } from '../sources/bytes.js';
import { readRejects } from '../sources/rejects.js';
import { SourceRecord } from '../sources/source-record.js';
import { PageDefaults, toRecords } from './page-items.js';
import { asPage, ReadPage, readPages } from './page-reader.js';
import { sightings } from './sightings.js';

/** Raw JSON of Twitch Helix: one page, or pages one after the other. */
export class HelixSource implements InputSource {
  readonly wanted = 'page of Helix. Their names end in .json, .ndjson or .jsonl, or one of them and .gz or .zst';

  /** The defaults are for pages that do not say it themselves; without a time it is the file's. */
  constructor(
    private readonly defaults: Partial<PageDefaults>,
    private readonly now = new Date(),
  ) {}

  async openFile(file: string): Promise<ImportInput> {
    checkPacking(file);
    const stats = await stat(file);
    const defaults = this.withTime(new Date(Math.floor(stats.mtimeMs)));
    const bytes = stats.isFile() ? stats.size : undefined;
    return this.input(file, defaults, (onRead) => readFileBytes(file, onRead), bytes);
  }

  async openListed(file: string): Promise<ImportInput | undefined> {
    const name = file.slice(0, file.length - packingOf(file).length);
    return /\.(?:json|ndjson|jsonl)$/.test(name) ? this.openFile(file) : undefined;
  }

  openStandardInput(): ImportInput {
    const input = this.input('standard input', this.withTime(this.now), readStandardInput);
    return { ...input, close: closeStandardInput };
  }

  private withTime(at: Date): PageDefaults {
    return { at: this.defaults.at ?? at, broadcasterId: this.defaults.broadcasterId };
  }

  private input(
    name: string,
    defaults: PageDefaults,
    open: (onRead: (bytes: number) => void) => AsyncIterable<Buffer>,
    bytes?: number,
  ): ImportInput {
    return { kind: sightings, name, bytes, read: (onRead) => readItems(open(onRead), defaults, this.now) };
  }
}

/** What of a file of rejects were pages. */
export async function rejectedPages(file: string, brokenToo: boolean): Promise<ImportInput> {
  const { size } = await stat(file);
  const now = new Date();
  async function* read(onRead: (bytes: number) => void): AsyncGenerator<SourceRecord[]> {
    for await (const batch of readRejects(readFileBytes(file, onRead), sightings, brokenToo)) {
      yield batch.flatMap((reject) => toRecords(asReadPage(reject), { at: now }, now));
    }
  }
  return { kind: sightings, name: file, bytes: size, read };
}

function asReadPage({ line, record, problem, raw }: SourceRecord): ReadPage {
  if (record === null) return { line, page: null, problem, raw };
  const page = asPage(record);
  return typeof page === 'string' ? { line, page: null, problem: page, raw } : { line, page, problem: null, raw };
}

async function* readItems(
  bytes: AsyncIterable<Buffer>,
  defaults: PageDefaults,
  now: Date,
): AsyncGenerator<SourceRecord[]> {
  for await (const pages of readPages(bytes)) yield pages.flatMap((page) => toRecords(page, defaults, now));
}
