import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { withOwner } from '../../src/commands/owner-client.js';
import { loadSeed } from '../../src/commands/seed/load-seed.js';
import { ResponseCache } from '../../src/response-cache/response-cache.js';
import { CacheFront } from '../../src/server/cache-front.js';
import { RawAnswer } from '../support/raw-answers.js';
import { RawConnection } from '../support/raw-connection.js';
import { Step, stepSequences } from '../support/request-steps.js';
import { TestApp } from '../support/test-app.js';

const token = 'token-of-the-tests-0123456789';
const other = 'other-of-the-tests-0123456789';
const origin = 'https://dashboard.example.com';
const limit = 25;

const services: Record<string, Record<string, string>> = {
  open: { RATE_LIMIT: '1000000' },
  'with tokens and a small budget': { API_TOKEN: `${token},${other}`, RATE_LIMIT: String(limit) },
  'with CORS, a proxy and a small budget': { CORS_ORIGINS: origin, TRUST_PROXY: '1', RATE_LIMIT: String(limit) },
  'with CORS for everyone, and documentation off': { CORS_ORIGINS: '*', DOCS_ENABLED: 'off', RATE_LIMIT: '1000000' },
  'with the cache off': { CACHE_TTL_SECONDS: '0', RATE_LIMIT: '1000000' },
};

const templates = [
  '/v1/streamer/{name}/recent-streams',
  '/v1/streamer/{name}/thirty-day-stats',
  '/v1/streamer/{name}/follower-graph',
  '/v1/streamer/{name}/partners',
  '/v1/leaderboard',
  '/v1/streams/{id}/message-stats',
  '/v1/streams/{id}/before',
  '/v1/events/public',
  '/v1/events/{id}',
  '/v1/health/live',
  '/docs-json',
];

describe.each(Object.entries(services))('a service %s', (_name, env) => {
  const now = new Date('2026-10-01T12:00:00Z');
  let withFront: TestApp;
  let without: TestApp;
  let answer: jest.SpyInstance<boolean | Promise<boolean>>;

  beforeAll(async () => {
    const common = { CACHE_TTL_SECONDS: '15', ...env };
    withFront = await TestApp.start({ env: common, now });
    without = await TestApp.start({ env: common, databaseUrl: withFront.databaseUrl, now });
    jest.spyOn(without.app.get(CacheFront), 'answer').mockReturnValue(false);
    answer = jest.spyOn(withFront.app.get(CacheFront), 'answer');
    await withOwner(withFront.databaseUrl, (client) => loadSeed(client, now));
  });

  afterAll(async () => {
    await without.stop();
    await withFront.stop();
  });

  it('answers the same, byte for byte, with the cache in front and without it', async () => {
    const sequences = stepSequences({
      templates,
      known: { name: ['aurora_plays', 'AURORA_plays', '100000001', 'nobody', 'a-b'], id: ['40100000001', '1', 'x'] },
      etags: await etagsOf(without),
      authorizations: [
        ...Array.from({ length: 6 }, () => `Bearer ${token}`),
        `bearer ${other}`,
        'Bearer wrong',
        `Basic ${token}`,
        '',
      ],
      origins: [origin, 'https://evil.example.com', 'null'],
    });
    await fc.assert(
      fc.asyncProperty(sequences, async (steps) => void (await expectSame(steps))),
      { numRuns: 30 },
    );
    const answered = [];
    for (const { value } of answer.mock.results) answered.push(await (value as false | Promise<boolean>));
    if (env.CACHE_TTL_SECONDS !== '0') expect(answered).toContain(true);
    expect(answered).toContain(false);
  }, 300_000);

  it('counts the same requests, so that the budget ends with the same one', async () => {
    passSeconds(3_600);
    const etags = await etagsOf(without);
    passSeconds(3_600);
    const asking = (more: string) =>
      `GET /v1/leaderboard HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\n${more}\r\n`;
    // 304s count like 200s.
    const requests = Array.from({ length: limit + 5 }, (_, i) =>
      asking(i % 2 === 0 ? `If-None-Match: ${etags.join(', ')}\r\n` : ''),
    );
    const answers = await expectSame(requests.map((bytes) => ({ bytes })));
    const statuses = answers.map((answer) => answer?.status);
    const isLimited = env.RATE_LIMIT === String(limit);
    expect(statuses.slice(0, limit)).not.toContain(429);
    expect(statuses.slice(limit)).toEqual(
      Array.from({ length: 5 }, (_, i) => (isLimited ? 429 : (i + limit) % 2 === 0 ? 304 : 200)),
    );
  });

  const passSeconds = (seconds: number) => now.setTime(now.getTime() + seconds * 1000);

  /** Sends the same requests to both services, each on one connection. */
  async function expectSame(steps: Step[]): Promise<(RawAnswer | null)[]> {
    passSeconds(3_600);
    const [one, two] = [new RawConnection(withFront.port), new RawConnection(without.port)];
    const answers: (RawAnswer | null)[] = [];
    try {
      for (const step of steps) {
        if ('seconds' in step) passSeconds(step.seconds);
        else answers.push(await expectSameAnswer(step.bytes, one, two));
      }
    } finally {
      one.close();
      two.close();
    }
    return answers;
  }

  async function expectSameAnswer(text: string, one: RawConnection, two: RawConnection): Promise<RawAnswer | null> {
    const bytes = Buffer.from(text, 'latin1');
    const answer = await one.ask(bytes);
    expect(comparable(answer)).toEqual(comparable(await two.ask(bytes)));
    // What is asked anew behind the scenes must be there, or not, for both.
    for (const { app } of [withFront, without]) {
      const loads = [...app.get(ResponseCache)['loads'].values()];
      await Promise.allSettled(loads.map((load) => load.answer));
    }
    return answer;
  }
});

/**
 * An answer without its date, and without its id where the service has made it up. Its headers are sorted: their order says
 * nothing.
 */
function comparable(answer: RawAnswer | null): unknown {
  if (answer === null) return null;
  // Those that the requests bring are shorter.
  const head = answer.head.replace(/\r\nDate: [^\r]*/, '').replace(/X-Request-Id: [\w-]{36}/, '');
  return { head: head.split('\r\n').sort(), body: createHash('sha1').update(answer.body).digest('hex') };
}

async function etagsOf(api: TestApp): Promise<string[]> {
  const paths = ['/v1/leaderboard', '/v1/streamer/aurora_plays/partners'];
  const etags: string[] = [];
  for (const path of paths) {
    for (const encoding of ['identity', 'gzip', 'br']) {
      const { headers } = await api.send('GET', path, {
        'Accept-Encoding': encoding,
        Authorization: `Bearer ${token}`,
      });
      etags.push(headers.get('etag') ?? '');
    }
  }
  return etags;
}
