import type { OpenAPIObject } from '@nestjs/swagger';
import { TestApp } from '../support/test-app.js';

interface Property {
  type: string;
  format?: string;
  nullable?: boolean;
  items?: Property;
  $ref?: string;
  allOf?: Property[];
}

interface Schema {
  properties: Record<string, Property>;
  required: string[];
}

interface Parameter {
  name: string;
  in: string;
  required: boolean;
  schema: {
    type: string;
    format?: string;
    minimum?: number;
    maximum?: number;
    default?: string | number;
    enum?: string[];
  };
}

const metrics = ['watchtime', 'averageviewers', 'followers', 'followergain', 'peakviewers'];

const thirtyDayStats = {
  stream_count: 'integer int64',
  total_minutes: 'integer int64',
  avg_viewers: 'integer int64',
  peak_viewers: 'integer int64',
  watchtime: 'integer int64',
};

const eventSummary = {
  id: 'string',
  title: 'string',
  avg_viewers: 'integer int64|null',
  peak_viewers: 'integer int64|null',
  started_at: 'string date-time',
  ended_at: 'string date-time|null',
  channels: 'array of string|null',
  channel_ids: 'array of string|null',
  logo_url: 'string uri|null',
  user_id: 'string|null',
  is_public: 'boolean',
};

const streamSummary = {
  id: 'string',
  streamer_id: 'string',
  started_at: 'string date-time',
  is_live: 'boolean',
  is_stale: 'boolean',
  avg_viewers: 'integer int64|null',
  peak_viewers: 'integer int64|null',
  live_views: 'integer int64|null',
  live_views_final: 'integer int64|null',
  watchtime: 'integer int64|null',
  unique_chatters: 'integer int64|null',
  vod_id: 'string|null',
  game_name: 'string|null',
  title: 'string|null',
  user_display_name: 'string|null',
  ended_at: 'string date-time|null',
  updated_at: 'string date-time|null',
  thumbnail: 'string uri|null',
  user_profile_image: 'string uri|null',
  tags: 'array of string|null',
};

/** The fields of each body: `?` may be left out, `|null` may be null. */
const bodies: Record<string, Record<string, string>> = {
  StreamSummary: streamSummary,
  LiveStream: {
    id: 'string',
    streamer_id: 'string',
    name: 'string',
    display_name: 'string',
    profile_image: 'string uri|null',
    game_name: 'string|null',
    title: 'string|null',
    viewers: 'integer int64|null',
    started_at: 'string date-time',
    live_minutes: 'integer int64',
    last_seen_at: 'string date-time|null',
    is_stale: 'boolean',
  },
  StreamDetail: {
    ...streamSummary,
    coverage: 'Coverage',
    changes: 'array of StreamChange',
  },
  StreamChange: {
    created_at: 'string date-time',
    title: 'string|null',
    game_name: 'string|null',
    tags: 'array of string|null',
  },
  Coverage: {
    tracked_since: 'string date-time|null',
    last_seen_at: 'string date-time|null',
    sample_count: 'integer int64',
    largest_gap_seconds: 'integer int64|null',
  },
  StreamerCoverage: {
    tracked_since: 'string date-time|null',
    last_seen_at: 'string date-time|null',
    sample_count: 'integer int64',
    largest_gap_seconds: 'integer int64|null',
    watched_since: 'string date-time|null',
  },
  ListedStreamer: {
    ...thirtyDayStats,
    id: 'string',
    name: 'string',
    display_name: 'string',
    profile_image: 'string uri|null',
    is_live: 'boolean',
    is_stale: 'boolean',
    last_seen_at: 'string date-time|null',
    followers: 'integer int64|null',
    last_stream_at: 'string date-time|null',
  },
  Game: { ...thirtyDayStats, name: 'string', streamer_count: 'integer int64' },
  GameDetail: {
    ...thirtyDayStats,
    name: 'string',
    streamer_count: 'integer int64',
    live: 'array of LiveStream',
    streamers: 'array of GameStreamer',
  },
  GameStreamer: {
    ...thirtyDayStats,
    id: 'string',
    name: 'string',
    display_name: 'string',
    profile_image: 'string uri|null',
  },
  StatsOf: { items: 'array of NamedStats', unknown: 'array of string' },
  NamedStats: { ...thirtyDayStats, name: 'string' },
  Problem: { type: 'string', title: 'string', status: 'integer int32', detail: 'string' },
  LeaderboardPage: { items: 'array of LeaderboardEntry', hasMore: 'boolean', nextCursor: 'integer int64' },
  LeaderboardEntry: {
    id: 'string',
    name: 'string',
    display_name: 'string',
    followers: 'integer int64',
    watchtime: 'integer int64',
    averageviewers: 'integer int64',
    peakviewers: 'integer int64',
    followergain: 'integer int64',
  },
  Partner: {
    raw_url: 'string',
    url: 'string',
    root_domain: 'string',
    'panel_image?': 'string',
    created_at: 'string date-time',
  },
  ThirtyDayStats: thirtyDayStats,
  WindowFigures: thirtyDayStats,
  WindowStats: { days: 'integer int32', ...thirtyDayStats, previous: 'WindowFigures', coverage: 'StreamerCoverage' },
  FollowerPoint: { followers: 'integer int64', created_at: 'string date-time' },
  MessageStats: {
    total_messages: 'integer int64',
    unique_chatters: 'integer int64',
    deleted_messages: 'integer int64',
    shared_messages: 'integer int64|null',
  },
  ViewerPoint: { viewers: 'integer int64', created_at: 'string date-time', timestamp: 'string' },
  ColabSession: {
    id: 'string',
    started_at: 'string date-time',
    ended_at: 'string date-time|null',
    participants: 'array of string',
    participant_ids: 'array of string',
  },
  EventSummary: eventSummary,
  EventDetail: {
    ...eventSummary,
    description: 'string|null',
    host_stream_id: 'string|null',
    streams: 'array of EventStream',
    markers: 'array of EventMarker',
  },
  EventStream: {
    id: 'string',
    streamer_id: 'string',
    title: 'string|null',
    game_name: 'string|null',
    started_at: 'string date-time',
    ended_at: 'string date-time|null',
    avg_viewers: 'integer int64|null',
    peak_viewers: 'integer int64|null',
    is_live: 'boolean',
    is_stale: 'boolean',
    last_seen_at: 'string date-time|null',
    display_name: 'string',
    profile_image: 'string uri|null',
  },
  EventMarker: {
    id: 'string',
    title: 'string',
    description: 'string|null',
    timestamp: 'string date-time',
    color: 'string',
  },
  Health: { status: 'string' },
  Status: {
    version: 'string',
    rows: 'RowCounts',
    newest_data_at: 'string date-time|null',
    leaderboard_refreshed_at: 'string date-time|null',
    collected_since: 'string date-time|null',
    collected_at: 'string date-time|null',
    leaderboard_entries: 'integer int64',
    coverage: 'Coverage',
  },
  RowCounts: {
    streamers: 'integer int64',
    streams: 'integer int64',
    stream_changes: 'integer int64',
    viewer_samples: 'integer int64',
    follower_points: 'integer int64',
    message_stats: 'integer int64',
    panels: 'integer int64',
    events: 'integer int64',
    event_streams: 'integer int64',
    event_markers: 'integer int64',
    colab_sessions: 'integer int64',
  },
  ErrorResponse: { error: 'string' },
};

/** The parameters of a picture of a graph. */
const picture = [
  'from? in query: string',
  'to? in query: string',
  'width? in query: integer int32 200..1600 = 640',
  'height? in query: integer int32 100..1000 = 240',
  'theme? in query: string one of light,dark,auto = auto',
];

const operations: Record<string, { tag: string; body: string; parameters: string[] }> = {
  '/v1/streamer/{name}/recent-streams': {
    tag: 'Streamer',
    body: 'array of StreamSummary',
    parameters: [
      'name in path: string',
      'limit? in query: integer int32 1..100 = 20',
      `cursor? in query: integer int64 0..${Number.MAX_SAFE_INTEGER} = 0`,
      'from? in query: string',
      'to? in query: string',
    ],
  },
  '/v1/streamer/{name}/thirty-day-stats': {
    tag: 'Streamer',
    body: 'ThirtyDayStats',
    parameters: ['name in path: string'],
  },
  '/v1/streamer/{name}/stats': {
    tag: 'Streamer',
    body: 'WindowStats',
    parameters: ['name in path: string', 'days? in query: integer int32 one of 7,30,90,365 = 30'],
  },
  '/v1/streamer/{name}/follower-graph': {
    tag: 'Streamer',
    body: 'array of FollowerPoint',
    parameters: [
      'name in path: string',
      'from? in query: string',
      'to? in query: string',
      'points? in query: integer int32 2..2000 = 1000',
    ],
  },
  '/v1/streamer/{name}/follower-graph.svg': {
    tag: 'Streamer',
    body: 'image/svg+xml',
    parameters: ['name in path: string', ...picture],
  },
  '/v1/streamer/{name}/badge.svg': {
    tag: 'Streamer',
    body: 'image/svg+xml',
    parameters: [
      'name in path: string',
      'metric? in query: string one of followers,live,avg_viewers,peak_viewers,watchtime,total_minutes,stream_count = followers',
      'height? in query: integer int32 16..64 = 20',
      'theme? in query: string one of light,dark,auto = auto',
    ],
  },
  '/v1/streamer/{name}/partners': { tag: 'Partners', body: 'array of Partner', parameters: ['name in path: string'] },
  '/v1/leaderboard': {
    tag: 'Leaderboard',
    body: 'LeaderboardPage',
    parameters: [
      `sort? in query: string one of ${metrics.join()} = watchtime`,
      'limit? in query: integer int32 1..200 = 50',
      `cursor? in query: integer int64 0..${Number.MAX_SAFE_INTEGER} = 0`,
      'days? in query: integer int32 one of 7,30,90 = 30',
    ],
  },
  '/v1/games': {
    tag: 'Games',
    body: 'array of Game',
    parameters: [
      'limit? in query: integer int32 1..100 = 50',
      `cursor? in query: integer int64 0..${Number.MAX_SAFE_INTEGER} = 0`,
    ],
  },
  '/v1/games/{name}': {
    tag: 'Games',
    body: 'GameDetail',
    parameters: ['name in path: string', 'limit? in query: integer int32 1..100 = 20'],
  },
  '/v1/stats': { tag: 'Streamer', body: 'StatsOf', parameters: ['names in query: string'] },
  '/v1/streamers': {
    tag: 'Streamer',
    body: 'array of ListedStreamer',
    parameters: [
      'query? in query: string',
      'live? in query: boolean',
      `sort? in query: string one of name,${metrics.join()}`,
      'limit? in query: integer int32 1..100 = 20',
      'cursor? in query: integer int32 0..10000 = 0',
    ],
  },
  '/v1/streams/live': {
    tag: 'Streams',
    body: 'array of LiveStream',
    parameters: [
      'limit? in query: integer int32 1..100 = 50',
      `cursor? in query: integer int64 0..${Number.MAX_SAFE_INTEGER} = 0`,
    ],
  },
  '/v1/streams/{id}': { tag: 'Streams', body: 'StreamDetail', parameters: ['id in path: string'] },
  '/v1/streams/{id}/message-stats': { tag: 'Streams', body: 'MessageStats', parameters: ['id in path: string'] },
  '/v1/streams/{id}/before': { tag: 'Streams', body: 'StreamSummary', parameters: ['id in path: string'] },
  '/v1/streams/{id}/graphs/{granularity}': {
    tag: 'Streams',
    body: 'array of ViewerPoint',
    parameters: [
      'id in path: string',
      'granularity in path: string one of minutely,fiveMinutes,tenMinutes,thirtyMinutes,hourly',
      'from? in query: string',
      'to? in query: string',
      'points? in query: integer int32 2..2000',
    ],
  },
  '/v1/streams/{id}/graphs/{granularity}.svg': {
    tag: 'Streams',
    body: 'image/svg+xml',
    parameters: [
      'id in path: string',
      'granularity in path: string one of minutely,fiveMinutes,tenMinutes,thirtyMinutes,hourly',
      ...picture,
    ],
  },
  '/v1/streams/{id}/colab-sessions': {
    tag: 'Streams',
    body: 'array of ColabSession',
    parameters: ['id in path: string'],
  },
  '/v1/streamer/{name}/events': {
    tag: 'Events',
    body: 'array of EventSummary',
    parameters: ['name in path: string'],
  },
  '/v1/events/public': {
    tag: 'Events',
    body: 'array of EventSummary',
    parameters: [
      'limit? in query: integer int32 1..100 = 50',
      `cursor? in query: integer int64 0..${Number.MAX_SAFE_INTEGER} = 0`,
    ],
  },
  '/v1/events/{id}': { tag: 'Events', body: 'EventDetail', parameters: ['id in path: string'] },
  '/v1/health/live': { tag: 'Meta', body: 'Health', parameters: [] },
  '/v1/health/ready': { tag: 'Meta', body: 'Health', parameters: [] },
  '/v1/status': { tag: 'Meta', body: 'Status', parameters: [] },
};

/** Of operations that answer a list, which is CSV and NDJSON too. */
const bom = 'bom? in query: boolean = false';
const isList = (body: string) => body.startsWith('array of ') || ['StatsOf', 'LeaderboardPage'].includes(body);

describe('the contract', () => {
  let api: TestApp;
  let document: OpenAPIObject;

  beforeAll(async () => {
    api = await TestApp.start();
    document = (await api.get<OpenAPIObject>('/docs-json')).body;
  });

  afterAll(() => api.stop());

  it('has these operations and bodies, and no others', () => {
    expect(Object.keys(document.paths).sort()).toEqual(Object.keys(operations).sort());
    expect(Object.keys(document.components?.schemas ?? {}).sort()).toEqual(Object.keys(bodies).sort());
  });

  it.each(Object.entries(bodies))('has in a %s each field with its type', (name, fields) => {
    const { properties, required } = document.components?.schemas?.[name] as Schema;
    const found = Object.entries(properties).map(([field, property]) => [
      required.includes(field) ? field : `${field}?`,
      describeType(property),
    ]);
    expect(Object.fromEntries(found)).toEqual(fields);
  });

  it.each(Object.entries(operations))('has %s with its parameters, its answer and its tag', (path, expected) => {
    const { parameters, responses, tags } = document.paths[path]?.get as unknown as {
      parameters: Parameter[];
      responses: Record<string, { content: Record<string, { schema: Property }> }>;
      tags: string[];
    };
    expect({
      tag: tags.join(),
      body: describeBody(responses['200']?.content ?? {}),
      parameters: parameters.map(describeParameter),
    }).toEqual({ ...expected, parameters: [...expected.parameters, ...(isList(expected.body) ? [bom] : [])] });
  });
});

/** The type of a body in JSON, or the media type of another one. */
function describeBody(content: Record<string, { schema: Property }>): string {
  const json = content['application/json'];
  return json ? describeType(json.schema) : Object.keys(content).join();
}

function describeType({ type, format, nullable, items, $ref, allOf }: Property): string {
  if (allOf !== undefined) return allOf.map(describeType).join();
  if ($ref !== undefined) return $ref.split('/').at(-1) ?? '';
  const whole = items ? `${type} of ${describeType(items)}` : [type, format].filter(Boolean).join(' ');
  return nullable ? `${whole}|null` : whole;
}

function describeParameter({ name, in: place, required, schema }: Parameter): string {
  const { type, format, minimum, maximum, default: fallback, enum: values } = schema;
  const range = minimum === undefined ? '' : ` ${minimum}..${maximum}`;
  const choice = values ? ` one of ${values.join()}` : '';
  const ending = fallback === undefined ? '' : ` = ${fallback}`;
  return `${name}${required ? '' : '?'} in ${place}: ${[type, format].filter(Boolean).join(' ')}${choice}${range}${ending}`;
}
