import { FileError } from '../../errors.js';
import { Kind } from '../../kinds/kind.js';
import { badRecord, goodRecord, InputRecord } from '../input.js';
import { ndjsonProblem } from './look-alikes.js';
import { cutLongLine, decode, isTooDeep, maxLineBytes, notUtf8, tooDeep, tooLong } from './text.js';

/**
 * Reads NDJSON, one JSON object per line; skips blank lines. Each batch contains the records of one chunk of bytes. Holds
 * at most one unfinished line, and only the beginning of a line that is too long. Throws a FileError if the file begins
 * like another format.
 */
export async function* readNdjson(
  bytes: AsyncIterable<Buffer>,
  name: string,
  kind?: Kind,
): AsyncGenerator<InputRecord[]> {
  let line = 1;
  let rest = '';
  let isFirst = true;
  for await (const chunk of bytes) {
    const lines = (rest + chunk.toString('latin1')).split('\n');
    const problem = isFirst ? ndjsonProblem(lines, kind) : undefined;
    if (problem !== undefined) throw new FileError(`${name}:1: ${problem}`);
    isFirst = false;
    rest = lines.pop()!.slice(0, maxLineBytes + 1);
    const records: InputRecord[] = [];
    for (const text of lines) {
      const record = toRecord(line++, text);
      if (record) records.push(record);
    }
    yield records;
  }
  const last = toRecord(line, rest);
  if (last) yield [last];
}

/** Reads a line of bytes that are stored as Latin-1; null if it is blank. */
function toRecord(line: number, latin1: string): InputRecord | null {
  if (latin1.length > maxLineBytes) return badRecord(line, tooLong, cutLongLine(latin1));
  const text = decode(latin1);
  if (text === null) return badRecord(line, notUtf8, latin1);
  // Most lines begin with a brace, so the rest needs no check.
  if (text[0] !== '{' && text.trim() === '') return null;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const reason = (error as Error).message.replace(/ is not valid JSON$/, '');
    return badRecord(line, `is not JSON: ${reason}`, text);
  }
  if (isTooDeep(value)) return badRecord(line, tooDeep, cutLongLine(text));
  if (!isObject(value)) return badRecord(line, 'is not a JSON object', text);
  return goodRecord(line, value, text);
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
