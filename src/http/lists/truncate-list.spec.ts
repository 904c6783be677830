import { truncateList } from './truncate-list.js';

describe('truncateList', () => {
  const items = [{ title: 'ä' }, { title: '\u0001' }, { title: '"' }];

  it('keeps the first items whose JSON fits into the byte limit', () => {
    for (let count = 0; count <= items.length; count++) {
      const list = items.slice(0, count);
      const { length } = Buffer.from(JSON.stringify(list));
      expect(truncateList(items, length)).toEqual(list);
      if (count > 0) expect(truncateList(items, length - 1)).toEqual(list.slice(0, -1));
    }
  });

  it('keeps no items after one that is too large', () => {
    expect(truncateList(['a', 'x'.repeat(100), 'b'], 50)).toEqual(['a']);
  });
});
