import { ImportInput } from './import-input.js';
import { ImportObserver } from './import-observer.js';
import { formatCount } from './import-report.js';

/** How far an import has come, in words. */
export class ImportProgress implements ImportObserver {
  private readonly start: number;
  private readonly totalBytes: number | undefined;
  private readonly readBytes = new Map<ImportInput, number>();
  private step = { name: 'starting', since: 0 };
  private records: number | undefined;

  constructor(
    inputs: readonly ImportInput[],
    private readonly now: () => number = () => performance.now(),
  ) {
    this.start = now();
    this.step.since = this.start;
    const bytes = inputs.map((input) => input.bytes);
    this.totalBytes = bytes.every((size) => size !== undefined)
      ? bytes.reduce((sum, size) => sum + size, 0)
      : undefined;
  }

  readonly onRead = (input: ImportInput, bytes: number, records: number): void => {
    this.readBytes.set(input, bytes);
    this.begin(`reading ${input.kind.name}`);
    this.records = records;
  };

  readonly onStep = (step: string): void => {
    this.begin(step);
    this.records = undefined;
  };

  /** The share of the bytes that were read, from 0 to 1; undefined where their number is not known. */
  get share(): number | undefined {
    if (!this.totalBytes) return undefined;
    return Math.min(1, this.doneBytes / this.totalBytes);
  }

  /** As in `reading streams: 1,200,000 records, 240,000/s, 43 %, 12 s left`. */
  toString(): string {
    const seconds = (this.now() - this.step.since) / 1000;
    if (this.records === undefined) return `${this.step.name}, for ${seconds.toFixed(0)} s`;
    const rate = formatCount(Math.round(this.records / Math.max(seconds, 0.001)));
    const share = this.share === undefined ? '' : `, ${Math.floor(this.share * 100)} %${this.remaining()}`;
    return `${this.step.name}: ${formatCount(this.records)} records, ${rate}/s${share}`;
  }

  private get doneBytes(): number {
    return [...this.readBytes.values()].reduce((sum, bytes) => sum + bytes, 0);
  }

  private begin(name: string): void {
    if (this.step.name !== name) this.step = { name, since: this.now() };
  }

  /** What has passed since the start counts merging, too, and so does this. */
  private remaining(): string {
    const share = this.share ?? 0;
    if (share < 0.01) return '';
    const seconds = ((this.now() - this.start) / 1000) * (1 / share - 1);
    return seconds < 90 ? `, ${seconds.toFixed(0)} s left` : `, ${(seconds / 60).toFixed(0)} min left`;
  }
}
