import { Seed } from '../seed.js';
import { SeedChannel } from '../seed-channel.js';
import { StreamRecord } from '../seed-records.js';
import { stockTopics } from '../stream-topics.js';
import { viewerCurveOf } from '../viewer-curve.js';
import { crowdName } from './crowd-names.js';

const CROWD_FIRST_NUMBER = 101;
const CROWD_SIZE = 150;
const LIVE_EVERY = 25;
/** The place of the live streamer who was not observed for the last minutes. */
const STALE_RANK = 74;
const STALE_MINUTES = 85;
const WITH_PARTNERS = 60;
/** The first dozen has data for each panel of its pages: half a year of streams, and an observed newest stream. */
const WELL_KNOWN = 12;
/** Days between the streams of the well-known, so that they prefer some days of the week. */
const WEEKS = [[3, 4], [2, 5], [1, 6], [7]];

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

/** 150 ordinary streamers, with thousands down to hundreds of viewers, so that the board fills several pages and moves. */
export function addBoardCrowd(seed: Seed): void {
  for (let rank = 0; rank < CROWD_SIZE; rank++) addCrowdChannel(seed, rank);
}

function addCrowdChannel(seed: Seed, rank: number): void {
  const channel = seed.addChannel(CROWD_FIRST_NUMBER + rank, ...crowdName(rank));
  const { random } = channel;
  // Zipf's law: few streamers have many viewers.
  const viewers = Math.round(42_000 / (rank + 4) ** 1.05);
  const isWellKnown = rank < WELL_KNOWN;
  const [count, everyDays] = [random.integer(5, 12), random.integer(2, 6)];
  channel.addRegularStreams({ count, everyDays, viewers });
  const isLive = rank % LIVE_EVERY === LIVE_EVERY - 1;
  const unseenMinutes = rank === STALE_RANK ? STALE_MINUTES : 0;
  if (isLive) {
    const startedAgo = random.integer(40, 170) + unseenMinutes;
    channel.addStreams({ startedAgo, viewers: [viewers, Math.round(viewers * 1.3)] });
  }
  const newest = channel.streams.at(-1) as StreamRecord;
  const messages = (newest.unique_chatters ?? 0) * random.integer(4, 20);
  channel.addMessages(newest, messages, Math.round(messages * random.next() * 0.05));
  const followers = viewers * random.integer(14, 40);
  const gain = Math.round((followers * random.integer(-60, 240)) / 10_000);
  channel.addFollowers(followers, gain, isWellKnown ? 26 : 12);
  if (rank < WITH_PARTNERS) addSponsors(channel);
  if (isWellKnown || isLive) observe(channel, newest, unseenMinutes);
  if (isWellKnown) {
    channel.addChange(newest, 0, random.pick(stockTopics));
    channel.addChange(newest, random.integer(20, 100), {});
  }
  const earlierViewers = Math.round(viewers * (0.8 + random.next() * 0.4));
  const earlierDays = isWellKnown ? WEEKS[rank % WEEKS.length] : undefined;
  channel.addEarlierStreams(isWellKnown ? 182 : 62, {
    viewers: earlierViewers,
    everyDays: earlierDays ?? Math.max(everyDays, Math.round(30 / count)),
  });
}

/** Adds samples that agree with the figures of a stream. The end of a live stream may be unseen. */
function observe(channel: SeedChannel, stream: StreamRecord, unseenMinutes: number): void {
  const { random, time } = channel;
  const { avg_viewers: viewers = 0, peak_viewers: peak = 0 } = stream;
  const { started_at, ended_at = time.isoAgo(unseenMinutes) } = stream;
  const minutes = time.minutesSince(started_at) - time.minutesSince(ended_at);
  channel.addSamples(stream, viewerCurveOf(random, { minutes, everyMinutes: 5, viewers }, peak));
}

function addSponsors(channel: SeedChannel): void {
  const { random, streamer } = channel;
  const first = random.integer(0, sponsors.length - 1);
  const count = random.integer(1, 3);
  const panels = Array.from({ length: count }, (_, index) => {
    const sponsor = sponsors[(first + index) % sponsors.length];
    return { rawUrl: `https://${sponsor}/${streamer.login}`, daysAgo: random.integer(5, 300) };
  });
  channel.addPanels(...panels);
}
