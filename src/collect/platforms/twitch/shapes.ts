import { refuseValue } from '../../../ingest/errors.js';
import { readName, readPicture } from '../../../ingest/sources/helix/texts.js';
import { id as idType } from '../../../ingest/kinds/column-types.js';
import { mainPlatform, readLogin } from '../../../config/platforms.js';
import { platformOfId } from '../../../database/platforms/platform-ids.js';
import { ChannelProfile, CountedChannel, ObservedPage, ResponseItems } from '../platform.js';
import { Query } from '../client/api-client.js';
import { countIn, isText, Properties, readItems, readStream, withCursor } from '../client/response-items.js';

/** Returns a page of live streams; undefined for anything else. An invalid cursor does not count as the end of the list. */
export function readStreams(json: unknown, now: Date, requested?: Query): ObservedPage | undefined {
  const page = readItems(json, idIn, (item) => readStream(item, idIn, now), requested);
  return withCursor(page, json, 'cursor');
}

export function readUsers(json: unknown, requested?: Query): ResponseItems<ChannelProfile> | undefined {
  return readItems(json, idIn, readUser, requested);
}

/** Returns the followers of a channel as the only item; undefined if the response is not a page. */
export function readTotal(json: unknown, channelId: string): ResponseItems<CountedChannel> | undefined {
  const { total, data } = (json ?? {}) as Properties;
  if (!Array.isArray(data)) return undefined;
  const item = { id: channelId, user_id: channelId, total };
  return readItems({ data: [item] }, idIn, () => ({ id: channelId, total: countIn(item, 'total') }));
}

function readUser(item: Properties): ChannelProfile {
  const { login, display_name: name, profile_image_url: image } = item;
  const id = idIn(item, 'id');
  if (!isText(login)) refuseValue('login', login, 'a text');
  if (!isText(name)) refuseValue('display_name', name, 'a text');
  return {
    id,
    login: readLogin(login, 'twitch') ?? '',
    display_name: readName(name, id) ?? '',
    profile_image_url: readPicture(image) ?? '',
  };
}

/** Helix IDs start at 1. Larger numbers than Twitch's are the IDs of other platforms in the database. */
function idIn(item: Properties, property: string): string {
  const value = idType.cell(item[property], property);
  return value === '0' || platformOfId(value) !== mainPlatform
    ? refuseValue(property, item[property], 'an ID of Twitch')
    : value;
}
