import { date } from '../../../src/ingest/kinds/column-types.js';
import { Kind, KindName } from '../../../src/ingest/kinds/kind.js';
import { seedInputs } from '../../../src/jobs/seed/seed-inputs.js';

/** A row of the seed with absolute times. Rows of a kind have the properties of its import file. */
export interface SeedRow {
  id: string;
  streamer_id: string;
  stream_id: string;
  stream_ids: string[];
  event_id: string;
  login: string;
  display_name: string;
  raw_url: string;
  started_at: string;
  created_at: string;
  ended_at?: string;
  removed_at?: string;
  title?: string;
  avg_viewers?: number;
  peak_viewers?: number;
  live_views?: number;
  live_views_final?: number;
  watchtime?: number;
  unique_chatters?: number;
  total_messages: number;
  deleted_messages: number;
  is_public: boolean;
}

export type SeedRows = Record<KindName, SeedRow[]>;

/** Returns the rows of a seed as of `now`; throws a FieldError for a row that the import rejects. */
export async function readSeed(now: Date): Promise<SeedRows> {
  const rows: Partial<SeedRows> = {};
  for (const { kind, inputs } of await seedInputs(now)) {
    const ofKind = (rows[kind.name] = [] as SeedRow[]);
    for (const input of inputs) {
      for await (const batch of input.read(() => {})) {
        for (const { record, problem } of batch) {
          if (record === null) throw new Error(`${input.name}: ${problem}`);
          kind.toRow(record);
          ofKind.push(withAbsoluteTimes(kind, record));
        }
      }
    }
  }
  return rows as SeedRows;
}

function withAbsoluteTimes({ columns }: Kind, record: Record<string, unknown>): SeedRow {
  const dates = columns.filter(({ name, type }) => type.sql === date.sql && record[name] !== undefined);
  const absolute = dates.map(({ name, type }) => [name, type.cell(record[name], name)]);
  return { ...record, ...Object.fromEntries(absolute) } as SeedRow;
}
