import { fileURLToPath } from 'node:url';
import { dayMs } from '../../figures/time.js';
import { date } from '../../ingest/kinds/column-types.js';
import { defineKind, Kind } from '../../ingest/kinds/kind.js';
import { kinds } from '../../ingest/kinds/kinds.js';
import { findInputs } from '../../ingest/sources/files.js';
import { Input } from '../../ingest/sources/input.js';
import { relativeDate } from './relative-time.js';

const dataFolder = fileURLToPath(new URL('./data', import.meta.url));

/** The kinds of the import with times relative to `now`, and the files of the seed for each. */
export async function seedInputs(now: Date, folder = dataFolder): Promise<{ kind: Kind; inputs: Input[] }[]> {
  const relative = relativeDate(now);
  const { inputs: files } = await findInputs([folder]);
  return kinds.map((absolute) => {
    const columns = absolute.columns.map((column) => (column.type === date ? { ...column, type: relative } : column));
    const kind = defineKind({ ...absolute, columns });
    // The points of a kind with an earliest date are of the last 30 days.
    const oldest = new Date(now.getTime() - 30 * dayMs).toISOString();
    const given = columns.some(({ since = '' }) => oldest < since) ? [] : files;
    return { kind, inputs: given.filter((file) => file.kind === absolute).map((file) => ({ ...file, kind })) };
  });
}
