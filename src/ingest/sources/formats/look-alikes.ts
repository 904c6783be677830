import { startsAsUtf16 } from '../../../config/text-file.js';
import { Kind } from '../../kinds/kind.js';
import { parseJson } from './text.js';

const html = 'HTML or XML, such as an error page';
const decompress = 'Decompress it';

/** The first bytes of binary files in hexadecimal, with their format and advice. */
const binaryFormats: readonly [beginning: string, format: string, advice: string][] = [
  ['504b0304', 'a spreadsheet or another ZIP archive', 'Save it as CSV'],
  ['d0cf11e0', 'a spreadsheet', 'Save it as CSV'],
  ['1f8b', 'gzip', `${decompress}, or let its name end in .gz`],
  ['28b52ffd', 'zstd', `${decompress}, or let its name end in .zst`],
  ['425a68', 'bzip2', decompress],
  ['fd377a58', 'xz', decompress],
];

/** Returns the problem of a file that begins like a binary file or UTF-16: each of its lines would be a bad record. */
export function binaryProblem(beginning: Buffer): string | undefined {
  if (startsAsUtf16(beginning)) return 'the file is not UTF-8, but looks like UTF-16. Save it as UTF-8';
  const first = beginning.toString('hex', 0, 4);
  const [, format, advice] = binaryFormats.find(([start]) => first.startsWith(start)) ?? [];
  return format && `the file looks like ${format}. ${advice}`;
}

/** Returns the problem of a file that begins with these lines, if it is not NDJSON at all. */
export function ndjsonProblem(beginning: readonly string[], kind?: Kind): string | undefined {
  const lines = beginning.map((line) => line.trim()).filter((line) => line !== '');
  const [first = '', second = ''] = lines;
  switch (first[0]) {
    case '<':
      return `the file looks like ${html}`;
    case '[':
      return `the file looks like a JSON array. ${oneRecord(kind)}; jq -c '.[]' writes such lines`;
    case '{':
      // A whole record in another line shows that only the first record is broken.
      if (!/^["}]/.test(second) || lines.some((line) => line.startsWith('{') && parseJson(line))) return undefined;
      return `the file looks like pretty-printed JSON. ${oneRecord(kind)}; jq -c . writes such lines`;
  }
  const names = first.split(/[,;\t]/).map((field) => field.replace(/^"(.*)"$/, '$1'));
  const isHeader = names.length > 1 && kind?.columns.some(({ name }) => names.includes(name));
  return isHeader ? 'the file looks like CSV. Let its name end in .csv, or set --format csv' : undefined;
}

function oneRecord(kind?: Kind): string {
  const names = kind?.columns.filter(({ optional, derive }) => !optional && !derive).map(({ name }) => name);
  const example = (names ?? ['kind', 'record']).map((name) => `"${name}": …`).join(', ');
  return `Each line must be one whole record, such as {${example}}`;
}

/** Returns the problem of a file with this header, if it is not CSV at all. */
export function csvProblem(header: string): string | undefined {
  if (/^\s*</.test(header)) return `the file looks like ${html}`;
  if (!/^\s*[{[]/.test(header)) return undefined;
  return 'the file looks like JSON. Let its name end in .ndjson, or set --format ndjson';
}
