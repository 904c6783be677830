import { FieldError } from '../../errors.js';
import { cutLongLine, isTooDeep, tooDeep } from '../formats/text.js';
import { badRecord, goodRecord, InputRecord } from '../input.js';
import { otherSourceProblem } from '../other-sources.js';

/** A JSON object with an array `data`, as Helix returns it. */
export type HelixPage = Record<string, unknown> & { data: unknown[] };

const notAPage = 'is not a page of Helix: the array "data" is missing';

export function pageRecord(line: number, value: unknown, raw: string): InputRecord {
  if (isTooDeep(value)) return badRecord(line, tooDeep, cutLongLine(raw));
  if (isPage(value)) return goodRecord(line, value, raw);
  return badRecord(line, otherSourceProblem(value) ?? notAPage, raw);
}

export function isPage(value: unknown): value is HelixPage {
  return typeof value === 'object' && value !== null && 'data' in value && Array.isArray(value.data);
}

/** Twitch lets a user follow 2,000 channels, so a larger total counts followers. */
const maxFollowed = 2_000;
const endpoint = 'is a response of GET /helix/users/follows';

/** Whether a page is a response of users/follows, which Twitch removed in 2023. */
export function isUsersFollows(page: HelixPage): boolean {
  const [first] = page.data;
  return typeof first === 'object' && first !== null && 'from_id' in first && 'to_id' in first;
}

/**
 * Returns the channel whose followers a users/follows response counts. The endpoint also listed the channels that a
 * user follows, in the same form: for a single item, a large total or the caller's ID decides. Throws a FieldError.
 */
export function followedChannel({ data, total }: HelixPage, broadcasterId: unknown): unknown {
  const items = data as Record<string, unknown>[];
  const [first] = items;
  const isOne = (name: string) => items.every((item) => item?.[name] === first?.[name]);
  if (!isOne('to_id')) {
    throw new FieldError('data', `${endpoint} for the channels that a user follows, which is not supported`);
  }
  if (broadcasterId !== undefined && broadcasterId !== first?.to_id) {
    throw new FieldError('data', `${endpoint} for a channel other than ${JSON.stringify(broadcasterId)}`);
  }
  if (broadcasterId === undefined && isOne('from_id') && !(Number(total) > maxFollowed)) {
    throw new FieldError(
      'data',
      `${endpoint}, and may count followers or followed channels. Specify the channel with --broadcaster-id`,
    );
  }
  return first?.to_id;
}
