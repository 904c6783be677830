import { changeBands } from './change-bands.js';

const change = (at: number, title: string | null, game_name: string | null) => ({
  ...{ created_at: new Date(at).toISOString(), title, game_name, tags: null, language: null },
});

it('shows each game in one color and each title until the next one, and nothing where they are unknown', () => {
  const changes = [
    change(0, 'Soon', 'Chess'),
    change(10, 'Go', 'Chess'),
    change(20, 'Go', 'Art'),
    change(30, null, ' '),
    change(40, 'Go', 'Chess'),
  ];
  expect(changeBands(changes, 50)).toEqual([
    {
      name: 'Game',
      parts: [
        { from: 0, to: 20, label: 'Chess', colour: 2 },
        { from: 20, to: 30, label: 'Art', colour: 3 },
        { from: 40, to: 50, label: 'Chess', colour: 2 },
      ],
    },
    {
      name: 'Title',
      parts: [
        { from: 0, to: 10, label: 'Soon' },
        { from: 10, to: 30, label: 'Go' },
        { from: 40, to: 50, label: 'Go' },
      ],
    },
  ]);
  expect(changeBands([], 50)).toEqual([]);
});
