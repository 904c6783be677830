import { OpenAPIObject } from '@nestjs/swagger';

const text = { type: 'string' } as const;
const integer = { type: 'integer', format: 'int32', minimum: 0 } as const;

/** The response headers, for `components` of the OpenAPI document. */
const headers = {
  'X-Request-Id': {
    description:
      'ID of the request in the log of the service. The service uses the ID that the client sent in this header if it has 1 to 128 of the characters `A-Z a-z 0-9 _ . : -`, and otherwise a new ID.',
    schema: { ...text, pattern: '^[A-Za-z0-9_.:-]{1,128}$' },
    example: '3f9c5a0e-6f0b-4c55-9a53-0f2b8e7d4f10',
  },
  ETag: {
    description:
      'Tag of the response. Send it as `If-None-Match` to receive 304 without a body while the response is unchanged.',
    schema: text,
    example: '"VvDGQnSfQvSVcU_Fz0TtQ7ZBZkE"',
  },
  'Cache-Control': {
    description: 'Time for which the response can be reused. `private` if the API requires a token.',
    schema: text,
    example: 'public, max-age=15, stale-while-revalidate=15',
  },
  Age: { description: 'Age of the response in seconds. Omitted below one second.', schema: integer, example: 3 },
  'RateLimit-Policy': {
    description:
      'Units per client and window (`q`), and the length of the window in seconds (`w`). A request costs one unit unless the description of the operation specifies another number.',
    schema: text,
    example: '"default";q=300;w=60',
  },
  RateLimit: {
    description: 'Remaining units of the client (`r`), and seconds until the window ends (`t`).',
    schema: text,
    example: '"default";r=299;t=60',
  },
  'X-RateLimit-Limit': { description: 'Units per client and window.', schema: integer, example: 300 },
  'X-RateLimit-Remaining': { description: 'Remaining units of the client.', schema: integer, example: 299 },
  'X-RateLimit-Reset': { description: 'Seconds until the window ends.', schema: integer, example: 60 },
  'Retry-After': { description: 'Seconds to wait before the next request.', schema: integer, example: 42 },
  Link: {
    description: 'Page of the documentation about the error, with `rel="help"`.',
    schema: text,
    example: '</docs/errors>; rel="help"',
  },
  'WWW-Authenticate': { description: 'Required authentication scheme.', schema: text, example: 'Bearer' },
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

/** Adds response headers to the headers that operations declare. */
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
        ...(Number(status) >= 400 ? (['Link'] as const) : []),
        ...(ofStatus[status] ?? []),
      ];
      const references = names.map((name) => [name, { $ref: `#/components/headers/${name}` }] as const);
      response.headers = { ...response.headers, ...Object.fromEntries(references) };
    }
  }
}
