import {
  BadRequestException,
  HttpException,
  InternalServerErrorException,
  NotFoundException,
  ServiceUnavailableException,
  UnauthorizedException,
} from '@nestjs/common';
import { ThrottlerException } from '@nestjs/throttler';
import { DeadlineExceeded } from '../../database/reads/deadlines.js';
import { errorReply, helpLink } from './error-reply.js';

const matched = { matched: true };
const config = { docsEnabled: true, publicUrl: undefined };

describe('errorReply', () => {
  it.each([
    [new BadRequestException('limit must be an integer from 1 to 100'), 400],
    [new NotFoundException('No stream has this ID.'), 404],
    [new ThrottlerException('Too many requests: try again in 3 seconds.'), 429],
    [new InternalServerErrorException('Failed to fetch status', { cause: new Error('secret') }), 500],
    [new ServiceUnavailableException('The database is unreachable.'), 503],
    [new HttpException({ any: 'object' }, 418, {}), 418],
  ])('returns the status and message of %p', (exception, status) => {
    expect(errorReply(exception, matched, config)).toMatchObject({ status, error: exception.message });
  });

  it('names the authentication scheme if a token is missing', () => {
    expect(errorReply(new UnauthorizedException('This API needs a token.'), matched, config)).toEqual({
      status: 401,
      error: 'This API needs a token.',
      headers: { 'WWW-Authenticate': 'Bearer' },
    });
  });

  it('does not repeat the path of an unknown route, as Nest would', () => {
    expect(errorReply(new NotFoundException('Cannot GET /<script>'), { matched: false }, config)).toEqual({
      status: 404,
      error: 'This path does not exist. For the operations of this API, see /docs.',
      headers: {},
    });
  });

  it.each([
    new Error('connect ECONNREFUSED 10.0.0.7:5432'),
    Object.assign(new Error('not ours'), { status: 404, statusCode: 404 }),
    'a string',
    { status: 400, message: 'looks like one' },
    undefined,
    null,
  ])('returns a fixed sentence for %p, which is not an exception of this service', (exception) => {
    expect(errorReply(exception, matched, config)).toEqual({
      status: 500,
      error: 'Internal server error',
      headers: {},
    });
  });

  it.each([
    ['a statement timeout', Object.assign(new Error('canceling statement'), { code: '57014' })],
    ['a locked table', Object.assign(new Error('lock timeout'), { code: '55P03' })],
    ['an unreachable database', Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })],
    ['a connection that is not opened in time', new Error('timeout exceeded when trying to connect')],
    ['a deadline', new DeadlineExceeded('Not finished within 2000 ms.')],
    ['a full disk', Object.assign(new Error('no space'), { code: '53100' })],
  ])('returns Retry-After for %s', (_cause, exception) => {
    const failureMessage = 'Failed to fetch leaderboard';
    const headers = { 'Retry-After': '5' };
    expect(errorReply(exception, { matched: true, failureMessage }, config)).toEqual({
      status: 500,
      error: failureMessage,
      headers,
    });
    const forVisitors = { matched: true, failure: 'Failed to show the leaderboard', isForVisitors: true };
    expect(errorReply(exception, forVisitors, config)).toEqual({
      status: 503,
      error: 'The service cannot read its data. Try again in 5 seconds.',
      headers,
    });
  });

  it('returns Retry-After with a 503', () => {
    expect(errorReply(new ServiceUnavailableException('Busy'), matched, config).headers).toEqual({
      'Retry-After': '1',
    });
  });
});

describe('helpLink', () => {
  it.each([
    [400, 'errors'],
    [401, 'authentication'],
    [429, 'rate-limits'],
    [500, 'errors'],
  ])('links status %i to the page %s', (status, page) => {
    const behindProxy = { docsEnabled: true, publicUrl: 'https://example.org/api' };
    expect(helpLink(behindProxy, status)).toEqual({ Link: `</api/docs/${page}>; rel="help"` });
    expect(helpLink({ ...config, docsEnabled: false }, status)).toEqual({});
  });
});
