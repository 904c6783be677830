/** A range of IDs, both ends included. */
export interface IdRange {
  first: bigint;
  last: bigint;
}

export const SEED_STREAMER_IDS: IdRange = { first: 100_000_001n, last: 100_000_999n };

/** The range of the IDs of all seed streams: 999 numbers for each of the 999 streamers. */
export const SEED_STREAM_IDS: IdRange = { first: 40_100_000_001n, last: 40_100_998_999n };

/** The range of the IDs of all seed events, and of their collaboration sessions. */
export const SEED_EVENT_IDS: IdRange = { first: 300_000_001n, last: 300_000_999n };
export const SEED_SESSION_IDS: IdRange = { first: 320_000_001n, last: 320_000_999n };

export const seedStreamerId = (streamerNumber: number) => String(100_000_000 + streamerNumber);

/** ID of a streamer's n-th stream. It does not depend on other streamers, so that a new case changes no ID. */
export const seedStreamId = (streamerNumber: number, streamNumber: number) =>
  String(40_100_000_000 + (streamerNumber - 1) * 1000 + streamNumber);
export const seedEventId = (eventNumber: number) => String(300_000_000 + eventNumber);
export const seedMarkerId = (eventNumber: number, markerNumber: number) =>
  String(310_000_000 + (eventNumber - 1) * 1000 + markerNumber);
export const seedSessionId = (sessionNumber: number) => String(320_000_000 + sessionNumber);
