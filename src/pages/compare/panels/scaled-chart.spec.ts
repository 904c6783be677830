import { indexed, namesWithoutPlace, readableScale } from './scaled-chart.js';

const line = (...values: (number | null)[]) => ({ name: 'one', points: values.map((value, at) => ({ at, value })) });

it('writes values in percent of the first value of their line', () => {
  const [one, other] = indexed([line(200, 300, null, 251), line(null, 0, 8, 4)]);
  expect(one?.points.map(({ value }) => value)).toEqual([100, 150, null, 125.5]);
  expect(other?.points.map(({ value }) => value)).toEqual([100, 50]);
});

it('names the lines with values of 0 that a scale cannot show', () => {
  const series = [
    { ...line(0, 0), name: 'zero' },
    { ...line(null, 0, 5), name: 'begins at 0' },
    { ...line(5, 0), name: 'falls to 0' },
    { ...line(5, null), name: 'positive' },
  ];
  expect(namesWithoutPlace(series, 'linear')).toEqual([]);
  expect(namesWithoutPlace(series, 'log')).toEqual(['zero', 'begins at 0', 'falls to 0']);
  expect(namesWithoutPlace(series, 'indexed')).toEqual(['zero', 'begins at 0']);
});

it('chooses a logarithmic scale if one line is much higher than another', () => {
  expect(readableScale([line(10, 20), line(100, 140)])).toBe('log');
  expect(readableScale([line(10, 20), line(50, 70), line(null)])).toBe('linear');
});
