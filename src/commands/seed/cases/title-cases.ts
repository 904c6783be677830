import { addFollowerHistory } from '../ordinary-life.js';
import { SeedChannel } from '../seed-channel.js';
import { DAY, HOUR, SeedTime } from '../seed-time.js';

const LONG_TITLE_WORDS =
  'the longest title that the platform lets anybody write, counted twice by hand and once by a patient viewer, ';

/** Titles of quill_and_quirk, in the order of the stream ids. */
export const SPECIAL_TITLES = {
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

/** One streamer with a stream for each title that clients tend to trip over. */
export function titleCases(time: SeedTime): SeedChannel[] {
  const channel = new SeedChannel(time, 11, 'quill_and_quirk', 'QuillAndQuirk');
  const titles = Object.values(SPECIAL_TITLES);
  for (const [index, title] of titles.entries()) {
    channel.addStream({
      startedAgo: (titles.length - index) * 2 * DAY - 6 * HOUR,
      minutes: 150,
      avgViewers: 85 + index,
      peakViewers: 140 + index,
      title,
      gameName: 'Just Chatting',
      tags: ['Writing', 'English'],
    });
  }
  addFollowerHistory(channel, 3_120, 48);
  return [channel];
}
