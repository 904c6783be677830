import { countCell, idCell, loginCell, optional, tagsCell, textCell } from './cells.js';

const anId = 'must be a string of digits without leading zeros, such as "123", up to 9223372036854775807';
const aCount = 'must be an integer from 0 to 9007199254740991';

describe('idCell', () => {
  it.each(['0', '7', '9223372036854775807'])('takes %s', (id) => {
    expect(idCell(id, 'id')).toBe(id);
  });

  it.each([
    ['a number', 123, '123'],
    ['leading zeros', '007', '"007"'],
    ['a sign', '-1', '"-1"'],
    ['more than 64 bits hold', '9223372036854775808', '"9223372036854775808"'],
    ['twenty digits', '10000000000000000000', '"10000000000000000000"'],
    ['a blank', ' 1', '" 1"'],
    ['an end of line', '1\n', String.raw`"1\n"`],
    ['digits of another script', '١٢', '"١٢"'],
    ['nothing', '', '""'],
    ['null', null, 'null'],
  ])('refuses %s', (_, value, shown) => {
    expect(() => idCell(value, 'id')).toThrow(`id: ${shown} ${anId}`);
  });

  it('says that a property is missing', () => {
    expect(() => idCell(undefined, 'id')).toThrow(/^id: is missing; it must be a string of digits/);
  });
});

describe('loginCell', () => {
  it('lowercases', () => {
    expect(loginCell('Some_Login7', 'login')).toBe('some_login7');
  });

  it.each(['', 'a'.repeat(26), 'with space', 'käse', 'a-b', 5])('refuses %j', (value) => {
    expect(() => loginCell(value, 'login')).toThrow(/^login: .* must be 1 to 25 letters/);
  });
});

describe('countCell', () => {
  it.each([0, 1, 2 ** 32, 9007199254740991, -0])('takes %d', (count) => {
    expect(countCell(count, 'viewers')).toBe(String(count));
  });

  it.each([-1, 1.5, 2 ** 53, 1e300, NaN, '12', '1e3', true, null])('refuses %j', (value) => {
    expect(() => countCell(value, 'viewers')).toThrow(`viewers: ${JSON.stringify(value)} ${aCount}`);
  });
});

describe('textCell', () => {
  const cell = textCell(0, 10);

  it.each([
    ['', ''],
    ['한국어 🎮', '한국어 🎮'],
    ['a\tb\nc\rd\\', String.raw`a\tb\nc\rd\\`],
    ['\\N', String.raw`\\N`],
    ['"=1+1"', '"=1+1"'],
  ])('writes %j for COPY', (text, written) => {
    expect(cell(text, 'title')).toBe(written);
  });

  it.each(['a\0b', 'half \uD83C', '\uDFAE half'])('refuses %j, which PostgreSQL cannot store', (text) => {
    expect(() => cell(text, 'title')).toThrow(/must be a text without NUL and without halves of characters/);
  });

  it('refuses what is too long, and shows only its beginning', () => {
    const value = 'x'.repeat(100);
    expect(() => cell(value, 'title')).toThrow(`title: "${'x'.repeat(58)}… must be a text of 0 to 10 characters`);
  });

  it.each([5, null, ['a']])('refuses %j', (value) => {
    expect(() => cell(value, 'title')).toThrow(/must be a text of 0 to 10 characters/);
  });
});

describe('tagsCell', () => {
  it.each([
    [[], '{}'],
    [['English', '한국어'], '{"English","한국어"}'],
    [[''], '{""}'],
    [['say "hi"', 'a,b', '{c}', 'NULL'], String.raw`{"say \\"hi\\"","a,b","{c}","NULL"}`],
    [['back\\slash', 'tab\t'], String.raw`{"back\\\\slash","tab\t"}`],
  ])('writes %j as an array', (tags, written) => {
    expect(tagsCell(tags, 'tags')).toBe(written);
  });

  it.each([
    ['English', 'tags: "English" must be null or an array of at most 100 texts'],
    [Array(101).fill('a'), 'must be null or an array of at most 100 texts'],
    [['a', 5], 'tags[1]: 5 must be a text of at most 100 characters'],
    [['a', null], 'tags[1]: null must be a text of at most 100 characters'],
    [['x'.repeat(101)], 'must be a text of at most 100 characters'],
    [['a\0'], 'tags: "a\\u0000" must be a text without NUL'],
  ])('refuses %j', (value, message) => {
    expect(() => tagsCell(value, 'tags')).toThrow(message);
  });
});

it.each([null, undefined])('an optional property may be %s', (value) => {
  expect(optional(countCell, value, 'watchtime')).toBe('\\N');
});
