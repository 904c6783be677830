import { Controller, Get, Param } from '@nestjs/common';
import { SkipThrottle, Throttle } from '@nestjs/throttler';
import { Operation } from '../../src/http/operation.decorator.js';
import { Found, ResponseCache } from '../../src/response-cache/response-cache.js';
import { CacheFront } from '../../src/server/cache-front.js';
import { StreamParams } from '../../src/streams/dto/stream.params.js';
import { Echo, echo, echoOperation } from '../support/echo.js';
import { TestApp } from '../support/test-app.js';

@Controller('v1/echo/:id')
class EchoController {
  constructor(private readonly cache: ResponseCache) {}

  @Get('usual')
  @Operation(echoOperation)
  answer(@Param() { id }: StreamParams): Promise<Found<Echo>> {
    return echo(this.cache, 'answer', id);
  }

  @Get('strict')
  @Operation(echoOperation)
  @Throttle({ default: { limit: 2, ttl: 10_000 } })
  answerRarely(@Param() { id }: StreamParams): Promise<Found<Echo>> {
    return echo(this.cache, 'answerRarely', id);
  }

  @Get('blocking')
  @Operation(echoOperation)
  @Throttle({ default: { limit: 1, ttl: 1_000, blockDuration: 30_000 } })
  answerOnce(@Param() { id }: StreamParams): Promise<Found<Echo>> {
    return echo(this.cache, 'answerOnce', id);
  }

  @Get('by-id')
  @Operation(echoOperation)
  @Throttle({ default: { getTracker: (request) => (request.params as StreamParams).id } })
  answerEach(@Param() { id }: StreamParams): Promise<Found<Echo>> {
    return echo(this.cache, 'answerEach', id);
  }

  @Get('free')
  @Operation(echoOperation)
  @SkipThrottle()
  answerAlways(@Param() { id }: StreamParams): Promise<Found<Echo>> {
    return echo(this.cache, 'answerAlways', id);
  }
}

describe('the decorators of the rate limit, on operations whose answers are cached', () => {
  let api: TestApp;
  let answeredInFront: jest.SpyInstance<boolean | Promise<boolean>>;

  beforeEach(async () => {
    const env = { RATE_LIMIT: '5', CACHE_TTL_SECONDS: '15' };
    api = await TestApp.start({ env, controllers: [EchoController], now: new Date('2026-10-01T12:00:00Z') });
    answeredInFront = jest.spyOn(api.app.get(CacheFront), 'answer');
  });

  afterEach(() => api.stop());

  const statusesOf = async (path: string, times: number) => {
    const statuses: number[] = [];
    for (let i = 0; i < times; i++) statuses.push((await api.send('GET', path)).status);
    return statuses;
  };
  const headerOf = async (path: string, name: string) => (await api.send('GET', path)).headers.get(name);

  it('take all operations without one from one budget, also those answered from memory', async () => {
    expect(await statusesOf('/v1/echo/1/usual', 6)).toEqual([200, 200, 200, 200, 200, 429]);
    expect(await statusesOf('/v1/leaderboard', 1)).toEqual([429]);
    const answers = await Promise.all(answeredInFront.mock.results.map(({ value }) => value as Promise<boolean>));
    expect(answers).toEqual([false, true, true, true, true, false, false]);
  });

  it('give an operation a limit of its own, which other operations neither use up nor share', async () => {
    expect(await statusesOf('/v1/echo/1/usual', 6)).toContain(429);
    expect(await headerOf('/v1/echo/1/strict', 'ratelimit-policy')).toBe('"default";q=2;w=10');
    expect(await statusesOf('/v1/echo/1/strict', 2)).toEqual([200, 429]);
    expect(await headerOf('/v1/echo/2/strict', 'retry-after')).toBe('10');
  });

  it('block for as long as the operation says', async () => {
    expect(await statusesOf('/v1/echo/1/blocking', 2)).toEqual([200, 429]);
    expect(await headerOf('/v1/echo/1/blocking', 'retry-after')).toBe('30');
  });

  it('count by what the operation says', async () => {
    expect(await statusesOf('/v1/echo/1/by-id', 6)).toEqual([200, 200, 200, 200, 200, 429]);
    expect(await statusesOf('/v1/echo/2/by-id', 1)).toEqual([200]);
  });

  it('let an operation go unlimited', async () => {
    expect(await statusesOf('/v1/echo/1/free', 10)).toEqual(Array.from({ length: 10 }, () => 200));
    expect(await headerOf('/v1/echo/1/free', 'x-ratelimit-limit')).toBeNull();
    expect(await headerOf('/v1/echo/1/usual', 'x-ratelimit-remaining')).toBe('4');
  });
});
