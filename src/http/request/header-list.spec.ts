import { headerListEnd, headerListStart } from './header-list.js';

const elements = (count: number) => Array.from({ length: count }, (_, i) => `e${i}`);
const long = 'x'.repeat(990);

describe('parsed part of a list', () => {
  it.each(['', 'a', ',', 'a,', elements(32).join(','), `${long},b`])('is all of %j', (header) => {
    expect(headerListStart(header)).toBe(header);
    expect(headerListEnd(header)).toBe(header);
  });

  it('is at most 32 elements', () => {
    expect(headerListStart(elements(33).join(','))).toBe(elements(32).join(','));
    expect(headerListEnd(elements(33).join(','))).toBe(elements(33).slice(1).join(','));
  });

  it('is at most 1,000 characters, without truncated elements', () => {
    expect(headerListStart(`a,b,${long},cccccc,d`)).toBe(`a,b,${long}`);
    expect(headerListStart(`a,b,${long}${long},c`)).toBe('a,b');
    expect(headerListEnd(`a,${long}${long},c, d`)).toBe('c, d');
  });

  it('is empty for a longer element', () => {
    expect(headerListStart(`${long}${long}`)).toBe('');
    expect(headerListEnd(`${long}${long}`)).toBe('');
  });
});
