import { hash } from 'node:crypto';
import { deserialize, serialize } from 'node:v8';
import { gunzipSync, gzipSync } from 'node:zlib';
import { mostFollowedViewers } from '../import/followed/follow-streams.js';
import { Sighting, sightings } from '../import/helix/sightings.js';
import { Input, InputRecord } from '../import/input.js';
import { ChannelProfile, LiveStream } from './platform.js';

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
  /** Whether it is a sweep that includes every open stream that is still live, so that the others have ended. */
  readonly isComplete: boolean;
  /** For a complete sweep: the import up to which the open streams were known. */
  readonly knownImport?: number;
  /** Number of watched channels; unknown for the whole platform. */
  readonly channels?: number;
}

interface SeenStream {
  readonly stream: LiveStream;
}

export type Seen =
  | SeenStream
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

/**
 * The observation as input of the import, in the form of Helix pages. Of the streams with lines in a sweep, it contains
 * the remaining ones.
 */
export function observationInput({ head, pieces }: Observation, isLeft: (streamId: string) => boolean): Input {
  async function* read(): AsyncGenerator<InputRecord[]> {
    // An empty sweep counts too, even if nobody was live or nothing was new.
    if (head.kind === 'sweep') yield [recordOf(new Sighting('nobody', head.at, 0, {}), 0)];
    for (const piece of pieces) {
      const seen = unpackPiece(piece).filter((one) => !isPlain(one) || isLeft(one.stream.id));
      yield seen.map((one, index) => recordOf(toSighting(one, head.at, index), index + 1));
    }
  }
  return { kind: sightings, name: collectInput, read };
}

/** The plain streams of a sweep as lines for COPY: the ID, a hash of all data except the viewers, and the viewers. */
export function* sweptLines({ pieces }: Observation): Generator<Buffer> {
  for (const piece of pieces) {
    const lines = unpackPiece(piece)
      .filter(isPlain)
      .map(({ stream: { viewers, ...said } }) => {
        return `${said.id}\t${hash('sha256', JSON.stringify(said)).slice(0, 32)}\t${viewers}\n`;
      });
    yield Buffer.from(lines.join(''));
  }
}

/** Whether a followed stream may have this ID and these viewers. The import reads other streams, or reports their problems. */
function isPlain(seen: Seen): seen is SeenStream {
  if (!('stream' in seen)) return false;
  const { id, viewers } = seen.stream;
  return /^[1-9]\d{0,17}$/.test(id) && Number.isInteger(viewers) && viewers >= 0 && viewers <= mostFollowedViewers;
}

/** The name of a collector's imports in `npm run imports`. */
export const collectInput = 'collect';

function toSighting(seen: Seen, at: string, index: number): Sighting {
  if ('stream' in seen) return new Sighting('stream', at, index, streamItem(seen.stream));
  if ('profile' in seen) {
    const { id, login, displayName, image } = seen.profile;
    return new Sighting('user', seen.at, index, { id, login, display_name: displayName, profile_image_url: image });
  }
  return new Sighting('followers', seen.at, index, { total: seen.followers }, seen.channelId);
}

function streamItem(stream: LiveStream): Record<string, unknown> {
  return {
    id: stream.id,
    user_id: stream.channelId,
    user_login: stream.login,
    user_name: stream.displayName,
    game_name: stream.gameName,
    title: stream.title,
    tags: stream.tags,
    viewer_count: stream.viewers,
    started_at: stream.startedAt,
    thumbnail_url: stream.thumbnail,
  };
}

function recordOf(record: Sighting, line: number): InputRecord {
  return { line, record, problem: null, raw: '' };
}
