import { LeaderboardMonth } from '../../../leaderboard/dto/leaderboard-month.response.js';
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
