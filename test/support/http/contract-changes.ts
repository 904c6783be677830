import { Change, listOf, Part, partsOf, SchemaChanges, text, unionOf } from '../database/schema-changes.js';

/** Properties of an operation or a parameter that become part of the interface of generated clients. */
const ofOperation = ['operationId', 'tags'];
const ofParameter = ['style', 'explode', 'allowReserved', 'allowEmptyValue'];

/**
 * All differences between two OpenAPI documents that clients can notice, and whether they break clients of the first document.
 * A new error response does not break clients, which must expect any error.
 */
export function changesBetween(before: object, after: object): Change[] {
  return new ContractChanges(before as Part, after as Part).find();
}

class ContractChanges {
  private readonly schemas: SchemaChanges;

  constructor(
    private readonly before: Part,
    private readonly after: Part,
  ) {
    this.schemas = new SchemaChanges(before, after);
  }

  find(): Change[] {
    const [a, b] = [operationsOf(this.before), operationsOf(this.after)];
    return [
      ...differences('servers', { url: serversOf(this.before) }, { url: serversOf(this.after) }, ['url']),
      ...this.findInSecuritySchemes(),
      ...eachOf(
        a,
        b,
        (operation) => operation,
        (place, was, is) => this.findInOperation(place, was, is),
      ),
    ];
  }

  private findInSecuritySchemes(): Change[] {
    const [a, b] = [this.before, this.after].map(({ components }) => partsOf(partsOf(components).securitySchemes));
    const keys = ['type', 'scheme', 'in', 'name'];
    return eachOf(
      a ?? {},
      b ?? {},
      (name) => `security ${name}`,
      (place, was, is) => differences(place, was, is, keys),
    );
  }

  private findInOperation(place: string, was: Part, is: Part): Change[] {
    const [needed, needs] = [listOf(was.security).length > 0, listOf(is.security).length > 0];
    const security =
      needed === needs ? [] : [{ place, what: needs ? 'needs a token' : 'needs no token', breaks: needs }];
    return [
      ...differences(place, was, is, ofOperation),
      ...security,
      ...this.findInParameters(place, parametersOf(was), parametersOf(is)),
      ...this.findInResponses(place, partsOf(was.responses), partsOf(is.responses)),
    ];
  }

  private findInParameters(place: string, a: Record<string, Part>, b: Record<string, Part>): Change[] {
    return unionOf(Object.keys(a), Object.keys(b)).flatMap((name) => {
      const [was, is] = [a[name], b[name]];
      const at = `${place} ${name}`;
      if (is === undefined) return [{ place: at, what: 'was removed', breaks: true }];
      if (was === undefined) return [{ place: at, what: 'was added', breaks: is.required === true }];
      const required = is.required === true;
      const optional = { place: at, what: required ? 'is required now' : 'is optional now', breaks: required };
      return [
        ...(required === (was.required === true) ? [] : [optional]),
        ...differences(at, was, is, ofParameter),
        ...this.schemas.find(at, 'sent', partsOf(was).schema ?? {}, partsOf(is).schema ?? {}),
      ];
    });
  }

  private findInResponses(place: string, a: Record<string, Part>, b: Record<string, Part>): Change[] {
    return unionOf(Object.keys(a), Object.keys(b)).flatMap((status) => {
      const [was, is] = [a[status], b[status]];
      const at = `${place} ${status}`;
      const isSuccess = status.startsWith('2');
      if (is === undefined) return [{ place: at, what: 'was removed', breaks: isSuccess }];
      if (was === undefined) return [{ place: at, what: 'was added', breaks: isSuccess }];
      return [
        ...eachOf(
          partsOf(was.headers),
          partsOf(is.headers),
          (name) => `${at} header ${name}`,
          (header, c, d) => this.schemas.find(header, 'answered', schemaOf(this.before, c), schemaOf(this.after, d)),
        ),
        ...eachOf(
          partsOf(was.content),
          partsOf(is.content),
          (type) => `${at} ${type}`,
          (content, c, d) => this.schemas.find(content, 'answered', partsOf(c).schema ?? {}, partsOf(d).schema ?? {}),
        ),
      ];
    });
  }
}

/** Compares items by name. An item may be missing in one of the documents. */
function eachOf(
  a: Record<string, Part>,
  b: Record<string, Part>,
  placeOf: (name: string) => string,
  find: (place: string, was: Part, is: Part) => Change[],
): Change[] {
  return unionOf(Object.keys(a), Object.keys(b)).flatMap((name) => {
    const [was, is] = [a[name], b[name]];
    const place = placeOf(name);
    if (is === undefined) return [{ place, what: 'was removed', breaks: true }];
    if (was === undefined) return [{ place, what: 'was added', breaks: false }];
    return find(place, was, is);
  });
}

/** Changes of keys that always break clients. */
function differences(place: string, was: Part, is: Part, keys: string[]): Change[] {
  return keys
    .filter((key) => text(was[key]) !== text(is[key]))
    .map((key) => ({ place, what: `${key} was ${text(was[key])} and is ${text(is[key])}`, breaks: true }));
}

function operationsOf({ paths }: Part): Record<string, Part> {
  const all = Object.entries(partsOf(paths)).flatMap(([path, item]) =>
    Object.entries(partsOf(item)).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation]),
  );
  return Object.fromEntries(all) as Record<string, Part>;
}

function parametersOf({ parameters }: Part): Record<string, Part> {
  const all = listOf(parameters) as { in: string; name: string }[];
  return Object.fromEntries(all.map((parameter) => [`${parameter.in} ${parameter.name}`, parameter]));
}

/** Without `servers`, the server is the origin of the document. */
function serversOf({ servers }: Part): unknown[] {
  const urls = (listOf(servers) as Part[]).map(({ url }) => url);
  return urls.length > 0 ? urls : ['/'];
}

/** The schema of a header. The header may be a reference to a shared one. */
function schemaOf(document: Part, header: Part): Part {
  const name = typeof header.$ref === 'string' ? header.$ref.split('/').at(-1) : undefined;
  const target = name === undefined ? header : partsOf(partsOf(document.components).headers)[name];
  return partsOf(target).schema ?? {};
}
