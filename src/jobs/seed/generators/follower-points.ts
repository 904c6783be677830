import { timeAgo } from '../relative-time.js';
import { SeededRandom } from '../seeded-random.js';
import {
  ageField,
  durationField,
  idField,
  optional,
  pairField,
  probabilityField,
  readLine,
  SeedRecord,
  SeedRecords,
  integerField,
} from './read-line.js';
import { dayMinutes } from './regular-streams.js';

/** Generates the points of a line: twelve weeks that end at `followers` and gain `gain` in the window. */
export function generateFollowerHistory(record: SeedRecord): SeedRecords {
  const line = readLine(record, { streamer_id: idField, followers: integerField, gain: integerField });
  return { follower_points: followerHistory(line.streamer_id, line.followers, line.gain) };
}

export function followerHistory(streamer_id: string, followers: number, gain: number, weeks = 12): SeedRecord[] {
  const atStart = followers - gain;
  const point = (daysAgo: number, count: number) => ({
    streamer_id,
    created_at: timeAgo(daysAgo * dayMinutes),
    followers: Math.round(count),
  });
  const points: SeedRecord[] = [];
  for (let daysAgo = weeks * 7; daysAgo >= 31; daysAgo = daysAgo === 42 ? 31 : daysAgo - 14) {
    points.push(point(daysAgo, atStart * (1 - (daysAgo - 31) / 400)));
  }
  const daysInTheWindow = [28, 21, 14, 7, 1];
  const inTheWindow = daysInTheWindow.map((daysAgo, index) =>
    point(daysAgo, atStart + Math.round((gain * index) / (daysInTheWindow.length - 1))),
  );
  return [...points, ...inTheWindow];
}

/** Generates the points of a line at equal intervals. From `followers` on, each point is a random step up or down. */
export function generateFollowerWalk(record: SeedRecord): SeedRecords {
  const line = readLine(record, {
    streamer_id: idField,
    from: ageField,
    to: ageField,
    every: durationField,
    followers: integerField,
    rise: pairField(integerField),
    fall: optional(pairField(integerField)),
    fall_share: optional(probabilityField),
    seed: integerField,
  });
  const { streamer_id, from, to, every, rise, fall, fall_share = 0.5, seed } = line;
  const random = new SeededRandom(seed);
  let { followers } = line;
  const points: SeedRecord[] = [];
  for (let ago = from; ago >= to; ago -= every) {
    followers += fall && random.chance(fall_share) ? -random.integer(...fall) : random.integer(...rise);
    points.push({ streamer_id, created_at: timeAgo(ago), followers });
  }
  return { follower_points: points };
}
