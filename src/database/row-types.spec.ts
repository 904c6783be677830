import { rowTypes, safeNumber } from './row-types.js';

describe('rowTypes', () => {
  const read = (oid: number, text: string): unknown => {
    const parse = rowTypes.getTypeParser(oid, 'text') as (text: string) => unknown;
    return parse(text);
  };

  it.each([
    ['2026-11-20 13:05:00+00', '2026-11-20T13:05:00.000Z'],
    ['2026-11-20 13:05:00.2+00', '2026-11-20T13:05:00.200Z'],
    ['2026-11-20 13:05:00.257+00', '2026-11-20T13:05:00.257Z'],
  ])('reads the moment %s as %s', (text, expected) => {
    expect(read(1184, text)).toBe(expected);
  });

  it('reads a bigint and an integral numeric as a number', () => {
    expect(read(20, '9007199254740991')).toBe(Number.MAX_SAFE_INTEGER);
    expect(read(1700, '-12')).toBe(-12);
  });

  it('rejects a bigint that a number cannot represent exactly', () => {
    expect(() => read(20, '9007199254740993')).toThrow(RangeError);
    for (const value of [0, -5, Number.MAX_SAFE_INTEGER]) expect(safeNumber(value)).toBe(value);
    for (const value of [2 ** 53, 1e300, 1.5, NaN, Infinity]) {
      expect(() => safeNumber(value)).toThrow(new RangeError(`${value} is not an integer below 2^53`));
    }
  });

  it('reads arrays of bigints and of moments', () => {
    expect(read(1016, '{}')).toEqual([]);
    expect(read(1016, '{1}')).toEqual([1]);
    expect(read(1016, '{1,-2,9007199254740991}')).toEqual([1, -2, Number.MAX_SAFE_INTEGER]);
    expect(read(1016, '{NULL,0,NULL}')).toEqual([null, 0, null]);
    expect(read(1185, '{NULL,"2026-11-20 13:05:00+00"}')).toEqual([null, '2026-11-20T13:05:00.000Z']);
    expect(() => read(1016, '{1,9007199254740993}')).toThrow(RangeError);
    expect(read(1185, '{}')).toEqual([]);
    expect(read(1185, '{"2026-11-20 13:05:00+00"}')).toEqual(['2026-11-20T13:05:00.000Z']);
    expect(read(1185, '{"2026-11-20 13:05:00.2+00","2026-11-21 00:00:00+00"}')).toEqual([
      '2026-11-20T13:05:00.200Z',
      '2026-11-21T00:00:00.000Z',
    ]);
  });

  it.each([
    ['{}', []],
    ['{a}', ['a']],
    ['{a,NULL,ü}', ['a', null, 'ü']],
    ['{"NULL",NULL,"null"}', ['NULL', null, 'null']],
    ['{a,"b c","","d,e","f\\"g"}', ['a', 'b c', '', 'd,e', 'f"g']],
  ])('reads the text array %s', (text, expected) => {
    expect(read(1009, text)).toEqual(expected);
  });

  it('leaves other types to pg', () => {
    expect(read(16, 't')).toBe(true);
    expect(read(1007, '{1,2}')).toEqual([1, 2]);
  });
});
