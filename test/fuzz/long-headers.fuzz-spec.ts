import fc from 'fast-check';
import { RawConnection } from '../support/http/raw-connection.js';
import { TestApp } from '../support/http/test-app.js';
import { requestCount, seed } from './fuzz-run.js';

// Node.js rejects headers of more than 16 KB.
const length = 15_000;

const names = [
  ...[
    'Accept',
    'Accept-Encoding',
    'Accept-Language',
    'If-None-Match',
    'If-Match',
    'If-Modified-Since',
    'Range',
    'Cookie',
  ],
  ...['Forwarded', 'X-Forwarded-For', 'X-Forwarded-Proto', 'X-Forwarded-Host', 'traceparent', 'tracestate'],
  ...['Authorization', 'Origin', 'Access-Control-Request-Headers', 'X-Request-Id', 'User-Agent', 'Referer'],
];

const pieces = [
  ...[
    'a/a,',
    '*/*,',
    'text/csv,',
    'text/csv;q=0.1,',
    'application/problem+json;a="',
    'text/html;q=0,',
    'br,',
    'gzip;q=0.5,',
  ],
  ...[
    '"",',
    'W/"a",',
    '*,',
    '"',
    '\\',
    '127.0.0.1,',
    '::1,',
    '127.0.0.1:1,',
    'for=127.0.0.1;',
    '0-1,',
    'bytes=',
    'a=b; ',
  ],
  ...['Bearer ', 'bearer a', ' ', '\t', ',', ';', '=', 'https://a.', '00-0af7651916cd43dd8448eb211c80319c,', 'a'],
];

/** A long header value: a start, followed by a repeated sequence of pieces. */
const longValue = fc
  .tuple(fc.constantFrom(...pieces, 'text/csv,'), fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 4 }))
  .map(([start, parts]) => `x${start}${parts.join('').repeat(length)}`.slice(1, length).trim());

const paths = ['/v1/leaderboard', '/', '/v1/nothing', '/v1/streams/1', '/docs'];

// The baseline is an unused header of the same length. A parser with a bad complexity takes at least ten times as long.
const maxTimes = 4;
const requestsOfRound = 20;
const rounds = 5;

describe.each([
  ['within the limit', { RATE_LIMIT: '100000000' }],
  ['beyond the limit', { RATE_LIMIT: '1', RATE_WINDOW_SECONDS: '86400' }],
])('a service %s', (_title, env) => {
  let api: TestApp;
  let connection: RawConnection;

  beforeAll(async () => {
    process.stderr.write(`FUZZ_SEED=${seed}\n`);
    const origins = 'https://dashboard.example.com';
    api = await TestApp.start({ env: { ...env, TRUST_PROXY: 'loopback', CORS_ORIGINS: origins } });
    connection = new RawConnection(api.port);
  });

  afterAll(async () => {
    connection.close();
    await api.stop();
  });

  it('uses at most four times the processor time of an unused header of the same length', async () => {
    const property = fc.asyncProperty(
      fc.constantFrom(...names),
      longValue,
      fc.constantFrom(...paths),
      async (name, value, path) => {
        const ask = (header: string) =>
          leastMicros(connection, `GET ${path} HTTP/1.1\r\nHost: a\r\n${header}: ${value}\r\n\r\n`);
        const [plain, long] = [await ask('X-Padding'), await ask(name)];
        expect(long / plain).toBeLessThan(maxTimes);
      },
    );
    await fc.assert(property, { seed, numRuns: Math.ceil(requestCount / 1_000), endOnFailure: true });
  }, 1_800_000);
});

/**
 * Lowest processor time of this process for a round of requests. Elapsed time would include other work of the machine, and
 * slower rounds include compilation and garbage collection of V8.
 */
async function leastMicros(connection: RawConnection, request: string): Promise<number> {
  const bytes = Buffer.from(request, 'latin1');
  let least = Infinity;
  for (let round = 0; round < rounds; round++) {
    const before = process.cpuUsage();
    for (let i = 0; i < requestsOfRound; i++) await connection.ask(bytes);
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, user + system);
  }
  return least;
}
