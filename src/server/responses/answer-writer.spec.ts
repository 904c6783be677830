import type { Request } from 'express';
import { AccessTokens } from '../../auth/access-tokens.js';
import { Clock } from '../../clock/clock.js';
import { loadConfig } from '../../config/environment.js';
import { Found } from '../../response-cache/response-cache.js';
import { StoredAnswer } from '../../response-cache/stored-answer.js';
import { AnswerWriter } from './answer-writer.js';
import { UnsentBytes } from '../entry/unsent-bytes.js';

const config = loadConfig({});
const writer = new AnswerWriter(config, new AccessTokens(config), new Clock(), new UnsentBytes());
const request = { headers: { 'accept-encoding': 'gzip, br' } } as unknown as Request;
const answer = new StoredAnswer('x'.repeat(5_000), 0);

it.each([
  ['none', 'identity'],
  ['miss', 'identity'],
  ['hit', 'br'],
  ['stale', 'br'],
] as const)('compresses a response from its second use: cache result %s is sent as %s', async (result, encoding) => {
  expect(await writer.representationFor(request, new Found(answer, result, 'key'))).toMatchObject({ encoding });
});
