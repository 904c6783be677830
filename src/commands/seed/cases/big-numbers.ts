import { addFollowerHistory, addRegularStreams } from '../ordinary-life.js';
import { SeedChannel } from '../seed-channel.js';
import { SEED_EXAMPLES } from '../seed-examples.js';
import { DAY, HOUR, SeedTime } from '../seed-time.js';
import { StreamTopic } from '../stream-topics.js';

const BIGGEST_JSON_INTEGER = Number.MAX_SAFE_INTEGER;

const ESPORTS: StreamTopic[] = [
  { gameName: 'League of Legends', title: 'World Stage, group A: day 2', tags: ['Esports', 'English'] },
  { gameName: 'League of Legends', title: 'REBROADCAST: quarter-final 3', tags: ['Esports', 'Rebroadcast'] },
  { gameName: 'VALORANT', title: 'World Stage qualifiers, upper bracket', tags: ['Esports', 'English', 'FPS'] },
  { gameName: 'Counter-Strike', title: 'World Stage major: play-ins', tags: ['Esports', 'English', 'FPS'] },
];

/** Figures above 2^32: believable ones on the board, and every other one where it distorts no ranking. */
export function bigNumberCases(time: SeedTime): SeedChannel[] {
  return [worldStage(time), overflowObservatory(time)];
}

/** Over 150 streams; one of 48 hours takes the watchtime of the window above 2^32. */
function worldStage(time: SeedTime): SeedChannel {
  const channel = new SeedChannel(time, 2, SEED_EXAMPLES.biggestStreamerLogin, 'WorldStageArena');
  const without = { from: 11 * DAY, to: 15 * DAY };
  addRegularStreams(channel, { count: 170, everyDays: 2, viewers: 350_000, without, topics: ESPORTS });
  const marathon = channel.addStream({
    startedAgo: 14 * DAY,
    minutes: 48 * HOUR,
    avgViewers: 3_120_000,
    peakViewers: 5_480_000,
    title: 'GRAND FINALS: 48 hours non-stop, all regions',
    gameName: 'League of Legends',
    tags: ['Esports', 'English', 'GrandFinals'],
  });
  channel.addMessageStats(marathon, 61_250_400, 734_511);
  addFollowerHistory(channel, 12_412_900, 182_350);
  channel.addPanel('https://hexapad-gear.com/worldstage', 200 * DAY);
  channel.addPanel('https://brewpeak-fuel.com/worldstage', 90 * DAY);
  return channel;
}

/** Not on the board. Its views and messages are the biggest integer that JSON carries exactly. */
function overflowObservatory(time: SeedTime): SeedChannel {
  const channel = new SeedChannel(time, 4, 'overflow_observatory', 'Overflow Observatory');
  const stream = channel.addBareStream(90 * DAY, 2 * HOUR, {
    title: 'opening ceremony, on every screen there is',
    game_name: 'Special Events',
    tags: ['Simulcast'],
    avg_viewers: 4_500_000_000,
    peak_viewers: 6_200_000_000,
    live_views: 7_100_000_000,
    live_views_final: BIGGEST_JSON_INTEGER,
    watchtime: 540_000_000_000,
    unique_chatters: 4_400_000_000,
  });
  channel.addMessageStats(stream, BIGGEST_JSON_INTEGER, 4_300_000_000);
  for (const [index, daysAgo] of [120, 60, 20, 2].entries()) {
    channel.addFollowerPoint(daysAgo * DAY, 4_300_000_000 + index * 250_000_000);
  }
  return channel;
}
