const firstSlots = 1_024;
/** So many digits a number holds exactly. */
const exactDigits = 15;

/**
 * Numbers the streams of some samples in the order in which they come, from 0 on. It looks ids up in a table of hashes of its own: a Map
 * takes several times as long.
 */
export class StreamNumbers {
  /** How many streams there are. */
  count = 0;
  /** The ids by their number. One below 0 stands for a long id. */
  private ids = new Float64Array(firstSlots / 2);
  /** Numbers of streams plus 1, at places that come of their ids; 0 where there is none. At most half of the slots are taken. */
  private slots = new Int32Array(firstSlots);
  private longIds: string[] = [];
  private readonly longIdNumbers = new Map<string, number>();

  /** The number of the stream with an id that a number holds exactly. */
  numberOf(id: number): number {
    let slot = this.slotOf(id);
    for (let taken; (taken = this.slots[slot]!) !== 0; slot = (slot + 1) & (this.slots.length - 1)) {
      if (this.ids[taken - 1] === id) return taken - 1;
    }
    if (this.count === this.ids.length) {
      this.grow();
      return this.numberOf(id);
    }
    this.ids[this.count++] = id;
    this.slots[slot] = this.count;
    return this.count - 1;
  }

  /** The same for an id in digits. */
  numberOfDigits(digits: string): number {
    if (digits.length <= exactDigits) return this.numberOf(Number(digits));
    let id = this.longIdNumbers.get(digits);
    if (id === undefined) {
      id = -this.longIds.push(digits);
      this.longIdNumbers.set(digits, id);
    }
    return this.numberOf(id);
  }

  idOf(number: number): bigint {
    const id = this.ids[number]!;
    return BigInt(id < 0 ? this.longIds[-id - 1]! : id);
  }

  clear(): void {
    this.count = 0;
    this.slots.fill(0);
    this.longIds = [];
    this.longIdNumbers.clear();
  }

  /** The first slot to look at: the upper bits of a product, which all bits of the id have a part in. */
  private slotOf(id: number): number {
    return Math.imul(id ^ (id / 2 ** 32), 0x9e3779b1) >>> (Math.clz32(this.slots.length) + 1);
  }

  private grow(): void {
    const ids = this.ids;
    this.ids = new Float64Array(2 * ids.length);
    this.slots = new Int32Array(2 * this.slots.length);
    this.count = 0;
    for (const id of ids) this.numberOf(id);
  }
}
