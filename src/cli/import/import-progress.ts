import { formatCount } from './import-report.js';
import { ImportInput } from './import-input.js';

/** Tells now and then, as lines of a log, how far an import has come. */
export class ImportProgress {
  private readonly start = performance.now();
  private lastMs = this.start;

  constructor(
    private readonly log: (line: string) => void,
    private readonly everyMs = 5_000,
  ) {}

  /** So much of an input has been read. */
  read(input: ImportInput, bytes: number, records: number): void {
    const now = performance.now();
    if (now - this.lastMs < this.everyMs) return;
    this.lastMs = now;
    const share = input.bytes ? `, ${Math.floor((100 * bytes) / input.bytes)} % of ${input.name}` : '';
    this.log(`${input.kind.name}: read ${formatCount(records)} records${share}`);
  }
}
