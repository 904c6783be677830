import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { OpenAPIObject } from '@nestjs/swagger';
import { Config } from '../../src/config/config.js';
import { createOpenApiDocument } from '../../src/server/openapi.js';
import { OpenApiContract } from '../support/openapi-contract.js';
import { TestApp } from '../support/test-app.js';

// So that a release leaves the snapshot as it is.
const version = '1.2.3';
jest.mock('../../src/version.js', () => ({ version: '1.2.3' }));

interface Operation {
  operationId: string;
  summary?: string;
  description?: string;
  tags: string[];
  security?: object[];
  responses: Record<string, { description: string; content?: Record<string, { example?: unknown; schema: object }> }>;
}

/** What each operation can answer. */
const statuses: Record<string, number[]> = {
  '/v1/streamer/{name}/recent-streams': [200, 304, 400, 401, 404, 429, 500, 503],
  '/v1/streamer/{name}/thirty-day-stats': [200, 304, 400, 401, 404, 429, 500, 503],
  '/v1/streamer/{name}/stats': [200, 304, 400, 401, 404, 429, 500, 503],
  '/v1/stats': [200, 304, 400, 401, 429, 500, 503],
  '/v1/streamer/{name}/follower-graph': [200, 304, 400, 401, 404, 429, 500, 503],
  '/v1/streamer/{name}/follower-graph.svg': [200, 304, 400, 401, 404, 429, 500, 503],
  '/v1/streamer/{name}/badge.svg': [200, 304, 400, 401, 404, 429, 500, 503],
  '/v1/streamer/{name}/partners': [200, 304, 400, 401, 404, 429, 500, 503],
  '/v1/leaderboard': [200, 304, 400, 401, 429, 500, 503],
  '/v1/games': [200, 304, 400, 401, 429, 500, 503],
  '/v1/games/{name}': [200, 304, 400, 401, 404, 429, 500, 503],
  '/v1/streamers': [200, 304, 400, 401, 429, 500, 503],
  '/v1/streams/live': [200, 304, 400, 401, 429, 500, 503],
  '/v1/streams/{id}': [200, 304, 400, 401, 404, 429, 500, 503],
  '/v1/streams/{id}/message-stats': [200, 304, 400, 401, 404, 429, 500, 503],
  '/v1/streams/{id}/before': [200, 304, 400, 401, 404, 429, 500, 503],
  '/v1/streams/{id}/graphs/{granularity}': [200, 304, 400, 401, 404, 429, 500, 503],
  '/v1/streams/{id}/graphs/{granularity}.svg': [200, 304, 400, 401, 404, 429, 500, 503],
  '/v1/streams/{id}/colab-sessions': [200, 304, 400, 401, 404, 429, 500, 503],
  '/v1/events/public': [200, 304, 400, 401, 429, 500, 503],
  '/v1/streamer/{name}/events': [200, 304, 400, 401, 404, 429, 500, 503],
  '/v1/events/{id}': [200, 304, 400, 401, 404, 429, 500, 503],
  '/v1/status': [200, 400, 401, 429, 500],
  '/v1/health/live': [200, 400, 500],
  '/v1/health/ready': [200, 400, 500, 503],
};

const openPaths = ['/v1/health/live', '/v1/health/ready'];

describe('the OpenAPI document', () => {
  let api: TestApp;
  let document: OpenAPIObject;

  beforeAll(async () => {
    api = await TestApp.start({ env: { RATE_LIMIT: '100', API_TOKEN: 'token-of-the-tests-0123456789' } });
    document = createOpenApiDocument(api.app, api.app.get(Config));
  });

  afterAll(() => api.stop());

  const tokenless = () => createOpenApiDocument(api.app, { ...api.app.get(Config), apiTokens: [] });

  const operations = (): [string, Operation][] =>
    Object.entries(document.paths).map(([path, { get }]) => [path, get as unknown as Operation]);

  it('is as it was reviewed', () => {
    expect(document).toMatchSnapshot();
  });

  it('is served as JSON and as YAML, without a token', async () => {
    for (let i = 0; i < 3; i++) {
      const json = await api.get<OpenAPIObject>('/docs-json');
      expect(json).toMatchObject({ status: 200, body: { openapi: document.openapi, paths: expect.anything() } });
      expect(json.body).toEqual(JSON.parse(JSON.stringify(document)));
    }
    const yaml = await api.get('/docs-yaml');
    expect(yaml.status).toBe(200);
    expect(yaml.text).toContain('/v1/streamer/{name}/recent-streams:');
  });

  it('is printed by npm run openapi, which needs no database', () => {
    const printed = execFileSync(process.execPath, ['scripts/openapi.mjs'], { encoding: 'utf8' });
    const { version: inManifest } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    expect(printed.replaceAll(`"${inManifest}"`, `"${version}"`)).toEqual(`${JSON.stringify(tokenless(), null, 2)}\n`);
  });

  it('is shown by Swagger UI', async () => {
    const { status, headers, text } = await api.get('/docs');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toContain('text/html');
    expect(text).toContain('Streaming analytics API');
    expect(await api.get('/docs/swagger-ui-bundle.js')).toMatchObject({ status: 200 });
  });

  it('has the version of package.json and describes each tag', () => {
    expect(document.info.version).toBe(version);
    expect(document.tags?.map(({ name }) => name)).toEqual([
      'Meta',
      'Streamer',
      'Streams',
      'Leaderboard',
      'Games',
      'Partners',
      'Events',
    ]);
    expect(document.tags?.every(({ description }) => description)).toBe(true);
  });

  it('describes each operation and all that it answers, with GET alone', () => {
    expect(
      Object.fromEntries(operations().map(([path, { responses }]) => [path, Object.keys(responses).map(Number)])),
    ).toEqual(statuses);
    for (const item of Object.values(document.paths)) expect(Object.keys(item)).toEqual(['get']);
    for (const [, { summary, description, tags }] of operations()) {
      expect(summary).toBeTruthy();
      expect(description).toBeTruthy();
      expect(tags).toHaveLength(1);
    }
  });

  it('gives each operation an id of its own', () => {
    const ids = operations().map(([, { operationId }]) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('lists the bearer scheme for each operation except the public ones, as optional if no token is configured', () => {
    for (const [path, { security }] of operations()) {
      const isOpen = openPaths.includes(path);
      expect({ path, security }).toEqual({ path, security: isOpen ? [] : [{ bearer: [] }] });
      const withoutToken = tokenless().paths[path]?.get?.security;
      expect({ path, security: withoutToken }).toEqual({ path, security: isOpen ? [] : [{ bearer: [] }, {}] });
    }
    expect(document.components?.securitySchemes?.bearer).toEqual({
      type: 'http',
      scheme: 'bearer',
      description: expect.any(String),
    });
  });

  it('gives each error the one body, and nothing else in it', () => {
    for (const [, { responses }] of operations()) {
      for (const [status, { content }] of Object.entries(responses)) {
        if (Number(status) < 400) continue;
        expect(content?.['application/json']?.schema).toEqual({ $ref: '#/components/schemas/ErrorResponse' });
      }
    }
    expect(document.components?.schemas?.ErrorResponse).toMatchObject({
      required: ['error'],
      properties: { error: { type: 'string' } },
      additionalProperties: false,
    });
  });

  it('has an example of every answer, which is as its schema says', () => {
    const contract = new OpenApiContract(document);
    for (const [path, { responses }] of operations()) {
      for (const [status, { content }] of Object.entries(responses)) {
        // A 304 has no body.
        if (status === '304') continue;
        // A picture has a type, and no example that says more.
        if (path.endsWith('.svg') && status === '200') {
          expect(content).toEqual({ 'image/svg+xml': { schema: { type: 'string', format: 'binary' } } });
          continue;
        }
        const example = content?.['application/json']?.example;
        expect(example).toBeDefined();
        expect(contract.findViolations(path.replace(/\{\w+\}/, '1'), Number(status), example)).toEqual([]);
      }
    }
  });
});

describe('the contract that answers are held against', () => {
  const document = {
    openapi: '3.0.0',
    info: { title: '', version: '' },
    paths: {
      '/v1/things/{id}': {
        get: {
          responses: {
            200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } } },
          },
        },
      },
    },
    components: {
      schemas: {
        Thing: {
          type: 'object',
          required: ['size', 'at'],
          properties: { size: { type: 'integer', nullable: true }, at: { type: 'string', format: 'date-time' } },
        },
        ErrorResponse: {
          type: 'object',
          required: ['error'],
          properties: { error: { type: 'string' } },
          additionalProperties: false,
        },
      },
    },
  } as unknown as OpenAPIObject;
  const violations = (path: string, status: number, body: unknown) =>
    new OpenApiContract(document).findViolations(path, status, body);

  it('is kept by an answer as documented', () => {
    expect(violations('/v1/things/1?a=b', 200, { size: null, at: '2026-10-01T12:00:00.000Z' })).toEqual([]);
  });

  it('is broken by a missing property, a wrong type, a wrong format and an undocumented status', () => {
    expect(violations('/v1/things/1', 200, { size: '1', at: 'noon' })).toHaveLength(2);
    expect(violations('/v1/things/1', 200, { size: 1 })).toHaveLength(1);
    expect(violations('/v1/things/1', 404, { error: 'x' })).toEqual([
      '/v1/things/{id} does not document the status 404',
    ]);
  });

  it('wants an error of one property from a path that is no operation', () => {
    expect(violations('/v1/other', 404, { error: 'x' })).toEqual([]);
    expect(violations('/v1/other', 404, { error: 'x', statusCode: 404 })).toHaveLength(1);
  });
});

describe('a service with its documentation switched off', () => {
  it('answers 404 where it would be, and the operations as ever', async () => {
    const api = await TestApp.start({ env: { DOCS_ENABLED: 'off' } });
    try {
      for (const path of ['/docs', '/docs/', '/docs-json', '/docs-yaml', '/docs/swagger-ui-bundle.js']) {
        expect(await api.get(path)).toMatchObject({ status: 404, body: { error: 'There is nothing here.' } });
      }
      expect(await api.get('/v1/nothing')).toMatchObject({ status: 404, body: { error: 'There is nothing here.' } });
      expect(await api.get('/v1/leaderboard')).toMatchObject({ status: 200 });
    } finally {
      await api.stop();
    }
  });
});
