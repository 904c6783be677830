import { refuseValue } from '../../../ingest/errors.js';
import { SeededRandom } from '../seeded-random.js';
import { stockTopics, StreamTopic } from '../stream-topics.js';
import { timeAgo } from '../relative-time.js';
import {
  ageField,
  durationField,
  idField,
  optional,
  pairField,
  readLine,
  SeedRecord,
  SeedRecords,
  integerField,
} from './read-line.js';

export const dayMinutes = 24 * 60;
/** The window of the leaderboard and of the 30-day stats. */
export const windowMinutes = 30 * dayMinutes;
const visitMinutes = 60;

/** A stream with all figures. Without `minutes` it is live. */
export interface StreamPlan {
  startedAgo: number;
  minutes?: number;
  average: number;
  peak: number;
  topic: StreamTopic;
}

interface RegularStreams {
  count: number;
  /** Minutes between starts, at least a day, or such gaps in turn, from the newest stream back. */
  every: number | readonly number[];
  viewers: number;
  /** Ages between which no stream starts, to make room for others. */
  gap?: readonly [from: number, to: number];
  topics?: readonly StreamTopic[];
}

/** Generates the streams of a line: ended, at regular intervals, the oldest first. The newest began yesterday. */
export function generateRegularStreams(record: SeedRecord): SeedRecords {
  const { streamer_id, first_id, seed, ...plan } = readLine(record, {
    streamer_id: idField,
    first_id: idField,
    count: integerField,
    every: durationField,
    gap: optional(pairField(ageField)),
    viewers: integerField,
    topics: optional(topicList),
    seed: integerField,
  });
  const plans = planRegularStreams(new SeededRandom(seed), plan);
  return { streams: plans.map((stream, index) => toStream(streamer_id, Number(first_id) + index, stream)) };
}

/** The import checks the topics. */
function topicList(value: unknown, property: string): StreamTopic[] {
  return Array.isArray(value) && value.length > 0
    ? (value as StreamTopic[])
    : refuseValue(property, value, 'an array of titles, games and tags');
}

export function planRegularStreams(random: SeededRandom, plan: RegularStreams): StreamPlan[] {
  return regularStarts(random, plan).map((startedAgo): StreamPlan => {
    const average = Math.round(plan.viewers * (0.75 + random.next() / 2));
    const minutes = random.integer(8, 32) * 15 + random.integer(0, 14);
    const peak = Math.round(average * (1.25 + random.next() / 2));
    return { startedAgo, minutes, average, peak, topic: random.pick(plan.topics ?? stockTopics) };
  });
}

/**
 * Ages of the starts, descending. A stream lasts 9 hours at most, so that it ends before the next one and before now. No
 * stream leaves the window in the day after seeding, so that the figures do not change until the seed is renewed.
 */
function regularStarts(random: SeededRandom, { count, every, gap: [from, to] = [-1, -1] }: RegularStreams): number[] {
  const gaps = [every].flat();
  const starts: number[] = [];
  for (let slot = 0, slotAgo = 0; starts.length < count; slotAgo += gaps[slot++ % gaps.length]!) {
    const ago = Math.round(slotAgo) + 14 * 60 + random.integer(0, 4 * 60);
    const isInGap = ago <= from && ago >= to;
    const agesOut = ago > windowMinutes - dayMinutes && ago <= windowMinutes;
    if (!isInGap && !agesOut) starts.push(ago);
  }
  return starts.reverse();
}

export function toStream(streamer_id: string, idNumber: number, plan: StreamPlan): SeedRecord {
  const { startedAgo, minutes, average, peak, topic } = plan;
  const id = String(idNumber);
  const endedAgo = startedAgo - (minutes ?? startedAgo);
  const length = startedAgo - endedAgo;
  const views = Math.round(average * (1 + length / visitMinutes)) + peak;
  const ended = { ended_at: timeAgo(endedAgo), live_views_final: Math.round(views * 1.04), vod_id: `2${id.slice(-9)}` };
  return {
    ...{ id, streamer_id, started_at: timeAgo(startedAgo), language: 'en', ...topic },
    ...(minutes !== undefined && ended),
    avg_viewers: average,
    peak_viewers: peak,
    live_views: views,
    watchtime: average * length,
    unique_chatters: countChatters(plan),
    thumbnail: `https://static.example.net/thumbnails/${id}.jpg`,
    updated_at: timeAgo(Math.max(endedAgo - 2, 0)),
  };
}

export function countChatters({ peak }: StreamPlan): number {
  return Math.round(peak * 0.4);
}
