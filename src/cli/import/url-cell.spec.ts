import { urlCell } from './url-cell.js';

it.each([
  'https://cdn.example.com/a/b.png',
  'http://example.com:8080/?q=1&r=%20#top',
  'https://1.2.3.4/a',
  'https://example.com',
])('takes %s as it is', (url) => {
  expect(urlCell(url, 'thumbnail')).toBe(url);
});

it.each([
  ['https://example.com/{width}x{height}.jpg', 'https://example.com/%7Bwidth%7Dx%7Bheight%7D.jpg'],
  ['https://example.com/썸네일 1.png', 'https://example.com/%EC%8D%B8%EB%84%A4%EC%9D%BC%201.png'],
  ['https://röst.example/a?b=[1]|2', 'https://xn--rst-sna.example/a?b=%5B1%5D%7C2'],
  ['https://example.com/100%', 'https://example.com/100%25'],
])('encodes what RFC 3986 does not allow in %s', (url, written) => {
  expect(urlCell(url, 'thumbnail')).toBe(written);
});

it.each([
  'ftp://example.com/a',
  'javascript:alert(1)',
  '//example.com/a',
  'example.com',
  'https://',
  'https://exa mple.com/',
  'https://1.2.3.999/a',
  `https://example.com/${'x'.repeat(2000)}`,
  'https://example.com/\0',
  '',
  5,
])('refuses %j', (value) => {
  expect(() => urlCell(value, 'thumbnail')).toThrow(/must be an http or https URL of at most 2000 characters/);
});
