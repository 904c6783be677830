/** What to generate. The same options give the same rows. */
export interface GenerateOptions {
  streamers: number;
  /** On average: some stream more than others. */
  streamsPerStreamer: number;
  /** In all. */
  viewerSamples: number;
  followerPointsPerStreamer: number;
  /** Streams and follower points are spread over so many days before `now`. */
  days: number;
  seed: number;
  /** The moment that dates are relative to, a full minute. */
  now: Date;
}

/** Options that cannot be met together. */
export class GenerateOptionsError extends Error {}

export const dayMs = 24 * 60 * 60 * 1000;

/** Keeps the random numbers of different tables apart. */
export const purposes = {
  order: 1,
  schedule: 2,
  streamer: 3,
  stream: 4,
  streamTexts: 5,
  samples: 6,
  followers: 7,
  messages: 8,
  panels: 9,
};
