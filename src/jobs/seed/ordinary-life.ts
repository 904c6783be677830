import { SeedChannel } from './seed-channel.js';
import { agesOutWithinADay, DAY, HOUR, WINDOW } from './seed-time.js';
import { SeededRandom } from './seeded-random.js';
import { StreamTopic } from './seed-records.js';
import { pickTopic } from './stream-topics.js';

export interface RegularStreams {
  count: number;
  /** Days between starts, at least 1, or such gaps in turn, from the newest stream back. */
  everyDays: number | readonly number[];
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

/** Streams before the window and before the other streams of a channel, back to an age in days. */
export interface EarlierStreams extends Pick<RegularStreams, 'everyDays' | 'viewers'> {
  backToDays: number;
}

/** Adds the earlier streams of a channel that has its other streams. Their IDs are the last ones. */
export function addEarlierStreams(channel: SeedChannel, { backToDays, everyDays, viewers }: EarlierStreams): void {
  const ages = channel.streams.map(({ started_at: start }) => channel.time.minutesSince(start));
  const to = Math.max(WINDOW, ...ages) + DAY;
  const gaps = [everyDays].flat();
  const perDay = gaps.length / gaps.reduce((sum, gap) => sum + gap);
  const count = Math.max(0, Math.round((backToDays - to / DAY) * perDay));
  addRegularStreams(channel, { count, everyDays, viewers, without: { from: 0, to } });
}

const DAYS_IN_THE_WINDOW = [28, 21, 14, 7, 1];

/** Adds follower points of the last weeks, by default twelve, that end at `followers` and gain `gain` in the window. */
export function addFollowerHistory(channel: SeedChannel, followers: number, gain: number, weeks = 12): void {
  const atStart = followers - gain;
  for (let daysAgo = weeks * 7; daysAgo >= 31; daysAgo = daysAgo === 42 ? 31 : daysAgo - 14) {
    channel.addFollowerPoint(daysAgo * DAY, Math.round(atStart * (1 - (daysAgo - 28) / 400)));
  }
  for (const [index, daysAgo] of DAYS_IN_THE_WINDOW.entries()) {
    const share = index / (DAYS_IN_THE_WINDOW.length - 1);
    channel.addFollowerPoint(daysAgo * DAY, atStart + Math.round(gain * share));
  }
}
