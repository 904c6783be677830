import { addRegularStreams } from '../ordinary-life.js';
import { SeedChannel } from '../seed-channel.js';
import { DAY, HOUR, SeedTime } from '../seed-time.js';

/** Follower histories of every shape. 400+ points: aurora_plays. All these streamers are on the board. */
export function followerCases(time: SeedTime): SeedChannel[] {
  return [
    followed(time, 51, 'uncounted_uma', 'UncountedUma', () => {}),
    followed(time, 52, 'rollercoaster_ravi', 'RollercoasterRavi', addUpsAndDowns),
    followed(time, 53, 'sabbatical_sam', 'SabbaticalSam', addGapOfAYear),
    followed(time, 54, 'refresh_rita', 'RefreshRita', addSameDayPoints),
    followed(time, 55, 'longhaul_lena', 'LonghaulLena', addUnevenHistory),
    followed(time, 56, 'thousand_club_tia', 'ThousandClubTia', (channel) => addHourly(channel, 1_000)),
    followed(time, 57, 'thousand_and_one', 'ThousandAndOne', (channel) => addHourly(channel, 1_001)),
    followed(time, 58, 'single_point_pete', 'SinglePointPete', (channel) => channel.addFollowerPoint(10 * DAY, 777)),
    followed(time, 59, 'last_seen_lars', 'LastSeenLars', addPointsBeforeTheWindow),
    followed(time, 60, 'nobody_follows_ned', 'NobodyFollowsNed', addZeros),
  ];
}

function followed(
  time: SeedTime,
  number: number,
  login: string,
  displayName: string,
  addPoints: (channel: SeedChannel) => void,
): SeedChannel {
  const channel = new SeedChannel(time, number, login, displayName);
  addRegularStreams(channel, { count: 4, everyDays: 5, viewers: number * 6 });
  addPoints(channel);
  return channel;
}

/** Falls twice by thousands and ends below where the window began. */
function addUpsAndDowns(channel: SeedChannel): void {
  const counts = [9_000, 9_850, 14_200, 13_900, 8_100, 8_400, 12_600, 12_590, 6_020, 6_500];
  for (const [index, followers] of counts.entries()) {
    channel.addFollowerPoint((counts.length - index) * 4 * DAY, followers);
  }
}

/** Weekly until 13 months ago, then nothing for a year, then every second day. */
function addGapOfAYear(channel: SeedChannel): void {
  for (let daysAgo = 800; daysAgo >= 395; daysAgo -= 7) channel.addFollowerPoint(daysAgo * DAY, 6_800 - daysAgo * 5);
  for (let daysAgo = 28; daysAgo >= 2; daysAgo -= 2) channel.addFollowerPoint(daysAgo * DAY, 3_900 - daysAgo * 3);
}

/** Six points on one day (UTC), two of them a second apart. */
function addSameDayPoints(channel: SeedChannel): void {
  const dayStart = channel.time.dayStartAgo(3);
  channel.addFollowerPoint(dayStart + 6 * DAY, 1_300);
  const points = [
    { hour: 0, followers: 1_340 },
    { hour: 6.5, followers: 1_352 },
    { hour: 12, followers: 1_351 },
    { hour: 12 + 1 / 3_600, followers: 1_353 },
    { hour: 18, followers: 1_353 },
    { hour: 23.75, followers: 1_361 },
  ];
  for (const { hour, followers } of points) channel.addFollowerPoint(dayStart - hour * HOUR, followers);
}

/** 2,400 points: daily for years, then hourly. Thinned evenly in time, most of the hourly ones go. */
function addUnevenHistory(channel: SeedChannel): void {
  const ages: number[] = [];
  for (let daysAgo = 2_017; daysAgo > 17; daysAgo--) ages.push(daysAgo * DAY);
  for (let hoursAgo = 400; hoursAgo > 0; hoursAgo--) ages.push(hoursAgo * HOUR);
  let followers = 120;
  for (const age of ages) {
    followers += channel.random.integer(-3, 22);
    channel.addFollowerPoint(age, followers);
  }
}

/** As many points as the graph shows at the most, or one more. */
function addHourly(channel: SeedChannel, count: number): void {
  for (let index = 0; index < count; index++) channel.addFollowerPoint((count - index) * HOUR, 5_000 + index);
}

/** Followers are known, what was gained in the window is not. */
function addPointsBeforeTheWindow(channel: SeedChannel): void {
  for (const [index, daysAgo] of [90, 70, 50, 35].entries()) {
    channel.addFollowerPoint(daysAgo * DAY, 2_400 + index * 60);
  }
}

function addZeros(channel: SeedChannel): void {
  for (const daysAgo of [25, 15, 5]) channel.addFollowerPoint(daysAgo * DAY, 0);
}
