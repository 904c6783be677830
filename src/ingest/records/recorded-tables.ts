/** Kinds of rows that can be forgotten together with their streamer. */
export type OwnerKind = 'streamers' | 'streams' | 'events';

export interface RecordedTable {
  readonly name: string;
  readonly key: readonly string[];
  /** The columns that refer to the owners of a row. A loose column may refer to a row that is not stored. */
  readonly owners: readonly {
    readonly column: string;
    readonly kind: OwnerKind | 'colab_sessions';
    readonly isLoose?: true;
  }[];
  /** A column that may refer to a stream that does not own the row. */
  readonly mention?: string;
}

const ofStreamer = { column: 'streamer_id', kind: 'streamers' } as const;
const ofStream = { column: 'stream_id', kind: 'streams' } as const;
const ofEvent = { column: 'event_id', kind: 'events' } as const;

/** The tables that imports write, each after the tables of its owners. */
export const recordedTables: readonly RecordedTable[] = [
  { name: 'streamers', key: ['id'], owners: [] },
  { name: 'streams', key: ['id'], owners: [ofStreamer] },
  { name: 'stream_changes', key: ['stream_id', 'created_at'], owners: [ofStream] },
  { name: 'viewer_samples', key: ['stream_id', 'created_at'], owners: [ofStream] },
  { name: 'follower_points', key: ['streamer_id', 'created_at'], owners: [ofStreamer] },
  { name: 'message_stats', key: ['stream_id'], owners: [ofStream] },
  { name: 'panels', key: ['streamer_id', 'raw_url'], owners: [ofStreamer] },
  {
    name: 'events',
    key: ['id'],
    owners: [{ column: 'user_id', kind: 'streamers', isLoose: true }],
    mention: 'host_stream_id',
  },
  { name: 'event_streams', key: ['event_id', 'stream_id'], owners: [ofEvent, ofStream] },
  { name: 'event_markers', key: ['id'], owners: [ofEvent] },
  { name: 'colab_sessions', key: ['id'], owners: [] },
  {
    name: 'colab_session_streams',
    key: ['session_id', 'stream_id'],
    owners: [{ column: 'session_id', kind: 'colab_sessions' }, ofStream],
  },
  // Of these tables, only the observations are recorded.
  { name: 'live_streams', key: ['stream_id'], owners: [{ ...ofStream, isLoose: true }] },
  { name: 'newest_observation', key: ['id'], owners: [] },
];

export function recordedTable(name: string): RecordedTable {
  const table = recordedTables.find((one) => one.name === name);
  if (table) return table;
  throw new Error(`Imports do not write ${name}.`);
}

export function sameKey({ key }: { readonly key: readonly string[] }, one: string, other: string): string {
  return key.map((column) => `${one}.${column} = ${other}.${column}`).join(' AND ');
}
