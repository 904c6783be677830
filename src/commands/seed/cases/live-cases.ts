import { addFollowerHistory, addRegularStreams } from '../ordinary-life.js';
import { LIVE, SeedChannel } from '../seed-channel.js';
import { SEED_EXAMPLES } from '../seed-examples.js';
import { DAY, SeedTime } from '../seed-time.js';
import { viewerCurve } from '../viewer-curve.js';

/** Streamers who are live now; some of the board's crowd are too. */
export function liveCases(time: SeedTime): SeedChannel[] {
  return [nightshiftRadio(time), lofiLighthouse(time)];
}

/** Live for three hours, its figures so far come from a sample a minute. */
function nightshiftRadio(time: SeedTime): SeedChannel {
  const channel = new SeedChannel(time, 3, SEED_EXAMPLES.liveStreamerLogin, 'NightshiftRadio');
  addRegularStreams(channel, { count: 6, everyDays: 3, viewers: 640 });
  const startedAgo = 192;
  const stream = channel.addBareStream(startedAgo, LIVE, {
    title: '🔴 late night requests, !song to join the queue',
    game_name: 'Music',
    tags: ['Music', 'Chill', 'English'],
    live_views: 4_120,
    unique_chatters: 388,
    thumbnail: 'https://static.example.net/thumbnails/nightshift-radio-live.jpg',
    updated_at: time.isoAgo(1),
  });
  channel.addViewerSamples(stream, viewerCurve(channel.random, { minutes: startedAgo, everyMinutes: 1, viewers: 710 }));
  const { title, tags } = stream;
  channel.addChanges(stream, [{ title, game_name: 'Just Chatting', tags }], [0, 48]);
  channel.addMessageStats(stream, 5_230, 41);
  addFollowerHistory(channel, 15_480, 320);
  channel.addPanel('https://driftwell-audio.com/nightshift', 120 * DAY);
  return channel;
}

/** Never off the air: started before the window, so that it is live and still not on the board. */
function lofiLighthouse(time: SeedTime): SeedChannel {
  const channel = new SeedChannel(time, 39, 'lofi_lighthouse', 'LofiLighthouse');
  channel.addStream({
    startedAgo: 40 * DAY,
    minutes: LIVE,
    avgViewers: 240,
    peakViewers: 905,
    title: '24/7 waves and beats to study to',
    gameName: 'Music',
    tags: ['Music', '24x7'],
  });
  addFollowerHistory(channel, 8_800, 95);
  return channel;
}
