import { connect } from 'node:net';
import fc, { Arbitrary } from 'fast-check';
import { OpenApiContract } from '../support/http/openapi-contract.js';
import { Config } from '../../src/config/config.js';
import { createOpenApiDocument } from '../../src/server/openapi/openapi.js';
import { RawResponse, RawResponses } from '../support/http/raw-responses.js';
import { TestApp } from '../support/http/test-app.js';
import { decoded, findFaults } from './answer-check.js';
import { commandOf } from './fuzz-request.js';
import { requestCount, seed } from './fuzz-run.js';

const sound = 'GET /v1/leaderboard?limit=2 HTTP/1.1\r\nHost: a\r\nAccept-Encoding: gzip\r\nIf-None-Match: "a"\r\n\r\n';
const withBody = 'POST /v1/leaderboard HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nabcd\r\n0\r\n\r\n';
const withLength = 'POST /v1/status HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nabcd';

/** Pieces to insert into a valid request. */
const pieces = [
  ...['\r\n', '\n', '\r', '\r\n\r\n', '\0', ' ', '\t', ':', '\r\n ', 'HTTP/1.0', 'HTTP/2.0', 'HTTP/0.9', ' HTTP/1.1'],
  ...[
    'Content-Length: 5\r\n',
    'Content-Length: -1\r\n',
    'Content-Length: 1e1\r\n',
    'Content-Length: 99999999999999999999\r\n',
  ],
  ...[
    'Transfer-Encoding: chunked\r\n',
    'Transfer-Encoding: xchunked\r\n',
    'Transfer-Encoding : chunked\r\n',
    'Host: b\r\n',
  ],
  ...[
    'ffffffffffffffff\r\n',
    '0;a=b\r\n',
    '-1\r\n',
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    'CONNECT a:1 HTTP/1.1\r\n\r\n',
  ],
  ...['Expect: 100-continue\r\n', 'Connection: close\r\n', 'Upgrade: h2c\r\n', '\u0080\u00ff', 'x'.repeat(17_000)],
];

/** The only operation that a changed request can match. */
const asked = { method: 'GET', target: '/v1/leaderboard', headers: [] };
/** The request if the path was cut out. */
const index = { ...asked, target: '/' };

type Change = (text: string) => string;

const at = fc.integer({ min: 0, max: 400 });
const changes: Arbitrary<Change> = fc.oneof(
  fc.tuple(at, fc.constantFrom(...pieces)).map(
    ([i, piece]): Change =>
      (text) =>
        text.slice(0, i) + piece + text.slice(i),
  ),
  fc.tuple(at, fc.integer({ min: 1, max: 20 })).map(
    ([i, n]): Change =>
      (text) =>
        text.slice(0, i) + text.slice(i + n),
  ),
  fc.tuple(at, fc.integer({ min: 0, max: 255 })).map(
    ([i, byte]): Change =>
      (text) =>
        text.slice(0, i) + String.fromCharCode(byte) + text.slice(i + 1),
  ),
  at.map(
    (i): Change =>
      (text) =>
        text.slice(0, i),
  ),
);

/** One to three pipelined requests with random changes. */
const broken = fc
  .tuple(
    fc.array(fc.constantFrom(sound, withBody, withLength), { minLength: 1, maxLength: 3 }),
    fc.array(changes, { minLength: 1, maxLength: 4 }),
  )
  .map(([requests, made]) =>
    Buffer.from(
      made.reduce((text, change) => change(text), requests.join('')),
      'latin1',
    ),
  );

describe('a service that receives malformed HTTP', () => {
  let api: TestApp;
  let contract: OpenApiContract;

  beforeAll(async () => {
    process.stderr.write(`FUZZ_SEED=${seed}\n`);
    api = await TestApp.start();
    contract = new OpenApiContract(createOpenApiDocument(api.app, api.app.get(Config)));
  });

  afterAll(() => api.stop());

  it('returns documented responses or none, closes the connection, and continues to serve', async () => {
    const batches = fc.array(broken, { minLength: 1, maxLength: 16, size: 'max' });
    const property = fc.asyncProperty(batches, async (batch) => {
      for (const faults of await Promise.all(batch.map(faultsOf))) expect(faults).toEqual([]);
      expect((await api.send('GET', '/v1/health/live')).status).toBe(200);
    });
    const result = await fc.check(property, { seed, numRuns: Math.ceil(requestCount / 80) });
    const lines = (result.counterexample?.[0] ?? []).map(commandOf);
    if (result.failed) throw new Error(`${String(result.errorInstance)}\nRepeat with:\n${lines.join('\n')}`);
  }, 1_800_000);

  async function faultsOf(bytes: Buffer): Promise<string[]> {
    const { answers, isClosed } = await exchange(api.port, bytes);
    const faults = answers.flatMap((answer) => findFaults(contract, isIndex(answer) ? index : asked, answer));
    return isClosed ? faults : [...faults, 'the connection stays open'];
  }
});

function isIndex(answer: RawResponse): boolean {
  return answer.status === 200 && decoded(answer).includes('"openapi"');
}

/** Sends bytes, closes the sending side, and returns the responses up to the end of the connection. */
async function exchange(port: number, bytes: Buffer): Promise<{ answers: RawResponse[]; isClosed: boolean }> {
  const received: Buffer[] = [];
  const isClosed = await new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.end(bytes));
    socket.setTimeout(60_000, () => {
      resolve(false);
      socket.destroy();
    });
    socket.on('data', (chunk) => received.push(chunk));
    socket.on('error', () => {});
    socket.on('close', () => resolve(true));
  });
  return { answers: new RawResponses().push(Buffer.concat(received), () => false), isClosed };
}
