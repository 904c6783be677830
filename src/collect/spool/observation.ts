import { deserialize, serialize } from 'node:v8';
import { gunzipSync, gzipSync } from 'node:zlib';
import { ObservedItem, observedItems } from '../../ingest/sources/helix/observations.js';
import { Input, InputRecord } from '../../ingest/sources/input.js';
import { ChannelProfile, LiveStream } from '../platforms/platform.js';

/** The data of a platform at one moment, packed: a sweep of live streams, or facts about channels. */
export interface Observation {
  readonly head: ObservationHead;
  /** Compressed, a piece for each page, so that a sweep of 100,000 streams takes some megabytes. */
  readonly pieces: readonly Buffer[];
}

export interface ObservationHead {
  readonly kind: 'sweep' | 'facts';
  /** ISO 8601: the arrival of the first usable response. */
  readonly at: string;
  /** Whether it is a sweep that includes every known stream that is still live, so that the others have ended. */
  readonly isComplete: boolean;
  /** For a complete sweep: the import up to which the live streams were known. */
  readonly knownImport?: number;
  /** Number of watched channels; unknown for the whole platform. */
  readonly channels?: number;
}

export type Seen =
  | { readonly stream: LiveStream }
  | { readonly profile: ChannelProfile; readonly at: string }
  | { readonly channelId: string; readonly followers: number; readonly at: string };

export function packPiece(seen: readonly Seen[]): Buffer {
  return gzipSync(seen.map((one) => `${JSON.stringify(one)}\n`).join(''), { level: 1 });
}

function unpackPiece(piece: Buffer): Seen[] {
  const lines = gunzipSync(piece).toString().split('\n').slice(0, -1);
  return lines.map((line) => JSON.parse(line) as Seen);
}

export const encodeObservation: (observation: Observation) => Buffer = serialize;

export function decodeObservation(bytes: Buffer): Observation {
  try {
    return deserialize(bytes) as Observation;
  } catch (error) {
    throw new SyntaxError('This version cannot read the observation.', { cause: error });
  }
}

/** The observation as input of the import, in the form of Helix pages. */
export function observationInput({ head, pieces }: Observation): Input {
  async function* read(): AsyncGenerator<InputRecord[]> {
    // An empty sweep counts too.
    if (head.kind === 'sweep') yield [recordOf(new ObservedItem('nobody', head.at, 0, {}), 0)];
    for (const piece of pieces) {
      yield unpackPiece(piece).map((one, index) => recordOf(toItem(one, head.at, index), index + 1));
    }
  }
  return { kind: observedItems, name: collectInput, read };
}

/** The name of a collector's imports in `npm run imports`. */
export const collectInput = 'collect';

function toItem(seen: Seen, at: string, index: number): ObservedItem {
  if ('stream' in seen) return new ObservedItem('stream', at, index, streamItem(seen.stream));
  if ('profile' in seen) {
    const { id, login, displayName, image } = seen.profile;
    return new ObservedItem('user', seen.at, index, { id, login, display_name: displayName, profile_image_url: image });
  }
  return new ObservedItem('followers', seen.at, index, { total: seen.followers }, seen.channelId);
}

function streamItem(stream: LiveStream): Record<string, unknown> {
  return {
    id: stream.id,
    user_id: stream.channelId,
    user_login: stream.login,
    user_name: stream.displayName,
    viewer_count: stream.viewers,
    started_at: stream.startedAt,
    ...stream.description,
  };
}

function recordOf(record: ObservedItem, line: number): InputRecord {
  return { line, record, problem: null, raw: '' };
}
