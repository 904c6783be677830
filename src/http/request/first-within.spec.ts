import { firstWithinBytes } from './first-within.js';

describe('firstWithinBytes', () => {
  const items = [{ title: 'ä' }, { title: '\u0001' }, { title: '"' }];

  it('keeps the first items whose JSON fits into the byte limit', () => {
    for (let count = 0; count <= items.length; count++) {
      const list = items.slice(0, count);
      const { length } = Buffer.from(JSON.stringify(list));
      expect(firstWithinBytes(items, length)).toEqual(list);
      if (count > 0) expect(firstWithinBytes(items, length - 1)).toEqual(list.slice(0, -1));
    }
  });

  it('keeps no items after one that is too large', () => {
    expect(firstWithinBytes(['a', 'x'.repeat(100), 'b'], 50)).toEqual(['a']);
  });
});
