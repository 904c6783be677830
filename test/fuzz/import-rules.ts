import type { KindName } from '../../src/ingest/kinds/kind.js';

/**
 * Type of a property; a number is the maximum length of a text. This file is a second, simple implementation of the import's
 * validation.
 */
export type ValueType =
  'id' | 'ids' | 'count' | 'date' | 'flag' | 'login' | 'url' | 'link' | 'color' | 'tags' | 'language' | number;

export interface Rule {
  key: string[];
  required: Record<string, ValueType>;
  optional: Record<string, ValueType>;
  /** Properties with references, and the kind that each property refers to. */
  refersTo: Record<string, KindName>;
  /** Pairs of properties. The first value must not be greater than the second. */
  ordered: [string, string][];
}

const rule = (
  key: string,
  required: Rule['required'],
  optional: Rule['optional'] = {},
  refersTo: Rule['refersTo'] = {},
  ordered: Rule['ordered'] = [],
): Rule => ({ key: key.split(' '), required, optional, refersTo, ordered });

/** The kinds with channels of Twitch, which the files have. */
export type FuzzedKind = Exclude<KindName, 'subscriber_points'>;

export const rules: Record<FuzzedKind, Rule> = {
  streamers: rule('id', { id: 'id', login: 'login', display_name: 100 }, { profile_image: 'url' }),
  streams: rule(
    'id',
    { id: 'id', streamer_id: 'id', started_at: 'date' },
    {
      ended_at: 'date',
      title: 500,
      game_name: 200,
      tags: 'tags',
      language: 'language',
      avg_viewers: 'count',
      peak_viewers: 'count',
      live_views: 'count',
      live_views_final: 'count',
      vod_id: 100,
      watchtime: 'count',
      thumbnail: 'url',
      unique_chatters: 'count',
      updated_at: 'date',
    },
    { streamer_id: 'streamers' },
    [
      ['started_at', 'ended_at'],
      ['avg_viewers', 'peak_viewers'],
    ],
  ),
  stream_changes: rule(
    'stream_id created_at',
    { stream_id: 'id', created_at: 'date' },
    { title: 500, game_name: 200, tags: 'tags', language: 'language' },
    { stream_id: 'streams' },
  ),
  viewer_samples: rule(
    'stream_id created_at',
    { stream_id: 'id', created_at: 'date', viewers: 'count' },
    {},
    { stream_id: 'streams' },
  ),
  follower_points: rule(
    'streamer_id created_at',
    { streamer_id: 'id', created_at: 'date', followers: 'count' },
    {},
    { streamer_id: 'streamers' },
  ),
  message_stats: rule(
    'stream_id',
    { stream_id: 'id', total_messages: 'count', unique_chatters: 'count', deleted_messages: 'count' },
    { shared_messages: 'count' },
    { stream_id: 'streams' },
    [['deleted_messages', 'total_messages']],
  ),
  panels: rule(
    'streamer_id raw_url',
    { streamer_id: 'id', raw_url: 'link', created_at: 'date' },
    { removed_at: 'date', panel_image: 'url' },
    { streamer_id: 'streamers' },
    [['created_at', 'removed_at']],
  ),
  events: rule(
    'id',
    { id: 'id', title: 500, started_at: 'date', is_public: 'flag' },
    { description: 10_000, ended_at: 'date', logo_url: 'url', user_id: 'id', host_stream_id: 'id' },
    { host_stream_id: 'streams' },
    [['started_at', 'ended_at']],
  ),
  event_streams: rule(
    'event_id stream_id',
    { event_id: 'id', stream_id: 'id' },
    {},
    { event_id: 'events', stream_id: 'streams' },
  ),
  event_markers: rule(
    'id',
    { id: 'id', event_id: 'id', title: 500, timestamp: 'date', color: 'color' },
    { description: 10_000 },
    { event_id: 'events' },
  ),
  colab_sessions: rule(
    'id',
    { id: 'id', started_at: 'date', stream_ids: 'ids' },
    { ended_at: 'date' },
    { stream_ids: 'streams' },
    [['started_at', 'ended_at']],
  ),
};

export function typesOf({ required, optional }: Rule): Record<string, ValueType> {
  return { ...required, ...optional };
}

/** The stored form of a value; undefined if the value is invalid. Every URL becomes 'a URL'. */
export function storedValue(type: ValueType, value: unknown, isRequired: boolean): unknown {
  if (type === 'count') return Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : undefined;
  if (type === 'flag') return typeof value === 'boolean' ? value : undefined;
  if (type === 'tags') return areTexts(value, 100, 100) ? value : undefined;
  if (type === 'ids') {
    if (!areTexts(value, 1000, 19) || value.length === 0 || !value.every(isId)) return undefined;
    return [...new Set(value)].sort((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1));
  }
  if (typeof value !== 'string') return undefined;
  if (type === 'id') return isId(value) ? value : undefined;
  if (type === 'login') return /^\w{1,25}$/.test(value) ? value.toLowerCase() : undefined;
  if (type === 'color') return /^#[\da-fA-F]{6}$/.test(value) ? value.toLowerCase() : undefined;
  if (type === 'language' && value === '') return null;
  if (type === 'language') return /^[a-z]{2,8}(?:-[a-z]{2,8})?$/i.test(value) ? value.toLowerCase() : undefined;
  if (type === 'date') return storedDate(value);
  if (type === 'url') return value.length <= 2000 && isText(value) && isUrl(value) ? 'a URL' : undefined;
  if (type === 'link') return isText(value) && Buffer.byteLength(value) <= 2000 && isLink(value) ? value : undefined;
  return value.length <= type && (!isRequired || value !== '') && isText(value) ? value : undefined;
}

function isId(value: string): boolean {
  return /^(0|[1-9]\d*)$/.test(value) && BigInt(value) < 2n ** 63n;
}

function isText(value: string): boolean {
  return !/[\0\p{Surrogate}]/u.test(value);
}

function areTexts(value: unknown, most: number, longest: number): value is string[] {
  return (
    Array.isArray(value) &&
    value.length <= most &&
    value.every((text) => typeof text === 'string' && text.length <= longest && isText(text))
  );
}

function isUrl(value: string): boolean {
  return /^https?:\/\/\S/i.test(value) && URL.canParse(value);
}

function isLink(value: string): boolean {
  const link = value.trim();
  if (/^https?:\/\//i.test(link)) return isUrl(link);
  if (link.startsWith('//')) return isUrl(`https:${link}`);
  return !/^[a-z][a-z\d+.-]*:(?!\d)/i.test(link) && isUrl(`https://${link}`);
}

function storedDate(value: string): string | undefined {
  const full = value.replace(/^(.{10}[T ]\d\d:\d\d)(?=[Z+-])/, '$1:00');
  const parts = /^([\d-]{10})[T ]([\d:]{8})(?:[.,](\d{1,9}))?(Z|([+-])(\d\d)(?::?(\d\d))?)$/.exec(full);
  if (!parts) return undefined;
  const [, day, time, fraction = '', , sign = '+', hours = '0', minutes = '0'] = parts;
  const local = `${day}T${time}.${fraction.padEnd(3, '0').slice(0, 3)}Z`;
  const ms = Date.parse(local);
  if (Number.isNaN(ms) || new Date(ms).toISOString() !== local || Number(hours) > 15 || Number(minutes) > 59) {
    return undefined;
  }
  const utc = new Date(ms - Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes)) * 60_000).toISOString();
  return utc >= '1970' && utc < '2101' ? utc : undefined;
}
