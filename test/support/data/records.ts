import { toObservedItems } from '../../../src/ingest/sources/helix/read-observations.js';
import { observedItems } from '../../../src/ingest/sources/helix/observations.js';
import { Input, recordsInput } from '../../../src/ingest/sources/input.js';
import { KindName } from '../../../src/ingest/kinds/kind.js';
import { findKind } from '../../../src/ingest/kinds/kinds.js';

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
    yield records.flatMap((record) => toObservedItems(record, { at: now }, now));
  }
  return { kind: observedItems, name: 'pages', read };
}
