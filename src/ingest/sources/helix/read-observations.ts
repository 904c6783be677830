import { dateCell, maxAheadMs } from '../../kinds/date-cell.js';
import { FieldError } from '../../errors.js';
import { isObject } from '../formats/ndjson.js';
import { badRecord, goodRecord, InputRecord } from '../input.js';
import { otherSourceProblem } from '../other-sources.js';
import { followedChannel, HelixPage, isPage, isUsersFollows, pageRecord } from './pages.js';
import { Shape, ObservedItem } from './observations.js';

/** Defaults for properties that a page may lack. */
export interface PageDefaults {
  /** Observation time; a page's own `at` takes precedence. */
  at: Date;
  /** Called for each page that uses that time. */
  onTimeTaken?(this: void): void;
  /** The channel of the followers; a page's own `broadcaster_id` takes precedence. */
  broadcasterId?: string;
}

/** Reads pages into one record per item. */
export async function* readObservations(
  pages: AsyncIterable<InputRecord[]>,
  defaults: PageDefaults,
): AsyncGenerator<InputRecord[]> {
  const now = new Date();
  for await (const batch of pages) yield batch.flatMap((page) => toObservedItems(page, defaults, now));
}

export function toObservedItems(page: InputRecord, defaults: PageDefaults, now: Date): InputRecord[] {
  const { line, record, raw } = page;
  if (record === null) return [page];
  if (!isPage(record)) return [pageRecord(line, record, raw)];
  try {
    return itemsOf(record, observedAt(record, defaults, now), line, defaults);
  } catch (error) {
    if (error instanceof FieldError) return [badRecord(line, error.message, raw)];
    throw error;
  }
}

/** A page from the future would end every stream, and all later pages would count as older. */
function observedAt(page: HelixPage, defaults: PageDefaults, now: Date): string {
  if (page.at === undefined || page.at === null) defaults.onTimeTaken?.();
  const at = dateCell(page.at ?? defaults.at.toISOString(), 'at');
  if (Date.parse(at) <= now.getTime() + maxAheadMs) return at;
  throw new FieldError('at', `"${at}" must not be in the future`);
}

function itemsOf(page: HelixPage, at: string, line: number, { broadcasterId }: PageDefaults): InputRecord[] {
  const shape = shapeOf(page);
  if (shape === 'followers') {
    const given = page.broadcaster_id ?? broadcasterId;
    const channel = isUsersFollows(page) ? followedChannel(page, given) : given;
    return [goodRecord(line, new ObservedItem(shape, at, 0, { total: page.total }, channel))];
  }
  if (shape === 'nobody') return [goodRecord(line, new ObservedItem(shape, at, 0, {}))];
  return page.data.map((item, index) =>
    isObject(item)
      ? goodRecord(line, new ObservedItem(shape, at, index, item))
      : badRecord(line, `data[${index}]: is not a JSON object`, JSON.stringify({ at, data: [item] })),
  );
}

function shapeOf(page: HelixPage): Shape {
  if (page.data.length === 0) {
    if (page.total !== undefined) return 'followers';
    // A response about users has no pagination: an empty one does not show who is live.
    return page.pagination === undefined ? 'user' : 'nobody';
  }
  // A single item may lack its identifying properties.
  const items = page.data.filter((item) => isObject(item));
  const has = (...names: string[]) => items.some((item) => names.every((name) => name in item));
  const isOfHelix = has('user_login') || has('user_name');
  const problem = isOfHelix ? undefined : otherSourceProblem(page);
  if (problem !== undefined) throw new FieldError('data', problem);
  if (isUsersFollows(page) || (page.total !== undefined && has('followed_at', 'user_id'))) return 'followers';
  if (has('viewer_count', 'started_at') || has('viewer_count', 'user_id')) return 'stream';
  if (has('display_name', 'login')) return 'user';
  throw new FieldError('data', 'contains no streams, users or followers');
}
