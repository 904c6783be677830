import { headerPairs } from '../http/raw-headers.js';
import { budgetHeaders, budgetOf } from './budget.js';

describe('budgetOf', () => {
  it.each([
    [1, 2, false],
    [2, 1, false],
    [3, 0, false],
    [4, 0, true],
    [1_000_000, 0, true],
  ])('leaves after %d of 3 requests %d, and blocks: %s', (hits, remaining, isBlocked) => {
    expect(budgetOf({ hits, endsInMs: 60_000 }, 3, 60)).toMatchObject({ remaining, isBlocked });
  });

  it.each([
    [60_000, 60],
    [59_999, 60],
    [59_001, 60],
    [59_000, 59],
    [1, 1],
    [0, 1],
  ])('says of %d ms that the window ends in %d seconds', (endsInMs, resetSeconds) => {
    expect(budgetOf({ hits: 1, endsInMs }, 3, 60)).toMatchObject({ resetSeconds });
  });
});

describe('budgetHeaders', () => {
  it('are the usual ones and those of the draft', () => {
    const budget = budgetOf({ hits: 243, endsInMs: 22_500 }, 300, 60);
    expect(Object.fromEntries(headerPairs(budgetHeaders(budget)))).toEqual({
      'X-RateLimit-Limit': '300',
      'X-RateLimit-Remaining': '57',
      'X-RateLimit-Reset': '23',
      'RateLimit-Policy': '"default";q=300;w=60',
      RateLimit: '"default";r=57;t=23',
    });
  });
});
