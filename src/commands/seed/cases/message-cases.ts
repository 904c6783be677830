import { addFollowerHistory } from '../ordinary-life.js';
import { SeedChannel } from '../seed-channel.js';
import { DAY, SeedTime } from '../seed-time.js';
import { pickTopic } from '../stream-topics.js';

/** Streamers with one stream each, whose message statistics are the special thing. */
export function messageCases(time: SeedTime): SeedChannel[] {
  return [nobodyWrote(time), everythingDeleted(time), neverLogged(time)];
}

function withOneStream(time: SeedTime, number: number, login: string, displayName: string): SeedChannel {
  const channel = new SeedChannel(time, number, login, displayName);
  const viewers = { avgViewers: number, peakViewers: number * 2 };
  channel.addStream({ startedAgo: 2 * DAY, minutes: 90, ...viewers, ...pickTopic(channel.random) });
  addFollowerHistory(channel, number * 20, 5);
  return channel;
}

function nobodyWrote(time: SeedTime): SeedChannel {
  const channel = withOneStream(time, 71, 'hushed_hugo', 'HushedHugo');
  for (const stream of channel.streams) {
    stream.unique_chatters = 0;
    channel.addMessageStats(stream, 0, 0);
  }
  return channel;
}

/** A raid of spam, and a moderator who cleared all of it. */
function everythingDeleted(time: SeedTime): SeedChannel {
  const channel = withOneStream(time, 72, 'purged_petra', 'PurgedPetra');
  for (const stream of channel.streams) channel.addMessageStats(stream, 512, 512);
  return channel;
}

/** No statistics at all, which reads as zeros. */
function neverLogged(time: SeedTime): SeedChannel {
  const channel = withOneStream(time, 73, 'unlogged_una', 'UnloggedUna');
  for (const stream of channel.streams) delete stream.unique_chatters;
  return channel;
}
