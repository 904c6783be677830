import { LeaderboardMonth } from '../../../leaderboard/dto/leaderboard-month.response.js';
import { LiveStream } from '../../../streams/live/live-stream.response.js';
import { LastStream } from '../../../streams/reports/last-stream.response.js';
import { toDiscordMessage } from './discord-message.js';

const texts = { title: 'A\u202e\nB', game_name: '\u202eChess' };
const embedOf = (message: object) => (message as { embeds: object[] }).embeds[0];
const started = (about: object) =>
  embedOf(
    toDiscordMessage(
      'stream.started',
      Object.assign(new LiveStream(), { name: 'ann', viewers: 7, ...about }),
      () => undefined,
    ),
  );
const ended = (about: object) =>
  embedOf(
    toDiscordMessage('stream.ended', Object.assign(new LastStream(), { streamer_id: '1', ...about }), () => undefined),
  );
const game = { name: 'Game', value: 'Chess', inline: true };

it('shows names, titles and games as pages do', () => {
  expect(started({ ...texts, display_name: 'Ann\u2067' })).toMatchObject({
    ...{ title: 'Ann is live', description: 'A B' },
    fields: [game, { name: 'Viewers', value: '7', inline: true }],
  });
  expect(ended({ ...texts, user_display_name: 'Ann\u2067' })).toMatchObject({
    ...{ title: 'Ann has ended the stream', description: 'A B' },
    fields: [game],
  });
});

it.each([null, '', ' ', '\u200b', '\u202e', '\u2800\u3164'])('replaces %j as pages do', (blank) => {
  expect(started({ display_name: blank, title: blank, game_name: blank, viewers: null })).toEqual({
    ...{ title: 'ann is live', description: 'No title', fields: [] },
  });
  expect(ended({ user_display_name: blank, title: blank, game_name: blank })).toMatchObject({
    ...{ title: '1 has ended the stream', description: 'No title' },
  });
});

it('says that figures of a final month still change, and mentions nobody', () => {
  const data = { month: '2026-10', entries: 1200, games: 0, is_final: true } as LeaderboardMonth;
  expect(toDiscordMessage('month.final', data, (path) => `https://stats.example.com${path}`)).toEqual({
    embeds: [
      {
        title: 'The leaderboard of 2026\\-10 is final',
        description: expect.stringMatching(/^Figures of a final month still change if data is imported, corrected/),
        url: 'https://stats.example.com/leaderboard?month=2026-10',
        fields: [
          { name: 'Streamers', value: '1,200', inline: true },
          { name: 'Games', value: '0', inline: true },
        ],
      },
    ],
    allowed_mentions: { parse: [] },
  });
});

it.each([
  ['@everyone', '\\@everyone'],
  ['<@&1> <#2> <t:3>', '\\<\\@&1\\> \\<\\#2\\> \\<t\\:3\\>'],
  ['https://evil.example', 'https\\://evil\\.example'],
])('shows %s as text in every place', (text, escaped) => {
  const data = { id: '7', display_name: text, title: text, game_name: text, viewers: null } as LiveStream;
  expect(toDiscordMessage('stream.started', data, () => undefined)).toMatchObject({
    embeds: [{ title: `${escaped} is live`, description: escaped, fields: [{ name: 'Game', value: escaped }] }],
  });
});
