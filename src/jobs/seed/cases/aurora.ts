import { Seed } from '../seed.js';
import { SeedChannel } from '../seed-channel.js';
import { SEED_EXAMPLES } from '../seed-examples.js';
import { agesOutWithinADay, DAY, HOUR } from '../seed-time.js';
import { viewerCurve } from '../viewer-curve.js';

const STREAMS_WITH_MESSAGE_STATS = 40;

/** The streamer of the documentation's examples, who has data of every kind. */
export function addAurora(seed: Seed): void {
  const channel = seed.addChannel(1, SEED_EXAMPLES.streamerLogin);
  addFullStream(channel);
  addSampledStream(channel);
  channel.addRegularStreams({ count: 158, everyDays: 1.25, viewers: 2_150, without: { from: 0, to: 3 * DAY } });
  const newestFirst = channel.streams.toSorted((a, b) => Date.parse(b.started_at) - Date.parse(a.started_at));
  for (const stream of newestFirst.slice(0, STREAMS_WITH_MESSAGE_STATS)) {
    const total = (stream.unique_chatters ?? 0) * channel.random.integer(8, 14);
    channel.addMessages(stream, total, Math.round(total * 0.012), Math.round(total * 0.003));
  }
  addDailyFollowers(channel);
  channel.addPanels(...PANELS);
}

/**
 * No null property, ten tags, and earlier titles and games. Its samples are equally far apart, so that their plain mean
 * equals the time-weighted one.
 */
function addFullStream(channel: SeedChannel): void {
  const minutes = 4 * HOUR;
  const samples = viewerCurve(channel.random, { minutes, everyMinutes: 5, viewers: 2_480 });
  const viewers = samples.map((sample) => sample.viewers);
  const before = { game_name: 'Just Chatting', tags: ['English', 'Cozy'] };
  channel.addStreams({
    startedAgo: 20 * HOUR,
    minutes,
    viewers: [Math.round(viewers.reduce((sum, count) => sum + count, 0) / viewers.length), Math.max(...viewers)],
    title: 'hardcore day 100: we finally fight the dragon 🐉',
    game_name: 'Minecraft',
    tags: 'English,Minecraft,Hardcore,Cozy,Chill,Sandbox,Family,NoBackseating,Drops,Vtuber'.split(','),
    samples,
    changes: [
      [0, { ...before, title: 'starting soon, kettle is on' }],
      [10, before],
      [15, {}],
    ],
  });
}

/** Has no figures of its own; its samples have a gap of 25 minutes. */
function addSampledStream(channel: SeedChannel): void {
  channel.addStreams({
    startedAgo: 62 * HOUR,
    minutes: 5 * HOUR,
    title: 'five hours of tea, tales and your questions',
    game_name: 'Just Chatting',
    tags: ['English', 'Cozy'],
    live_views: 18_204,
    live_views_final: 19_377,
    unique_chatters: 934,
    vod_id: '2100000002',
    thumbnail: 'https://static.example.net/thumbnails/40100000002.jpg',
    updated_at: channel.time.isoAgo(57 * HOUR - 2),
    observed: { everyMinutes: 1, viewers: 2_300, gap: { from: 140, to: 165 } },
  });
}

/** One point a day for 420 days; some are lower than the day before. */
function addDailyFollowers(channel: SeedChannel): void {
  const { random } = channel;
  let followers = 21_340;
  for (let daysAgo = 424; daysAgo >= 0; daysAgo--) {
    const minutesAgo = daysAgo * DAY + 3 * HOUR;
    followers += random.next() < 0.15 ? -random.integer(1, 40) : random.integer(5, 130);
    if (!agesOutWithinADay(minutesAgo)) channel.addFollowerPoints([[minutesAgo, followers]]);
  }
}

/** Four partners among nine links. The handles are longer than the networks allow, so that nobody owns them. */
const PANELS = [
  { rawUrl: 'nordvale-vpn.com/aurora?utm_source=panel', daysAgo: 400 },
  { rawUrl: 'https://get.nordvale-vpn.com/aurora', daysAgo: 210 },
  { rawUrl: 'https://www.kestrelform-chairs.com/creators/aurora', daysAgo: 320 },
  { rawUrl: 'https://shop.plumewear-merch.com/collections/aurora', daysAgo: 150 },
  { rawUrl: 'https://tidewell-roast.com/?ref=AURORA10', daysAgo: 45, hasImage: false },
  { rawUrl: 'https://brewpeak-fuel.com/aurora', daysAgo: 380, removedDaysAgo: 60 },
  { rawUrl: 'https://x.com/aurora_plays_sample_account', daysAgo: 410 },
  { rawUrl: 'https://discord.gg/aurora-plays-sample-invitation', daysAgo: 410 },
  { rawUrl: 'https://www.youtube.com/@aurora-plays-in-the-sample-data-set', daysAgo: 410 },
];
