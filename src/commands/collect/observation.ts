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

export type Seen =
  | { readonly stream: LiveStream }
  | { readonly profile: ChannelProfile; readonly at: string }
  | { readonly channelId: string; readonly followers: number; readonly at: string };

/**
 * A line for each: its line of {@link sweptLines}, empty if it has none, then a tab, then itself as JSON. JSON has neither tabs nor ends of
 * lines.
 */
export function packPiece(seen: readonly Seen[]): Buffer {
  const lines = seen.map((one) => `${'stream' in one ? sweptLine(one.stream) : ''}\t${JSON.stringify(one)}\n`);
  return gzipSync(lines.join(''), { level: 1 });
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
      const seen = unpackPiece(piece)
        .filter(({ swept }) => !swept || isLeft(swept.slice(0, swept.indexOf('\t'))))
        .map(({ json }) => JSON.parse(json) as Seen);
      yield seen.map((one, index) => recordOf(toSighting(one, head.at, index), index + 1));
    }
  }
  return { kind: sightings, name: collectInput, read };
}

/** The streams of a sweep as lines for COPY: the id, a hash of all that is said but the viewers, and these. */
export function* sweptLines({ pieces }: Observation): Generator<Buffer> {
  for (const piece of pieces) {
    const lines = unpackPiece(piece).flatMap(({ swept }) => (swept ? `${swept}\n` : []));
    yield Buffer.from(lines.join(''));
  }
}

/** Empty where the id or the viewers are not what a followed stream has: the import takes those, or says what is wrong. */
function sweptLine({ viewers, ...said }: LiveStream): string {
  const isPlain =
    /^[1-9]\d{0,17}$/.test(said.id) && Number.isInteger(viewers) && viewers >= 0 && viewers <= mostFollowedViewers;
  return isPlain ? `${said.id}\t${hash('sha256', JSON.stringify(said)).slice(0, 32)}\t${viewers}` : '';
}

function unpackPiece(piece: Buffer): { swept: string; json: string }[] {
  const text = gunzipSync(piece).toString();
  const lines = text.split('\n').slice(0, -1);
  return lines.map((line) => {
    const end = line.lastIndexOf('\t');
    return { swept: line.slice(0, end), json: line.slice(end + 1) };
  });
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
