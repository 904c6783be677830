import type { OpenAPIObject } from '@nestjs/swagger';
import { webhookKinds } from '../../src/config/webhook-targets.js';
import { Config } from '../../src/config/config.js';
import { createOpenApiDocument } from '../../src/server/openapi/openapi.js';
import { changesBetween } from '../support/http/contract-changes.js';
import { Factories } from '../support/data/factories.js';
import { OpenApiContract } from '../support/http/openapi-contract.js';
import { documentOf, recordedReleases } from '../support/database/releases.js';
import type { Change } from '../support/database/schema-changes.js';
import { TestApp } from '../support/http/test-app.js';

const token = 'token-of-the-tests-0123456789';
const authorization = { Authorization: `Bearer ${token}` };

interface Schema {
  type?: string;
  format?: string;
  nullable?: boolean;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  pattern?: string;
  default?: unknown;
  enum?: string[];
  required?: string[];
  properties?: Record<string, Schema>;
}

interface Operation {
  operationId: string;
  summary?: string;
  description?: string;
  tags: string[];
  security?: object[];
  parameters: { name: string; in: string; schema: Schema }[];
  responses: Record<string, { headers?: object; content?: Record<string, { example?: unknown; schema: object }> }>;
}

/** The statuses of each data operation. An operation with a name or ID in its path can return 404. */
const statuses = (path: string) => [
  '200',
  '304',
  '400',
  '401',
  ...(path.includes('{') || ['/v1/leaderboard', '/v1/games'].includes(path) ? ['404'] : []),
  '429',
  '500',
  '503',
];
const statusesOfMeta: Record<string, string[]> = {
  '/v1/status': ['200', '400', '401', '429', '500'],
  '/v1/health/live': ['200', '400', '500'],
  '/v1/health/ready': ['200', '400', '500', '503'],
};

/** The six operations of the original specification, with their queries and bodies. Additions are possible, removals are not. */
const contract: Record<string, [tag: string, body: string, query: Record<string, Schema>]> = {
  '/v1/streamer/{name}/recent-streams': [
    'Streamer',
    'StreamSummary[]',
    { limit: { type: 'integer', minimum: 1, maximum: 100, default: 20 } },
  ],
  '/v1/streamer/{name}/thirty-day-stats': ['Streamer', 'ThirtyDayStats', {}],
  '/v1/streamer/{name}/follower-graph': ['Streamer', 'FollowerPoint[]', {}],
  '/v1/streamer/{name}/partners': ['Partners', 'Partner[]', {}],
  '/v1/leaderboard': [
    'Leaderboard',
    'LeaderboardPage',
    {
      sort: {
        enum: ['watchtime', 'averageviewers', 'followers', 'followergain', 'peakviewers'],
        default: 'watchtime',
      },
      limit: { type: 'integer', minimum: 1, maximum: 200, default: 50 },
      cursor: { type: 'integer', minimum: 0, default: 0 },
    },
  ],
  '/v1/streams/{id}/message-stats': ['Streams', 'MessageStats', {}],
};

/** The fields of their bodies, by type. Fields after `|` may be null. */
const fields: Record<string, Record<string, string>> = {
  StreamSummary: {
    string: 'id streamer_id | vod_id game_name title user_display_name',
    'date-time': 'started_at | ended_at updated_at',
    uri: '| thumbnail user_profile_image',
    boolean: 'is_live',
    integer: '| avg_viewers peak_viewers live_views live_views_final watchtime unique_chatters',
    array: '| tags',
  },
  LeaderboardPage: { array: 'items', boolean: 'hasMore', integer: 'nextCursor' },
  LeaderboardEntry: {
    string: 'id name display_name',
    integer: 'followers watchtime averageviewers peakviewers followergain',
  },
  Partner: { string: 'raw_url url root_domain panel_image', 'date-time': 'created_at' },
  ThirtyDayStats: { integer: 'stream_count total_minutes avg_viewers peak_viewers watchtime' },
  FollowerPoint: { integer: 'followers', 'date-time': 'created_at' },
  MessageStats: { integer: 'total_messages unique_chatters deleted_messages' },
  ErrorResponse: { string: 'error' },
};

/** General HTTP headers, which do not describe this API. */
const general = [
  ...['connection', 'content-length', 'content-type', 'date', 'keep-alive', 'transfer-encoding', 'vary'],
  ...['content-security-policy', 'cross-origin-resource-policy', 'referrer-policy', 'x-content-type-options'],
];
/** Headers that only some responses have. */
const occasional = ['age', 'content-disposition', 'link'];

describe('the OpenAPI document', () => {
  let api: TestApp;
  let document: OpenAPIObject;
  let operations: Record<string, Operation>;

  beforeAll(async () => {
    api = await TestApp.start({ env: { API_TOKEN: token, RATE_LIMIT: '1000' } });
    document = createOpenApiDocument(api.app, api.app.get(Config));
    operations = Object.fromEntries(
      Object.entries(document.paths).map(([path, { get }]) => [path, get as unknown as Operation]),
    );
    const data = await Factories.connect(api.databaseUrl);
    await data.streamer({ login: 'aurora' });
    await data.end();
  });

  afterAll(() => api.stop());

  const tokenless = () => createOpenApiDocument(api.app, { ...api.app.get(Config), apiTokens: [] });
  const schemaOf = (name: string) => document.components?.schemas?.[name] as Schema;

  it('is served as JSON and as YAML', async () => {
    expect((await api.get('/docs-json')).body).toEqual(JSON.parse(JSON.stringify(document)));
    expect((await api.get('/docs-yaml')).text).toContain('/v1/streamer/{name}/recent-streams:');
  });

  it('has the version of the specification, and describes each tag, operator tags last', () => {
    expect(document.info.version).toBe('1.0.0');
    expect(document.tags?.every(({ description }) => description)).toBe(true);
    const used = Object.values(operations).flatMap(({ tags }) => tags);
    expect([...new Set(used)]).toEqual([
      'Streamer',
      'Leaderboard',
      'Streams',
      'Games',
      'Totals',
      'Events',
      'Partners',
      'Meta',
    ]);
  });

  it.each(Object.entries(contract))('has %s as specified', (path, [tag, body, query]) => {
    const { tags, parameters, responses } = operations[path] as Operation;
    expect(tags).toEqual([tag]);
    expect(JSON.stringify(responses['200']?.content?.['application/json']?.schema)).toContain(
      `#/components/schemas/${body.replace('[]', '')}"`,
    );
    const inQuery = Object.fromEntries(parameters.map(({ name, schema }) => [name, schema]));
    expect(inQuery).toMatchObject(query);
  });

  it.each(Object.entries(fields))('has the fields of %s as specified', (name, types) => {
    const { properties = {}, required = [] } = schemaOf(name);
    for (const [type, names] of Object.entries(types)) {
      const [present = [], nullable = []] = names.split('|').map((part) => part.split(' ').filter(Boolean));
      for (const field of [...present, ...nullable]) {
        const { format, type: own, nullable: isNullable = false } = properties[field] ?? {};
        const found = [field, format === 'int64' ? own : (format ?? own), isNullable, required.includes(field)];
        expect(found).toEqual([field, type, nullable.includes(field), field !== 'panel_image']);
      }
    }
  });

  it('describes each operation and all its responses, with GET alone', () => {
    for (const [path, { summary, description, tags, responses }] of Object.entries(operations)) {
      expect([path, Object.keys(responses)]).toEqual([path, statusesOfMeta[path] ?? statuses(path)]);
      expect([summary, description, tags]).toEqual([expect.any(String), expect.any(String), [expect.any(String)]]);
    }
    for (const item of Object.values(document.paths)) expect(Object.keys(item)).toEqual(['get']);
  });

  it('lists the bearer scheme for each operation except the public ones, as optional if no token is configured', () => {
    const { paths } = tokenless();
    for (const [path, { security }] of Object.entries(operations)) {
      const isOpen = path.startsWith('/v1/health/');
      expect([path, security, paths[path]?.get?.security]).toEqual(
        isOpen ? [path, [], []] : [path, [{ bearer: [] }], [{ bearer: [] }, {}]],
      );
    }
  });

  it('has an example of every response that fits its schema, and one body for all errors', () => {
    const answers = new OpenApiContract(document);
    for (const [path, { responses }] of Object.entries(operations)) {
      for (const [status, { content }] of Object.entries(responses)) {
        const { example, schema } = content?.['application/json'] ?? {};
        // An image has a type, and no useful example. A 304 has no body.
        if (status === '304' || (path.endsWith('.svg') && status === '200')) continue;
        expect(example).toBeDefined();
        expect(answers.findViolations(path.replace(/\{\w+\}/, '1'), Number(status), example)).toEqual([]);
        if (Number(status) >= 400) expect(schema).toEqual({ $ref: '#/components/schemas/ErrorResponse' });
      }
    }
    expect(schemaOf('ErrorResponse')).toMatchObject({ required: ['error'], additionalProperties: false });
  });

  it('has an example of each message of webhooks, with the properties of responses', () => {
    const contract = new OpenApiContract(document);
    const types = webhookKinds.map((kind) => {
      const words = kind.split('.').map((word) => `${word[0]?.toUpperCase()}${word.slice(1)}`);
      const { example } = schemaOf(`Webhook${words.join('')}`) as { example?: unknown };
      expect(contract.findSchemaViolations(`Webhook${words.join('')}`, example)).toEqual([]);
      return (example as { type: string }).type;
    });
    expect(types).toEqual([...webhookKinds]);
  });

  it('is the contract that TestApp.get checks', () => {
    const answers = new OpenApiContract(document);
    const violations = (path: string, status: number, body: unknown) => answers.findViolations(path, status, body);
    const point = { followers: 5, created_at: '2026-10-01T12:00:00.000Z' };
    const path = '/v1/streamer/a/follower-graph';
    expect(violations(`${path}?a=b`, 200, [point])).toEqual([]);
    expect(violations(path, 200, [{ followers: '5', created_at: 'noon' }])).toHaveLength(2);
    expect(violations(path, 200, [{ followers: 5 }])).toHaveLength(1);
    expect(violations(path, 418, point)).toEqual([expect.stringContaining('does not document the status 418')]);
    expect(violations('/v1/other', 404, { error: 'x' })).toEqual([]);
    expect(violations('/v1/other', 404, { error: 'x', statusCode: 404 })).toHaveLength(1);
  });

  // Generators for Rust read an integer with an enum as a text. Generators for Java and C# read an SVG text as JSON.
  it('has types that client generators can express', () => {
    const integers = objectsIn(document).filter(({ type }) => type === 'integer') as Schema[];
    expect(integers.length).toBeGreaterThan(40);
    for (const { format, maximum = format === 'int32' ? 0 : undefined } of integers) {
      expect(['int32', 'int64']).toContain(format);
      expect(maximum).toBeLessThanOrEqual(format === 'int32' ? 2 ** 31 - 1 : Number.MAX_SAFE_INTEGER);
    }
    const inAnswers = objectsIn(document.components?.schemas) as Schema[];
    expect(inAnswers.filter((schema) => schema.type === 'integer' && schema.enum)).toEqual([]);
    const pictures = objectsIn(document.paths).flatMap((found) => found['image/svg+xml'] ?? []);
    expect(pictures).toEqual(Array(4).fill({ schema: { type: 'string', format: 'binary' } }));
  });

  it('describes the values of each parameter', () => {
    for (const [path, { parameters }] of Object.entries(operations)) {
      for (const { name, schema } of parameters) {
        const { type, enum: choice, pattern, maxLength, minimum, maximum } = schema;
        const isRange = minimum !== undefined && maximum !== undefined;
        const isBounded = type === 'boolean' || (choice ?? pattern ?? maxLength) !== undefined || isRange;
        expect({ path, name, isBounded }).toEqual({ path, name, isBounded: true });
      }
    }
  });

  it('declares tz for each month and date, and the service gives the reason if it has to be UTC', async () => {
    const values: Record<string, string> = { granularity: 'hourly', id: '1', name: 'aurora' };
    let onlyUtc = 0;
    for (const [path, { parameters }] of Object.entries(operations)) {
      const has = (wanted: string) => parameters.some(({ name }) => name === wanted);
      expect({ path, tz: has('tz') }).toEqual({ path, tz: has('month') || has('from') });
      const tz = parameters.find(({ name }) => name === 'tz')?.schema;
      if (tz?.enum === undefined) continue;
      onlyUtc += 1;
      expect([path, tz]).toMatchObject([path, { enum: ['UTC'], default: 'UTC' }]);
      const asked = path.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? name);
      const { status, body } = await api.get<{ error: string }>(`${asked}?tz=Europe/Berlin`, authorization);
      const error = expect.stringMatching(/^tz must be UTC, because /) as unknown;
      expect({ path, status, error: body.error }).toEqual({ path, status: 400, error });
      expect((await api.get(`${asked}?tz=utc`, authorization)).status).not.toBe(400);
    }
    expect(onlyUtc).toBeGreaterThan(5);
  });

  it.each([
    ['/v1/leaderboard', '/v1/leaderboard', authorization, 200],
    ['/v1/leaderboard', '/v1/leaderboard.csv', authorization, 200],
    ['/v1/leaderboard', '/v1/leaderboard', { ...authorization, 'If-None-Match': '*' }, 304],
    ['/v1/leaderboard', '/v1/leaderboard?limit=0', authorization, 400],
    ['/v1/leaderboard', '/v1/leaderboard', {}, 401],
    ['/v1/streamer/{name}/partners', '/v1/streamer/aurora/partners', authorization, 200],
    ['/v1/streamer/{name}/partners', '/v1/streamer/nobody/partners', authorization, 404],
    ['/v1/status', '/v1/status', authorization, 200],
    ['/v1/health/ready', '/v1/health/ready', {}, 200],
  ])('documents the headers of %s (GET %s, %j: %d), and no others', async (template, path, headers, status) => {
    const answer = await api.send('GET', path, headers);
    expect(answer.status).toBe(status);
    expect(sentHeaders(answer)).toEqual(documentedHeaders(template, status));
  });

  it('documents the headers of a refused request', async () => {
    const limited = await TestApp.start({ env: { RATE_LIMIT: '1' }, databaseUrl: api.databaseUrl });
    try {
      await limited.send('GET', '/v1/leaderboard');
      const answer = await limited.send('GET', '/v1/leaderboard');
      expect([answer.status, sentHeaders(answer)]).toEqual([429, documentedHeaders('/v1/leaderboard', 429)]);
    } finally {
      await limited.stop();
    }
  });

  /** Changes since a release that seem to break clients, but do not. */
  const names = { 'Names of channels of Kick have a prefix.': /(path name|query names): pattern was / };
  const schemas = {
    'The schema has another name.': /the schema (StatsOf is now StreamerStats|WindowFigures is now KnownFigures)$/,
  };
  const harmless: Record<string, Record<string, RegExp>> = {
    '1.2.0': schemas,
    '1.1.0': { ...names, ...schemas },
    '1.0.0': {
      ...names,
      'The release refused the same names and IDs, but its document did not describe the limits.':
        /path (name: (minLength|maxLength)|id: pattern) was not given and is /,
      'All integers that the release accepted have this format.':
        /query (limit|cursor): format was not given and is "int(32|64)"$/,
    },
  };

  it.each(recordedReleases)('breaks no client of %s', (release) => {
    const changes = changesBetween(documentOf(release), tokenless());
    const patterns = Object.values(harmless[release] ?? {});
    const breaking = changes.filter(({ breaks }) => breaks).map(({ place, what }) => `${place}: ${what}`);
    if (process.env.PRINT_CONTRACT_CHANGES === 'on') console.log(summaryOf(release, changes));
    expect(breaking.filter((line) => !patterns.some((pattern) => pattern.test(line)))).toEqual([]);
    for (const pattern of patterns) expect(breaking).toContainEqual(expect.stringMatching(pattern));
  });

  function sentHeaders({ headers }: { headers: Headers }): string[] {
    return [...headers.keys()].filter((name) => ![...general, ...occasional].includes(name)).sort();
  }

  function documentedHeaders(template: string, status: number): string[] {
    const names = Object.keys(operations[template]?.responses[status]?.headers ?? {}).map((name) => name.toLowerCase());
    return names.filter((name) => !occasional.includes(name)).sort();
  }
});

/** One line per added, removed or breaking part, and one line for a change that many responses or properties share. */
function summaryOf(release: string, changes: Change[]): string {
  const counts = new Map<string, number>();
  for (const { place, what, breaks } of changes) {
    const part = place.replace(/^[A-Z]+ \S+ (\d+ )?/, '');
    const line = `${breaks || what.startsWith('was ') ? part : part.replace(/^\w+\.\w+$/, 'property')}: ${what}`;
    counts.set(line, (counts.get(line) ?? 0) + 1);
  }
  const lines = [...counts].map(([line, count]) => (count > 1 ? `${line} (${count} times)` : line));
  return [`Changes of the OpenAPI document since ${release}:`, ...lines].join('\n');
}

/** All objects within a value, at any depth. */
function objectsIn(value: unknown): Record<string, unknown>[] {
  if (typeof value !== 'object' || value === null) return [];
  return [value as Record<string, unknown>, ...Object.values(value).flatMap(objectsIn)];
}
