import { addFollowerHistory, addRegularStreams } from '../ordinary-life.js';
import { SeedChannel } from '../seed-channel.js';
import { SEED_EXAMPLES } from '../seed-examples.js';
import { SeedTime } from '../seed-time.js';
import { StreamTopic } from '../stream-topics.js';

const KOREAN: StreamTopic[] = [
  { gameName: 'Just Chatting', title: '오늘은 수다 방송 ☕', tags: ['한국어', '소통'] },
  { gameName: 'League of Legends', title: '다이아 가는 날까지', tags: ['한국어', '랭크'] },
];
const ARABIC: StreamTopic[] = [{ gameName: 'Elden Ring', title: 'أول تجربة للعبة، بدون حرق', tags: ['العربية'] }];
const JAPANESE: StreamTopic[] = [{ gameName: 'Art', title: '夜更かしお絵かき配信', tags: ['日本語', 'イラスト'] }];

const NAMES: { number: number; login: string; displayName: string; topics?: StreamTopic[] }[] = [
  { number: 12, login: 'haneul_mori', displayName: '하늘모리', topics: KOREAN },
  { number: 13, login: 'layla_of_the_dunes', displayName: 'ليلى الكثبان', topics: ARABIC },
  { number: 14, login: 'foxglove_games', displayName: '🦊 Foxglove 🎮' },
  { number: 15, login: 'the_bold_bard', displayName: '<b>Bold</b> & "Bard"' },
  // As long as a login can be.
  { number: 16, login: 'the_quite_extraordinary_1', displayName: 'The_Quite_Extraordinary_1' },
  { number: 17, login: 'yoru_no_tombo', displayName: '夜のとんぼ', topics: JAPANESE },
  // The login of one channel is the id of the next, which wins: the first one is only reachable by its own id.
  { number: 18, login: SEED_EXAMPLES.digitsLoginAndId, displayName: SEED_EXAMPLES.digitsLoginAndId },
  { number: 19, login: 'nineteen_candles', displayName: 'NineteenCandles' },
  { number: 20, login: '20260214', displayName: '20260214' },
];

/** Streamers whose login or displayed name is the special thing about them. */
export function nameCases(time: SeedTime): SeedChannel[] {
  return NAMES.map(({ number, login, displayName, topics }) => {
    const channel = new SeedChannel(time, number, login, displayName);
    addRegularStreams(channel, { count: 5, everyDays: 4, viewers: 120 + number * 17, topics });
    addFollowerHistory(channel, 2_000 + number * 311, number * 9);
    return channel;
  });
}
