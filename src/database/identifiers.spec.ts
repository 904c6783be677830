import fc from 'fast-check';
import { parseId } from './identifiers.js';
import { propertyRuns } from '../../test/support/data/property-runs.js';

describe('parseId', () => {
  it('accepts only the canonical spelling of a 64-bit integer', () => {
    const texts = [
      '9223372036854775808',
      '9'.repeat(25),
      '007',
      '-1',
      '+1',
      '1 ',
      '1\n',
      '1.0',
      '1e3',
      '0x10',
      '',
      '١٢٣',
    ];
    expect(texts.filter((text) => parseId(text) !== null)).toEqual([]);
  });

  it('reads every possible ID', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 63n - 1n }), (id) => {
        expect(parseId(String(id))).toBe(id);
      }),
      propertyRuns(),
    );
  });

  it('rejects all other spellings', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const id = parseId(text);
        expect(id === null || String(id) === text).toBe(true);
      }),
      propertyRuns(),
    );
  });
});
