import { groupByNumber } from './group-by-number.js';

const firstCapacity = 4_096;
/** So many samples take 60 MB with what groups them, and hold ten of each of 100,000 streams if the file is in order of time. */
const mostSamples = 2 ** 20;
/** One read brings fewer. */
const samplesOfARead = 2 ** 14;
/** So many digits a number holds exactly. */
const exactDigits = 15;

/** Samples that were read and are not staged yet, in columns. */
export class SampleBuffer {
  length = 0;
  /** Milliseconds since 1970. */
  moments = new Float64Array(firstCapacity);
  viewers = new Float64Array(firstCapacity);
  origins = new Float64Array(firstCapacity);
  /** The ids of the streams. A number below 0 stands for a long id. */
  private ids = new Float64Array(firstCapacity);
  private longIds: string[] = [];
  private readonly longIdNumbers = new Map<string, number>();

  /** Whether the samples are to be staged before more are read. */
  get isFull(): boolean {
    return this.length > mostSamples - samplesOfARead;
  }

  /** Takes a sample; `id` is what `numberOf` says. */
  add(id: number, moment: number, viewers: number, origin: number): void {
    const at = this.length++;
    if (at === this.ids.length) this.grow();
    this.ids[at] = id;
    this.moments[at] = moment;
    this.viewers[at] = viewers;
    this.origins[at] = origin;
  }

  /** The number that stands for the id of a stream until the buffer is cleared. */
  numberOf(id: string): number {
    if (id.length <= exactDigits) return Number(id);
    const known = this.longIdNumbers.get(id);
    if (known !== undefined) return known;
    const number = -this.longIds.push(id);
    this.longIdNumbers.set(id, number);
    return number;
  }

  /** The id of the stream of the sample at a place. */
  idAt(place: number): bigint {
    const number = this.ids[place]!;
    return BigInt(number < 0 ? this.longIds[-number - 1]! : number);
  }

  /** The places of the samples of one stream after the other, in order of time; of one moment in order of origin. */
  *streams(): Generator<Int32Array> {
    const { count, starts, order } = groupByNumber(this.ids, this.length);
    for (let group = 0; group < count; group++) {
      const places = order.subarray(starts[group], starts[group + 1]);
      if (!this.isInOrder(places)) places.sort((a, b) => this.compare(a, b));
      yield places;
    }
  }

  clear(): void {
    this.length = 0;
    this.longIds = [];
    this.longIdNumbers.clear();
  }

  private isInOrder(places: Int32Array): boolean {
    for (let index = 1; index < places.length; index++) {
      if (this.moments[places[index]!]! < this.moments[places[index - 1]!]!) return false;
    }
    return true;
  }

  private compare(a: number, b: number): number {
    return this.moments[a]! - this.moments[b]! || this.origins[a]! - this.origins[b]!;
  }

  private grow(): void {
    for (const column of ['ids', 'moments', 'viewers', 'origins'] as const) {
      const larger = new Float64Array(2 * this[column].length);
      larger.set(this[column]);
      this[column] = larger;
    }
  }
}
