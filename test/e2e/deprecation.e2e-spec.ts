import { Controller, Get, NotFoundException, Param } from '@nestjs/common';
import { Config } from '../../src/config/config.js';
import { Deprecated } from '../../src/http/deprecated.decorator.js';
import { CachedApi } from '../../src/http/limited-api.decorator.js';
import { Operation } from '../../src/http/operation.decorator.js';
import { WithHeaders } from '../../src/http/with-headers.js';
import { Found, ResponseCache } from '../../src/response-cache/response-cache.js';
import { createOpenApiDocument } from '../../src/server/openapi.js';
import { StreamParams } from '../../src/streams/dto/stream.params.js';
import { Echo, echo, echoOperation } from '../support/echo.js';
import { TestApp } from '../support/test-app.js';

const deprecation = { since: '2026-09-01', sunset: '2027-03-01', link: 'https://example.com/changes' };
const deprecated = {
  deprecation: '@1788220800',
  sunset: 'Mon, 01 Mar 2027 00:00:00 GMT',
  link: '<https://example.com/changes>; rel="deprecation"; type="text/html"',
};
const usual = { deprecation: null, sunset: null, link: null };

@Controller('v1/echo/:id')
@CachedApi('Streams')
class EchoController {
  constructor(private readonly cache: ResponseCache) {}

  @Get('old')
  @Deprecated(deprecation)
  @Operation({ ...echoOperation, summary: 'Old echo' })
  findOldEcho(@Param() { id }: StreamParams): Promise<Found<Echo>> {
    if (id === '9') throw new NotFoundException('There is no such echo.');
    return this.cache.answer(['echo', id], async () => new WithHeaders({ id }, { Link: '</next>; rel="next"' }));
  }

  /** Another operation with the same answers, which the cache keeps once. */
  @Get('new')
  @Operation(echoOperation)
  findEcho(@Param() { id }: StreamParams): Promise<Found<Echo>> {
    return echo(this.cache, 'echo', id);
  }
}

describe('a deprecated operation', () => {
  let api: TestApp;

  beforeAll(async () => {
    api = await TestApp.start({ controllers: [EchoController], env: { RATE_LIMIT: '20', CORS_ORIGINS: '*' } });
  });

  afterAll(() => api.stop());

  const ask = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await api.send('GET', path, headers);
    const [deprecation, sunset, link] = ['deprecation', 'sunset', 'link'].map((name) => answer.headers.get(name));
    return { status: answer.status, told: { deprecation, sunset, link }, headers: answer.headers };
  };

  it('says so in each answer, beside the Link of the answer: the first one, a stored one and a 304', async () => {
    const both = { ...deprecated, link: `${deprecated.link}, </next>; rel="next"` };
    const origin: Record<string, string> = { Origin: 'https://example.org' };
    for (const headers of [{}, {}, origin]) {
      expect(await ask('/v1/echo/1/old', headers)).toMatchObject({ status: 200, told: both });
    }
    expect(await ask('/v1/echo/1/old', { 'If-None-Match': '*' })).toMatchObject({ status: 304, told: both });
  });

  it('says so where another operation has asked for the same answer, which says nothing', async () => {
    // Without a cache the answer is its own one, with a Link beside this one.
    const told = { ...deprecated, link: expect.stringContaining(deprecated.link) as string };
    for (let i = 0; i < 2; i++) {
      expect(await ask('/v1/echo/2/new')).toMatchObject({ status: 200, told: usual });
      expect(await ask('/v1/echo/2/old')).toMatchObject({ status: 200, told });
    }
  });

  it('says so in errors, and lets pages of other origins read it', async () => {
    const told = (page: string) => ({ ...deprecated, link: `</docs/${page}>; rel="help", ${deprecated.link}` });
    const refused = await ask('/v1/echo/9/old', { Origin: 'https://example.org' });
    expect(refused).toMatchObject({ status: 404, told: told('errors') });
    expect(refused.headers.get('access-control-expose-headers')).toMatch(/Deprecation,Sunset/);
    for (let i = 0; i < 20; i++) await ask('/v1/echo/1/old');
    expect(await ask('/v1/echo/1/old')).toMatchObject({ status: 429, told: told('rate-limits') });
  });

  it('is marked in the OpenAPI document, with its headers', () => {
    const { paths } = createOpenApiDocument(api.app, api.app.get(Config));
    const [old, other] = ['old', 'new'].map((name) => paths[`/v1/echo/{id}/${name}`]?.get);
    expect(old).toMatchObject({ deprecated: true, summary: 'Old echo' });
    expect(old?.description).toBe(
      'Deprecated since 2026-09-01. It will be removed on 2027-03-01. [What to use instead](https://example.com/changes). Answers its id.',
    );
    expect(old?.responses['304']).toMatchObject({
      headers: { Deprecation: { example: deprecated.deprecation }, Sunset: { example: deprecated.sunset } },
    });
    expect(other).not.toHaveProperty('deprecated');
    expect(JSON.stringify(other)).not.toContain('Sunset');
  });
});
