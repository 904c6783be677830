import { StreamOutline } from '../../streams/detail/stream-summary.response.js';
import { playedGames } from './played-games.js';

const outline = (game_name: string | null, minutes: number, avg_viewers: number | null): StreamOutline => ({
  ...{ id: '1', started_at: '2026-06-01T00:00:00.000Z', peak_viewers: null, watchtime: null },
  ...{ game_name, minutes, avg_viewers },
});

it('lists games by minutes, with means weighted by minutes', () => {
  const outlines = [
    outline('Art', 30, 10),
    outline('Chess', 60, 10),
    outline('Chess', 20, 50),
    outline('Chess', 90, null),
  ];
  expect(playedGames(outlines)).toEqual([
    { name: 'Chess', stream_count: 3, total_minutes: 170, watchtime: null, avg_viewers: 20, peak_viewers: null },
    { name: 'Art', stream_count: 1, total_minutes: 30, watchtime: null, avg_viewers: 10, peak_viewers: null },
  ]);
});

it('counts streams with a blank game as streams without a game', () => {
  const outlines = [null, '', '  ', '\u3000'].map((game) => outline(game, 10, 1));
  expect(playedGames(outlines)).toMatchObject([{ name: null, stream_count: 4 }]);
});

it('takes the plain mean of viewers if all streams last 0 minutes', () => {
  expect(playedGames([outline('Art', 0, 10), outline('Art', 0, 20), outline('Art', 0, null)])).toMatchObject([
    { avg_viewers: 15 },
  ]);
  expect(playedGames([outline('Art', 0, null)])).toMatchObject([{ avg_viewers: null }]);
});

it('sorts by a figure, unknown figures last', () => {
  const names = playedGames([outline('Art', 90, null), outline('Chess', 20, 5), outline('Go', 30, 50)], 'avg_viewers');
  expect(names.map(({ name }) => name)).toEqual(['Go', 'Chess', 'Art']);
});
