import { StreamNumbers } from './stream-numbers.js';

const firstCapacity = 4_096;
/** So many samples take 60 MB, and hold twenty of each of 100,000 streams if the file is in order of time. */
const mostSamples = 2 ** 21;
/** One read brings fewer. */
const samplesOfARead = 2 ** 14;

/** Samples that were read and are not staged yet, in columns. */
export class SampleBuffer {
  length = 0;
  readonly streams = new StreamNumbers();
  /** Milliseconds since 1970. */
  moments = new Float64Array(firstCapacity);
  viewers = new Float64Array(firstCapacity);
  origins = new Float64Array(firstCapacity);
  /** The numbers of the streams. */
  private streamNumbers = new Int32Array(firstCapacity);

  /** Whether the samples are to be staged before more are read. */
  get isFull(): boolean {
    return this.length > mostSamples - samplesOfARead;
  }

  /** Takes a sample of the stream that has a number among `streams`. */
  add(stream: number, moment: number, viewers: number, origin: number): void {
    if (this.length === this.moments.length) this.grow();
    const place = this.length++;
    this.streamNumbers[place] = stream;
    this.moments[place] = moment;
    this.viewers[place] = viewers;
    this.origins[place] = origin;
  }

  /** The streams with the places of their samples, in order of time; those of one moment are in order of origin. */
  *byStream(): Generator<{ id: bigint; places: Int32Array }> {
    const { order, starts } = this.sortByStream();
    for (let stream = 0; stream < this.streams.count; stream++) {
      const places = order.subarray(starts[stream], starts[stream + 1]);
      if (!this.isInOrder(places)) places.sort((a, b) => this.compare(a, b));
      yield { id: this.streams.idOf(stream), places };
    }
  }

  clear(): void {
    this.length = 0;
    this.streams.clear();
  }

  /** A counting sort, which leaves the samples of a stream in the order in which they came. */
  private sortByStream(): { order: Int32Array; starts: Int32Array } {
    const { length, streamNumbers } = this;
    const starts = new Int32Array(this.streams.count + 1);
    for (let place = 0; place < length; place++) starts[streamNumbers[place]!]! += 1;
    // Each start is the end of the samples for now. Placing these from the last to the first moves it to their beginning.
    for (let stream = 1; stream < starts.length; stream++) starts[stream]! += starts[stream - 1]!;
    const order = new Int32Array(length);
    for (let place = length - 1; place >= 0; place--) order[--starts[streamNumbers[place]!]!] = place;
    return { order, starts };
  }

  private isInOrder(places: Int32Array): boolean {
    for (let index = 1; index < places.length; index++) {
      if (this.compare(places[index - 1]!, places[index]!) > 0) return false;
    }
    return true;
  }

  private compare(a: number, b: number): number {
    return this.moments[a]! - this.moments[b]! || this.origins[a]! - this.origins[b]!;
  }

  private grow(): void {
    const capacity = 2 * this.length;
    const enlarge = <Column extends Float64Array | Int32Array>(column: Column, larger: Column): Column => {
      larger.set(column);
      return larger;
    };
    this.moments = enlarge(this.moments, new Float64Array(capacity));
    this.viewers = enlarge(this.viewers, new Float64Array(capacity));
    this.origins = enlarge(this.origins, new Float64Array(capacity));
    this.streamNumbers = enlarge(this.streamNumbers, new Int32Array(capacity));
  }
}
