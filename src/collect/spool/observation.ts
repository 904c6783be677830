import { deserialize, serialize } from 'node:v8';
import { gunzipSync, gzipSync } from 'node:zlib';
import { PlatformName } from '../../config/platforms.js';
import { collectInput } from '../../ingest/observed-streams.js';
import { ObservedItem, observedItems } from '../../ingest/sources/helix/observations.js';
import { goodRecord, Input, InputRecord } from '../../ingest/sources/input.js';

/** The data of a platform at one moment, packed: a sweep of live streams, or profiles and follower counts of channels. */
export interface Observation {
  readonly head: {
    readonly kind: 'sweep' | 'facts';
    /** ISO 8601: the arrival of the first usable response. */
    readonly at: string;
    /**
     * For a complete sweep, which includes every known stream that is still live, so that the others have ended: the
     * import up to which the live streams were known.
     */
    readonly knownImport?: number;
    /** Number of watched channels; unknown for the whole platform. */
    readonly channels?: number;
  };
  /** Compressed, a piece for each page, so that a sweep of 100,000 streams takes some megabytes. */
  readonly pieces: readonly Buffer[];
}

/** An item of a page; its time is the moment of the observation by default. */
export type PieceItem = Pick<ObservedItem, 'shape' | 'item'> & Partial<Pick<ObservedItem, 'at' | 'broadcasterId'>>;

/** Copies the result into memory of its own: gzipSync and Buffer.from return parts of larger buffers. */
export function packPiece(items: readonly PieceItem[]): Buffer {
  const packed = gzipSync(JSON.stringify(items), { level: 1 });
  return Buffer.from(new Uint8Array(packed).buffer);
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
export function observationInput(platform: PlatformName, { head, pieces }: Observation): Input {
  const recordOf = ({ shape, item, at = head.at, broadcasterId }: PieceItem, index: number): InputRecord =>
    goodRecord(index + 1, new ObservedItem(shape, at, index, item, broadcasterId));
  async function* read(): AsyncGenerator<InputRecord[]> {
    // An empty sweep counts too.
    if (head.kind === 'sweep') yield [recordOf({ shape: 'nobody', item: { platform } }, 0)];
    for (const piece of pieces) yield (JSON.parse(gunzipSync(piece).toString()) as PieceItem[]).map(recordOf);
  }
  return { kind: observedItems, name: collectInput, read };
}
