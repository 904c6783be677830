import { MultiBar, Presets } from 'cli-progress';
import { Output } from '../lifecycle/command-run.js';
import { formatCount } from '../logging/format-count.js';
import { Input } from './sources/input.js';

export class ImportProgress {
  private readonly start = performance.now();
  private readonly readBytes = new Map<Input, number>();
  private step = { name: 'starting', since: this.start };
  private records: number | undefined;

  constructor(private readonly inputs: readonly Input[]) {}

  read(input: Input, bytes: number, records: number): void {
    this.readBytes.set(input, bytes);
    this.begin(`reading ${input.kind.name}`);
    this.records = records;
  }

  begin(name: string): void {
    if (this.step.name !== name) this.step = { name, since: performance.now() };
    this.records = undefined;
  }

  /** The share of bytes read, from 0 to 1; undefined if their number is unknown. */
  get share(): number | undefined {
    const read = [...this.readBytes.values()].reduce((sum, bytes) => sum + bytes, 0);
    // NaN if the size of an input is unknown.
    const total = this.inputs.reduce((sum, { bytes = NaN }) => sum + bytes, 0);
    return total > 0 ? Math.min(1, read / total) : undefined;
  }

  /** As in `reading streams: 1,200,000 records, 240,000/s, 43 %, 12 s left`. */
  toString(): string {
    const seconds = (performance.now() - this.step.since) / 1000;
    if (this.records === undefined) return `${this.step.name}, for ${seconds.toFixed(0)} s`;
    const rate = formatCount(Math.round(this.records / Math.max(seconds, 0.001)));
    const share = this.share === undefined ? '' : `, ${Math.floor(this.share * 100)} %${this.remaining(this.share)}`;
    return `${this.step.name}: ${formatCount(this.records)} records, ${rate}/s${share}`;
  }

  /** The time since the start includes merging, so the estimate does too. */
  private remaining(share: number): string {
    if (share < 0.01) return '';
    const seconds = ((performance.now() - this.start) / 1000) * (1 / share - 1);
    return seconds < 90 ? `, ${seconds.toFixed(0)} s left` : `, ${(seconds / 60).toFixed(0)} min left`;
  }
}

const barEveryMs = 200;
const lineEveryMs = 5_000;

type Log = (line: string) => void;

/** Shows progress: a bar if the output is a terminal, otherwise a line every five seconds. The returned log keeps the bar. */
export function showProgress(progress: ImportProgress, log: Log, stream: Output): { log: Log; stop: () => void } {
  if (!stream.isTTY) {
    const timer = setInterval(() => log(`${progress.toString()}.`), lineEveryMs);
    return { log, stop: () => clearInterval(timer) };
  }
  const bars = new MultiBar({ stream, clearOnComplete: true, hideCursor: true, barsize: 24 }, Presets.shades_classic);
  const format = progress.share === undefined ? '{progress}' : '{bar} {progress}';
  const bar = bars.create(1000, 0, { progress: '' }, { format });
  const update = () => bar.update(Math.round((progress.share ?? 0) * 1000), { progress: progress.toString() });
  const timer = setInterval(update, barEveryMs);
  const stop = () => {
    clearInterval(timer);
    bars.stop();
  };
  return { log: (line) => bars.log(`${line}\n`), stop };
}
