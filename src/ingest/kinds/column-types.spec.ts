import { count, id, login, tags, text, url } from './column-types.js';

const anId =
  'must be a string of digits without leading zeros, such as "123", up to 9223372036854775807, or an ID of Kick, such as "kick:123"';
const aCount = 'must be an integer from 0 to 9007199254740991';

describe('id', () => {
  it.each(['0', '7', '9223372036854775807'])('reads %s', (value) => {
    expect(id.cell(value, 'id')).toBe(value);
  });

  it.each([
    ['a number', 123, '123'],
    ['leading zeros', '007', '"007"'],
    ['a sign', '-1', '"-1"'],
    ['more than 64 bits', '9223372036854775808', '"9223372036854775808"'],
    ['an end of line', '1\n', String.raw`"1\n"`],
    ['digits of another script', '١٢', '"١٢"'],
    ['another platform', 'youtube:1', '"youtube:1"'],
    ['a name', 'kick:ann', '"kick:ann"'],
  ])('rejects %s', (_, value, shown) => {
    expect(() => id.cell(value, 'id')).toThrow(`id: ${shown} ${anId}`);
  });

  it('reports a missing property', () => {
    expect(() => id.cell(undefined, 'id')).toThrow(/^id: is missing; it must be a string of digits/);
  });
});

describe('login', () => {
  it('converts to lower case', () => {
    expect(login.cell('Some_Login7', 'login')).toBe('some_login7');
  });

  it.each(['a_b', `kick:${'a-_9'.repeat(16)}`])('reads %s', (value) => {
    expect(login.cell(value, 'login')).toBe(value);
  });

  it.each([
    '',
    'a'.repeat(26),
    'with space',
    'käse',
    'a-b',
    'kick:',
    'kicK:a',
    'twitch:a',
    `kick:${'a'.repeat(65)}`,
    5,
  ])('rejects %j', (value) => {
    expect(() => login.cell(value, 'login')).toThrow(/^login: .* must be 1 to 25 of the characters/);
  });
});

describe('count', () => {
  it.each([0, 1, 2 ** 32, 9007199254740991, -0])('reads %d', (value) => {
    expect(count.cell(value, 'viewers')).toBe(String(value));
  });

  it.each([-1, 1.5, 2 ** 53, 1e300, NaN, '12', '1e3', true, null])('rejects %j', (value) => {
    expect(() => count.cell(value, 'viewers')).toThrow(`viewers: ${JSON.stringify(value)} ${aCount}`);
  });
});

describe('text', () => {
  const { cell } = text(0, 10);

  it.each([
    ['', ''],
    ['한국어 🎮', '한국어 🎮'],
    ['a\tb\nc\rd\\', String.raw`a\tb\nc\rd\\`],
    ['\\N', String.raw`\\N`],
    ['"=1+1"', '"=1+1"'],
  ])('writes %j for COPY', (text, written) => {
    expect(cell(text, 'title')).toBe(written);
  });

  it.each(['a\0b', 'half \uD83C', '\uDFAE half'])('rejects %j, which PostgreSQL cannot store', (text) => {
    expect(() => cell(text, 'title')).toThrow(/must be a string without NUL characters or unpaired surrogates/);
  });

  it('rejects a text that is too long, and shows only its beginning', () => {
    const value = 'x'.repeat(100);
    expect(() => cell(value, 'title')).toThrow(`title: "${'x'.repeat(58)}… must be a string of 0 to 10 characters`);
  });

  it.each([5, null, ['a']])('rejects %j', (value) => {
    expect(() => cell(value, 'title')).toThrow(/must be a string of 0 to 10 characters/);
  });
});

describe('tags', () => {
  it.each([
    [[], '{}'],
    [['English', '한국어'], '{"English","한국어"}'],
    [[''], '{""}'],
    [['say "hi"', 'a,b', '{c}', 'NULL'], String.raw`{"say \\"hi\\"","a,b","{c}","NULL"}`],
    [['back\\slash', 'tab\t'], String.raw`{"back\\\\slash","tab\t"}`],
  ])('writes %j as an array', (value, written) => {
    expect(tags.cell(value, 'tags')).toBe(written);
  });

  it.each([
    [Array(101).fill('a'), 'must be null or an array of at most 100 strings'],
    [['a', 5], 'tags[1]: 5 must be a string of at most 100 characters'],
    [['x'.repeat(101)], 'must be a string of at most 100 characters'],
    [['a\0'], 'tags: "a\\u0000" must be a string without NUL'],
  ])('rejects %j', (value, message) => {
    expect(() => tags.cell(value, 'tags')).toThrow(message);
  });
});

describe('url', () => {
  it.each(['https://cdn.example.com/a/b.png', 'http://example.com:8080/?q=1&r=%20#top', 'https://1.2.3.4/a'])(
    'takes %s as it is',
    (value) => {
      expect(url.cell(value, 'thumbnail')).toBe(value);
    },
  );

  it.each([
    ['https://example.com/{width}x{height}.jpg', 'https://example.com/%7Bwidth%7Dx%7Bheight%7D.jpg'],
    ['https://example.com/썸네일 1.png', 'https://example.com/%EC%8D%B8%EB%84%A4%EC%9D%BC%201.png'],
    ['https://röst.example/a?b=[1]|2', 'https://xn--rst-sna.example/a?b=%5B1%5D%7C2'],
    ['https://example.com/100%', 'https://example.com/100%25'],
  ])('encodes characters that RFC 3986 does not allow in %s', (value, written) => {
    expect(url.cell(value, 'thumbnail')).toBe(written);
  });

  it.each([
    'ftp://example.com/a',
    'javascript:alert(1)',
    'https://exa mple.com/',
    'https://1.2.3.999/a',
    `https://example.com/${'x'.repeat(2000)}`,
  ])('rejects %j', (value) => {
    expect(() => url.cell(value, 'thumbnail')).toThrow(/must be an http or https URL of at most 2000 characters/);
  });
});
