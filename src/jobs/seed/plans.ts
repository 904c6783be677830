import { StreamRecord, StreamTopic } from './seed-records.js';
import { agesOutWithinADay, DAY, HOUR } from './seed-time.js';
import { SeededRandom } from './seeded-random.js';
import { stockTopics } from './stream-topics.js';
import { ObservedTime } from './viewer-curve.js';

/** A stream and its parts. Ages are minutes before now. Without `minutes` it is live. */
export interface StreamPlan extends Partial<Omit<StreamRecord, 'id' | 'streamer_id' | 'started_at' | 'ended_at'>> {
  startedAgo: number;
  minutes?: number;
  /** With viewers, the stream has all properties that are not undefined here, except a VOD and final views while live. */
  viewers?: readonly [average: number, peak: number];
  observed?: Omit<ObservedTime, 'minutes'>;
  samples?: readonly { minute: number; viewers: number }[];
  /** Earlier topics, each from a minute of the stream on. */
  changes?: readonly [minute: number, earlier: Partial<StreamTopic>][];
  messages?: readonly [total: number, deleted: number];
}

export interface PanelPlan {
  rawUrl: string;
  daysAgo: number;
  removedDaysAgo?: number;
  hasImage?: boolean;
}

/** Points of a follower history. Ages are minutes before now. */
export type FollowerPoints = [minutesAgo: number, followers: number][];

export interface RegularStreams {
  count: number;
  /** Days between starts, at least 1, or such gaps in turn, from the newest stream back. */
  everyDays: number | readonly number[];
  viewers: number;
  /** Leaves out streams that began between these ages (minutes), to make room for a special stream. */
  without?: { from: number; to: number };
  /** Topics of the streams, by default the common stock. */
  topics?: readonly StreamTopic[];
}

/** Ended streams at regular intervals, the oldest first; the newest began yesterday. */
export function regularStreams(random: SeededRandom, plan: RegularStreams): StreamPlan[] {
  return regularStarts(random, plan).map((startedAgo): StreamPlan => {
    const average = Math.round(plan.viewers * (0.75 + random.next() / 2));
    const minutes = random.integer(8, 32) * 15 + random.integer(0, 14);
    const peak = Math.round(average * (1.25 + random.next() / 2));
    return { startedAgo, minutes, viewers: [average, peak], ...random.pick(plan.topics ?? stockTopics) };
  });
}

/** Ages of the starts, descending. A stream lasts 9 hours at most, so that it ends before the next one and before now. */
function regularStarts(random: SeededRandom, { count, everyDays, without }: RegularStreams): number[] {
  const gaps = [everyDays].flat();
  const starts: number[] = [];
  let daysAgo = 0;
  for (let slot = 0; starts.length < count; daysAgo += gaps[slot % gaps.length] ?? 1, slot++) {
    const ago = Math.round(daysAgo * DAY) + 14 * HOUR + random.integer(0, 4 * HOUR);
    const isLeftOut = without !== undefined && ago >= without.from && ago <= without.to;
    if (!isLeftOut && !agesOutWithinADay(ago)) starts.push(ago);
  }
  return starts.reverse();
}

/** Follower points of the last weeks that end at `followers` and gain `gain` in the window. */
export function followerHistory(followers: number, gain: number, weeks: number): FollowerPoints {
  const atStart = followers - gain;
  const points: FollowerPoints = [];
  for (let daysAgo = weeks * 7; daysAgo >= 31; daysAgo = daysAgo === 42 ? 31 : daysAgo - 14) {
    points.push([daysAgo * DAY, Math.round(atStart * (1 - (daysAgo - 28) / 400))]);
  }
  const daysInTheWindow = [28, 21, 14, 7, 1];
  for (const [index, daysAgo] of daysInTheWindow.entries()) {
    const share = index / (daysInTheWindow.length - 1);
    points.push([daysAgo * DAY, atStart + Math.round(gain * share)]);
  }
  return points;
}
