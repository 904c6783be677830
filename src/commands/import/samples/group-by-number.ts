/** Places in a column, group after group: those of group `g` are from `starts[g]` to before `starts[g + 1]`. */
export interface Groups {
  count: number;
  starts: Int32Array;
  order: Int32Array;
}

/**
 * Groups the first numbers of a column by their value, each group in the order of the column: a counting sort, whose groups are looked
 * up in a table of hashes of its own. A Map takes several times as long.
 */
export function groupByNumber(column: Float64Array, length: number): Groups {
  const groupOf = new Int32Array(length);
  const starts = new Int32Array(length + 1);
  const count = numberGroups(column, length, groupOf, starts);
  // Each start is the end of the group before; filling a group from its end moves its end to its start.
  for (let group = 1; group <= count; group++) starts[group]! += starts[group - 1]!;
  const order = new Int32Array(length);
  for (let place = length - 1; place >= 0; place--) order[--starts[groupOf[place]!]!] = place;
  return { count, starts, order };
}

/** Notes the number of each place's group, and how many places each group has; answers how many groups there are. */
function numberGroups(column: Float64Array, length: number, groupOf: Int32Array, sizes: Int32Array): number {
  const bits = Math.ceil(Math.log2(2 * length + 2));
  const lastSlot = 2 ** bits - 1;
  // A slot holds the number of a group, from 1 on.
  const slots = new Int32Array(lastSlot + 1);
  const firstOf = new Int32Array(length + 1);
  let count = 0;
  for (let place = 0; place < length; place++) {
    const value = column[place]!;
    let slot = Math.imul(value ^ (value / 2 ** 32), 0x9e3779b1) >>> (32 - bits);
    let group: number;
    while ((group = slots[slot]!) !== 0 && column[firstOf[group]!] !== value) slot = (slot + 1) & lastSlot;
    if (group === 0) {
      slots[slot] = group = ++count;
      firstOf[group] = place;
    }
    groupOf[place] = group - 1;
    sizes[group - 1]! += 1;
  }
  return count;
}
