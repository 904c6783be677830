import type { OpenAPIObject } from '@nestjs/swagger';
import { Factories } from '../support/factories.js';
import { TestApp } from '../support/test-app.js';

const token = 'token-of-the-tests-0123456789';
const authorization = { Authorization: `Bearer ${token}` };

interface Schema {
  type?: string;
  format?: string;
  nullable?: boolean;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  enum?: string[];
}

interface Operation {
  parameters: { name: string; in: string; schema: Schema }[];
  responses: Record<string, { headers?: Record<string, { $ref?: string }>; content?: Record<string, unknown> }>;
}

/** Headers of every answer over HTTP, which say nothing of this API. */
const general = [
  ...['connection', 'content-length', 'content-type', 'date', 'keep-alive', 'transfer-encoding', 'vary'],
  ...['content-security-policy', 'cross-origin-resource-policy', 'referrer-policy', 'x-content-type-options'],
];
/** Headers that only some answers have. */
const occasional = ['age', 'content-disposition', 'link'];

describe('the OpenAPI document, for generators of typed clients', () => {
  let api: TestApp;
  let document: OpenAPIObject;
  let operations: Record<string, Operation>;

  beforeAll(async () => {
    api = await TestApp.start({ env: { API_TOKEN: token, RATE_LIMIT: '1000' } });
    document = (await api.get<OpenAPIObject>('/docs-json')).body;
    operations = Object.fromEntries(
      Object.entries(document.paths).map(([path, { get }]) => [path, get as unknown as Operation]),
    );
    const data = await Factories.connect(api.databaseUrl);
    await data.streamer({ login: 'aurora' });
    await data.end();
  });

  afterAll(() => api.stop());

  it('gives each integer a width that holds all of its values', () => {
    const integers = objectsIn(document).filter(({ type }) => type === 'integer') as Schema[];
    expect(integers.length).toBeGreaterThan(40);
    for (const { format, maximum = format === 'int32' ? 0 : undefined } of integers) {
      expect(['int32', 'int64']).toContain(format);
      expect(maximum).toBeLessThanOrEqual(format === 'int32' ? 2 ** 31 - 1 : Number.MAX_SAFE_INTEGER);
    }
  });

  // Generators for Rust read an integer with an enum as a text, those for Java and C# a text that is a picture as JSON.
  it('has no enum of integers in an answer, and no picture that is a plain text', () => {
    const schemas = objectsIn(document.components?.schemas) as Schema[];
    expect(schemas.filter((schema) => schema.type === 'integer' && schema.enum)).toEqual([]);
    const pictures = objectsIn(document.paths).flatMap((found) =>
      'image/svg+xml' in found ? [(found['image/svg+xml'] as { schema: Schema }).schema] : [],
    );
    expect(pictures).toEqual(Array(3).fill({ type: 'string', format: 'binary' }));
  });

  it('says what each parameter may be', () => {
    for (const [path, { parameters }] of Object.entries(operations)) {
      for (const { name, schema } of parameters) {
        const isBounded =
          schema.type === 'boolean' ||
          schema.enum !== undefined ||
          schema.pattern !== undefined ||
          schema.maxLength !== undefined ||
          (schema.minimum !== undefined && schema.maximum !== undefined);
        expect({ path, name, isBounded }).toEqual({ path, name, isBounded: true });
      }
    }
  });

  it('calls nothing nullable that is always there', () => {
    const nullable = Object.entries(document.components?.schemas ?? {}).flatMap(([name, schema]) =>
      Object.entries('properties' in schema ? (schema.properties ?? {}) : {})
        .filter(([, property]) => 'nullable' in property && property.nullable)
        .map(([field]) => `${name}.${field}`),
    );
    for (const field of ['ViewerPoint.created_at', 'ViewerPoint.timestamp', 'ColabSession.participants']) {
      expect(nullable).not.toContain(field);
    }
    expect(nullable).toContain('StreamSummary.avg_viewers');
  });

  it('names a server, and no contact that nobody has', () => {
    expect(document.servers).toEqual([{ url: '/' }]);
    expect(document.info).not.toHaveProperty('contact');
  });

  it('lists the operations that callers are here for first, and those of operators last', () => {
    const tags = Object.values(document.paths).map(({ get }) => get?.tags?.[0]);
    expect([...new Set(tags)]).toEqual(['Streamer', 'Streams', 'Leaderboard', 'Games', 'Partners', 'Events', 'Meta']);
  });

  it.each([
    ['/v1/leaderboard', '/v1/leaderboard', authorization, 200],
    ['/v1/leaderboard', '/v1/leaderboard.csv', authorization, 200],
    ['/v1/leaderboard', '/v1/leaderboard', { ...authorization, 'If-None-Match': '*' }, 304],
    ['/v1/leaderboard', '/v1/leaderboard?limit=0', authorization, 400],
    ['/v1/leaderboard', '/v1/leaderboard', {}, 401],
    ['/v1/streamer/{name}/partners', '/v1/streamer/aurora/partners', authorization, 200],
    ['/v1/streamer/{name}/partners', '/v1/streamer/nobody/partners', authorization, 404],
    ['/v1/events/public', '/v1/events/public', authorization, 200],
    ['/v1/status', '/v1/status', authorization, 200],
    ['/v1/status', '/v1/status', {}, 401],
    ['/v1/health/live', '/v1/health/live', {}, 200],
    ['/v1/health/ready', '/v1/health/ready', {}, 200],
  ])('documents the headers of %s (GET %s, %j: %d), and no others', async (template, path, headers, status) => {
    const answer = await api.send('GET', path, headers);
    const sent = [...answer.headers.keys()].filter((name) => ![...general, ...occasional].includes(name));
    expect(answer.status).toBe(status);
    expect(sent.sort()).toEqual(documentedHeaders(template, status));
  });

  it('documents the headers of an answer that is refused', async () => {
    const limited = await TestApp.start({ env: { RATE_LIMIT: '1' }, databaseUrl: api.databaseUrl });
    try {
      await limited.send('GET', '/v1/leaderboard');
      const { status, headers } = await limited.send('GET', '/v1/leaderboard');
      const sent = [...headers.keys()].filter((name) => !general.includes(name));
      expect([status, sent.sort()]).toEqual([429, documentedHeaders('/v1/leaderboard', 429)]);
    } finally {
      await limited.stop();
    }
  });

  it('defines each header that it refers to', () => {
    for (const { responses } of Object.values(operations)) {
      for (const { headers } of Object.values(responses)) {
        for (const [name, { $ref }] of Object.entries(headers ?? {})) {
          if ($ref === undefined) continue;
          expect($ref).toBe(`#/components/headers/${name}`);
          expect(document.components?.headers?.[name]).toMatchObject({ description: expect.any(String) });
        }
      }
    }
  });

  function documentedHeaders(template: string, status: number): string[] {
    const names = Object.keys(operations[template]?.responses[status]?.headers ?? {}).map((name) => name.toLowerCase());
    return names.filter((name) => !occasional.includes(name)).sort();
  }
});

/** All objects within a value, at any depth. */
function objectsIn(value: unknown): Record<string, unknown>[] {
  if (typeof value !== 'object' || value === null) return [];
  return [value as Record<string, unknown>, ...Object.values(value).flatMap(objectsIn)];
}
