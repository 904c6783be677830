import { changesBetween } from './contract-changes.js';
import type { Part } from './schema-changes.js';

const thing = {
  type: 'object',
  required: ['id', 'size'],
  properties: {
    id: { type: 'string', description: 'Its id.' },
    size: { type: 'integer', format: 'int32', minimum: 0 },
    colour: { type: 'string', enum: ['red', 'green'], nullable: true },
    next: { $ref: '#/components/schemas/Thing' },
  },
};

/** A document with one operation, in which `edit` has changed something. */
function document(edit: (parts: { get: Part; thing: Part; paths: Part; root: Part }) => void = () => {}): object {
  const paths = {
    '/v1/things': {
      get: {
        operationId: 'listThings',
        tags: ['Things'],
        summary: 'Things',
        security: [] as object[],
        parameters: [
          { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 100, default: 20 } },
          { name: 'sort', in: 'query', schema: { type: 'string', enum: ['id', 'size'] } },
        ],
        responses: {
          200: {
            headers: { Link: { schema: { type: 'string' } }, ETag: { $ref: '#/components/headers/ETag' } },
            content: {
              'application/json': { schema: { type: 'array', items: { $ref: '#/components/schemas/Thing' } } },
            },
          },
          404: { content: { 'application/json': { schema: { type: 'object' } } } },
        },
      },
    },
  };
  const components = { schemas: { Thing: thing }, headers: { ETag: { schema: { type: 'string' } } } };
  const root = structuredClone({ openapi: '3.0.0', paths, components });
  edit({ get: root.paths['/v1/things'].get, thing: root.components.schemas.Thing, paths: root.paths, root });
  return root;
}

type Edit = Parameters<typeof document>[0];

/** What has changed, with `!` before what breaks clients. */
const changes = (edit: Edit, base: Edit = undefined) =>
  changesBetween(document(base), document(edit)).map(
    ({ place, what, breaks }) => `${breaks ? '!' : ''}${place}: ${what}`,
  );

/* eslint-disable @typescript-eslint/no-explicit-any, @typescript-eslint/no-unsafe-member-access, @typescript-eslint/no-unsafe-return, @typescript-eslint/no-unsafe-call -- the edits reach deep into documents */
const parameter = (get: any, i: number) => get.parameters[i];
const properties = (schema: any) => schema.properties;
const answers = (get: any) => get.responses;

describe('the comparison of two OpenAPI documents', () => {
  it('finds nothing between a document and itself, and nothing in texts', () => {
    expect(changes(() => {})).toEqual([]);
    expect(
      changes(({ get, thing }) => {
        get.summary = 'All things';
        properties(thing).id.description = 'The id.';
        properties(thing).id.example = '5';
      }),
    ).toEqual([]);
  });

  const operation = 'GET /v1/things';
  const limit = `${operation} query limit`;
  const sort = `${operation} query sort`;

  it.each<[string, Edit, string[]]>([
    ['a removed operation', ({ paths }) => delete paths['/v1/things'], [`!${operation}: was removed`]],
    ['a new operation', ({ paths, get }) => (paths['/v1/more'] = { get }), ['GET /v1/more: was added']],
    [
      'another id',
      ({ get }) => (get.operationId = 'find'),
      [`!${operation}: operationId was "listThings" and is "find"`],
    ],
    ['another tag', ({ get }) => (get.tags = ['All']), [`!${operation}: tags was ["Things"] and is ["All"]`]],
    ['a token that is needed', ({ get }) => (get.security = [{ bearer: [] }]), [`!${operation}: needs a token`]],
    ['a deprecation', ({ get }) => (get.deprecated = true), []],
    ['another server', ({ root }) => (root.servers = [{ url: '/api' }]), ['!servers: url was ["/"] and is ["/api"]']],
    ['the server that was meant', ({ root }) => (root.servers = [{ url: '/' }]), []],
  ])('sees %s', (_what, edit, expected) => expect(changes(edit)).toEqual(expected));

  it.each<[string, Edit, string[]]>([
    ['a removed one', ({ get }) => (get.parameters as unknown[]).pop(), [`!${sort}: was removed`]],
    [
      'a new one',
      ({ get }) => (get.parameters as unknown[]).push({ name: 'x', in: 'query', schema: {} }),
      [`${operation} query x: was added`],
    ],
    [
      'a new one that is required',
      ({ get }) => (get.parameters as unknown[]).push({ name: 'x', in: 'query', required: true, schema: {} }),
      [`!${operation} query x: was added`],
    ],
    ['one that became required', ({ get }) => (parameter(get, 0).required = true), [`!${limit}: is required now`]],
    ['a lower maximum', ({ get }) => (parameter(get, 0).schema.maximum = 50), [`!${limit}: maximum was 100 and is 50`]],
    [
      'a higher maximum',
      ({ get }) => (parameter(get, 0).schema.maximum = 200),
      [`${limit}: maximum was 100 and is 200`],
    ],
    [
      'no maximum',
      ({ get }) => delete parameter(get, 0).schema.maximum,
      [`${limit}: maximum was 100 and is not given`],
    ],
    ['another default', ({ get }) => (parameter(get, 0).schema.default = 50), [`!${limit}: default was 20 and is 50`]],
    [
      'a value that is not taken any more',
      ({ get }) => (parameter(get, 1).schema.enum = ['id']),
      [`!${sort}: enum was ["id","size"] and is ["id"]`],
    ],
    [
      'a new value',
      ({ get }) => parameter(get, 1).schema.enum.push('name'),
      [`${sort}: enum was ["id","size"] and is ["id","size","name"]`],
    ],
    [
      'a new pattern',
      ({ get }) => (parameter(get, 1).schema.pattern = '^i'),
      [`!${sort}: pattern was not given and is "^i"`],
    ],
    [
      'another type',
      ({ get }) => (parameter(get, 0).schema.type = 'string'),
      [`!${limit}: type was "integer" and is "string"`],
    ],
    [
      'numbers beside integers',
      ({ get }) => (parameter(get, 0).schema.type = 'number'),
      [`${limit}: type was "integer" and is "number"`],
    ],
    ['another form', ({ get }) => (parameter(get, 0).explode = true), [`!${limit}: explode was not given and is true`]],
    [
      'a key that it does not know',
      ({ get }) => (parameter(get, 0).schema.multipleOf = 5),
      [`!${limit}: multipleOf was not given and is 5`],
    ],
  ])('sees of a parameter %s', (_what, edit, expected) => expect(changes(edit)).toEqual(expected));

  it.each<[string, Edit, string[]]>([
    ['a removed property', ({ thing }) => delete properties(thing).colour, ['!Thing.colour: was removed']],
    [
      'a renamed property',
      ({ thing }) => {
        properties(thing).color = properties(thing).colour;
        delete properties(thing).colour;
      },
      ['!Thing.colour: was removed', 'Thing.color: was added'],
    ],
    ['a new property', ({ thing }) => (properties(thing).at = {}), ['Thing.at: was added']],
    ['one that may be missing', ({ thing }) => (thing.required = ['id']), ['!Thing.size: is optional now']],
    [
      'one that is always there',
      ({ thing }) => (thing.required as string[]).push('colour'),
      ['Thing.colour: is required now'],
    ],
    [
      'one that may be null',
      ({ thing }) => (properties(thing).id.nullable = true),
      ['!Thing.id: nullable was not given and is true'],
    ],
    [
      'one that is never null',
      ({ thing }) => (properties(thing).colour.nullable = false),
      ['Thing.colour: nullable was true and is false'],
    ],
    [
      'a new value',
      ({ thing }) => properties(thing).colour.enum.push('blue'),
      ['!Thing.colour: enum was ["red","green"] and is ["red","green","blue"]'],
    ],
    [
      'fewer values',
      ({ thing }) => properties(thing).colour.enum.pop(),
      ['Thing.colour: enum was ["red","green"] and is ["red"]'],
    ],
    [
      'wider integers',
      ({ thing }) => (properties(thing).size.format = 'int64'),
      ['!Thing.size: format was "int32" and is "int64"'],
    ],
    [
      'a format',
      ({ thing }) => (properties(thing).id.format = 'uuid'),
      ['Thing.id: format was not given and is "uuid"'],
    ],
    [
      'another type',
      ({ thing }) => (properties(thing).size.type = 'string'),
      ['!Thing.size: type was "integer" and is "string"'],
    ],
    [
      'values below the old ones',
      ({ thing }) => (properties(thing).size.minimum = -1),
      ['!Thing.size: minimum was 0 and is -1'],
    ],
    [
      'an answer that was added or removed',
      ({ get }) => {
        answers(get)[204] = answers(get)[429] = answers(get)[404];
        delete answers(get)[404];
      },
      [`!${operation} 204: was added`, `${operation} 404: was removed`, `${operation} 429: was added`],
    ],
    [
      'a second content, and one that was removed',
      ({ get }) => {
        answers(get)[200].content['text/csv'] = { schema: { type: 'string' } };
        answers(get)[404].content = {};
      },
      [`${operation} 200 text/csv: was added`, `!${operation} 404 application/json: was removed`],
    ],
    [
      'headers',
      ({ get, root }) => {
        delete answers(get)[200].headers.Link;
        (root.components as any).headers.ETag.schema.type = 'integer';
      },
      [
        `!${operation} 200 header Link: was removed`,
        `!${operation} 200 header ETag: type was "string" and is "integer"`,
      ],
    ],
  ])('sees of an answer %s', (_what, edit, expected) => {
    expect(changes(edit).sort()).toEqual([...expected].sort());
  });

  it('sees that a schema has another name, and compares it still', () => {
    const rename: Edit = ({ get, root }) => {
      (root.components as any).schemas.Item = { ...thing, properties: { id: { type: 'string' } } };
      answers(get)[200].content['application/json'].schema.items.$ref = '#/components/schemas/Item';
    };
    expect(changes(rename)).toEqual([
      `!${operation} 200 application/json[]: the schema Thing is now Item`,
      '!Item.size: was removed',
      '!Item.colour: was removed',
      '!Item.next: was removed',
    ]);
  });

  it('sees a property that is added to a schema that was closed', () => {
    const close: Edit = ({ thing }) => (thing.additionalProperties = false);
    const add: Edit = (parts) => {
      close(parts);
      properties(parts.thing).at = {};
    };
    expect(changes(add, close)).toEqual(['!Thing.at: was added']);
    expect(changes(close)).toEqual(['Thing: additionalProperties was not given and is false']);
  });
});
