import { StagedKind } from '../import-kind.js';
import { readNdjson } from './ndjson.js';
import { SourceRecord } from './source-record.js';

/** The end of the name of a file with rejected records, which may be repaired there and imported again. */
export const rejectsEnding = '.rejects.ndjson';

/** Reads the records of one kind in a file of rejects; with `brokenToo` also the lines that are of no kind. */
export async function* readRejects(
  bytes: AsyncIterable<Buffer>,
  kind: StagedKind,
  brokenToo: boolean,
): AsyncGenerator<SourceRecord[]> {
  for await (const batch of readNdjson(bytes)) {
    yield batch.filter(({ record }) => (record === null ? brokenToo : record.kind === kind.name)).map(unwrap);
  }
}

/** The kinds of records in a file of rejects. */
export async function findRejectedKinds(bytes: AsyncIterable<Buffer>): Promise<Set<unknown>> {
  const kinds = new Set<unknown>();
  for await (const batch of readNdjson(bytes)) {
    for (const { record } of batch) if (record !== null) kinds.add(record.kind);
  }
  return kinds;
}

function unwrap(reject: SourceRecord): SourceRecord {
  if (reject.record === null) return reject;
  const { record } = reject.record;
  const problem = 'has no "record" that is a JSON object; repair it there';
  if (typeof record === 'string') return { ...reject, record: null, problem, raw: record };
  if (typeof record !== 'object' || record === null) return { ...reject, record: null, problem };
  return { ...reject, record: record as Record<string, unknown>, raw: JSON.stringify(record) };
}
