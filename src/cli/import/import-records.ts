import type { Client } from 'pg';
import { recordsInput } from './import-input.js';
import { KindName } from './import-kind.js';
import { findKind } from './import-kinds.js';
import { KindImporter, KindSummary } from './kind-importer.js';
import { RejectLog } from './reject-log.js';

/**
 * Imports records that are in memory, or made on the way, inside a transaction that the caller has opened; throws at
 * the end if one of them is bad. Kinds must come in their order; `deriveSampleFigures` after the last one.
 */
export async function importKind(
  client: Client,
  kindName: KindName,
  records: Iterable<object> | AsyncIterable<object>,
  at: Date = new Date(),
): Promise<KindSummary> {
  const kind = findKind(kindName);
  if (kind === undefined) throw new Error(`There is no kind ${kindName}`);
  const rejects = new RejectLog();
  const summary = await new KindImporter(client, rejects, at).import(kind, [recordsInput(kind, kindName, records)]);
  const [first] = rejects.first;
  if (first) throw new Error(`${first.file} ${first.line}: ${first.property ?? ''} ${first.reason}`);
  return summary;
}
