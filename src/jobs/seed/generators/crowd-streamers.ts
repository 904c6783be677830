import { SeededRandom } from '../seeded-random.js';
import { crowdName } from './crowd-names.js';
import { StreamTopic } from '../stream-topics.js';
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

/** Codes with their tags. Most ordinary streamers speak English. */
const languages = [
  ['en', 'English'],
  ['es', 'Español'],
  ['en', 'English'],
  ['pt-br', 'Português'],
  ['en', 'English'],
  ['de', 'Deutsch'],
  ['en', 'English'],
  ['fr', 'Français'],
  ['pt', 'Português'],
] as const;

/** Gives a topic the language of a streamer. */
export function inOwnLanguage(streamerId: number, topic: StreamTopic): StreamTopic {
  const [language, tag] = languages[streamerId % languages.length]!;
  return { ...topic, language, tags: topic.tags.map((one) => (one === 'English' ? tag : one)) };
}

/** The ID of a streamer's stream, as docs/seed.md defines it. */
export function crowdStreamId(streamerId: number, index: number): number {
  return 40_100_000_001 + (streamerId - 100_000_001) * 1000 + index;
}

export function toCrowdStreams(streamerId: number, plans: readonly StreamPlan[]): SeedRecord[] {
  const toOwn = (plan: StreamPlan) => ({ ...plan, topic: inOwnLanguage(streamerId, plan.topic) });
  return plans.map((plan, index) => toStream(String(streamerId), crowdStreamId(streamerId, index), toOwn(plan)));
}
