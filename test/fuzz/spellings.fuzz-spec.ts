import fc, { Arbitrary } from 'fast-check';
import { withOwner } from '../../src/database/owner-client.js';
import { loadSeed } from '../../src/jobs/seed/load-seed.js';
import { ResponseCache } from '../../src/response-cache/response-cache.js';
import { Config } from '../../src/config/config.js';
import { createOpenApiDocument } from '../../src/server/openapi/openapi.js';
import { RawResponse, valueOf } from '../support/http/raw-responses.js';
import { RawConnection } from '../support/http/raw-connection.js';
import { TestApp } from '../support/http/test-app.js';
import { decoded } from './answer-check.js';
import { bytesOf, commandOf, FuzzRequest } from './fuzz-request.js';
import { requestCount, seed } from './fuzz-run.js';
import { spellings } from './spelling-arbitrary.js';

const token = 'token-of-the-tests-0123456789';

/** Time limit of the test, including the search for a smaller failure. Requests that were not sent in time are also a failure. */
const limitMs = 1_500_000;

/** Headers that a cache may change: times, remaining budget, and encoding of the body. */
const incidental = [
  ...['age', 'cache-control', 'content-encoding', 'content-length', 'date', 'ratelimit', 'retry-after', 'x-request-id'],
  ...['x-ratelimit-remaining', 'x-ratelimit-reset'],
];

const services: Record<string, { env: Record<string, string>; authorizations: string[] }> = {
  'an open service': { env: {}, authorizations: ['', 'Bearer x'] },
  'a service with a token': { env: { API_TOKEN: token }, authorizations: [`Bearer ${token}`, 'Bearer x', ''] },
};

describe.each(Object.entries(services))('%s', (_name, { env, authorizations }) => {
  const now = new Date();
  let cached: TestApp;
  let uncached: TestApp;

  beforeAll(async () => {
    process.stderr.write(`FUZZ_SEED=${seed}\n`);
    cached = await TestApp.start({ now, env: { ...env, CACHE_TTL_SECONDS: '15' } });
    const { databaseUrl } = cached;
    await withOwner(databaseUrl, (client) => loadSeed(client, now));
    uncached = await TestApp.start({ now, databaseUrl, env: { ...env, CACHE_TTL_SECONDS: '0' } });
  });

  afterAll(async () => {
    await uncached.stop();
    await cached.stop();
  });

  it('returns the same response from the cache and from the database to every spelling of a request', async () => {
    const found = jest.spyOn(cached.app.get(ResponseCache), 'findByUrl');
    const [memory, database] = [cached, uncached].map(({ port }) => new RawConnection(port));
    const targets = spellings(createOpenApiDocument(cached.app, cached.app.get(Config)));
    const property = fc.asyncProperty(targets, fc.infiniteStream(ways(authorizations)), async (batch, stream) => {
      cached.forgetAnswers();
      for (const target of batch) {
        const way = stream.next().value as Omit<FuzzRequest, 'target'>;
        await compare(memory, database, { ...way, target: Buffer.from(target).toString('latin1') });
      }
    });
    try {
      const limit = { interruptAfterTimeLimit: limitMs, markInterruptAsFailure: true };
      await fc.assert(property, { seed, numRuns: Math.ceil(requestCount / 50), ...limit });
    } finally {
      memory?.close();
      database?.close();
    }
    expect(found.mock.results.filter(({ value }) => value !== undefined).length).toBeGreaterThan(0);
  }, 1_800_000);
});

/** Ways to send a request. */
function ways(authorizations: string[]): Arbitrary<Omit<FuzzRequest, 'target'>> {
  return fc
    .record({
      method: fc.constantFrom('GET', 'GET', 'GET', 'HEAD'),
      authorization: fc.constantFrom(...authorizations),
      encoding: fc.constantFrom('identity', 'gzip', 'br', 'gzip, br', '*;q=0'),
    })
    .map(({ method, authorization, encoding }) => {
      const given: FuzzRequest['headers'] = authorization === '' ? [] : [['Authorization', authorization]];
      return { method, headers: [['Host', '127.0.0.1'], ['Accept-Encoding', encoding], ...given] };
    });
}

/** Compares both services, twice so that the second response may come from the cache, and then with the entity tag. */
async function compare(memory: RawConnection | undefined, database: RawConnection | undefined, request: FuzzRequest) {
  const ask = async (connection: RawConnection | undefined, asked: FuzzRequest) => {
    // The service may have closed an idle connection while the machine was busy.
    const answer = (await connection?.ask(bytesOf(asked))) ?? (await connection?.ask(bytesOf(asked)));
    if (!answer) throw new Error(`No response to ${commandOf(bytesOf(asked))}`);
    return { answer, shown: { asked: commandOf(bytesOf(asked)), ...whatMatters(answer, asked) } };
  };
  const { answer, shown } = await ask(database, request);
  expect((await ask(memory, request)).shown).toEqual(shown);
  expect((await ask(memory, request)).shown).toEqual(shown);
  const tag = valueOf(answer.headers, 'etag');
  if (tag === undefined) return;
  const conditional: FuzzRequest = { ...request, headers: [...request.headers, ['If-None-Match', tag]] };
  expect((await ask(memory, conditional)).shown).toEqual((await ask(database, conditional)).shown);
}

function whatMatters({ status, headers, body }: RawResponse, { method }: FuzzRequest) {
  const kept = headers
    .map(([name, value]): [string, string] => [name.toLowerCase(), value])
    .filter(([name]) => !incidental.includes(name))
    .map(([name, value]) => `${name}: ${name === 'etag' ? value.replace(/-(br|gzip)"$/, '"') : value}`);
  return {
    status,
    headers: kept.toSorted(),
    body: method === 'HEAD' || status === 304 ? '' : decoded({ headers, body }),
  };
}
