import { indexed, readableScale } from './scaled.js';

const line = (...values: (number | null)[]) => ({ name: 'one', points: values.map((value, at) => ({ at, value })) });

it('writes values in percent of the first value of their line', () => {
  const [one, other] = indexed([line(200, 300, null, 251), line(null, 0, 8, 4)]);
  expect(one?.points.map(({ value }) => value)).toEqual([100, 150, null, 125.5]);
  expect(other?.points.map(({ value }) => value)).toEqual([null, null, 100, 50]);
});

it('chooses a logarithmic scale if one line is much higher than another', () => {
  expect(readableScale([line(10, 20), line(100, 140)])).toBe('log');
  expect(readableScale([line(10, 20), line(50, 70), line(null)])).toBe('linear');
});
