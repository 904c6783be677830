import { boundsOf, GraphParts, visitKnownParts } from '../../figures/samples/known-parts.js';
import { StreamSamples } from '../../figures/samples/stream-samples.js';
import { toTimestamp } from '../../streams/viewers/viewer-point.response.js';
import { EventPoint } from './event-figures.response.js';
import { StreamRole } from '../dto/event-stream.response.js';

/** Sums up the streams of an event in the parts of a graph. Live streams last until now. */
export class EventGraph {
  private readonly bounds: Float64Array;
  private readonly all: PartSums;
  private readonly byRole: Record<StreamRole, PartSums>;
  private readonly unknown: Int32Array;

  constructor(
    private readonly parts: GraphParts,
    private readonly now: number,
  ) {
    this.bounds = boundsOf(parts);
    const count = this.bounds.length - 1;
    this.all = new PartSums(count);
    this.byRole = { official: new PartSums(count), co_stream: new PartSums(count) };
    this.unknown = new Int32Array(count);
  }

  add(samples: StreamSamples, { role }: { role: StreamRole | null }): void {
    const roleSums = role === null ? undefined : this.byRole[role];
    visitKnownParts(samples, this.parts, this.bounds, this.now, (i, viewers) => {
      if (viewers === null) this.unknown[i]! += 1;
      else for (const sums of [this.all, roleSums]) sums?.add(i, viewers);
    });
  }

  /** Returns the parts in which a stream is live, oldest first. */
  points(): EventPoint[] {
    const { from, partMs } = this.parts;
    return Array.from({ length: this.unknown.length }, (_, i) => ({
      created_at: new Date(from + i * partMs).toISOString(),
      timestamp: toTimestamp((i * partMs) / 1_000),
      viewers: this.all.get(i),
      official_viewers: this.byRole.official.get(i),
      co_stream_viewers: this.byRole.co_stream.get(i),
      streams: this.all.streams[i] as number,
      unknown_streams: this.unknown[i] as number,
    })).filter(({ streams, unknown_streams }) => streams + unknown_streams > 0);
  }
}

class PartSums {
  readonly streams: Int32Array;
  private readonly viewers: Float64Array;

  constructor(count: number) {
    this.streams = new Int32Array(count);
    this.viewers = new Float64Array(count);
  }

  add(i: number, viewers: number): void {
    this.streams[i]! += 1;
    this.viewers[i]! += viewers;
  }

  get(i: number): number | null {
    return this.streams[i] === 0 ? null : Math.min(this.viewers[i] as number, Number.MAX_SAFE_INTEGER);
  }
}
