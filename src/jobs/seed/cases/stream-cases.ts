import { StreamPlan } from '../plans.js';
import { Seed } from '../seed.js';
import { DAY, HOUR, WINDOW } from '../seed-time.js';

const NULLABLE = [
  'title',
  'game_name',
  'avg_viewers',
  'peak_viewers',
  'live_views',
  'live_views_final',
  'vod_id',
  'watchtime',
  'thumbnail',
  'unique_chatters',
  'updated_at',
] as const;

const TEN_TAGS = ['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'a b', 'ひらがな', 'comma,pipe|"quote"'];
const SKETCH = { viewers: [61, 98], game_name: 'Art', minutes: 120 } as const;
const CHESS = { title: 'short and measured', game_name: 'Chess', tags: ['Educational'] };

/** Streamers with some or all data unknown. A stream with all data known: SEED_EXAMPLES.streamId. */
export function addFieldCases(seed: Seed): void {
  // Every nullable property is null, including the end, so one stream is live. Before it, a stream with only an end.
  const blank = seed.addChannel(21, 'blank_slate');
  blank.addStreams({ startedAgo: 6 * DAY, minutes: 95 }, { startedAgo: 40 });
  delete blank.streamer.profile_image;
  // Tags unknown, empty, and ten.
  seed
    .addChannel(22, 'tagged_tamsin')
    .addStreams({ ...SKETCH, startedAgo: 9 * DAY, title: 'sketching, untagged' })
    .addStreams({ ...SKETCH, startedAgo: 6 * DAY, title: 'inking, with no tags at all', tags: [] })
    .addStreams({ ...SKETCH, startedAgo: 3 * DAY, title: 'colours! and all ten tags', tags: TEN_TAGS })
    .addFollowers(1_904, 22);
  // A long stream with unknown viewers next to a short one with 100: the average stays 100.
  seed
    .addChannel(41, 'half_measured_hal')
    .addStreams({ startedAgo: 8 * DAY, minutes: 10 * HOUR, title: 'the collector slept through this one' })
    .addStreams({ ...CHESS, startedAgo: 4 * DAY, minutes: 60, viewers: [100, 180] })
    .addFollowers(2_611, 0);
  // A stream for each nullable property, with only that property unknown.
  const gaps = seed.addChannel(23, 'gap_in_the_record').addFollowers(4_250, 61);
  for (const [index, property] of NULLABLE.entries()) {
    gaps.addStreams({
      startedAgo: (NULLABLE.length - index) * 2 * DAY,
      minutes: 200,
      viewers: [300, 420],
      title: `everything but the ${property.replaceAll('_', ' ')}`,
      game_name: 'Retro',
      tags: ['Retro'],
      [property]: undefined,
    });
  }
}

/**
 * Streamers at the edges of the 30-day window, with unusual lengths and starts; streamers without streams in the window or at all.
 */
export function addWindowCases(seed: Seed): void {
  const add = (number: number, login: string, ...streams: StreamPlan[]) =>
    seed.addChannel(number, login).addStreams(...streams);
  // Outside by an hour; inside by an hour, which is true for one hour after seeding; inside by 25 hours.
  const edges = [plain(WINDOW + HOUR, 30), plain(WINDOW - HOUR, 30), plain(WINDOW - 25 * HOUR, 120)];
  add(31, 'windowpane_wes', ...edges).addFollowers(1_450, 12);
  // It ended inside the window, but only the start counts.
  add(32, 'threshold_theo', plain(WINDOW + 10, 30 * HOUR)).addFollowers(990, -4);
  // Across each of the last two month ends (UTC); the older one is always outside the window.
  const monthEnds = [1, 0].map((before) => plain(seed.time.monthStartAgo(4 * HOUR, before) + 2 * HOUR, 5 * HOUR));
  add(33, 'calendar_cass', ...monthEnds).addFollowers(2_230, 35);
  // 48 hours, and 6 minutes.
  add(34, 'marathon_mina', plain(12 * DAY, 48 * HOUR, 870), plain(5 * DAY, 6, 95)).addFollowers(18_330, 410);
  // Two streams with the same start (and two lengths), as when a source splits one broadcast.
  const twins = [plain(9 * DAY, 180), plain(2 * DAY, 45), plain(2 * DAY, 120)];
  add(35, 'twin_takes', ...twins).addFollowers(3_075, 18);
  add(37, 'fresh_account_fred');
  // Has followers, never streamed.
  add(38, 'lurker_lou').addFollowers(214, 9);
  // 40 seconds are less than a whole minute: its total minutes are 0.
  add(40, 'wrong_button_will', plain(5 * DAY, 40 / 60, 12));
  const archive = { count: 12, everyDays: 20, viewers: 530, without: { from: 0, to: 60 * DAY } };
  add(36, 'dusty_archive').addRegularStreams(archive).addFollowers(7_640, -120);
}

function plain(startedAgo: number, minutes: number, average = 150): StreamPlan {
  return { startedAgo, minutes, viewers: [average, Math.round(average * 1.6)] };
}
