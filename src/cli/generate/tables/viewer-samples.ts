import { CopyWriter } from '../copy-writer.js';
import { GenerateOptions, GenerateOptionsError, purposes } from '../generate-options.js';
import { GeneratedTable } from '../generated-table.js';
import { RowRandom } from '../row-random.js';
import { SampleMonth, sampleMonths } from '../sample-month.js';
import { PlannedStream, StreamPlan } from '../stream-plan.js';

const usualSamples = 24;
const mostSamples = 1000;

/** Viewer samples, evenly spread over the streams: of each stream that was observed at all, so many samples. */
export class ViewerSamples {
  private readonly perStream: number;
  private readonly observed: number;
  private readonly total: number;
  private readonly random: RowRandom;
  private readonly nowMs: number;

  constructor(
    private readonly streams: StreamPlan,
    { viewerSamples, seed, now }: GenerateOptions,
  ) {
    if (viewerSamples > streams.count * mostSamples) {
      throw new GenerateOptionsError(
        `${streams.count} streams can have ${streams.count * mostSamples} viewer samples.`,
      );
    }
    this.total = viewerSamples;
    this.perStream = Math.max(usualSamples, Math.ceil(viewerSamples / Math.max(streams.count, 1)));
    this.observed = Math.ceil(viewerSamples / this.perStream);
    this.random = new RowRandom(seed, purposes.samples);
    this.nowMs = now.getTime();
  }

  /** The months that there may be samples of. */
  months(): SampleMonth[] {
    return this.observed === 0 ? [] : sampleMonths(this.streams.startOf(0), this.nowMs);
  }

  /** The samples of a month, as the rows of its partition. */
  table(month: SampleMonth): GeneratedTable {
    const first = this.firstStartedFrom(month.fromMs - this.streams.longestMs);
    return {
      name: 'viewer_samples',
      columns: ['stream_id', 'created_at', 'viewers'],
      count: this.firstStartedFrom(month.toMs) - first,
      write: (out, index) => this.writeStream(out, first + index, month),
    };
  }

  private writeStream(out: CopyWriter, observed: number, { fromMs, toMs }: SampleMonth): void {
    const stream = this.streams.at(this.streamOf(observed));
    const lengthMs = (stream.endedMs ?? this.nowMs) - stream.startedMs;
    const samples = Math.min(this.perStream, this.total - observed * this.perStream);
    this.random.startRow(observed);
    for (let sample = 0; sample < samples; sample++) {
      const viewers = this.randomViewers(stream, sample / samples);
      const ms = stream.startedMs + Math.floor(((sample + 0.5) * lengthMs) / samples);
      if (ms < fromMs || ms >= toMs) continue;
      out.row();
      out.integer(stream.id);
      out.time(ms);
      out.integer(viewers);
    }
  }

  /** Viewers rise in the first tenth of a stream, waver, and fall in the last. */
  private randomViewers({ avgViewers, peakViewers }: PlannedStream, share: number): number {
    const shape = Math.min(1, 0.3 + share * 7, 0.5 + (1 - share) * 5);
    return Math.min(peakViewers, Math.floor(avgViewers * shape * (0.9 + 0.35 * this.random.share())));
  }

  private streamOf(observed: number): number {
    return Math.floor((observed * this.streams.count) / this.observed);
  }

  /** Number of observed streams that started before a moment. */
  private firstStartedFrom(ms: number): number {
    let low = 0;
    let high = this.observed;
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if (this.streams.startOf(this.streamOf(middle)) < ms) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
