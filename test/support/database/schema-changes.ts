/** A difference between two OpenAPI documents, and whether it can break clients of the first document. */
export interface Change {
  /** Operation and part of the operation, or schema and property. */
  place: string;
  what: string;
  breaks: boolean;
}

/** Whether a schema describes data that clients send or receive. */
export type Direction = 'sent' | 'answered';

/** An object of an OpenAPI document. */
export type Part = Record<string, unknown>;

/** Keys for readers. Clients do not depend on them. */
const documentation = ['description', 'example', 'examples', 'title', 'deprecated', 'externalDocs'];

/** Keys of lower and upper bounds. */
const lowest = ['minimum', 'minLength', 'minItems'];
const highest = ['maximum', 'maxLength', 'maxItems'];

/** Compares the schemas of two documents. Each named schema is compared once per direction. */
export class SchemaChanges {
  private readonly compared = new Set<string>();

  constructor(
    private readonly before: Part,
    private readonly after: Part,
  ) {}

  /** Lists the changes from `a` to `b`. A change breaks clients unless it is known to be harmless. */
  find(place: string, direction: Direction, a: Part, b: Part): Change[] {
    const [nameBefore, nameAfter] = [nameOf(a), nameOf(b)];
    const where = nameAfter ?? place;
    if (nameBefore !== undefined && nameAfter !== undefined) {
      const pair = `${direction} ${nameBefore} ${nameAfter}`;
      if (this.compared.has(pair)) return [];
      this.compared.add(pair);
    }
    const [old, now] = [resolved(this.before, a), resolved(this.after, b)];
    const renamed = nameBefore === undefined || nameBefore === nameAfter ? [] : [nameBefore];
    return [
      ...renamed.map((name) => ({
        place,
        what: `the schema ${name} is now ${nameAfter ?? 'without a name'}`,
        breaks: true,
      })),
      ...this.findInProperties(where, direction, old, now),
      ...this.findInParts(where, direction, old, now),
      ...keysOf(old, now).flatMap((key) => this.findInKey(where, direction, key, old, now)),
    ];
  }

  private findInProperties(place: string, direction: Direction, old: Part, now: Part): Change[] {
    const [a, b] = [partsOf(old.properties), partsOf(now.properties)];
    return unionOf(Object.keys(a), Object.keys(b)).flatMap((name) => {
      const at = `${place}.${name}`;
      const [was, is] = [a[name], b[name]];
      if (was && is) return [...requirement(at, direction, name, old, now), ...this.find(at, direction, was, is)];
      if (is === undefined) return [{ place: at, what: 'was removed', breaks: direction === 'answered' }];
      const breaks = direction === 'sent' ? listOf(now.required).includes(name) : old.additionalProperties === false;
      return [{ place: at, what: 'was added', breaks }];
    });
  }

  /** Compares the schemas inside a schema. Equal references can name different schemas. */
  private findInParts(place: string, direction: Direction, old: Part, now: Part): Change[] {
    const [a, b] = [innerParts(old), innerParts(now)];
    return Object.keys(a).flatMap((key) => {
      const [was, is] = [a[key], b[key]];
      return was && is ? this.find(place + key, direction, was, is) : [];
    });
  }

  private findInKey(place: string, direction: Direction, key: string, old: Part, now: Part): Change[] {
    const [was, is] = [old[key], now[key]];
    const effect = key === 'default' ? defaultEffect(direction, was) : effectOf(key, was, is);
    const harmless = effect === 'none' || effect === (direction === 'sent' ? 'wider' : 'narrower');
    return [{ place, what: `${key} was ${text(was)} and is ${text(is)}`, breaks: !harmless }];
  }
}

type Effect = 'narrower' | 'wider' | 'other' | 'none';

/** Whether the new value of a key makes the schema accept fewer, more, or other values. */
function effectOf(key: string, was: unknown, is: unknown): Effect {
  if (key === 'nullable') return is === true ? 'wider' : 'narrower';
  if (lowest.includes(key)) return Number(is ?? -Infinity) > Number(was ?? -Infinity) ? 'narrower' : 'wider';
  if (highest.includes(key)) return Number(is ?? Infinity) < Number(was ?? Infinity) ? 'narrower' : 'wider';
  if (key === 'type') return numberEffect(was, is, 'integer', 'number');
  if (key === 'format' && was !== undefined && is !== undefined) return numberEffect(was, is, 'int32', 'int64');
  if (key === 'enum' && was !== undefined && is !== undefined) return enumEffect(listOf(was), listOf(is));
  if (['format', 'pattern', 'enum'].includes(key)) {
    if (was === undefined) return 'narrower';
    return is === undefined ? 'wider' : 'other';
  }
  if (key === 'additionalProperties') return is === false ? 'narrower' : was === false ? 'wider' : 'other';
  return 'other';
}

function numberEffect(was: unknown, is: unknown, narrow: string, wide: string): Effect {
  if (was === wide && is === narrow) return 'narrower';
  return was === narrow && is === wide ? 'wider' : 'other';
}

function enumEffect(was: unknown[], is: unknown[]): Effect {
  const isMore = is.some((value) => !was.includes(value));
  const isLess = was.some((value) => !is.includes(value));
  if (isMore && isLess) return 'other';
  if (isMore) return 'wider';
  return isLess ? 'narrower' : 'none';
}

/** If a default changes, requests without the parameter get a different response. */
function defaultEffect(direction: Direction, was: unknown): Effect {
  return direction === 'answered' || was === undefined ? 'none' : 'other';
}

function requirement(place: string, direction: Direction, name: string, old: Part, now: Part): Change[] {
  const [was, is] = [listOf(old.required).includes(name), listOf(now.required).includes(name)];
  if (was === is) return [];
  return [{ place, what: is ? 'is required now' : 'is optional now', breaks: is === (direction === 'sent') }];
}

/** The keys that differ, without keys that are compared separately. */
function keysOf(old: Part, now: Part): string[] {
  const others = [...documentation, 'properties', 'required'];
  const differs = (key: string) => text(ownOf(old, key)) !== text(ownOf(now, key));
  return unionOf(Object.keys(old), Object.keys(now)).filter(
    (key) => !others.includes(key) && !key.startsWith('x-') && differs(key),
  );
}

/** The schemas inside a schema, except its properties. */
function innerParts({ items, additionalProperties, ...schema }: Part): Record<string, Part> {
  const parts: Record<string, Part> = {};
  if (items) parts['[]'] = items as Part;
  if (typeof additionalProperties === 'object') parts['{}'] = additionalProperties as Part;
  for (const key of ['allOf', 'anyOf', 'oneOf']) {
    listOf(schema[key]).forEach((part, i) => (parts[` ${key} ${i}`] = part as Part));
  }
  return parts;
}

/** The value of a key, with the number of schemas in place of the schemas. */
function ownOf(schema: Part, key: string): unknown {
  const value = schema[key];
  if (['allOf', 'anyOf', 'oneOf'].includes(key)) return listOf(value).length;
  return ['items', 'additionalProperties'].includes(key) && typeof value === 'object' ? {} : value;
}

/** The schema that a reference names, together with the keys next to the reference. */
function resolved(document: Part, schema: Part): Part {
  const [only, ...rest] = listOf(schema.allOf) as Part[];
  const { allOf, $ref, ...beside } = schema;
  if (only && rest.length === 0) return { ...resolved(document, only), ...beside };
  if (typeof $ref !== 'string') return allOf === undefined ? beside : schema;
  const target = $ref
    .slice(2)
    .split('/')
    .reduce<unknown>((part, key) => (part as Part)[key], document);
  return { ...(target as Part), ...beside };
}

function nameOf(schema: Part): string | undefined {
  const [only] = listOf(schema.allOf) as Part[];
  const reference = schema.$ref ?? only?.$ref;
  return typeof reference === 'string' ? reference.slice(reference.lastIndexOf('/') + 1) : undefined;
}

export function partsOf(value: unknown): Record<string, Part> {
  return (value ?? {}) as Record<string, Part>;
}

export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

export function unionOf(a: string[], b: string[]): string[] {
  return [...new Set([...a, ...b])];
}

export function text(value: unknown): string {
  return value === undefined ? 'not given' : JSON.stringify(value);
}
