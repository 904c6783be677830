import { foldName, platformOfName, readLogin } from '../../../config/platforms.js';
import { FieldError, refuseValue } from '../../../ingest/errors.js';
import { count } from '../../../ingest/kinds/column-types.js';
import { startCell } from '../../../ingest/kinds/date-cell.js';
import { readDescription } from '../../../ingest/kinds/observed-columns.js';
import { readName } from '../../../ingest/sources/helix/texts.js';
import { InvalidItem, ObservedPage, ObservedStream, ResponseItems } from '../platform.js';
import { Query } from './api-client.js';
import { peerText } from './peer-text.js';

export type Properties = Record<string, unknown>;

const maxCursorLength = 10_000;

/** Far more than any request needs. The limit bounds the work that a useless response can cause. */
const maxItems = 100_000;

/** The largest integer of 32 bits. */
const maxViewers = 2_147_483_647;

/** Adds the place of the next page. Undefined if it is invalid: that does not count as the end of the list. */
export function withCursor(
  page: ResponseItems<ObservedStream> | undefined,
  json: unknown,
  name: string,
): ObservedPage | undefined {
  const pagination = ((json as Properties | null)?.pagination ?? {}) as Properties;
  const cursor = pagination[name] ?? '';
  if (!isText(cursor) || cursor.length > maxCursorLength) return undefined;
  return page && { ...page, cursor };
}

/** Reads the ID in a property, in the form of files. Throws a FieldError. */
export type IdReader = (item: Properties, property: string) => string;

/** One invalid item does not hide the others. */
export function readItems<Item>(
  json: unknown,
  readId: IdReader,
  read: (item: Properties) => Item,
  requested?: Query,
): ResponseItems<Item> | undefined {
  const { data } = (json ?? {}) as Properties;
  if (!Array.isArray(data) || data.length > maxItems) return undefined;
  const items: Item[] = [];
  const invalid: InvalidItem[] = [];
  for (const given of data as unknown[]) {
    const item = typeof given === 'object' && given !== null ? (given as Properties) : {};
    try {
      if (requested) checkRequested(item, requested);
      items.push(read(item));
    } catch (error) {
      invalid.push(toInvalidItem(item, readId, error));
    }
  }
  return { items, invalid };
}

/** The properties of an item have the names of the parameters. A property such as `user_id` is an ID, and another one a login. */
function checkRequested(item: Properties, requested: Query): void {
  const [[property] = ['']] = requested;
  const given = foldName(String(item[property]), property.endsWith('id') ? 'ids' : 'logins');
  if (!requested.some(([, value]) => value === given))
    refuseValue(property, item[property], 'one of the requested values');
}

function toInvalidItem(item: Properties, readId: IdReader, error: unknown): InvalidItem {
  if (!(error instanceof FieldError)) throw error;
  const { property, reason } = error;
  const usableId = (name: string) => unlessInvalid(() => readId(item, name)) ?? '';
  return { id: usableId('id'), channelId: usableId('user_id'), property, reason: peerText(reason) };
}

function unlessInvalid<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof FieldError) return undefined;
    throw error;
  }
}

/** Reads a stream in the form of Helix. */
export function readStream(item: Properties, readId: IdReader, now: Date): ObservedStream {
  const [id, channelId] = [readId(item, 'id'), readId(item, 'user_id')];
  return {
    ...readDescription(item),
    ...{ id, user_id: channelId },
    user_login: readLogin(item.user_login, platformOfName(channelId)) ?? '',
    user_name: readName(item.user_name, channelId) ?? '',
    started_at: startCell(item.started_at, 'started_at', now.getTime()),
    viewer_count: viewersIn(item),
  };
}

/** An invalid number of viewers is unknown. */
function viewersIn({ viewer_count: viewers }: Properties): number | null {
  return Number.isInteger(viewers) && Number(viewers) >= 0 && Number(viewers) <= maxViewers ? Number(viewers) : null;
}

export function countIn(item: Properties, property: string): number {
  return Number(count.cell(item[property], property));
}

export const isText = (value: unknown): value is string => typeof value === 'string';
