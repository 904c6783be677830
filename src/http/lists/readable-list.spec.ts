import { readableEnd, readableList } from './readable-list.js';

const elements = (count: number) => Array.from({ length: count }, (_, i) => `e${i}`);
const long = 'x'.repeat(990);

describe('parsed part of a list', () => {
  it.each(['', 'a', ',', 'a,', elements(32).join(','), `${long},b`])('is all of %j', (header) => {
    expect(readableList(header)).toBe(header);
    expect(readableEnd(header)).toBe(header);
  });

  it('is at most 32 elements', () => {
    expect(readableList(elements(33).join(','))).toBe(elements(32).join(','));
    expect(readableEnd(elements(33).join(','))).toBe(elements(33).slice(1).join(','));
  });

  it('is at most 1,000 characters, without truncated elements', () => {
    expect(readableList(`a,b,${long},cccccc,d`)).toBe(`a,b,${long}`);
    expect(readableList(`a,b,${long}${long},c`)).toBe('a,b');
    expect(readableEnd(`a,${long}${long},c, d`)).toBe('c, d');
  });

  it('is empty for a longer element', () => {
    expect(readableList(`${long}${long}`)).toBe('');
    expect(readableEnd(`${long}${long}`)).toBe('');
  });
});
