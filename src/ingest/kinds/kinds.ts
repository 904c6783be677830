import { count, date, externalId, flag, id, ids, login, nullCell, text, url } from './column-types.js';
import { CountName, subscribersSince } from '../../config/channel-counts.js';
import { changeColumns, observedColumns } from './observed-columns.js';
import { eventMarkers, events, eventStreams } from './events.js';
import { defineKind, Kind, KindColumn, KindName } from './kind.js';
import { panels } from './panels.js';

const ownIds: KindColumn = {
  name: 'external_id',
  type: externalId,
  derive: ({ id: text }) => externalId.cell(text, 'id'),
};

export const streamers = defineKind({
  name: 'streamers',
  columns: [
    { name: 'id', type: id, isKey: true },
    { name: 'login', type: login, platformOf: 'id' },
    { name: 'display_name', type: text(1, 100), standIns: ['login', 'id'] },
    { name: 'profile_image', type: url, optional: true },
    ownIds,
  ],
});

export const streams = defineKind({
  name: 'streams',
  columns: [
    { name: 'id', type: id, isKey: true },
    { name: 'streamer_id', type: id, refersTo: 'streamers' },
    { name: 'started_at', type: date },
    { name: 'ended_at', type: date, optional: true, notBefore: 'started_at' },
    ...observedColumns,
    { name: 'avg_viewers', type: count, optional: true, atMost: 'peak_viewers' },
    { name: 'peak_viewers', type: count, optional: true },
    { name: 'live_views', type: count, optional: true },
    { name: 'live_views_final', type: count, optional: true },
    { name: 'vod_id', type: text(0, 100), optional: true },
    { name: 'watchtime', type: count, optional: true },
    { name: 'unique_chatters', type: count, optional: true },
    { name: 'updated_at', type: date, optional: true },
    { name: 'figures_from_samples', type: flag, derive: () => 'f' },
    { name: 'end_reason', type: text(1, 20), derive: ({ ended_at }) => (ended_at ? 'given' : nullCell) },
    ownIds,
  ],
  newest: 'started_at',
});

export const streamChanges = defineKind({
  name: 'stream_changes',
  columns: [
    { name: 'stream_id', type: id, isKey: true, refersTo: 'streams' },
    { name: 'created_at', type: date, isKey: true },
    ...changeColumns,
  ],
});

export const viewerSamples = defineKind({
  name: 'viewer_samples',
  columns: [
    { name: 'stream_id', type: id, isKey: true, refersTo: 'streams' },
    { name: 'created_at', type: date, isKey: true },
    { name: 'viewers', type: count },
  ],
  newest: 'created_at',
});

export const followerPoints = defineKind({
  name: 'follower_points',
  columns: [
    { name: 'streamer_id', type: id, isKey: true, refersTo: 'streamers' },
    { name: 'created_at', type: date, isKey: true },
    { name: 'followers', type: count },
  ],
  newest: 'created_at',
});

export const subscriberPoints = defineKind({
  name: 'subscriber_points',
  columns: [
    { name: 'streamer_id', type: id, isKey: true, refersTo: 'streamers', publishes: 'subscribers' },
    { name: 'created_at', type: date, isKey: true, since: subscribersSince },
    { name: 'subscribers', type: count },
    { name: 'gifted', type: count, optional: true, atMost: 'subscribers' },
  ],
  newest: 'created_at',
});

/** The kind of the points of each count. */
export const pointKinds: Readonly<Record<CountName, Kind>> = {
  followers: followerPoints,
  subscribers: subscriberPoints,
};

export const messageStats = defineKind({
  name: 'message_stats',
  columns: [
    { name: 'stream_id', type: id, isKey: true, refersTo: 'streams' },
    { name: 'total_messages', type: count },
    { name: 'unique_chatters', type: count },
    { name: 'deleted_messages', type: count, atMost: 'total_messages' },
    { name: 'shared_messages', type: count, optional: true },
  ],
});

export const colabSessions = defineKind({
  name: 'colab_sessions',
  columns: [
    { name: 'id', type: id, isKey: true },
    { name: 'started_at', type: date },
    { name: 'ended_at', type: date, optional: true, notBefore: 'started_at' },
    { name: 'stream_ids', type: ids, refersTo: 'streams', isNotOwner: true },
  ],
  newest: 'started_at',
});

/** All kinds in the order of import: a kind comes after the kinds that it refers to. */
export const kinds: readonly Kind[] = [
  streamers,
  streams,
  streamChanges,
  viewerSamples,
  followerPoints,
  subscriberPoints,
  messageStats,
  panels,
  events,
  eventStreams,
  eventMarkers,
  colabSessions,
];

export const kindNames: readonly string[] = kinds.map((kind) => kind.name);

export function findKind(name: KindName): Kind;
export function findKind(name: string): Kind | undefined;
export function findKind(name: string): Kind | undefined {
  return kinds.find((kind) => kind.name === name);
}
