import { addFollowerHistory, addRegularStreams } from '../ordinary-life.js';
import { LIVE, SeedChannel } from '../seed-channel.js';
import { SeedTime } from '../seed-time.js';
import { crowdName } from './crowd-names.js';

const CROWD_FIRST_NUMBER = 101;
const CROWD_SIZE = 150;
const LIVE_EVERY = 25;
const WITH_PARTNERS = 60;

export const sponsors = [
  'nordvale-vpn.com',
  'www.kestrelform-chairs.com',
  'brewpeak-fuel.com',
  'shop.lumora-keycaps.com',
  'driftwell-audio.com',
  'hexapad-gear.com',
  'www.snackharbour-box.com',
  'tidewell-roast.com',
  'glasshaus-pcs.com',
  'shop.plumewear-merch.com',
];

/** 150 ordinary streamers, with thousands down to hundreds of viewers, so that the board fills several pages. */
export function boardCrowd(time: SeedTime): SeedChannel[] {
  return Array.from({ length: CROWD_SIZE }, (_, rank) => crowdChannel(time, rank));
}

function crowdChannel(time: SeedTime, rank: number): SeedChannel {
  const { login, displayName } = crowdName(rank);
  const channel = new SeedChannel(time, CROWD_FIRST_NUMBER + rank, login, displayName);
  const { random } = channel;
  // Zipf's law: few streamers have many viewers.
  const viewers = Math.round(42_000 / (rank + 4) ** 1.05);
  addRegularStreams(channel, { count: random.integer(5, 12), everyDays: random.integer(2, 6), viewers });
  if (rank % LIVE_EVERY === LIVE_EVERY - 1) {
    const startedAgo = random.integer(40, 170);
    channel.addStream({ startedAgo, minutes: LIVE, viewers: [viewers, Math.round(viewers * 1.3)] });
  }
  addNewestMessageStats(channel);
  const followers = viewers * random.integer(14, 40);
  addFollowerHistory(channel, followers, Math.round((followers * random.integer(-60, 240)) / 10_000));
  if (rank < WITH_PARTNERS) addSponsors(channel);
  return channel;
}

function addNewestMessageStats(channel: SeedChannel): void {
  for (const stream of channel.streams.slice(-1)) {
    const total = (stream.unique_chatters ?? 0) * channel.random.integer(4, 20);
    channel.addMessageStats(stream, total, Math.round(total * channel.random.next() * 0.05));
  }
}

function addSponsors(channel: SeedChannel): void {
  const { random, streamer } = channel;
  const first = random.integer(0, sponsors.length - 1);
  const count = random.integer(1, 3);
  for (let index = 0; index < count; index++) {
    const sponsor = sponsors[(first + index) % sponsors.length];
    channel.addPanel({ rawUrl: `https://${sponsor}/${streamer.login}`, daysAgo: random.integer(5, 300) });
  }
}
