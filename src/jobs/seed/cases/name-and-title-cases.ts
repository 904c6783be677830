import { Seed } from '../seed.js';
import { SEED_EXAMPLES } from '../seed-examples.js';
import { StreamTopic } from '../seed-records.js';
import { DAY, HOUR } from '../seed-time.js';

const LONG_TITLE_WORDS =
  'the longest title that the platform lets anybody write, counted twice by hand and once by a patient viewer, ';

/** Titles of quill_and_quirk, in the order of the stream IDs. */
const SPECIAL_TITLES = {
  markup: '<script>alert("hi chat")</script> <b>bold</b> moves &amp; more',
  newline: 'first line\nsecond line\tand a tab',
  rightToLeft: 'نلعب معًا حتى الفجر',
  mixedDirections: 'שלום chat, מה נשמע 123?',
  leadingEquals: '=SUM(A1:A9) spreadsheet speedrun',
  exactly140: LONG_TITLE_WORDS.padEnd(140, 'and on '),
  exactly140Beyond16Bit: '🎲'.repeat(140),
  empty: '',
  quotes: `"double" 'single' \`back\` \\ % _ ; -- DROP TABLE streams`,
  joinedEmoji: '👩‍🚀👨‍👩‍👧‍👦🏳️‍🌈 family day',
  accents: 'cafe\u0301 and café look the same',
  outerSpaces: '  mind the gap  ',
} as const;

/** One streamer with a stream for each title that often breaks clients. */
export function addTitleCases(seed: Seed): void {
  const titles = Object.values(SPECIAL_TITLES);
  const channel = seed.addChannel(11, 'quill_and_quirk').addFollowers(3_120, 48);
  for (const [index, title] of titles.entries()) {
    channel.addStreams({
      startedAgo: (titles.length - index) * 2 * DAY - 6 * HOUR,
      minutes: 150,
      viewers: [85 + index, 140 + index],
      title,
      game_name: 'Just Chatting',
      tags: ['Writing', 'English'],
    });
  }
}

const KOREAN: StreamTopic[] = [
  { game_name: 'Just Chatting', title: '오늘은 수다 방송 ☕', tags: ['한국어', '소통'] },
  { game_name: 'League of Legends', title: '다이아 가는 날까지', tags: ['한국어', '랭크'] },
];
const ARABIC: StreamTopic[] = [{ game_name: 'Elden Ring', title: 'أول تجربة للعبة، بدون حرق', tags: ['العربية'] }];
const JAPANESE: StreamTopic[] = [{ game_name: 'Art', title: '夜更かしお絵かき配信', tags: ['日本語', 'イラスト'] }];

const NAMES: [number: number, login: string, displayName: string, topics?: StreamTopic[]][] = [
  [12, 'haneul_mori', '하늘모리', KOREAN],
  [13, 'layla_of_the_dunes', 'ليلى الكثبان', ARABIC],
  [14, 'foxglove_games', '🦊 Foxglove 🎮'],
  [15, 'the_bold_bard', '<b>Bold</b> & "Bard"'],
  // The maximum length of a login.
  [16, 'the_quite_extraordinary_1', 'The_Quite_Extraordinary_1'],
  [17, 'yoru_no_tombo', '夜のとんぼ', JAPANESE],
  // The login of the first channel is the ID of the second, which takes precedence: the first is only reachable by its own ID.
  [18, SEED_EXAMPLES.digitsLoginAndId, SEED_EXAMPLES.digitsLoginAndId],
  [19, 'nineteen_candles', 'NineteenCandles'],
  [20, '20260214', '20260214'],
];

/** Streamers with a special login or display name. */
export function addNameCases(seed: Seed): void {
  for (const [number, login, displayName, topics] of NAMES) {
    seed
      .addChannel(number, login, displayName)
      .addRegularStreams({ count: 5, everyDays: 4, viewers: 120 + number * 17, topics })
      .addFollowers(2_000 + number * 311, number * 9);
  }
}
