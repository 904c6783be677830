import type { OpenAPIObject } from '@nestjs/swagger';
import { llmsText } from './llms-text.js';

const list = { type: 'array', items: { $ref: '#/components/schemas/Thing' } };
const document = {
  info: { title: 'Things', version: '1.2.3', description: 'What there is. Ids are digits. Null means unknown.' },
  tags: [
    { name: 'Other', description: 'Not used.' },
    { name: 'Things', description: 'All things.' },
  ],
  paths: {
    '/v1/things': {
      get: {
        tags: ['Things'],
        description: 'The things.',
        parameters: [
          { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 9, default: 5 } },
          { name: 'sort', in: 'query', required: true, schema: { type: 'string', enum: ['a', 'b'] } },
        ],
        responses: { 200: { content: { 'application/json': { schema: list } } } },
      },
    },
    '/v1/thing/{id}': {
      get: {
        tags: ['Things'],
        description: 'A thing.',
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        responses: { 200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } } } },
      },
    },
    '/v1/thing/{id}.svg': {
      get: {
        tags: ['Things'],
        description: 'A picture of it.',
        responses: { 200: { content: { 'image/svg+xml': { schema: { type: 'string' } } } } },
      },
    },
  },
} as unknown as OpenAPIObject;

it('llmsText describes the API, each operation under its tag, and where the documents are', () => {
  expect(llmsText(document, { publicUrl: 'https://example.com/api' })).toBe(`# Things

> What there is. Version 1.2.3. Every operation is a GET. Pictures are SVG; all others answer JSON.

Ids are digits. Null means unknown.

## Things

All things.

- \`GET /api/v1/things\` answers Thing[]. The things. Parameters: limit (integer 1..9, default 5, optional), sort (one of a, b).
- \`GET /api/v1/thing/{id}\` answers Thing. A thing. Parameters: id (string).
- \`GET /api/v1/thing/{id}.svg\` answers image/svg+xml. A picture of it.

## Documents

- [OpenAPI document](/api/docs-json): each operation with all answers, types, units and examples, as JSON
- [Definitions of the figures](/api/docs/metrics.md): formula, unit, window and rounding of each
- [Swagger UI](/api/docs): the operations to try out in a browser
- [Status](/api/v1/status): how much data there is, and how new it is
`);
});
