import { hash } from 'node:crypto';
import { deserialize, serialize } from 'node:v8';
import { gunzipSync, gzipSync } from 'node:zlib';
import { mostFollowedViewers } from '../import/followed/follow-streams.js';
import { Sighting, sightings } from '../import/helix/sightings.js';
import { Input, InputRecord } from '../import/input.js';
import { ChannelProfile, LiveStream } from './platform.js';

/** What a platform said at one moment, packed: a sweep of live streams, or facts about channels. */
export interface Observation {
  readonly head: ObservationHead;
  /** Compressed, a piece for each page, so that a sweep of 100,000 streams takes some megabytes. */
  readonly pieces: readonly Buffer[];
}

export interface ObservationHead {
  readonly kind: 'sweep' | 'facts';
  /** ISO 8601: when its first usable answer arrived. */
  readonly at: string;
  /** Whether it is a sweep that lacks no stream that was known to be open and is live, so that others have ended. */
  readonly isComplete: boolean;
  /** If it is: the import as of which that was known. */
  readonly knownImport?: number;
  /** How many channels are watched; of the whole platform the number is not known. */
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
    throw new SyntaxError('An observation that this version cannot read.', { cause: error });
  }
}

/**
 * The observation as what the import reads, as if it were pages of Helix: of the streams that a sweep has a line of, those that are
 * left.
 */
export function observationInput({ head, pieces }: Observation, isLeft: (streamId: string) => boolean): Input {
  async function* read(): AsyncGenerator<InputRecord[]> {
    // That there was a sweep counts, also where nobody was live, or nothing was new.
    if (head.kind === 'sweep') yield [recordOf(new Sighting('nobody', head.at, 0, {}), 0)];
    for (const piece of pieces) {
      const seen = unpackPiece(piece).filter((one) => !isPlain(one) || isLeft(one.stream.id));
      yield seen.map((one, index) => recordOf(toSighting(one, head.at, index), index + 1));
    }
  }
  return { kind: sightings, name: collectInput, read };
}

/** The plain streams of a sweep as lines for COPY: the id, a hash of all that is said but the viewers, and these. */
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

/** Whether the id and the viewers are what a followed stream has. The import takes other streams, or says what is wrong. */
function isPlain(seen: Seen): seen is SeenStream {
  if (!('stream' in seen)) return false;
  const { id, viewers } = seen.stream;
  return /^[1-9]\d{0,17}$/.test(id) && Number.isInteger(viewers) && viewers >= 0 && viewers <= mostFollowedViewers;
}

/** By which `npm run imports` lists what collectors bring. */
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
