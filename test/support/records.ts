import { toSightings } from '../../src/commands/import/helix/read-sightings.js';
import { sightings } from '../../src/commands/import/helix/sightings.js';
import { Input, recordsInput } from '../../src/commands/import/input.js';
import { KindName } from '../../src/commands/import/kinds/kind.js';
import { findKind } from '../../src/commands/import/kinds/kinds.js';

/** Records to import, by kind. */
export type Records = Partial<Record<KindName, object[]>>;

/** An input for each kind. Its name may have the ending of a file. */
export function inputsOf(records: Records, ending = ''): Input[] {
  return Object.entries(records).map(([name, rows]) => recordsInput(findKind(name as KindName), name + ending, rows));
}

/** An input of Helix pages, one page per line. `now` is the time at which the import reads them. */
export function pagesInput(pages: readonly object[], now: Date): Input {
  const records = pages.map((page, index) => ({
    ...{ line: index + 1, record: { ...page }, problem: null, raw: JSON.stringify(page) },
  }));
  async function* read() {
    yield records.flatMap((record) => toSightings(record, { at: now }, now));
  }
  return { kind: sightings, name: 'pages', read };
}
