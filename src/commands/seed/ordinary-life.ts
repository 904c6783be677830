import { SeedChannel } from './seed-channel.js';
import { agesOutWithinADay, DAY, HOUR } from './seed-time.js';
import { SeededRandom } from './seeded-random.js';
import { StreamTopic } from './seed-records.js';
import { pickTopic } from './stream-topics.js';

export interface RegularStreams {
  count: number;
  /** Days between starts, at least 1. */
  everyDays: number;
  viewers: number;
  /** Leaves out streams that began between these ages (minutes), to make room for a special stream. */
  without?: { from: number; to: number };
  /** Topics of the streams, instead of the common stock. */
  topics?: readonly StreamTopic[];
}

/** Adds ended streams at regular intervals, the oldest first; the newest began yesterday. */
export function addRegularStreams(channel: SeedChannel, plan: RegularStreams): void {
  const { random } = channel;
  for (const startedAgo of regularStarts(random, plan)) {
    const average = Math.round(plan.viewers * (0.75 + random.next() / 2));
    const minutes = random.integer(8, 32) * 15 + random.integer(0, 14);
    const peak = Math.round(average * (1.25 + random.next() / 2));
    channel.addStream({ startedAgo, minutes, viewers: [average, peak], ...pickTopic(random, plan.topics) });
  }
}

/** Ages of the starts, descending. A stream lasts 9 hours at most, so that it ends before the next one and before now. */
function regularStarts(random: SeededRandom, { count, everyDays, without }: RegularStreams): number[] {
  const starts: number[] = [];
  for (let slot = 0; starts.length < count; slot++) {
    const ago = Math.round(slot * everyDays * DAY) + 14 * HOUR + random.integer(0, 4 * HOUR);
    const isLeftOut = without !== undefined && ago >= without.from && ago <= without.to;
    if (!isLeftOut && !agesOutWithinADay(ago)) starts.push(ago);
  }
  return starts.reverse();
}

const DAYS_BEFORE_THE_WINDOW = [84, 70, 56, 42, 31];
const DAYS_IN_THE_WINDOW = [28, 21, 14, 7, 1];

/** Adds follower points of the last twelve weeks that end at `followers` and gain `gain` in the window. */
export function addFollowerHistory(channel: SeedChannel, followers: number, gain: number): void {
  const atStart = followers - gain;
  for (const daysAgo of DAYS_BEFORE_THE_WINDOW) {
    channel.addFollowerPoint(daysAgo * DAY, Math.round(atStart * (1 - (daysAgo - 28) / 400)));
  }
  for (const [index, daysAgo] of DAYS_IN_THE_WINDOW.entries()) {
    const share = index / (DAYS_IN_THE_WINDOW.length - 1);
    channel.addFollowerPoint(daysAgo * DAY, atStart + Math.round(gain * share));
  }
}
