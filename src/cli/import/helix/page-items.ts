import { dateCell } from '../date-cell.js';
import { FieldError } from '../field-error.js';
import { SourceRecord } from '../sources/source-record.js';
import { HelixItem, HelixShape } from './helix-item.js';
import { HelixPage, ReadPage } from './page-reader.js';

/** What a page may leave open. */
export interface PageDefaults {
  /** When it was observed; a page's own `at` goes first. */
  at: Date;
  /** Whose followers it counts; a page's own `broadcaster_id` goes first. */
  broadcasterId?: string;
}

/** Clocks differ, but not by more. */
const mostAheadMs = 10 * 60_000;

/** The items of a page, as records of the kind `sightings`. */
export function toRecords({ line, page, problem, raw }: ReadPage, defaults: PageDefaults, now: Date): SourceRecord[] {
  const refuse = (reason: string): SourceRecord[] => [{ line, record: null, problem: reason, raw }];
  if (page === null) return refuse(problem ?? '');
  try {
    return itemsOf(page, observedAt(page, defaults, now), defaults).map((item) => ({
      line,
      record: item as unknown as Record<string, unknown>,
      problem: null,
      raw: '',
    }));
  } catch (error) {
    if (error instanceof FieldError) return refuse(error.message);
    throw error;
  }
}

/** A page in the future would end every stream, and make every page to come an old one. */
function observedAt(page: HelixPage, defaults: PageDefaults, now: Date): string {
  const at = dateCell(page.at ?? defaults.at.toISOString(), 'at');
  if (Date.parse(at) <= now.getTime() + mostAheadMs) return at;
  throw new FieldError('at', `"${at}" must not be in the future`);
}

function itemsOf(page: HelixPage, at: string, defaults: PageDefaults): HelixItem[] {
  const shape = shapeOf(page);
  if (shape === 'followers') {
    return [new HelixItem(shape, at, 0, { total: page.total }, page.broadcaster_id ?? defaults.broadcasterId)];
  }
  if (shape === 'nobody') return [new HelixItem(shape, at, 0, {})];
  return page.data.map((item, index) => {
    if (isObject(item)) return new HelixItem(shape, at, index, item);
    throw new FieldError(`data[${index}]`, 'is not a JSON object');
  });
}

function shapeOf(page: HelixPage): HelixShape {
  const [first] = page.data;
  if (first === undefined) {
    if (page.total !== undefined) return 'followers';
    // Users come without pagination, so that nobody with such an id is no news of who is live.
    return page.pagination === undefined ? 'user' : 'nobody';
  }
  if (isObject(first)) {
    if ('followed_at' in first && 'user_id' in first && page.total !== undefined) return 'followers';
    if ('viewer_count' in first && 'started_at' in first) return 'stream';
    if ('display_name' in first && 'login' in first) return 'user';
  }
  throw new FieldError('data', 'holds neither streams nor users nor followers');
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
