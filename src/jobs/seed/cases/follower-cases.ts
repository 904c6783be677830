import { FollowerPoints } from '../plans.js';
import { Seed } from '../seed.js';
import { SeededRandom } from '../seeded-random.js';
import { DAY, HOUR, SeedTime } from '../seed-time.js';

/** Follower histories of every shape. aurora_plays has more than 400 points. All these streamers are on the board. */
export function addFollowerCases(seed: Seed): void {
  const add = (number: number, login: string) =>
    seed.addChannel(number, login).addRegularStreams({ count: 4, everyDays: 5, viewers: number * 6 });
  add(51, 'uncounted_uma');
  add(52, 'rollercoaster_ravi').addFollowerPoints(
    UPS_AND_DOWNS.map((count, index) => [(UPS_AND_DOWNS.length - index) * 4 * DAY, count]),
  );
  // Weekly until 13 months ago, then no points for a year, then every second day.
  add(53, 'sabbatical_sam')
    .addFollowerPoints(days(800, 395, 7, (ago) => 6_800 - ago * 5))
    .addFollowerPoints(days(28, 2, 2, (ago) => 3_900 - ago * 3));
  add(54, 'refresh_rita').addFollowerPoints(sameDayPoints(seed.time));
  const lena = add(55, 'longhaul_lena');
  lena.addFollowerPoints(unevenHistory(lena.random));
  // The maximum number of points of the graph, and one more.
  add(56, 'thousand_club_tia').addFollowerPoints(hourly(1_000));
  add(57, 'thousand_and_one').addFollowerPoints(hourly(1_001));
  add(58, 'single_point_pete').addFollowerPoints([[10 * DAY, 777]]);
  // Followers are known; the gain in the window is unknown.
  add(59, 'last_seen_lars').addFollowerPoints(
    [90, 70, 50, 35].map((daysAgo, index) => [daysAgo * DAY, 2_400 + index * 60]),
  );
  add(60, 'nobody_follows_ned').addFollowerPoints(days(25, 5, 10, () => 0));
}

/** Falls twice by thousands and ends below the value at the start of the window. */
const UPS_AND_DOWNS = [9_000, 9_850, 14_200, 13_900, 8_100, 8_400, 12_600, 12_590, 6_020, 6_500];

function days(from: number, to: number, step: number, followers: (daysAgo: number) => number): FollowerPoints {
  const points: FollowerPoints = [];
  for (let daysAgo = from; daysAgo >= to; daysAgo -= step) points.push([daysAgo * DAY, followers(daysAgo)]);
  return points;
}

function hourly(count: number): FollowerPoints {
  return Array.from({ length: count }, (_, index) => [(count - index) * HOUR, 5_000 + index]);
}

/** Six points on one day (UTC), two of them a second apart. */
function sameDayPoints(time: SeedTime): FollowerPoints {
  const dayStart = time.dayStartAgo(3);
  return [
    [dayStart + 6 * DAY, 1_300],
    [dayStart, 1_340],
    [dayStart - 6.5 * HOUR, 1_352],
    [dayStart - 12 * HOUR, 1_351],
    [dayStart - 12 * HOUR - 1 / 60, 1_353],
    [dayStart - 18 * HOUR, 1_353],
    [dayStart - 23.75 * HOUR, 1_361],
  ];
}

/** 2,400 points: daily for years, then hourly. Thinning evenly in time removes most of the hourly ones. */
function unevenHistory(random: SeededRandom): FollowerPoints {
  let followers = 120;
  const next = () => (followers += random.integer(-3, 22));
  return [...days(2_017, 18, 1, next), ...hourly(400).map(([ago]): [number, number] => [ago, next()])];
}
