import type { IncomingMessage } from 'node:http';
import { ArgumentsHost, InternalServerErrorException } from '@nestjs/common';
import { Clock } from '../../clock/clock.js';
import { loadConfig } from '../../config/environment.js';
import { AppLogger } from '../../logging/app-logger.js';
import { FaultLog } from '../../logging/fault-log.js';
import { ErrorFilter } from './error.filter.js';
import { traceOf } from '../request/request-trace.js';

interface LogLine {
  level: string;
  msg: string;
  requestId: string;
  route: string;
  status: number;
  err?: { message: string; stack: string };
}

describe('ErrorFilter', () => {
  it('logs internal errors with their cause at level error, and does not return the cause', () => {
    const cause = new Error('relation "streams" does not exist');
    const { response, lines } = fail(new InternalServerErrorException('Failed to fetch status', { cause }));
    expect(response.body).toEqual({ error: 'Failed to fetch status' });
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({
      level: 'error',
      msg: 'Failed to fetch status',
      route: '/v1/streamer/{name}',
      status: 500,
    });
    expect(lines[0]?.err).toMatchObject({ message: cause.message, stack: cause.stack });
  });

  it('ends a response that has already started', () => {
    const { response } = fail(new Error('too late'), true);
    expect(response).toMatchObject({ destroyed: true, body: undefined });
  });
});

function fail(exception: unknown, headersSent = false) {
  const written: string[] = [];
  const response = new FakeResponse(headersSent);
  const request = {
    method: 'GET',
    path: '/v1/streamer/secret',
    url: '/v1/streamer/secret?token=secret',
    route: { path: '/v1/streamer/:name' },
    headers: { authorization: 'Bearer secret' },
  };
  traceOf(request as unknown as IncomingMessage).requestId = 'id-1';
  const http = { getRequest: () => request, getResponse: () => response };
  const logger = new AppLogger('debug', { write: (line) => void written.push(line) });
  new ErrorFilter(logger, new FaultLog(logger, new Clock()), loadConfig({})).catch(exception, {
    switchToHttp: () => http,
  } as unknown as ArgumentsHost);
  return { response, lines: written.map((line) => JSON.parse(line) as LogLine) };
}

/** The part of Express's response that the filter uses. */
class FakeResponse {
  body: unknown = undefined;
  destroyed = false;

  constructor(readonly headersSent: boolean) {}

  status(): this {
    return this;
  }

  set(): this {
    return this;
  }

  vary(): this {
    return this;
  }

  send(body: string): void {
    this.body = JSON.parse(body);
  }

  destroy(): void {
    this.destroyed = true;
  }
}
