import { InvalidArgumentError } from 'commander';
import { durationParser } from './option-parsers.js';

describe('durationParser', () => {
  const parse = durationParser(['s', 'm', 'h', 'd', 'w'], '5m');

  it.each([
    ['1s', 1_000],
    ['5m', 300_000],
    ['12h', 43_200_000],
    ['400d', 34_560_000_000],
    ['2w', 1_209_600_000],
    ['99999d', 8_639_913_600_000],
  ])('reads %s', (text, ms) => {
    expect(parse(text)).toBe(ms);
  });

  it.each(['', '5', 'm', '0m', '05m', '-5m', '1.5h', '5 m', '5M', '5min', '1h30m', '100000d', '1e3s', '٥m'])(
    'rejects %j',
    (text) => {
      expect(() => parse(text)).toThrow(InvalidArgumentError);
    },
  );

  it('rejects other units, and lists the allowed ones', () => {
    const retention = durationParser(['h', 'd', 'w'], '400d');
    expect(() => retention('12m')).toThrow(
      'It must be a whole number from 1 to 99999 and a unit, h, d or w, such as 400d.',
    );
  });
});
