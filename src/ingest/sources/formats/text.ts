import { isUtf8 } from 'node:buffer';

/** A longer line is a bad record. */
export const maxLineBytes = 1024 * 1024;
export const notUtf8 = 'is not UTF-8';
export const tooLong = `is longer than ${maxLineBytes} bytes`;

export function cutLongLine(text: string): string {
  return `${text.slice(0, 1_000)}…`;
}

/**
 * Decodes bytes that are stored as Latin-1, which has a character for every byte. Null if they are not UTF-8; the stored
 * text then keeps the original bytes.
 */
export function decode(latin1: string): string | null {
  if (!/[\x80-\xff]/.test(latin1)) return latin1;
  const bytes = Buffer.from(latin1, 'latin1');
  return isUtf8(bytes) ? bytes.toString() : null;
}

/** Undefined if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Far more than any record needs, and far less than the depth that overflows the stack of a recursive function. */
const maxLevels = 100;

export const tooDeep = `is nested deeper than ${maxLevels} levels`;

/** Whether a value has more than 100 levels of objects and arrays. */
export function isTooDeep(value: unknown, levels = maxLevels): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isTooDeep(inner, levels - 1));
}
