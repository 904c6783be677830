import { PlatformName } from '../../config/platforms.js';

/** The live streams of a language on a platform. */
export interface WatchedPart {
  platform: PlatformName;
  /** Null if it is unknown. */
  language: string | null;
  /** Viewers at the last observation of each stream. */
  viewers: number;
  streams: number;
}
