import {
  addEarlierStreams,
  addFollowerHistory,
  addRegularStreams,
  EarlierStreams,
  RegularStreams,
} from './ordinary-life.js';
import { PanelPlan, SeedChannel, StreamPlan } from './seed-channel.js';
import { SeededRandom } from './seeded-random.js';
import { SeedTime } from './seed-time.js';

/** Points of a follower history. Ages are minutes before now. */
export type FollowerPoints = [minutesAgo: number, followers: number][];

export interface ChannelCase {
  number: number;
  login: string;
  /** Default: the login in camel case. */
  displayName?: string;
  hasProfileImage?: false;
  regular?: RegularStreams;
  /** Streams in addition to the regular ones, which come first. */
  streams?: StreamPlan[] | ((random: SeededRandom) => StreamPlan[]);
  earlier?: EarlierStreams;
  /** Current followers, and the gain in the window. */
  followers?: [now: number, gain: number];
  /** A follower history of another shape. */
  points?: FollowerPoints | ((random: SeededRandom) => FollowerPoints);
  panels?: PanelPlan[];
}

export function channelOf(time: SeedTime, row: ChannelCase): SeedChannel {
  const channel = new SeedChannel(time, row.number, row.login, row.displayName);
  if (row.hasProfileImage === false) delete channel.streamer.profile_image;
  if (row.regular) addRegularStreams(channel, row.regular);
  const given = <Item>(items: Item[] | ((random: SeededRandom) => Item[]) = []) =>
    typeof items === 'function' ? items(channel.random) : items;
  for (const stream of given(row.streams)) channel.addStream(stream);
  if (row.earlier) addEarlierStreams(channel, row.earlier);
  if (row.followers) addFollowerHistory(channel, ...row.followers);
  for (const [minutesAgo, followers] of given(row.points)) channel.addFollowerPoint(minutesAgo, followers);
  for (const panel of row.panels ?? []) channel.addPanel(panel);
  return channel;
}
