import { Kind, Reference } from '../kinds/kind.js';
import { colabSessions, kinds } from '../kinds/kinds.js';

export interface RecordedTable extends Pick<Kind, 'key' | 'newest'> {
  readonly name: string;
  readonly references: readonly Reference[];
}

const streamReference = { name: 'stream_id', refersTo: 'streams' } as const;

/** The tables that imports write, each after the tables that it refers to. */
export const recordedTables: readonly RecordedTable[] = [
  ...kinds.filter((kind) => kind !== colabSessions),
  // The streams of a session have a separate table.
  { ...colabSessions, references: [] },
  {
    name: 'colab_session_streams',
    key: ['session_id', 'stream_id'],
    references: [{ name: 'session_id', refersTo: 'colab_sessions' }, streamReference],
  },
  // Of these tables, only the observations are recorded.
  { name: 'live_streams', key: ['stream_id'], references: [{ ...streamReference, mayBeUnknown: true }] },
  { name: 'newest_observation', key: ['platform'], references: [] },
];

export function recordedTable(name: string): RecordedTable {
  const table = recordedTables.find((one) => one.name === name);
  if (table) return table;
  throw new Error(`Imports do not write ${name}.`);
}

export function sameKey({ key }: { readonly key: readonly string[] }, one: string, other: string): string {
  return key.map((column) => `${one}.${column} = ${other}.${column}`).join(' AND ');
}
