import type { Request } from 'express';
import { AccessTokens } from '../../auth/access-tokens.js';
import { Clock } from '../../clock/clock.js';
import { loadConfig } from '../../config/environment.js';
import { LoadedResponse } from '../../response-cache/response-cache.js';
import { StoredResponse } from '../../response-cache/stored-response.js';
import { ErrorSender } from './error-sender.js';
import { ResponseWriter } from './response-writer.js';
import { UnsentBytes } from '../../http/request/unsent-bytes.js';

const config = loadConfig({});
const writer = new ResponseWriter(
  config,
  new AccessTokens(config),
  new Clock(),
  new UnsentBytes(),
  new ErrorSender(config),
);
const request = { headers: { 'accept-encoding': 'gzip, br' } } as unknown as Request;
const answer = new StoredResponse('x'.repeat(5_000), 0);

it.each([
  ['none', 'identity'],
  ['miss', 'identity'],
  ['hit', 'br'],
  ['stale', 'br'],
] as const)('compresses a response from its second use: cache result %s is sent as %s', async (result, encoding) => {
  expect(await writer.representationFor(request, new LoadedResponse(answer, result, 'key'))).toMatchObject({
    encoding,
  });
});
