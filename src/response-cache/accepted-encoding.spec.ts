import Negotiator from 'negotiator';
import { acceptedEncoding } from './accepted-encoding.js';

jest.mock('negotiator', () => jest.fn(jest.requireActual<() => void>('negotiator')));

describe('acceptedEncoding', () => {
  const reads = () => jest.mocked(Negotiator).mock.calls.length;

  beforeEach(() => jest.mocked(Negotiator).mockClear());

  it.each([
    [undefined, 'identity'],
    ['', 'identity'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip;q=1, br;q=0.5', 'gzip'],
    ['br;q=0, gzip;q=0', 'identity'],
    ['*', 'br'],
  ])('selects for %j the encoding %s', (header, encoding) => {
    expect(acceptedEncoding(header)).toBe(encoding);
  });

  it('parses a header once, and a long header each time without storing it', () => {
    for (let i = 0; i < 3; i++) expect(acceptedEncoding('gzip;q=0.7, br;q=0.3')).toBe('gzip');
    expect(reads()).toBe(1);
    const long = `br;q=0.9, ${'x'.repeat(100)}`;
    for (let i = 0; i < 3; i++) expect(acceptedEncoding(long)).toBe('br');
    expect(reads()).toBe(4);
  });
});
