import { Seed } from '../seed.js';
import { StreamTopic } from '../seed-records.js';
import { DAY, HOUR } from '../seed-time.js';

const ESPORTS: StreamTopic[] = [
  { game_name: 'League of Legends', title: 'World Stage, group A: day 2', tags: ['Esports', 'English'] },
  { game_name: 'League of Legends', title: 'REBROADCAST: quarter-final 3', tags: ['Esports', 'Rebroadcast'] },
  { game_name: 'VALORANT', title: 'World Stage qualifiers, upper bracket', tags: ['Esports', 'English', 'FPS'] },
  { game_name: 'Counter-Strike', title: 'World Stage major: play-ins', tags: ['Esports', 'English', 'FPS'] },
];

/** Figures above 2^32: plausible ones on the board, the others where they do not distort a ranking. */
export function addBigNumbers(seed: Seed): void {
  // More than 150 streams; one of 48 hours takes the watchtime of the window above 2^32.
  seed
    .addChannel(2, 'worldstage_arena', 'WorldStageArena')
    .addRegularStreams({
      count: 170,
      everyDays: 2,
      viewers: 350_000,
      without: { from: 11 * DAY, to: 15 * DAY },
      topics: ESPORTS,
    })
    .addStreams({
      startedAgo: 14 * DAY,
      minutes: 48 * HOUR,
      viewers: [3_120_000, 5_480_000],
      title: 'GRAND FINALS: 48 hours non-stop, all regions',
      game_name: 'League of Legends',
      tags: ['Esports', 'English', 'GrandFinals'],
      messages: [61_250_400, 734_511],
    })
    .addFollowers(12_412_900, 182_350)
    .addPanels(
      { rawUrl: 'https://hexapad-gear.com/worldstage', daysAgo: 200 },
      { rawUrl: 'https://brewpeak-fuel.com/worldstage', daysAgo: 90 },
    );
  // Not on the board. Its views and messages are the greatest integer that JSON represents exactly.
  seed
    .addChannel(4, 'overflow_observatory', 'Overflow Observatory')
    .addStreams({
      startedAgo: 90 * DAY,
      minutes: 2 * HOUR,
      title: 'opening ceremony, on every screen there is',
      game_name: 'Special Events',
      tags: ['Simulcast'],
      avg_viewers: 4_500_000_000,
      peak_viewers: 6_200_000_000,
      live_views: 7_100_000_000,
      live_views_final: Number.MAX_SAFE_INTEGER,
      watchtime: 540_000_000_000,
      unique_chatters: 4_400_000_000,
      messages: [Number.MAX_SAFE_INTEGER, 4_300_000_000],
    })
    .addFollowerPoints([120, 60, 20, 2].map((daysAgo, index) => [daysAgo * DAY, 4_300_000_000 + index * 250_000_000]));
}
