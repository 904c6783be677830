import { cutLongLine } from '../formats/lines.js';
import { badRecord, InputRecord } from '../input.js';
import { isTooDeep, tooDeep } from '../nesting.js';
import { otherSourceProblem } from '../other-sources.js';

/** A JSON object with an array `data`, as Helix answers them. */
export type HelixPage = Record<string, unknown> & { data: unknown[] };

const notAPage = 'is no page of Helix: it has no array "data"';

export function pageRecord(line: number, value: unknown, raw: string): InputRecord {
  if (isTooDeep(value)) return badRecord(line, tooDeep, cutLongLine(raw));
  if (isPage(value)) return { line, record: value, problem: null, raw };
  return badRecord(line, otherSourceProblem(value) ?? notAPage, raw);
}

export function isPage(value: unknown): value is HelixPage {
  return typeof value === 'object' && value !== null && 'data' in value && Array.isArray(value.data);
}
