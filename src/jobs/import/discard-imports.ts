import type { Client } from 'pg';
import { discardUndo } from '../../ingest/records/import-record.js';
import { refuseUnkept } from '../../ingest/records/undo-import.js';
import { withoutImports } from '../without-imports.js';

/**
 * Deletes what an import, or all imports before a moment, keep for an undo. Returns their numbers. Throws an UndoError if the
 * import keeps nothing.
 */
export async function discardImports(
  client: Client,
  { id, before }: { id?: number; before?: Date },
  log: (line: string) => void,
): Promise<{ imports: number; rows: number }> {
  const discarded = await withoutImports(client, log, async () => {
    if (id !== undefined) await refuseUnkept(client, id);
    return discardUndo(client, 'SELECT n.id FROM imports n WHERE n.id = $1 OR n.imported_at < $2', [id, before]);
  });
  if (discarded.rows > 0) await client.query('VACUUM import_changes');
  return discarded;
}
