import { addRegularStreams } from '../ordinary-life.js';
import { SeedChannel } from '../seed-channel.js';
import { SEED_EXAMPLES } from '../seed-examples.js';
import { agesOutWithinADay, DAY, HOUR, SeedTime } from '../seed-time.js';
import { viewerCurve } from '../viewer-curve.js';

const STREAMS_WITH_MESSAGE_STATS = 40;

/** The streamer of the documentation's examples, who has everything. */
export function auroraCases(time: SeedTime): SeedChannel[] {
  const channel = new SeedChannel(time, 1, SEED_EXAMPLES.streamerLogin, SEED_EXAMPLES.streamerDisplayName);
  addFullStream(channel);
  addSampledStream(channel);
  addRegularStreams(channel, { count: 158, everyDays: 1.25, viewers: 2_150, without: { from: 0, to: 3 * DAY } });
  const newestFirst = channel.streams.toSorted((a, b) => Date.parse(b.started_at) - Date.parse(a.started_at));
  for (const stream of newestFirst.slice(0, STREAMS_WITH_MESSAGE_STATS)) {
    const total = (stream.unique_chatters ?? 0) * channel.random.integer(8, 14);
    channel.addMessageStats(stream, total, Math.round(total * 0.012), Math.round(total * 0.003));
  }
  addDailyFollowers(channel);
  addPartners(channel);
  return [channel];
}

/** Without figures of its own: they come from its samples, which have a gap of 25 minutes. */
function addSampledStream(channel: SeedChannel): void {
  const stream = channel.addBareStream(62 * HOUR, 5 * HOUR, {
    title: 'five hours of tea, tales and your questions',
    game_name: 'Just Chatting',
    tags: ['English', 'Cozy'],
    live_views: 18_204,
    live_views_final: 19_377,
    unique_chatters: 934,
    vod_id: '2100000002',
    thumbnail: 'https://static.example.net/thumbnails/40100000002.jpg',
    updated_at: channel.time.isoAgo(57 * HOUR - 2),
  });
  const gap = { from: 140, to: 165 };
  const samples = viewerCurve(channel.random, { minutes: 5 * HOUR, everyMinutes: 1, viewers: 2_300, gap });
  channel.addViewerSamples(stream, samples);
}

/** No property null, ten tags, and what it was called before. Its samples are equally far apart, so that their plain mean is its time-weighted one. */
function addFullStream(channel: SeedChannel): void {
  const minutes = 4 * HOUR;
  const samples = viewerCurve(channel.random, { minutes, everyMinutes: 5, viewers: 2_480 });
  const viewers = samples.map((sample) => sample.viewers);
  const stream = channel.addStream({
    startedAgo: 20 * HOUR,
    minutes,
    avgViewers: Math.round(viewers.reduce((sum, count) => sum + count, 0) / viewers.length),
    peakViewers: Math.max(...viewers),
    title: 'hardcore day 100: we finally fight the dragon 🐉',
    gameName: 'Minecraft',
    tags: [
      'English',
      'Minecraft',
      'Hardcore',
      'Cozy',
      'Chill',
      'Sandbox',
      'Family',
      'NoBackseating',
      'Drops',
      'Vtuber',
    ],
  });
  channel.addViewerSamples(stream, samples);
  const { title } = stream;
  channel.addChanges(
    stream,
    [
      { title: 'starting soon, kettle is on', game_name: 'Just Chatting', tags: ['English', 'Cozy'] },
      { title, game_name: 'Just Chatting', tags: ['English', 'Cozy'] },
    ],
    [0, 10, 15],
  );
}

/** One point a day for 420 days, some of them lower than the day before. */
function addDailyFollowers(channel: SeedChannel): void {
  const { random } = channel;
  let followers = 21_340;
  for (let daysAgo = 424; daysAgo >= 0; daysAgo--) {
    const minutesAgo = daysAgo * DAY + 3 * HOUR;
    followers += random.next() < 0.15 ? -random.integer(1, 40) : random.integer(5, 130);
    if (!agesOutWithinADay(minutesAgo)) channel.addFollowerPoint(minutesAgo, followers);
  }
}

/** Four partners among nine links; the handles are longer than the networks allow, so that they are nobody's. */
function addPartners(channel: SeedChannel): void {
  channel.addPanel('nordvale-vpn.com/aurora?utm_source=panel', 400 * DAY);
  channel.addPanel('https://get.nordvale-vpn.com/aurora', 210 * DAY);
  channel.addPanel('https://www.kestrelform-chairs.com/creators/aurora', 320 * DAY);
  channel.addPanel('https://shop.plumewear-merch.com/collections/aurora', 150 * DAY);
  channel.addPanel('https://tidewell-roast.com/?ref=AURORA10', 45 * DAY, { hasImage: false });
  channel.addPanel('https://brewpeak-fuel.com/aurora', 380 * DAY, { removedAgo: 60 * DAY });
  channel.addPanel('https://x.com/aurora_plays_sample_account', 410 * DAY);
  channel.addPanel('https://discord.gg/aurora-plays-sample-invitation', 410 * DAY);
  channel.addPanel('https://www.youtube.com/@aurora-plays-in-the-sample-data-set', 410 * DAY);
}
