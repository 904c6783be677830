import fc from 'fast-check';
import { propertyRuns } from '../../../test/support/data/property-runs.js';
import { encodeId, externalIdOf, parseId, platformOfId } from './platform-ids.js';

it.each([
  ['kick:56792416', '4703488874790823080'],
  ['kick:550e8400-e29b-41d4-a716-446655440000', '4784128680983027118'],
])('makes an ID of %s', (text, id) => {
  expect([encodeId(text), encodeId(text)]).toEqual([id, id]);
  expect(platformOfId(id)).toBe('kick');
  expect(externalIdOf(text)).toBe(text.slice(5));
});

it.each(['', '7', 'kick:', 'kick:0', 'kick:007', 'kick:name', 'twitch:7', 'kick:7 ', 'kick:7\n'])(
  'makes no ID of %j',
  (text) => expect([encodeId(text), externalIdOf(text)]).toEqual([null, null]),
);

it('ignores the case of the IDs of Kick', () => {
  const texts = ['kick:550e8400-e29b-41d4-a716-446655440000', 'KICK:550E8400-E29B-41D4-A716-446655440000'];
  expect(new Set(texts.map(encodeId)).size).toBe(1);
  expect(new Set(texts.map(externalIdOf)).size).toBe(1);
});

it('divides IDs among the platforms', () => {
  const ids = ['0', '99', '4611686018427387903', '4611686018427387904', '4899916394579099647'];
  expect(ids.map(platformOfId)).toEqual(['twitch', 'twitch', 'twitch', 'kick', 'kick']);
});

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
