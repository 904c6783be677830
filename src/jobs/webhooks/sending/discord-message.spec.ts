import { LeaderboardMonth } from '../../../leaderboard/dto/leaderboard-month.response.js';
import { LiveStream } from '../../../streams/live/live-stream.response.js';
import { toDiscordMessage } from './discord-message.js';

it('says that figures of a final month still change, and mentions nobody', () => {
  const data = { month: '2026-10', entries: 1200, games: 0, is_final: true } as LeaderboardMonth;
  expect(toDiscordMessage('month.final', data, (path) => `https://stats.example.com${path}`)).toEqual({
    embeds: [
      {
        title: 'The leaderboard of 2026\\-10 is final',
        description: expect.stringMatching(/^Figures of a final month still change if data is imported, corrected/),
        url: 'https://stats.example.com/?month=2026-10',
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
