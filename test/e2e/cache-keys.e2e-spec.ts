import { CanActivate, Controller, ExecutionContext, Get, Injectable, Param, UseGuards } from '@nestjs/common';
import type { Request } from 'express';
import { Operation } from '../../src/http/operation.decorator.js';
import { Found, ResponseCache } from '../../src/response-cache/response-cache.js';
import { CacheFront } from '../../src/server/cache-front.js';
import { StreamParams } from '../../src/streams/dto/stream.params.js';
import { sendRaw } from '../support/raw-http.js';
import { Echo, echo, echoOperation } from '../support/echo.js';
import { TestApp } from '../support/test-app.js';

@Injectable()
class KnockGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    return context.switchToHttp().getRequest<Request>().headers['x-knock'] === 'thrice';
  }
}

@Controller('v1/echo/:id')
class EchoController {
  constructor(private readonly cache: ResponseCache) {}

  @Get('usual')
  @Operation(echoOperation)
  answer(@Param() { id }: StreamParams): Promise<Found<Echo>> {
    return echo(this.cache, 'answer', id);
  }

  @Get('guarded')
  @Operation(echoOperation)
  @UseGuards(KnockGuard)
  answerWhoKnocks(@Param() { id }: StreamParams): Promise<Found<Echo>> {
    return echo(this.cache, 'answerWhoKnocks', id);
  }
}

describe('a cached answer', () => {
  let api: TestApp;
  let answeredInFront: jest.SpyInstance<boolean | Promise<boolean>>;

  beforeAll(async () => {
    api = await TestApp.start({ env: { CACHE_TTL_SECONDS: '15' }, controllers: [EchoController] });
    answeredInFront = jest.spyOn(api.app.get(CacheFront), 'answer');
  });

  afterAll(() => api.stop());

  it('is that of the path, whatever the query says', async () => {
    expect((await api.send('GET', '/v1/echo/1/usual?id=2')).body).toEqual({ id: '1' });
    expect((await api.send('GET', '/v1/echo/2/usual?id=1')).body).toEqual({ id: '2' });
    expect((await api.send('GET', '/v1/echo/2/usual')).body).toEqual({ id: '2' });
    expect((await api.send('GET', '/v1/echo/1/usual')).body).toEqual({ id: '1' });
  });

  it.each(['Content-Length: 2\r\n\r\n{}', 'Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n'])(
    'is not given to a request with a body: %j',
    async (rest) => {
      expect((await api.send('GET', '/v1/echo/1/usual')).status).toBe(200);
      const answer = await sendRaw(api.port, `GET /v1/echo/1/usual HTTP/1.1\r\nHost: a\r\n${rest}`);
      expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    },
  );

  it('is given to those alone whom the guards of its operation let in', async () => {
    const statusWith = async (headers: Record<string, string>) =>
      (await api.send('GET', '/v1/echo/1/guarded', headers)).status;
    answeredInFront.mockClear();
    expect(await statusWith({ 'X-Knock': 'thrice' })).toBe(200);
    expect(await statusWith({ 'X-Knock': 'once' })).toBe(403);
    expect(await statusWith({})).toBe(403);
    expect(answeredInFront.mock.results.map(({ value }) => value as unknown)).toEqual([false, false, false]);
  });
});
