import type { OpenAPIObject } from '@nestjs/swagger';
import fc, { Arbitrary } from 'fast-check';
import { FuzzRequest } from './fuzz-request.js';
import { headerText, lineText, percentEncoded } from './hostile-texts.js';

interface Schema {
  type?: string;
  minimum?: number;
  maximum?: number;
  enum?: string[];
  pattern?: string;
  example?: string;
}

interface Parameter {
  name: string;
  in: 'path' | 'query';
  schema: Schema;
}

export interface RequestOptions {
  /** Existing values for path parameters, by the parameter's name. */
  known: Record<string, string[]>;
  token?: string;
}

/** Requests from the OpenAPI document: valid ones, edge cases, and hostile ones. */
export function requestArbitrary(document: OpenAPIObject, options: RequestOptions): Arbitrary<FuzzRequest> {
  return fc.record({
    method: methods,
    target: targets(document, options),
    headers: headers(options),
    body: fc.oneof({ weight: 30, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: bodies }),
  });
}

const methods = fc.oneof(
  { weight: 85, arbitrary: fc.constant('GET') },
  { weight: 8, arbitrary: fc.constant('HEAD') },
  {
    weight: 7,
    arbitrary: fc.constantFrom(
      ...['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'SEARCH', 'M-SEARCH', 'PURGE', 'LINK'],
    ),
  },
);

const bodies = fc.record({ bytes: fc.string({ maxLength: 40 }).map(toBytes), isChunked: fc.boolean() });

function targets(document: OpenAPIObject, options: RequestOptions): Arbitrary<string> {
  const operations = Object.entries(document.paths).map(([template, { get }]) =>
    operationTarget(template, (get?.parameters ?? []) as unknown as Parameter[], options),
  );
  const fixed = ['/', '/docs', '/docs/', '/docs-json', '/docs-yaml', '/docs/errors', '/docs/../v1', '/favicon.ico'];
  return fc.oneof(
    { weight: 20, arbitrary: fc.oneof(...operations) },
    { weight: 1, arbitrary: fc.tuple(fc.constantFrom(...fixed), queryOf([])).map(([path, query]) => path + query) },
    { weight: 2, arbitrary: lineText.map((text) => `/${text}`) },
    { weight: 1, arbitrary: lineText.map((text) => `/v1/${text}`) },
    { weight: 1, arbitrary: lineText.map((text) => `/docs/${text}`) },
  );
}

function operationTarget(template: string, parameters: Parameter[], { known }: RequestOptions): Arbitrary<string> {
  const segments = template
    .split('/')
    .slice(1)
    .map((segment) => {
      const name = /^\{(\w+)\}$/.exec(segment)?.[1];
      return name === undefined ? fc.constant(segment) : pathValue(known[name] ?? ['1']);
    });
  const query = queryOf(parameters.filter((parameter) => parameter.in === 'query'));
  return fc
    .tuple(fc.tuple(...segments), query, spelling)
    .map(([parts, text, spell]) => spell(`/${parts.join('/')}`) + text);
}

/** Spellings of a path. Most of them are equivalent. */
const spelling: Arbitrary<(path: string) => string> = fc.oneof(
  { weight: 12, arbitrary: fc.constant((path: string) => path) },
  {
    weight: 8,
    arbitrary: fc.constantFrom(
      (path: string) => `${path}/`,
      (path: string) => path.toUpperCase(),
      (path: string) => path.replace(/e/g, '%65'),
      (path: string) => path.replace('/v1/', '/v1//'),
      (path: string) => path.replace('/v1/', '/./v1/../v1/'),
      (path: string) => path.replaceAll('/', '\\'),
      (path: string) => path.replaceAll('/', '%2F'),
      (path: string) => `http://127.0.0.1${path}`,
      (path: string) => `//127.0.0.1${path}`,
      (path: string) => `${path};a=b`,
      (path: string) => `${path}#part`,
      (path: string) => `${path}.json`,
    ),
  },
);

function pathValue(known: string[]): Arbitrary<string> {
  return fc.oneof(
    { weight: 10, arbitrary: fc.constantFrom(...known) },
    { weight: 3, arbitrary: fc.stringMatching(/^[A-Za-z0-9_]{1,26}$/) },
    { weight: 2, arbitrary: fc.bigInt({ min: -1n, max: 2n ** 64n }).map(String) },
    { weight: 2, arbitrary: lineText },
    { weight: 2, arbitrary: fc.string({ maxLength: 12, unit: 'binary' }).map(percentEncoded) },
  );
}

function queryOf(parameters: Parameter[]): Arbitrary<string> {
  const pairs = parameters.map(({ name, schema }) => fc.tuple(fc.constant(name), queryValue(schema)));
  const unknown = fc.tuple(lineText, lineText);
  const pair =
    pairs.length === 0 ? unknown : fc.oneof(...pairs.map((arbitrary) => ({ weight: 4, arbitrary })), unknown);
  const joined = fc.array(pair, { maxLength: 4 }).map((entries) => entries.map((entry) => entry.join('=')).join('&'));
  return fc.oneof(
    { weight: 8, arbitrary: joined.map((text) => (text === '' ? '' : `?${text}`)) },
    { weight: 1, arbitrary: lineText.map((text) => `?${text}`) },
    { weight: 1, arbitrary: fc.integer({ min: 3_900, max: 4_200 }).map((length) => `?x=${'a'.repeat(length)}`) },
  );
}

function queryValue({ minimum = 0, maximum = 100, enum: values }: Schema): Arbitrary<string> {
  const valid = values ? fc.constantFrom(...values) : fc.integer({ min: minimum, max: maximum }).map(String);
  const near = [minimum - 1, minimum, maximum, maximum + 1].map(String);
  return fc.oneof(
    { weight: 6, arbitrary: valid },
    { weight: 2, arbitrary: fc.constantFrom(...near, '', '+1', '01', '1.0', '1e1') },
    { weight: 1, arbitrary: lineText },
  );
}

const names = [
  ...['Accept', 'Accept-Encoding', 'Accept-Language', 'Cache-Control', 'Cookie', 'Connection', 'Content-Type', 'DNT'],
  ...[
    'Expect',
    'Forwarded',
    'From',
    'If-Match',
    'If-Modified-Since',
    'If-None-Match',
    'If-Range',
    'If-Unmodified-Since',
  ],
  ...['Max-Forwards', 'Origin', 'Pragma', 'Range', 'Referer', 'TE', 'Trailer', 'Upgrade', 'User-Agent', 'Via'],
  ...['X-Forwarded-For', 'X-Forwarded-Host', 'X-Forwarded-Proto', 'X-HTTP-Method-Override', 'X-Request-Id'],
  ...['X-Original-URL', 'X-Rewrite-URL', 'Access-Control-Request-Method', 'Sec-WebSocket-Key', 'HTTP2-Settings'],
];

const values: Record<string, string[]> = {
  'Accept-Encoding': ['gzip', 'br', 'gzip, br', 'identity;q=0', '*;q=0', 'br;q=0.5, gzip;q=1', 'deflate', ''],
  Connection: ['close', 'keep-alive', 'Upgrade', 'Upgrade, HTTP2-Settings', 'X-Request-Id'],
  Expect: ['100-continue', '200-ok'],
  'If-None-Match': ['*', 'W/"a"', '"a", "b"', '"'],
  'If-Modified-Since': ['Mon, 01 Jan 2400 00:00:00 GMT', 'never'],
  Range: ['bytes=0-0', 'bytes=5-1', 'bytes=99999999-', 'bytes=0-1,3-4'],
  Upgrade: ['h2c', 'websocket'],
  Origin: ['https://dashboard.example.com', 'null'],
  'X-Forwarded-For': ['192.0.2.1', '2001:db8::1', '::ffff:1.2.3.4', '192.0.2.1:80', '[2001:db8::1]:80', 'unknown', ','],
};

function headers({ token }: RequestOptions): Arbitrary<FuzzRequest['headers']> {
  const named = fc.constantFrom(...names).chain((name) => fc.tuple(fc.constant(name), valueOf(name)));
  const strange = fc.tuple(fc.stringMatching(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,20}$/), headerText);
  const authorization = fc.oneof(
    { weight: 8, arbitrary: fc.constant(`Bearer ${token ?? 'none'}`) },
    { weight: 2, arbitrary: headerText },
    { weight: 1, arbitrary: headerText.map((text) => `Bearer ${text}`) },
  );
  const credentials = fc.oneof(
    { weight: token === undefined ? 9 : 1, arbitrary: fc.constant(undefined) },
    { weight: 9, arbitrary: fc.tuple(fc.constant('Authorization'), authorization) },
  );
  const more = fc.array(fc.oneof({ weight: 8, arbitrary: named }, strange), { maxLength: 4 });
  return fc.tuple(credentials, more).map(([own, others]) => {
    // Framing headers would change the request. They have separate tests.
    const free = others.filter(([name]) => !/^(content-length|transfer-encoding|host)$/i.test(name));
    return [['Host', '127.0.0.1'], ...(own ? [own] : []), ...free];
  });
}

function valueOf(name: string): Arbitrary<string> {
  const likely = values[name];
  if (!likely) return headerText;
  return fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...likely) }, { weight: 1, arbitrary: headerText });
}

function toBytes(text: string): string {
  return Buffer.from(text).toString('latin1');
}
