/** A range of ids, both ends included. */
export interface IdRange {
  first: bigint;
  last: bigint;
}

/** Every streamer of the seed has an id in this range. */
export const SEED_STREAMER_IDS: IdRange = { first: 100_000_001n, last: 100_000_999n };

/** Every stream of the seed has an id in this range: 999 numbers for each of the 999 streamers. */
export const SEED_STREAM_IDS: IdRange = { first: 40_100_000_001n, last: 40_100_998_999n };

/** Whether an id lies in a range. */
export function isInRange(id: bigint, range: IdRange): boolean {
  return id >= range.first && id <= range.last;
}

/** Id of the streamer with this number, 1 to 999. */
export function seedStreamerId(streamerNumber: number): string {
  return String(100_000_000 + streamerNumber);
}

/** Id of a streamer's n-th stream. It does not depend on other streamers, so that a new case moves no id. */
export function seedStreamId(streamerNumber: number, streamNumber: number): string {
  return String(40_100_000_000 + (streamerNumber - 1) * 1000 + streamNumber);
}
