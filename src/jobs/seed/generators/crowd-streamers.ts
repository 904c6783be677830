import { SeededRandom } from '../seeded-random.js';
import { crowdName } from './crowd-names.js';
import { SeedRecord } from './read-line.js';
import { StreamPlan, toStream } from './regular-streams.js';

/** The random numbers of a streamer do not depend on other streamers. */
export function randomForStreamer(id: number): SeededRandom {
  return new SeededRandom(id % 1_000);
}

export function toCrowdStreamer(id: number, nameIndex: number): { id: string; login: string } & SeedRecord {
  const [login, display_name] = crowdName(nameIndex);
  return { id: String(id), login, display_name, profile_image: `https://static.example.net/profiles/${login}.png` };
}

/** The ID of a streamer's stream, as docs/seed.md defines it. */
export function crowdStreamId(streamerId: number, index: number): number {
  return 40_100_000_001 + (streamerId - 100_000_001) * 1000 + index;
}

export function toCrowdStreams(streamerId: number, plans: readonly StreamPlan[]): SeedRecord[] {
  return plans.map((plan, index) => toStream(String(streamerId), crowdStreamId(streamerId, index), plan));
}
