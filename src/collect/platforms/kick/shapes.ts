import { prefixOf, readLogin } from '../../../config/platforms.js';
import { externalIdOf } from '../../../database/platforms/platform-ids.js';
import { refuseValue } from '../../../ingest/errors.js';
import { readPicture } from '../../../ingest/sources/helix/texts.js';
import { Query } from '../client/api-client.js';
import { Properties, readItems, readStream, withCursor } from '../client/response-items.js';
import { NamedChannel, ObservedPage, ObservedStream, ResponseItems } from '../platform.js';

const prefix = prefixOf('kick');

/** Returns a page of live streams; undefined for anything else. Leaves out offline channels, whose streams start in the year 1. */
export function readLivestreams(json: unknown, now: Date, requested?: Query): ObservedPage | undefined {
  const { data } = (json ?? {}) as Properties;
  const items = Array.isArray(data) ? (data as unknown[]).map(toHelix).filter(isLive) : data;
  return withCursor(
    readItems({ data: items }, idIn, (item) => readStreamWithPicture(item, now), requested),
    json,
    'next_cursor',
  );
}

export function readChannels(json: unknown, requested: Query): ResponseItems<NamedChannel> | undefined {
  return readChannelItems(json, requested, ({ slug, ...item }) => ({
    id: idIn(item, 'broadcaster_user_id'),
    login: readLogin(slug, 'kick') ?? refuseValue('slug', slug, 'a slug'),
  }));
}

/** The subscribers of channels. A value that is not a whole number is unknown. */
export function readSubscribers(json: unknown, requested: Query) {
  return readChannelItems(json, requested, ({ total, gifted, ...item }) => ({
    id: idIn(item, 'broadcaster_user_id'),
    total: isCount(total) ? total : null,
    gifted: isCount(gifted) && gifted <= Number(total) ? gifted : null,
  }));
}

function readChannelItems<Item>(json: unknown, requested: Query, read: (item: Properties) => Item) {
  const { data } = (json ?? {}) as Properties;
  return readItems({ data: Array.isArray(data) ? (data as unknown[]).map(toChannel) : data }, idIn, read, requested);
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;

function toChannel(given: unknown): Properties {
  const { slug, broadcaster_user_id: id, ...item } = propertiesOf(given);
  const { active_subscribers_count: total, active_gifted_subscribers_count: gifted } = item;
  return { slug: textOf(slug), broadcaster_user_id: textOf(id), total, gifted };
}

/** Returns a stream of Kick under the names of Helix. */
function toHelix(given: unknown): Properties {
  const item = propertiesOf(given);
  const { id: userId, username, profile_picture: image } = propertiesOf(item.broadcaster_user);
  const { slug } = propertiesOf(item.channel);
  return {
    ...{ id: textOf(item.id), user_id: textOf(userId), user_login: textOf(slug) },
    ...{ user_name: username ?? slug, profile_image_url: image },
    ...{
      title: item.title,
      game_name: propertiesOf(item.category).name,
      tags: item.tags,
      language: item.language_code,
    },
    ...{ thumbnail_url: item.thumbnail, started_at: item.started_at, viewer_count: item.viewer_count },
  };
}

const isLive = ({ started_at: at }: Properties) => typeof at !== 'string' || !at.startsWith('0001-');

function readStreamWithPicture(item: Properties, now: Date): ObservedStream {
  return { ...readStream(item, idIn, now), profile_image_url: readPicture(item.profile_image_url) ?? '' };
}

/** Streams have UUIDs, and users have numbers. */
function idIn(item: Properties, property: string): string {
  const own = externalIdOf(item[property]);
  if (own === null || own.includes('-') !== (property === 'id'))
    return refuseValue(property, item[property], 'an ID of Kick');
  return prefix + own;
}

/** Returns a text or number of Kick with the prefix; undefined for anything else. */
function textOf(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? `${prefix}${value}` : undefined;
}

function propertiesOf(value: unknown): Properties {
  return typeof value === 'object' && value !== null ? (value as Properties) : {};
}
