import { changesBetween } from './contract-changes.js';
import type { Part } from '../database/schema-changes.js';

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

/** A document with one operation, changed by `edit`. */
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

/** The changes, with `!` before each change that breaks clients. */
const changes = (edit: Edit, base: Edit = undefined) =>
  changesBetween(document(base), document(edit)).map(
    ({ place, what, breaks }) => `${breaks ? '!' : ''}${place}: ${what}`,
  );

/* eslint-disable @typescript-eslint/no-explicit-any, @typescript-eslint/no-unsafe-member-access, @typescript-eslint/no-unsafe-return, @typescript-eslint/no-unsafe-call -- the edits change deep parts of documents */
const parameter = (get: any, i: number) => get.parameters[i];
const add = (get: any, more: object) => get.parameters.push({ name: 'x', in: 'query', ...more });
const properties = (schema: any) => schema.properties;
const answers = (get: any) => get.responses;

describe('the comparison of two OpenAPI documents', () => {
  it('ignores equal documents and changed descriptions', () => {
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

  it.each<[Edit, ...string[]]>([
    [({ paths }) => delete paths['/v1/things'], `!${operation}: was removed`],
    [({ paths, get }) => (paths['/v1/more'] = { get }), 'GET /v1/more: was added'],
    [({ get }) => (get.operationId = 'find'), `!${operation}: operationId was "listThings" and is "find"`],
    [({ get }) => (get.tags = ['All']), `!${operation}: tags was ["Things"] and is ["All"]`],
    [({ get }) => (get.security = [{ bearer: [] }]), `!${operation}: needs a token`],
    [({ get }) => (get.deprecated = true)],
    [({ root }) => (root.servers = [{ url: '/api' }]), '!servers: url was ["/"] and is ["/api"]'],
    [({ root }) => (root.servers = [{ url: '/' }])],
  ])('reports changes of an operation, and which ones break clients (%#)', (edit, ...expected) =>
    expect(changes(edit)).toEqual(expected),
  );

  it.each<[Edit, ...string[]]>([
    [({ get }) => (get.parameters as unknown[]).pop(), `!${sort}: was removed`],
    [({ get }) => add(get, { schema: {} }), `${operation} query x: was added`],
    [({ get }) => add(get, { required: true, schema: {} }), `!${operation} query x: was added`],
    [({ get }) => (parameter(get, 0).required = true), `!${limit}: is required now`],
    [({ get }) => (parameter(get, 0).schema.maximum = 50), `!${limit}: maximum was 100 and is 50`],
    [({ get }) => (parameter(get, 0).schema.maximum = 200), `${limit}: maximum was 100 and is 200`],
    [({ get }) => delete parameter(get, 0).schema.maximum, `${limit}: maximum was 100 and is not given`],
    [({ get }) => (parameter(get, 0).schema.default = 50), `!${limit}: default was 20 and is 50`],
    [({ get }) => (parameter(get, 1).schema.enum = ['id']), `!${sort}: enum was ["id","size"] and is ["id"]`],
    [({ get }) => parameter(get, 1).schema.enum.push('a'), `${sort}: enum was ["id","size"] and is ["id","size","a"]`],
    [({ get }) => (parameter(get, 1).schema.pattern = '^i'), `!${sort}: pattern was not given and is "^i"`],
    [({ get }) => (parameter(get, 0).schema.type = 'string'), `!${limit}: type was "integer" and is "string"`],
    [({ get }) => (parameter(get, 0).schema.type = 'number'), `${limit}: type was "integer" and is "number"`],
    [({ get }) => (parameter(get, 0).explode = true), `!${limit}: explode was not given and is true`],
    [({ get }) => (parameter(get, 0).schema.multipleOf = 5), `!${limit}: multipleOf was not given and is 5`],
  ])('reports changes of a parameter, and which ones break clients (%#)', (edit, ...expected) =>
    expect(changes(edit)).toEqual(expected),
  );

  it.each<[Edit, ...string[]]>([
    [({ thing }) => delete properties(thing).colour, '!Thing.colour: was removed'],
    [({ thing }) => (properties(thing).at = {}), 'Thing.at: was added'],
    [({ thing }) => (thing.required = ['id']), '!Thing.size: is optional now'],
    [({ thing }) => (thing.required as string[]).push('colour'), 'Thing.colour: is required now'],
    [({ thing }) => (properties(thing).id.nullable = true), '!Thing.id: nullable was not given and is true'],
    [({ thing }) => (properties(thing).colour.nullable = false), 'Thing.colour: nullable was true and is false'],
    [
      ({ thing }) => properties(thing).colour.enum.push('blue'),
      '!Thing.colour: enum was ["red","green"] and is ["red","green","blue"]',
    ],
    [({ thing }) => properties(thing).colour.enum.pop(), 'Thing.colour: enum was ["red","green"] and is ["red"]'],
    [({ thing }) => (properties(thing).size.format = 'int64'), '!Thing.size: format was "int32" and is "int64"'],
    [({ thing }) => (properties(thing).id.format = 'uuid'), 'Thing.id: format was not given and is "uuid"'],
    [({ thing }) => (properties(thing).size.type = 'string'), '!Thing.size: type was "integer" and is "string"'],
    [({ thing }) => (properties(thing).size.minimum = -1), '!Thing.size: minimum was 0 and is -1'],
    [({ get }) => (answers(get)[204] = answers(get)[404]), `!${operation} 204: was added`],
    [({ get }) => (answers(get)[429] = answers(get)[404]), `${operation} 429: was added`],
    [({ get }) => delete answers(get)[404], `${operation} 404: was removed`],
    [({ get }) => (answers(get)[404].content = {}), `!${operation} 404 application/json: was removed`],
    [({ get }) => (answers(get)[200].content['text/csv'] = {}), `${operation} 200 text/csv: was added`],
    [({ get }) => delete answers(get)[200].headers.Link, `!${operation} 200 header Link: was removed`],
    [
      ({ root }) => ((root.components as any).headers.ETag.schema.type = 'integer'),
      `!${operation} 200 header ETag: type was "string" and is "integer"`,
    ],
  ])('reports changes of a response, and which ones break clients (%#)', (edit, ...expected) =>
    expect(changes(edit)).toEqual(expected),
  );

  it('reports the new name of a schema, and compares its properties', () => {
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

  it('reports a property that is added to a closed schema', () => {
    const close: Edit = ({ thing }) => (thing.additionalProperties = false);
    const add: Edit = (parts) => {
      close(parts);
      properties(parts.thing).at = {};
    };
    expect(changes(add, close)).toEqual(['!Thing.at: was added']);
    expect(changes(close)).toEqual(['Thing: additionalProperties was not given and is false']);
  });
});
