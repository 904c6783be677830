import { Seed } from '../seed.js';
import { SEED_EXAMPLES } from '../seed-examples.js';
import { DAY } from '../seed-time.js';

/** Streamers who are live now; some of the board crowd are live too. */
export function addLiveCases(seed: Seed): void {
  // Live for three hours; its figures so far come from one sample a minute.
  seed
    .addChannel(3, SEED_EXAMPLES.liveStreamerLogin)
    .addRegularStreams({ count: 6, everyDays: 3, viewers: 640 })
    .addStreams({
      startedAgo: 192,
      title: '🔴 late night requests, !song to join the queue',
      game_name: 'Music',
      tags: ['Music', 'Chill', 'English'],
      live_views: 4_120,
      unique_chatters: 388,
      thumbnail: 'https://static.example.net/thumbnails/nightshift-radio-live.jpg',
      updated_at: seed.time.isoAgo(1),
      observed: { everyMinutes: 1, viewers: 710 },
      changes: [
        [0, { game_name: 'Just Chatting' }],
        [48, {}],
      ],
      messages: [5_230, 41],
    })
    .addEarlierStreams(120, { everyDays: 3, viewers: 610 })
    .addFollowers(15_480, 320)
    .addPanels({ rawUrl: 'https://driftwell-audio.com/nightshift', daysAgo: 120 });
  // Always live: the stream started before the window, so the streamer is live but not on the board.
  seed
    .addChannel(39, 'lofi_lighthouse')
    .addStreams({
      startedAgo: 40 * DAY,
      viewers: [240, 905],
      title: '24/7 waves and beats to study to',
      game_name: 'Music',
      tags: ['Music', '24x7'],
    })
    .addFollowers(8_800, 95);
}
