import type { Client } from 'pg';
import { escapeControls } from '../../ingest/escape-controls.js';
import { isCollected } from '../../ingest/observed-streams.js';
import { formatCount, toTable } from '../../logging/format-count.js';

interface ListedImport {
  id: number;
  imported_at: Date;
  imported_by: string;
  inputs: string[];
  kinds: { kind: string; inserted: number; updated: number }[];
  changes: string;
  can_undo: boolean;
  undone_at: Date | null;
}

const header = ['import', 'when', 'by', 'inserted', 'updated', 'undo', 'kept rows', 'files'];
const shownInputs = 3;

/** Lists the newest imports of files or, with `collected`, of collectors; all of them if `limit` is null. */
export async function listImports(client: Client, collected: boolean, limit: number | null): Promise<string> {
  const { rows } = await client.query<ListedImport>(
    `SELECT i.id, i.imported_at, i.imported_by, i.inputs, i.kinds, i.changes, i.can_undo, i.undone_at
    FROM imports i
    WHERE ${isCollected} = $1
    ORDER BY i.id DESC
    LIMIT $2`,
    [collected, limit],
  );
  if (rows.length > 0) return toTable([header, ...rows.map(toCells)]);
  return collected ? 'No imports of a collector.' : 'No imports of files.';
}

function toCells(row: ListedImport): string[] {
  const sum = (name: 'inserted' | 'updated') => formatCount(row.kinds.reduce((total, kind) => total + kind[name], 0));
  const more = row.inputs.length - shownInputs;
  const inputs = [...row.inputs.slice(0, shownInputs), ...(more > 0 ? [`and ${formatCount(more)} more`] : [])];
  return [
    String(row.id),
    row.imported_at.toISOString(),
    row.imported_by,
    sum('inserted'),
    sum('updated'),
    row.undone_at ? 'undone' : row.can_undo ? 'recorded' : 'no',
    row.can_undo ? formatCount(Number(row.changes)) : '0',
    escapeControls(inputs.join(', ')),
  ];
}
