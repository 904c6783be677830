import fc, { Arbitrary } from 'fast-check';

/** A step in a sequence of requests: the bytes of a request, or a pause. */
export type Step = { bytes: string } | { seconds: number };

export interface StepOptions {
  /** Paths of operations, with parameters such as `{name}`. */
  templates: string[];
  /** Values of each parameter. */
  known: Record<string, string[]>;
  /** Entity tags of some responses. */
  etags: string[];
  /** Values of Authorization. */
  authorizations: string[];
  origins: string[];
}

const hosts = ['a', 'localhost:3000', 'EXAMPLE.com', '[::1]:80', '', 'a b'];
const encodings = [
  'gzip',
  'br',
  'gzip, br',
  'br;q=0.2, gzip;q=0.9',
  'identity',
  '*',
  '*;q=0',
  'identity;q=0',
  'deflate',
  '',
];
const accepted = ['text/csv', 'application/x-ndjson', 'text/csv;q=0.5, */*', 'text/csv;q=0', '*/*', 'image/png', ''];
const ranges = ['bytes=0-9', 'bytes=5-', 'bytes=-1', 'bytes=9-1'];
const ids = ['trace-1', 'a.b:c', 'not acceptable', '<script>'];

/** Sequences that contain few different requests in many spellings, so that most requests repeat. */
export function stepSequences(options: StepOptions): Arbitrary<Step[]> {
  const pause = fc.constantFrom(1, 7, 15, 20, 31, 70).map((seconds): Step => ({ seconds }));
  const few = fc.shuffledSubarray(options.templates, { minLength: 1, maxLength: 6 });
  return few.chain((templates) => {
    const request = requests({ ...options, templates }).map((bytes): Step => ({ bytes }));
    const step = fc.oneof({ weight: 14, arbitrary: request }, { weight: 1, arbitrary: pause });
    return fc.array(step, { minLength: 1, maxLength: 40, size: 'max' });
  });
}

function requests(options: StepOptions): Arbitrary<string> {
  const method = fc.oneof(
    { weight: 10, arbitrary: fc.constant('GET') },
    { weight: 3, arbitrary: fc.constant('HEAD') },
    { weight: 1, arbitrary: fc.constantFrom('OPTIONS', 'POST', 'DELETE') },
  );
  const version = fc.oneof({ weight: 20, arbitrary: fc.constant('1.1') }, fc.constant('1.0'));
  return fc
    .tuple(method, targets(options), version, headers(options))
    .map(([name, target, number, lines]) => `${name} ${target} HTTP/${number}\r\n${lines}\r\n`);
}

function targets({ templates, known }: StepOptions): Arbitrary<string> {
  const values = fc.record(Object.fromEntries(Object.entries(known).map(([key, of]) => [key, fc.constantFrom(...of)])));
  const path = fc
    .tuple(fc.constantFrom(...templates), values)
    .map(([template, chosen]) => template.replace(/\{(\w+)\}/g, (_, key: string) => chosen[key] ?? ''));
  const pair = fc.constantFrom(
    ...[
      'limit=5',
      'limit=20',
      'limit=05',
      'limit=0',
      'limit=5&limit=6',
      'limit',
      'sort=followers',
      'sort=fame',
      'cursor=3',
    ],
    ...['utm_source=x', 'Limit=5', 'limit%3d5', '%6cimit=5', 'limit=%35', 'x=%', 'limit=5#part', '', 'a[b]=1'],
    ...['bom=true', 'bom=false', 'bom=yes', 'names=aurora_plays', 'query=aurora'],
  );
  const query = fc.oneof(
    { weight: 4, arbitrary: fc.constant('') },
    { weight: 3, arbitrary: fc.array(pair, { maxLength: 3 }).map((pairs) => `?${pairs.join('&')}`) },
  );
  return fc.tuple(path, spellings, query).map(([text, spell, more]) => spell(text) + more);
}

const spellings: Arbitrary<(path: string) => string> = fc.oneof(
  { weight: 12, arbitrary: fc.constant((path: string) => path) },
  fc.constantFrom(
    (path: string) => path.toUpperCase(),
    (path: string) => `${path}/`,
    (path: string) => path.replaceAll('a', '%61'),
    (path: string) => path.replace('/v1', '//v1'),
    (path: string) => path.replace('/v1/', '/v1//'),
    (path: string) => path.replace('/v1/', '/x/../v1/'),
    (path: string) => path.replaceAll('/', '%2f'),
    (path: string) => `http://a${path}`,
    (path: string) => `${path}%`,
    (path: string) => `${path}x`,
    (path: string) => `${path}.csv`,
    (path: string) => `${path}.NDJSON`,
    (path: string) => `${path}.csv.csv`,
  ),
);

function headers({ etags, authorizations, origins }: StepOptions): Arbitrary<string> {
  const tag = fc.constantFrom(...etags, '"none"', '"a-gzip"', '"', '');
  const tags = fc.oneof(
    fc.constant('*'),
    fc
      .array(fc.tuple(fc.constantFrom('', 'W/', ' '), tag), { minLength: 1, maxLength: 3 })
      .map((list) => list.map((one) => one.join('')).join(',')),
  );
  const lines = fc.tuple(
    sometimes('Host', fc.constantFrom(...hosts), 19),
    sometimes('Authorization', fc.constantFrom(...authorizations), 16),
    sometimes('Authorization', fc.constantFrom(...authorizations), 1),
    sometimes('Accept-Encoding', fc.constantFrom(...encodings), 10),
    sometimes('Accept', fc.constantFrom(...accepted), 8),
    sometimes('If-None-Match', tags, 8),
    sometimes('Range', fc.constantFrom(...ranges), 2),
    sometimes('X-Request-Id', fc.constantFrom(...ids), 4),
    sometimes('Origin', fc.constantFrom(...origins), 4),
    sometimes('X-Forwarded-For', fc.constantFrom('192.0.2.1', '192.0.2.2', '2001:db8::1', 'unknown', ''), 3),
    sometimes('Connection', fc.constantFrom('close', 'keep-alive'), 1),
    sometimes('Content-Length', fc.constant('0'), 1),
    sometimes('Cache-Control', fc.constantFrom('no-cache', 'only-if-cached'), 1),
  );
  return lines.chain((all) => fc.shuffledSubarray(all, { minLength: all.length })).map((all) => all.join(''));
}

/** A header line in `of20` of 20 cases. */
function sometimes(name: string, value: Arbitrary<string>, of20: number): Arbitrary<string> {
  return fc.oneof(
    { weight: of20, arbitrary: value.map((text) => `${name}: ${text}\r\n`) },
    { weight: 20 - of20, arbitrary: fc.constant('') },
  );
}
