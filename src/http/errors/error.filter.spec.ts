import type { IncomingMessage } from 'node:http';
import { ArgumentsHost, BadRequestException, InternalServerErrorException } from '@nestjs/common';
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
  it('removes headers of content that is not sent', () => {
    expect(fail(new BadRequestException()).response.headers).toEqual({
      'X-Request-Id': 'id-1',
      Vary: 'Accept',
      Link: '</docs/errors>; rel="help"',
      'Content-Type': 'application/json; charset=utf-8',
    });
  });

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
  traceOf(request as unknown as IncomingMessage).begin(0, 'id-1');
  const http = { getRequest: () => request, getResponse: () => response };
  const logger = new AppLogger('debug', { write: (line) => void written.push(line) });
  new ErrorFilter(logger, new FaultLog(logger, new Clock()), loadConfig({})).catch(exception, {
    switchToHttp: () => http,
  } as unknown as ArgumentsHost);
  return { response, lines: written.map((line) => JSON.parse(line) as LogLine) };
}

/** The part of Express's response that the filter uses. */
class FakeResponse {
  statusCode = 200;
  headers: Record<string, string> = { 'X-Request-Id': 'id-1', 'Content-Type': 'text/css', ETag: '"a"' };
  body: unknown = undefined;
  destroyed = false;

  constructor(readonly headersSent: boolean) {}

  removeHeader(name: string): void {
    delete this.headers[name];
  }

  status(code: number): this {
    this.statusCode = code;
    return this;
  }

  set(headers: Record<string, string> | string, value?: string): this {
    Object.assign(this.headers, typeof headers === 'string' ? { [headers]: value } : headers);
    return this;
  }

  vary(name: string): this {
    this.headers.Vary = name;
    return this;
  }

  send(body: string): void {
    this.body = JSON.parse(body);
  }

  destroy(): void {
    this.destroyed = true;
  }
}
