import { FieldError, refuseValue, shown } from '../../../ingest/errors.js';
import { readName, readPicture } from '../../../ingest/sources/helix/texts.js';
import { count, id as idType } from '../../../ingest/kinds/column-types.js';
import { startCell } from '../../../ingest/kinds/date-cell.js';
import { readDescription } from '../../../ingest/kinds/observed-columns.js';
import { readLogin } from '../../../config/platforms.js';
import { peerText } from '../peer-text.js';
import { ChannelProfile, InvalidItem, ObservedPage, ObservedStream, ResponseItems } from '../platform.js';
import { Query } from './helix-client.js';

type Properties = Record<string, unknown>;

const maxCursorLength = 10_000;

/** Far more than any request needs. The limit bounds the work that a useless response can cause. */
const maxItems = 100_000;

/** Returns a page of live streams; undefined for anything else. An invalid cursor does not count as the end of the list. */
export function readStreams(json: unknown, now: Date, requested?: Query): ObservedPage | undefined {
  const page = readItems(json, (item) => readStream(item, now), requested);
  const pagination = ((json as Properties | null)?.pagination ?? {}) as Properties;
  const cursor = pagination.cursor ?? '';
  if (!isText(cursor) || cursor.length > maxCursorLength) return undefined;
  return page && { ...page, cursor };
}

export function readUsers(json: unknown, requested?: Query): ResponseItems<ChannelProfile> | undefined {
  return readItems(json, readUser, requested);
}

/** Returns the number of followers of a channel as the only item; undefined if the response is not a page. */
export function readTotal(json: unknown, channelId: string): ResponseItems<number> | undefined {
  const { total, data } = (json ?? {}) as Properties;
  if (!Array.isArray(data)) return undefined;
  const item = { id: channelId, user_id: channelId, total };
  return readItems({ data: [item] }, () => countIn(item, 'total'));
}

/** One invalid item does not hide the others. */
function readItems<Item>(
  json: unknown,
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
      invalid.push(toInvalidItem(item, error));
    }
  }
  return { items, invalid };
}

/** The properties of an item have the names of the parameters. */
function checkRequested(item: Properties, requested: Query): void {
  const isRequested = ([name, value]: Query[number]) => String(item[name]).toLowerCase() === value;
  const [[property] = ['']] = requested;
  if (!requested.some(isRequested)) refuseValue(property, item[property], 'one of the requested values');
}

function toInvalidItem({ id, user_id: channelId }: Properties, error: unknown): InvalidItem {
  if (!(error instanceof FieldError)) throw error;
  const textOf = (value: unknown) => (value === undefined ? '' : peerText(isText(value) ? value : shown(value)));
  return { id: textOf(id), channelId: textOf(channelId), property: error.property, reason: peerText(error.reason) };
}

function readStream(item: Properties, now: Date): ObservedStream {
  const id = idIn(item, 'id');
  const channelId = idIn(item, 'user_id');
  return {
    ...readDescription(item),
    id,
    user_id: channelId,
    user_login: readLogin(item.user_login) ?? '',
    user_name: readName(item.user_name, channelId) ?? '',
    started_at: startCell(item.started_at, 'started_at', now.getTime()),
    viewer_count: countIn(item, 'viewer_count'),
  };
}

function readUser(item: Properties): ChannelProfile {
  const { login, display_name: name, profile_image_url: image } = item;
  const id = idIn(item, 'id');
  if (!isText(login)) refuseValue('login', login, 'a text');
  if (!isText(name)) refuseValue('display_name', name, 'a text');
  return {
    id,
    login: readLogin(login) ?? '',
    display_name: readName(name, id) ?? '',
    profile_image_url: readPicture(image) ?? '',
  };
}

/** Helix IDs start at 1. */
function idIn(item: Properties, property: string): string {
  const value = idType.cell(item[property], property);
  return value === '0' ? refuseValue(property, value, 'an id') : value;
}

function countIn(item: Properties, property: string): number {
  return Number(count.cell(item[property], property));
}

const isText = (value: unknown): value is string => typeof value === 'string';
