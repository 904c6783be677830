import { gzipSync } from 'node:zlib';
import fc, { Arbitrary } from 'fast-check';
import { Rule, typesOf, ValueType } from './import-rules.js';

export interface ImportFile {
  /** Ending of the name, such as `.csv.gz`. */
  ending: string;
  bytes: Buffer;
}

/** Valid values, most of them edge cases. */
const valid: Record<Exclude<ValueType, number>, unknown[]> = {
  id: ['1', '2', '3', '10', '11', '71', '9223372036854775807'],
  ids: [['10'], ['11', '10', '10']],
  count: [0, 1, 5, 9007199254740991],
  date: [
    '2026-11-01T10:00:00.000Z',
    '2026-11-01T10:00:00Z',
    '2026-11-02 01:00:00.1239+09:00',
    '2026-11-01T10:00Z',
    '1970-01-01T00:00:00Z',
  ],
  flag: [true, false],
  login: ['ann', 'BOB', '12', '_'],
  url: ['https://example.com/a.png', 'http://example.com/ü b?c={d}'],
  link: ['example.com', 'HTTPS://Example.com:443/?utm_source=x#y', '//example.co.uk/a'],
  color: ['#9147FF', '#000000'],
  language: ['en', 'ZH-hk', 'other', ''],
  tags: [[], ['a', 'b"c'], ['|', '']],
};

const texts = ['x', 'Käse', '제목', '🎮', '\\N', '\\.', 'a\tb', 'a\\', '"', 'a,b', 'a\nb', 'a\r\nb', ' ', '{}', 'NULL'];

/** Mostly invalid values. */
const hostile = [
  ...[null, '', -1, 1.5, '12', '1e3', 1e3, 1e300, -0, 2 ** 53, '007', ' 5', 'NaN', true, [], {}, [null], '[', '|'],
  ...['a\0b', '\uD800', 'x'.repeat(101), 'x'.repeat(501), '9223372036854775808', '99', 'http://', 'javascript:1'],
  ...['2026-11-01T10:00:00', '0000-01-01T00:00:00Z', '+275760-09-13T00:00:00Z', '2026-02-30T00:00:00Z', 'infinity'],
  ...['1969-12-31T23:59:59Z', '2100-12-31T23:59:59-01:00', ['99'], ['10', 10], 'mailto:a@b.c', '\u2028', '\x1b[31m'],
];

const bytes = [
  0x00, 0x09, 0x0a, 0x0d, 0x20, 0x22, 0x2c, 0x30, 0x3b, 0x39, 0x5c, 0x7b, 0x7d, 0x7c, 0x80, 0xc3, 0xed, 0xef, 0xff,
];

type Change = (before: Buffer) => Buffer;

const byteChange: Arbitrary<Change> = fc
  .tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.constantFrom(...bytes), fc.nat({ max: 2 }))
  .map(([share, byte, removed]) => (before) => {
    const at = Math.floor(share * before.length);
    return Buffer.concat([before.subarray(0, at), Buffer.of(byte), before.subarray(at + removed)]);
  });

const cut: Arbitrary<Change> = fc
  .double({ min: 0, max: 1, noNaN: true })
  .map((share) => (before) => before.subarray(0, Math.floor(share * before.length)));

type How = 'drop' | 'double' | 'join' | 'first' | 'blank' | 'empty' | 'split';

const lineChange: Arbitrary<Change> = fc
  .tuple(fc.nat({ max: 8 }), fc.constantFrom<How[]>('drop', 'double', 'join', 'first', 'blank', 'empty', 'split'))
  .map(([index, how]) => (before) => {
    const lines = before.toString('latin1').split('\n');
    const line = lines[index % lines.length] ?? '';
    const changed = {
      drop: [],
      double: [line, line],
      join: [line + line],
      first: [line],
      blank: [line, ' \t'],
      empty: [line, ',,;,'],
    };
    const half = Math.floor(line.length / 2);
    const instead = how === 'split' ? [line.slice(0, half), line.slice(half)] : changed[how];
    lines.splice(index % lines.length, 1, ...instead);
    if (how === 'first') lines.unshift(line);
    return Buffer.from(lines.join('\n'), 'latin1');
  });

const encoding: Arbitrary<Change> = fc.constantFrom<Change[]>(
  (before) => Buffer.from(before.toString('utf8'), 'latin1'),
  (before) => Buffer.from(before.toString('utf8'), 'utf16le'),
  (before) => Buffer.concat([Buffer.of(0xef, 0xbb, 0xbf), before]),
  (before) => Buffer.from(before.toString('latin1').replaceAll('\n', '\r\n'), 'latin1'),
  (before) => Buffer.from(before.toString('latin1').replaceAll('\n', '\r'), 'latin1'),
  (before) => before.subarray(0, -1),
);

const change = fc.oneof(byteChange, lineChange, encoding, { weight: 1, arbitrary: cut });
const packing: Arbitrary<Change> = fc.oneof(
  { weight: 5, arbitrary: fc.constant<Change>((before) => gzipSync(before)) },
  {
    weight: 1,
    arbitrary: fc.constant<Change>((before) => Buffer.concat([gzipSync(before), gzipSync(before)])),
  },
  {
    weight: 2,
    arbitrary: fc.oneof(byteChange, cut).map(
      (damage): Change =>
        (before) =>
          damage(gzipSync(before)),
    ),
  },
);

/** Files of one kind, some of them with random changes of values, lines, bytes or encoding. */
export function importFiles(rule: Rule): Arbitrary<ImportFile> {
  const changes = fc.oneof(fc.constant<Change[]>([]), fc.array(change, { maxLength: 3 }));
  return fc
    .tuple(fc.array(records(rule), { maxLength: 8 }), layouts, changes, fc.option(packing, { freq: 4 }))
    .map(([rows, { csv, indent }, made, pack]) => {
      const text = csv ? toCsv(rule, rows, csv) : rows.map((row) => `${JSON.stringify(row, null, indent)}\n`).join('');
      const changed = made.reduce<Buffer>((before, make) => make(before), Buffer.from(text));
      const ending = `${csv ? '.csv' : '.ndjson'}${pack ? '.gz' : ''}`;
      return { ending, bytes: pack ? pack(changed) : changed };
    });
}

/** The layout of a CSV file: its separator, and separators at the end of each row. */
interface CsvLayout {
  separator: string;
  after: string;
}

const csvLayouts: Arbitrary<CsvLayout> = fc
  .tuple(fc.constantFrom(',', ',', ';', '\t'), fc.constantFrom(0, 0, 1, 2))
  .map(([separator, count]) => ({ separator, after: separator.repeat(count) }));

const layouts: Arbitrary<{ csv?: CsvLayout; indent?: number }> = fc.oneof(
  { weight: 8, arbitrary: csvLayouts.map((csv) => ({ csv })) },
  { weight: 7, arbitrary: fc.constant({}) },
  { weight: 1, arbitrary: fc.constant({ indent: 2 }) },
);

function records(rule: Rule): Arbitrary<Record<string, unknown>> {
  const values = Object.entries(typesOf(rule)).map(
    ([name, type]) => [name, fc.constantFrom(...(typeof type === 'number' ? texts : valid[type]))] as const,
  );
  const good = fc.record(Object.fromEntries(values), { requiredKeys: Object.keys(rule.required) });
  const names = [...Object.keys(typesOf(rule)), 'more', '__proto__'];
  const bad = fc
    .tuple(good, fc.constantFrom(...names), fc.constantFrom(...hostile, undefined))
    .map(([row, name, value]) => Object.fromEntries([...Object.entries(row), [name, value]]));
  return fc.oneof({ weight: 4, arbitrary: good }, { weight: 1, arbitrary: bad });
}

function toCsv(rule: Rule, rows: Record<string, unknown>[], { separator, after }: CsvLayout): string {
  const names = Object.keys(typesOf(rule));
  const lines = rows.map((row) => names.map((name) => toField(row[name])).join(separator));
  return [names.join(separator), ...lines].map((line) => `${line}${after}\n`).join('');
}

function toField(value: unknown): string {
  const text = typeof value === 'string' ? value : value === undefined || value === null ? '' : JSON.stringify(value);
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
