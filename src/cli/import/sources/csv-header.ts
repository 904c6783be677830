import { ColumnType, ImportKind } from '../import-kind.js';

/** How a field's text becomes the value that the same property has in JSON; what it cannot be stays a text. */
const readers: Readonly<Partial<Record<ColumnType, (text: string) => unknown>>> = {
  count: (text) => (isInteger(text) ? Number(text) : text),
  flag: (text) => (text === 'true' || text === 'false' ? text === 'true' : text),
  tags: readList,
  ids: readList,
};

/** The header of a CSV file: which column holds which property. */
export class CsvHeader {
  readonly size: number;
  private readonly columns: { name: string; read: (text: string) => unknown }[];

  /** What is wrong with a header, null if nothing is. Names that are no text are null. */
  static problemOf(kind: ImportKind, names: readonly (string | null)[]): string | null {
    const columns = kind.columns.filter((column) => !column.derived);
    const known = columns.map(({ name }) => name);
    const unknown = names.find((name) => name === null || !known.includes(name));
    if (unknown !== undefined) {
      return `unknown column ${JSON.stringify(unknown)}; the columns of ${kind.name} are ${known.join(', ')}`;
    }
    const repeated = names.find((name, index) => names.indexOf(name) < index);
    if (repeated !== undefined) return `the column ${repeated} is there twice`;
    const missing = columns.filter(({ name, optional }) => !optional && !names.includes(name));
    if (missing.length === 0) return null;
    const optional = columns.filter((column) => column.optional).map(({ name }) => name);
    const more = optional.length > 0 ? `; of ${kind.name}, only ${optional.join(', ')} may be left out` : '';
    return `missing column ${missing.map(({ name }) => name).join(', ')}${more}`;
  }

  constructor(kind: ImportKind, names: readonly string[]) {
    this.size = names.length;
    this.columns = names.map((name) => {
      const type = kind.columns.find((column) => column.name === name)?.type ?? 'text';
      return { name, read: readers[type] ?? ((text) => text) };
    });
  }

  /** A record as it would be in JSON. An empty field is null. */
  toRecord(fields: readonly string[]): Record<string, unknown> {
    const record: Record<string, unknown> = {};
    for (const [index, { name, read }] of this.columns.entries()) {
      const text = fields[index] ?? '';
      record[name] = text === '' ? null : read(text);
    }
    return record;
  }
}

/** Plain digits, of a number that JavaScript holds exactly: neither a sign nor `1e3` nor a leading zero. */
function isInteger(text: string): boolean {
  return /^(?:0|[1-9]\d{0,15})$/.test(text) && Number.isSafeInteger(Number(text));
}

/** A list as JSON, or separated by `|`. */
function readList(text: string): unknown {
  if (!text.startsWith('[')) return text.split('|');
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
