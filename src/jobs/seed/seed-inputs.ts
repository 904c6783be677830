import { createReadStream } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { dayMs } from '../../figures/time.js';
import { FieldError } from '../../ingest/errors.js';
import { date } from '../../ingest/kinds/column-types.js';
import { defineKind, Kind } from '../../ingest/kinds/kind.js';
import { kinds } from '../../ingest/kinds/kinds.js';
import { findInputs } from '../../ingest/sources/files.js';
import { readNdjson } from '../../ingest/sources/formats/ndjson.js';
import { badRecord, goodRecord, Input, InputRecord } from '../../ingest/sources/input.js';
import { generateCrowd } from './generators/crowd.js';
import { generateFollowerHistory, generateFollowerWalk } from './generators/follower-points.js';
import { generateQuietCrowd } from './generators/quiet-crowd.js';
import { SeedRecord, SeedRecords } from './generators/read-line.js';
import { generateRegularStreams } from './generators/regular-streams.js';
import { generateViewerCurve } from './generators/viewer-curves.js';
import { relativeDate } from './relative-time.js';

const dataFolder = fileURLToPath(new URL('./data', import.meta.url));

type Generate = (line: SeedRecord) => SeedRecords;

/** The files of `data/generated`, and what a line of each generates. */
const generators: Readonly<Record<string, Generate>> = {
  regular_streams: generateRegularStreams,
  viewer_curves: generateViewerCurve,
  follower_histories: generateFollowerHistory,
  follower_walks: generateFollowerWalk,
  crowd: generateCrowd,
  quiet_crowd: generateQuietCrowd,
};

/** The kinds of the import with times relative to `now`, and the records of the seed for each. */
export async function seedInputs(now: Date, folder = dataFolder): Promise<{ kind: Kind; inputs: Input[] }[]> {
  const relative = relativeDate(now);
  const { inputs: files } = await findInputs([folder]);
  const generated = await Promise.all(
    Object.entries(generators).map(([name, generate]) => readGenerated(`${folder}/generated/${name}.ndjson`, generate)),
  );
  return kinds.map((absolute) => {
    const columns = absolute.columns.map((column) => (column.type === date ? { ...column, type: relative } : column));
    const kind = defineKind({ ...absolute, columns });
    // The points of a kind with an earliest date are of the last 30 days.
    const oldest = new Date(now.getTime() - 30 * dayMs).toISOString();
    if (columns.some(({ since = '' }) => oldest < since)) return { kind, inputs: [] };
    const given = files.filter((file) => file.kind === absolute).map((file) => ({ ...file, kind }));
    return { kind, inputs: [...given, ...generated.map((inputOf) => inputOf(kind))] };
  });
}

/** Reads a file of `data/generated`. Returns what its lines generate as inputs, with the lines as places in messages. */
async function readGenerated(file: string, generate: Generate): Promise<(kind: Kind) => Input> {
  const lines: { source: InputRecord; records: SeedRecords }[] = [];
  for await (const batch of readNdjson(createReadStream(file), file)) {
    lines.push(...batch.map((source) => generateFrom(source, generate)));
  }
  return (kind) => {
    async function* read(): AsyncGenerator<InputRecord[]> {
      yield lines.flatMap(({ source, records }) =>
        source.record === null ? [source] : (records[kind.name] ?? []).map((record) => goodRecord(source.line, record)),
      );
    }
    return { kind, name: file, read };
  };
}

function generateFrom(source: InputRecord, generate: Generate): { source: InputRecord; records: SeedRecords } {
  if (source.record === null) return { source, records: {} };
  try {
    return { source, records: generate(source.record) };
  } catch (error) {
    if (!(error instanceof FieldError)) throw error;
    return { source: badRecord(source.line, error.message, source.raw), records: {} };
  }
}
