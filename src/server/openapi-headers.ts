import { OpenAPIObject } from '@nestjs/swagger';

const text = { type: 'string' } as const;
const integer = { type: 'integer', format: 'int32', minimum: 0 } as const;

/** The headers of answers, for `components` of the OpenAPI document. */
const headers = {
  'X-Request-Id': {
    description:
      'Id of the request in the log of the service. It is the one that the client sent in this header, if that has 1 to 128 of the characters `A-Z a-z 0-9 _ . : -`, otherwise a new one.',
    schema: { ...text, pattern: '^[A-Za-z0-9_.:-]{1,128}$' },
    example: '3f9c5a0e-6f0b-4c55-9a53-0f2b8e7d4f10',
  },
  ETag: {
    description:
      'Names the answer. Send it as `If-None-Match` to get a 304 without a body while the answer is the same.',
    schema: text,
    example: '"VvDGQnSfQvSVcU_Fz0TtQ7ZBZkE"',
  },
  'Cache-Control': {
    description: 'How long the answer may be used again. `private` if the API needs a token.',
    schema: text,
    example: 'public, max-age=15, stale-while-revalidate=15',
  },
  Age: { description: 'Age of the answer in seconds, if it is a second or more.', schema: integer, example: 3 },
  'RateLimit-Policy': {
    description:
      'Units that a client may spend in a window (`q`), and the length of the window in seconds (`w`). A request spends one unit, unless the description of its operation names another number.',
    schema: text,
    example: '"default";q=300;w=60',
  },
  RateLimit: {
    description: 'Units that the client has left (`r`), and the seconds until the window ends (`t`).',
    schema: text,
    example: '"default";r=299;t=60',
  },
  'X-RateLimit-Limit': { description: 'Units that a client may spend in a window.', schema: integer, example: 300 },
  'X-RateLimit-Remaining': { description: 'Units that the client has left.', schema: integer, example: 299 },
  'X-RateLimit-Reset': { description: 'Seconds until the window ends.', schema: integer, example: 60 },
  'Retry-After': { description: 'Seconds to wait before the next request.', schema: integer, example: 42 },
  'WWW-Authenticate': { description: 'The scheme to use.', schema: text, example: 'Bearer' },
};

type Name = keyof typeof headers;

const ofContent: Name[] = ['ETag', 'Cache-Control', 'Age'];
const ofLimit: Name[] = [
  ...(['RateLimit-Policy', 'RateLimit'] as const),
  ...(['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'] as const),
];
const ofStatus: Readonly<Record<string, Name[]>> = {
  401: ['WWW-Authenticate'],
  429: ['Retry-After'],
  500: ['Retry-After'],
  503: ['Retry-After'],
};

/** Adds the headers of answers, beside those that their operations have declared. */
export function addHeaders(document: OpenAPIObject): void {
  document.components = { ...document.components, headers };
  for (const { get } of Object.values(document.paths)) {
    if (get === undefined) continue;
    const isCached = '304' in get.responses;
    for (const [status, response] of Object.entries(get.responses)) {
      if (response === undefined || '$ref' in response) continue;
      const names: Name[] = [
        'X-Request-Id',
        ...(isCached && ['200', '304'].includes(status) ? ofContent : []),
        ...(get.security?.length ? ofLimit : []),
        ...(ofStatus[status] ?? []),
      ];
      const references = names.map((name) => [name, { $ref: `#/components/headers/${name}` }] as const);
      response.headers = { ...response.headers, ...Object.fromEntries(references) };
    }
  }
}
