import { Input, recordsInput } from '../../src/commands/import/input.js';
import { KindName } from '../../src/commands/import/kinds/kind.js';
import { findKind } from '../../src/commands/import/kinds/kinds.js';

/** Records to import, by kind. */
export type Records = Partial<Record<KindName, object[]>>;

/** An input for each kind, with its name, as that of a file if it has an ending. */
export function inputsOf(records: Records, ending = ''): Input[] {
  return Object.entries(records).map(([name, rows]) => recordsInput(findKind(name as KindName), name + ending, rows));
}
