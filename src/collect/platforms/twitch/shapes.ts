import { FieldError, refuse, shown } from '../../../ingest/errors.js';
import { loginOf, nameOf, pictureOf } from '../../../ingest/sources/helix/texts.js';
import { count, id as idType } from '../../../ingest/kinds/column-types.js';
import { startCell } from '../../../ingest/kinds/date-cell.js';
import { readDescription } from '../../../ingest/kinds/described-columns.js';
import { peerText } from '../peer-text.js';
import { Answered, ChannelProfile, LiveStream, OddItem } from '../platform.js';

type Properties = Record<string, unknown>;
type Problem = Pick<OddItem, 'property' | 'reason'>;

export interface Asked {
  readonly property: string;
  readonly values: ReadonlySet<string>;
}

export interface Reading {
  /** Texts that problems must not contain. */
  readonly secrets: readonly string[];
  readonly asked?: Asked;
}

const longestCursor = 10_000;

/** Far more than a request asks for. The limit bounds the work that a useless response can cause. */
const mostItems = 100_000;

/** Returns a page of live streams; undefined for anything else. An invalid cursor does not count as the end of the list. */
export function readStreams(
  json: unknown,
  reading: Reading & { now: Date },
): (Answered<LiveStream> & { cursor: string }) | undefined {
  const answered = readItems(json, (item) => readStream(item, reading.now), reading);
  const { cursor } = ((json as Properties | null)?.pagination ?? {}) as Properties;
  if (cursor === undefined || cursor === null) return answered && { ...answered, cursor: '' };
  if (!isText(cursor) || cursor.length > longestCursor) return undefined;
  return answered && { ...answered, cursor };
}

export function readUsers(json: unknown, reading: Reading): Answered<ChannelProfile> | undefined {
  return readItems(json, readUser, reading);
}

/** Returns the number of followers, or the problem of an invalid number; undefined if the response is not a page. */
export function readTotal(
  json: unknown,
  secrets: readonly string[],
): { total: number } | { problem: Problem } | undefined {
  const { total, data } = (json ?? {}) as Properties;
  if (!Array.isArray(data)) return undefined;
  try {
    return { total: countIn({ total }, 'total') };
  } catch (error) {
    return { problem: problemOf({ total }, error, secrets) };
  }
}

/** One invalid item does not hide the others. */
function readItems<Item>(
  json: unknown,
  read: (item: Properties) => Item,
  { asked, secrets }: Reading,
): Answered<Item> | undefined {
  const { data } = (json ?? {}) as Properties;
  if (!Array.isArray(data) || data.length > mostItems) return undefined;
  const items: Item[] = [];
  const odd: OddItem[] = [];
  for (const given of data as unknown[]) {
    const item = typeof given === 'object' && given !== null ? (given as Properties) : {};
    try {
      if (asked) checkAsked(item, asked);
      items.push(read(item));
    } catch (error) {
      odd.push(oddItem(item, error, secrets));
    }
  }
  return { items, odd };
}

function checkAsked(item: Properties, { property, values }: Asked): void {
  const value = item[property];
  if (!isText(value) || !values.has(value.toLowerCase())) refuse(property, value, 'one of the requested values');
}

function oddItem(item: Properties, error: unknown, secrets: readonly string[]): OddItem {
  const { id, user_id: channelId } = item;
  const textOf = (value: unknown) => {
    if (value === undefined) return '';
    return peerText(isText(value) ? value : shown(withoutSecrets(value, secrets)), secrets);
  };
  return { id: textOf(id), channelId: textOf(channelId), ...problemOf(item, error, secrets) };
}

/** A reason shows the start of a value. Secrets are masked in the whole value, so that no part of a secret remains. */
function problemOf(item: Properties, error: unknown, secrets: readonly string[]): Problem {
  if (!(error instanceof FieldError)) throw error;
  const { property, reason } = error;
  const value = item[property];
  if (value === undefined) return { property, reason };
  const masked = reason.replace(shown(value), () => shown(withoutSecrets(value, secrets)));
  return { property, reason: peerText(masked, secrets) };
}

function withoutSecrets(value: unknown, secrets: readonly string[]): unknown {
  return JSON.parse(JSON.stringify(value), (_, one: unknown) => (isText(one) ? peerText(one, secrets) : one));
}

function readStream(item: Properties, now: Date): LiveStream {
  const id = idIn(item, 'id');
  const channelId = idIn(item, 'user_id');
  return {
    id,
    channelId,
    login: loginOf(item.user_login) ?? '',
    displayName: nameOf(item.user_name, channelId) ?? '',
    startedAt: startCell(item.started_at, 'started_at', now.getTime()),
    viewers: countIn(item, 'viewer_count'),
    description: readDescription(item),
  };
}

function readUser(item: Properties): ChannelProfile {
  const { login, display_name: displayName, profile_image_url: image } = item;
  const id = idIn(item, 'id');
  if (!isText(login)) refuse('login', login, 'a text');
  if (!isText(displayName)) refuse('display_name', displayName, 'a text');
  return {
    id,
    login: loginOf(login) ?? '',
    displayName: nameOf(displayName, id) ?? '',
    image: pictureOf(image) ?? '',
  };
}

/** Helix IDs start at 1. */
function idIn(item: Properties, property: string): string {
  const value = idType.cell(item[property], property);
  return value === '0' ? refuse(property, value, 'an id') : value;
}

function countIn(item: Properties, property: string): number {
  return Number(count.cell(item[property], property));
}

const isText = (value: unknown): value is string => typeof value === 'string';
