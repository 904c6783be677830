/** A range of ids, both ends included. */
export interface IdRange {
  first: bigint;
  last: bigint;
}

export const SEED_STREAMER_IDS: IdRange = { first: 100_000_001n, last: 100_000_999n };

/** Every stream of the seed has an id in this range: 999 numbers for each of the 999 streamers. */
export const SEED_STREAM_IDS: IdRange = { first: 40_100_000_001n, last: 40_100_998_999n };

/** Every event of the seed has an id in this range, and so have its collaboration sessions in theirs. */
export const SEED_EVENT_IDS: IdRange = { first: 300_000_001n, last: 300_000_999n };
export const SEED_SESSION_IDS: IdRange = { first: 320_000_001n, last: 320_000_999n };

export function seedStreamerId(streamerNumber: number): string {
  return String(100_000_000 + streamerNumber);
}

/** Id of a streamer's n-th stream. It does not depend on other streamers, so that a new case moves no id. */
export function seedStreamId(streamerNumber: number, streamNumber: number): string {
  return String(40_100_000_000 + (streamerNumber - 1) * 1000 + streamNumber);
}

export function seedEventId(eventNumber: number): string {
  return String(300_000_000 + eventNumber);
}

export function seedMarkerId(eventNumber: number, markerNumber: number): string {
  return String(310_000_000 + (eventNumber - 1) * 1000 + markerNumber);
}

export function seedSessionId(sessionNumber: number): string {
  return String(320_000_000 + sessionNumber);
}
