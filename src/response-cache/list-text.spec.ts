import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { listText } from './list-text.js';
import { propertyRuns } from '../../test/support/data/property-runs.js';

const columns = ['id', 'title', 'viewers', 'is_live', 'tags'];

/** Parses CSV like a reader that ends a record at every line break. */
function read(text: string): Record<string, string | null>[] {
  const record_delimiter = ['\r\n', '\n', '\r'];
  const cast = (value: string, { quoting }: { quoting: boolean }) => (value === '' && !quoting ? null : value);
  return parse(text, { bom: true, columns: true, record_delimiter, cast });
}

/** Converts a row to its CSV fields. */
function fields(row: Record<string, unknown>): Record<string, string | null> {
  const asField = (value: unknown) => {
    if (value === null || value === undefined) return null;
    if (typeof value === 'string') return /^[=+\-@\t\r＝＋－＠]/.test(value) ? `'${value}` : value;
    return JSON.stringify(value);
  };
  return Object.fromEntries(columns.map((name) => [name, asField(row[name])]));
}

describe('CSV', () => {
  it('has a header, CRLF after each line, and quotes where needed', () => {
    const row = { id: '1', title: 'Say "hi", all', viewers: 7, is_live: false, tags: ['a', 'b "c"'] };
    expect(listText('csv', [row, { ...row, title: 'two\nlines' }], columns)).toBe(
      'id,title,viewers,is_live,tags\r\n' +
        '1,"Say ""hi"", all",7,false,"[""a"",""b \\""c\\""""]"\r\n' +
        '1,"two\nlines",7,false,"[""a"",""b \\""c\\""""]"\r\n',
    );
  });

  it('has only the header without rows', () => {
    expect(listText('csv', [], columns)).toBe('id,title,viewers,is_live,tags\r\n');
  });

  it('writes an empty field for null and missing properties, and "" for an empty text', () => {
    const rows = [{ id: '1', title: '', viewers: null }];
    expect(listText('csv', rows, columns)).toBe('id,title,viewers,is_live,tags\r\n1,"",,,\r\n');
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '＝1'])('puts an apostrophe before %j', (title) => {
    const [row] = read(listText('csv', [{ title }], columns));
    expect(row).toMatchObject({ title: `'${title}` });
  });

  it('keeps negative numbers unchanged', () => {
    expect(listText('csv', [{ id: '1', viewers: -5 }], ['id', 'viewers'])).toBe('id,viewers\r\n1,-5\r\n');
  });

  it('starts with a byte order mark on request, also without rows', () => {
    expect(listText('csv', [{ id: '1' }], ['id'], true)).toBe('\ufeffid\r\n1\r\n');
    expect(listText('csv', [], ['id'], true)).toBe('\ufeffid\r\n');
  });
});

describe('NDJSON', () => {
  it('has one JSON object per row', () => {
    expect(listText('ndjson', [{ id: '1', title: 'a\nb' }, { id: '2' }], columns)).toBe(
      '{"id":"1","title":"a\\nb"}\n{"id":"2"}\n',
    );
    expect(listText('ndjson', [], columns)).toBe('');
  });
});

describe('any rows', () => {
  const hostile = fc.constantFrom(
    ...[
      '=cmd|"/c calc"!A1',
      '"',
      '""',
      ',',
      ';',
      '\r\n',
      '\n',
      '\r',
      '\t',
      "'",
      '\\',
      '\u2028',
      '\ufeff',
      '\ufeffid',
      '',
    ],
    ...['مرحبا', '\u202Eevil', '한국어', '👩‍👩‍👧', '-', '@', 'true', '01', '1e3', '#N/A', '\u0001', '\u007f'],
  );
  const text = fc
    .array(fc.oneof(hostile, fc.string({ unit: 'grapheme', maxLength: 8 })), { maxLength: 4 })
    .map((parts) => parts.join(''));
  const nullable = <Value>(value: fc.Arbitrary<Value>) => fc.oneof({ weight: 4, arbitrary: value }, fc.constant(null));
  const rows = fc.array(
    fc.record({
      id: text,
      title: nullable(text),
      viewers: nullable(fc.maxSafeInteger()),
      is_live: fc.boolean(),
      tags: nullable(fc.array(text, { maxLength: 3 })),
    }),
    { maxLength: 20 },
  );

  it('survive a round trip through CSV, with an apostrophe before formulas', () => {
    fc.assert(
      fc.property(rows, fc.boolean(), (given, hasByteOrderMark) => {
        expect(read(listText('csv', given, columns, hasByteOrderMark))).toEqual(given.map(fields));
      }),
      propertyRuns(),
    );
  });

  it('survive a round trip through NDJSON', () => {
    fc.assert(
      fc.property(rows, (given) => {
        const lines = listText('ndjson', given, columns).split('\n').slice(0, -1);
        expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(given);
      }),
      propertyRuns(),
    );
  });
});
