import type { OpenAPIObject } from '@nestjs/swagger';
import fc, { Arbitrary } from 'fast-check';
import { known } from './known-values.js';

type Change = (target: string) => string;

/** Queries that operations accept or reject. */
const queries = ['', '?limit=2', '?limit=20', '?limit=2&cursor=1', '?sort=followers&limit=5', '?limit=0', '?sort=fame'];

const values = ['', '2', '20', '3', '02', '+2', '%32', '2%20', 'followers', 'Followers', 'x', '%', '%00', 'é', '[]'];
const names = [
  'limit',
  'cursor',
  'sort',
  'Limit',
  '%6cimit',
  'limit%20',
  'limit[]',
  'name',
  'id',
  'x',
  '',
  '__proto__',
];

const pair = fc.tuple(fc.constantFrom(...names), fc.constantFrom(...values.map((value) => `=${value}`), ''));

const pathChanges: Arbitrary<Change> = fc.oneof(
  atLetter((letter) => (letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase())),
  atLetter((letter) => `%${letter.charCodeAt(0).toString(16)}`),
  atLetter((letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`),
  atLetter((letter) => `%25${letter.charCodeAt(0).toString(16)}`),
  atSlash('//'),
  atSlash('/./'),
  atSlash('/x/../'),
  atSlash('%2F'),
  atSlash('\\'),
  fc
    .constantFrom('/', '//', '/.', '.', '%20', '%00', ';a=b', '.json')
    .map((end): Change => inPath((path) => path + end)),
);

const queryChanges: Arbitrary<Change> = fc.oneof(
  fc
    .tuple(pair, fc.boolean())
    .map(([[name, value], isFirst]): Change =>
      inQuery((pairs) => (isFirst ? [name + value, ...pairs] : [...pairs, name + value])),
    ),
  fc.constant<Change>(inQuery((pairs) => [...pairs, ...pairs])),
  fc.constant<Change>(inQuery((pairs) => pairs.toReversed())),
  fc.constant<Change>(inQuery((pairs) => pairs.map((text) => text.replace(/^./, (first) => first.toUpperCase())))),
  fc.constant<Change>(inQuery((pairs) => ['', ...pairs, ''])),
  fc.constantFrom('?', '#part', ';x=1', '&').map(
    (end): Change =>
      (target) =>
        target + end,
  ),
);

/** Spellings of one path and query: equivalent, nearly equivalent, or invalid ones. */
export function spellings(document: OpenAPIObject): Arbitrary<string[]> {
  const targets = fc
    .tuple(fc.constantFrom(...Object.keys(document.paths)), fc.nat(), fc.constantFrom(...queries))
    .map(([template, n, query]) => {
      const path = template.replace(/\{(\w+)\}/g, (_, name: string) => {
        const choices = known[name] ?? ['hourly'];
        return choices[n % choices.length] ?? '';
      });
      return path + query;
    });
  const changes = fc.array(fc.oneof(pathChanges, queryChanges), { maxLength: 3 });
  return fc
    .tuple(targets, fc.array(changes, { minLength: 1, maxLength: 16, size: 'max' }))
    .map(([target, all]) => all.map((made) => made.reduce((text, change) => change(text), target)));
}

function atLetter(change: (letter: string) => string): Arbitrary<Change> {
  return fc.nat({ max: 60 }).map((n) =>
    inPath((path) => {
      const at = n % path.length;
      const letter = path.charAt(at);
      return /[a-z0-9_]/i.test(letter) ? path.slice(0, at) + change(letter) + path.slice(at + 1) : path;
    }),
  );
}

function atSlash(instead: string): Arbitrary<Change> {
  return fc.nat({ max: 5 }).map((n) =>
    inPath((path) => {
      let count = 0;
      return path.replaceAll('/', (slash) => (count++ === n ? instead : slash));
    }),
  );
}

function inPath(change: Change): Change {
  return (target) => target.replace(/^[^?#]*/, (path) => change(path));
}

function inQuery(change: (pairs: string[]) => string[]): Change {
  return (target) => {
    const [path = '', query] = target.split(/\?(.*)/s);
    return `${path}?${change(query ? query.split('&') : []).join('&')}`;
  };
}
