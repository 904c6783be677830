import { ChannelProfile, LiveStream } from '../platform.js';

type Properties = Record<string, unknown>;

const longestTitle = 500;
const longestGame = 200;

/** A page of live streams; undefined for anything else. */
export function readStreams(json: unknown): { streams: LiveStream[]; cursor: string } | undefined {
  const streams = readItems(json, readStream);
  if (!streams) return undefined;
  const { cursor } = ((json as Properties).pagination ?? {}) as Properties;
  return { streams, cursor: typeof cursor === 'string' ? cursor : '' };
}

export function readUsers(json: unknown): ChannelProfile[] | undefined {
  return readItems(json, ({ id, login, display_name: displayName, profile_image_url: image }) => {
    if (!isId(id) || !isText(login) || !isText(displayName)) return undefined;
    return {
      id,
      login: loginOf(login),
      displayName: clean(displayName, 100) || loginOf(login) || id,
      image: urlOf(image),
    };
  });
}

/** How many follow a channel, if that is a count; undefined for something that is no page. */
export function readTotal(json: unknown): { total: number | undefined } | undefined {
  const { total, data } = (json ?? {}) as Properties;
  if (!Array.isArray(data)) return undefined;
  return { total: isCount(total) ? total : undefined };
}

/** One bad item makes the whole answer bad: what it does not tell would look like something that has ended. */
function readItems<Item>(json: unknown, read: (item: Properties) => Item | undefined): Item[] | undefined {
  const { data } = (json ?? {}) as Properties;
  if (!Array.isArray(data)) return undefined;
  const items = data.map((item) => (typeof item === 'object' && item !== null ? read(item as Properties) : undefined));
  return items.every((item) => item !== undefined) ? items : undefined;
}

function readStream(item: Properties): LiveStream | undefined {
  const { id, user_id: channelId, viewer_count: viewers, started_at: startedAt } = item;
  if (!isId(id) || !isId(channelId) || !isCount(viewers) || !isText(startedAt)) return undefined;
  if (Number.isNaN(Date.parse(startedAt))) return undefined;
  const tags = Array.isArray(item.tags) ? item.tags.filter((tag) => isText(tag)).map((tag) => clean(tag, 100)) : [];
  return {
    id,
    channelId,
    login: loginOf(item.user_login),
    displayName: clean(item.user_name, 100) || loginOf(item.user_login) || channelId,
    startedAt: new Date(startedAt).toISOString(),
    viewers,
    title: clean(item.title, longestTitle),
    gameName: clean(item.game_name, longestGame),
    tags: tags.slice(0, 100),
    thumbnail: urlOf(item.thumbnail_url),
  };
}

/** What PostgreSQL and the import take: no NUL, no half of a pair, and not longer than they allow. */
function clean(value: unknown, longest: number): string {
  if (typeof value !== 'string') return '';
  const whole = value.replaceAll('\0', '').replace(/\p{Surrogate}/gu, '\uFFFD');
  return whole.length <= longest ? whole : [...whole.slice(0, longest)].slice(0, -1).join('');
}

/** What cannot be a login counts as none. */
function loginOf(value: unknown): string {
  return isText(value) && /^[a-z0-9_]{1,25}$/i.test(value) ? value.toLowerCase() : '';
}

/** What the import would refuse is left out. */
function urlOf(value: unknown): string {
  return isText(value) && value.length <= 1_900 && /^https?:\/\/[\w.-]+\/[\w\-./{}~%]*$/.test(value) ? value : '';
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isId = (value: unknown): value is string => isText(value) && /^[1-9]\d{0,18}$/.test(value);
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
