import fc from 'fast-check';
import { parseId } from './identifiers.js';

describe('parseId', () => {
  it.each(['0', '1', '42', '9007199254740993', '9223372036854775807'])('reads %s', (text) => {
    expect(parseId(text)).toBe(BigInt(text));
  });

  it.each(['9223372036854775808', '9999999999999999999', '10000000000000000000', '9'.repeat(25)])(
    'takes %s, which is no 64-bit integer, for no id',
    (text) => {
      expect(parseId(text)).toBeNull();
    },
  );

  it.each(['007', '00', '-1', '+1', ' 1', '1 ', '1\n', '1.0', '1e3', '0x10', '1_000', '', 'abc', '١٢٣', '１２'])(
    'takes %j for no id',
    (text) => {
      expect(parseId(text)).toBeNull();
    },
  );

  it('reads every id there can be as itself', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 63n - 1n }), (id) => {
        expect(parseId(String(id))).toBe(id);
      }),
    );
  });

  it('reads nothing that is not the one spelling of an id', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const id = parseId(text);
        expect(id === null || String(id) === text).toBe(true);
      }),
    );
  });
});
