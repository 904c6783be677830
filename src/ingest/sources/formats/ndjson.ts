import { badRecord, InputRecord } from '../input.js';
import { isTooDeep, shortestTooDeep, tooDeep } from '../nesting.js';
import { cutLongLine, Line, readLines } from './lines.js';

/** Reads NDJSON, one JSON object per line; skips blank lines. Each batch contains the records of one chunk of bytes. */
export async function* readNdjson(bytes: AsyncIterable<Buffer>): AsyncGenerator<InputRecord[]> {
  for await (const lines of readLines(bytes)) {
    yield lines.map(toRecord).filter((record) => record !== null);
  }
}

function toRecord({ number, text, problem }: Line): InputRecord | null {
  if (problem !== null) return badRecord(number, problem, text);
  if (isBlank(text)) return null;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const reason = (error as Error).message.replace(/ is not valid JSON$/, '');
    return badRecord(number, `is not JSON: ${reason}`, text);
  }
  if (text.length > shortestTooDeep && isTooDeep(value)) return badRecord(number, tooDeep, cutLongLine(text));
  if (!isObject(value)) return badRecord(number, 'is not a JSON object', text);
  return { line: number, record: value, problem: null, raw: text };
}

/** Most lines begin with a brace, so the rest needs no check. */
export function isBlank(text: string): boolean {
  return text[0] !== '{' && text.trim() === '';
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
