import { dateCell } from '../kinds/date-cell.js';
import { FieldError } from '../errors.js';
import { isObject } from '../formats/ndjson.js';
import { badRecord, InputRecord } from '../input.js';
import { HelixPage, isPage, pageRecord } from './pages.js';
import { Shape, Sighting } from './sightings.js';

/** What a page may leave open. */
export interface PageDefaults {
  /** When it was observed; a page's own `at` goes first. */
  at: Date;
  /** Hears of each page that takes that time. */
  onTimeTaken?(this: void): void;
  /** Whose followers it counts; a page's own `broadcaster_id` goes first. */
  broadcasterId?: string;
}

/** How far the clock of the machine that wrote a page may be ahead. */
const mostAheadMs = 10 * 60_000;

/** Reads what pages say: a record for each item of a page. */
export async function* readSightings(
  pages: AsyncIterable<InputRecord[]>,
  defaults: PageDefaults,
): AsyncGenerator<InputRecord[]> {
  const now = new Date();
  for await (const batch of pages) yield batch.flatMap((page) => toSightings(page, defaults, now));
}

/** The items of a page, as records of the kind `sightings`. */
export function toSightings(page: InputRecord, defaults: PageDefaults, now: Date): InputRecord[] {
  const { line, record, raw } = page;
  if (record === null) return [page];
  if (!isPage(record)) return [pageRecord(line, record, raw)];
  try {
    const seen = itemsOf(record, observedAt(record, defaults, now), defaults);
    return seen.map((sighting) => ({ line, record: sighting, problem: null, raw: '' }));
  } catch (error) {
    if (error instanceof FieldError) return [badRecord(line, error.message, raw)];
    throw error;
  }
}

/** A page from the future would end every stream, and all later pages would count as older than it. */
function observedAt(page: HelixPage, defaults: PageDefaults, now: Date): string {
  if (page.at === undefined || page.at === null) defaults.onTimeTaken?.();
  const at = dateCell(page.at ?? defaults.at.toISOString(), 'at');
  if (Date.parse(at) <= now.getTime() + mostAheadMs) return at;
  throw new FieldError('at', `"${at}" must not be in the future`);
}

function itemsOf(page: HelixPage, at: string, defaults: PageDefaults): Sighting[] {
  const shape = shapeOf(page);
  if (shape === 'followers') {
    return [new Sighting(shape, at, 0, { total: page.total }, page.broadcaster_id ?? defaults.broadcasterId)];
  }
  if (shape === 'nobody') return [new Sighting(shape, at, 0, {})];
  return page.data.map((item, index) => {
    if (isObject(item)) return new Sighting(shape, at, index, item);
    throw new FieldError(`data[${index}]`, 'is not a JSON object');
  });
}

function shapeOf(page: HelixPage): Shape {
  const [first] = page.data;
  if (first === undefined) {
    if (page.total !== undefined) return 'followers';
    // An answer about users has no pagination: an empty one does not tell who is live.
    return page.pagination === undefined ? 'user' : 'nobody';
  }
  if (isObject(first)) {
    if ('followed_at' in first && 'user_id' in first && page.total !== undefined) return 'followers';
    if ('viewer_count' in first && 'started_at' in first) return 'stream';
    if ('display_name' in first && 'login' in first) return 'user';
  }
  throw new FieldError('data', 'holds neither streams nor users nor followers');
}
