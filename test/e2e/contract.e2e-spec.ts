import type { OpenAPIObject } from '@nestjs/swagger';
import { TestApp } from '../support/test-app.js';

interface Property {
  type: string;
  format?: string;
  nullable?: boolean;
  items?: Property;
  $ref?: string;
}

interface Schema {
  properties: Record<string, Property>;
  required: string[];
}

interface Parameter {
  name: string;
  in: string;
  required: boolean;
  schema: { type: string; minimum?: number; maximum?: number; default?: string | number; enum?: string[] };
}

const metrics = ['watchtime', 'averageviewers', 'followers', 'followergain', 'peakviewers'];

/** The fields of each body: `?` may be left out, `|null` may be null. */
const bodies: Record<string, Record<string, string>> = {
  StreamSummary: {
    id: 'string',
    streamer_id: 'string',
    started_at: 'string date-time',
    is_live: 'boolean',
    avg_viewers: 'integer|null',
    peak_viewers: 'integer|null',
    live_views: 'integer|null',
    live_views_final: 'integer|null',
    watchtime: 'integer|null',
    unique_chatters: 'integer|null',
    vod_id: 'string|null',
    game_name: 'string|null',
    title: 'string|null',
    user_display_name: 'string|null',
    ended_at: 'string date-time|null',
    updated_at: 'string date-time|null',
    thumbnail: 'string uri|null',
    user_profile_image: 'string uri|null',
    tags: 'array of string|null',
  },
  LeaderboardPage: { items: 'array of LeaderboardEntry', hasMore: 'boolean', nextCursor: 'integer' },
  LeaderboardEntry: {
    id: 'string',
    name: 'string',
    display_name: 'string',
    followers: 'integer',
    watchtime: 'integer',
    averageviewers: 'integer',
    peakviewers: 'integer',
    followergain: 'integer',
  },
  Partner: {
    raw_url: 'string',
    url: 'string',
    root_domain: 'string',
    'panel_image?': 'string',
    created_at: 'string date-time',
  },
  ThirtyDayStats: {
    stream_count: 'integer',
    total_minutes: 'integer',
    avg_viewers: 'integer',
    peak_viewers: 'integer',
    watchtime: 'integer',
  },
  FollowerPoint: { followers: 'integer', created_at: 'string date-time' },
  MessageStats: { total_messages: 'integer', unique_chatters: 'integer', deleted_messages: 'integer' },
  ErrorResponse: { error: 'string' },
};

const operations: Record<string, { tag: string; body: string; parameters: string[] }> = {
  '/v1/streamer/{name}/recent-streams': {
    tag: 'Streamer',
    body: 'array of StreamSummary',
    parameters: [
      'name in path: string',
      'limit? in query: integer 1..100 = 20',
      `cursor? in query: integer 0..${Number.MAX_SAFE_INTEGER} = 0`,
      'from? in query: string',
      'to? in query: string',
    ],
  },
  '/v1/streamer/{name}/thirty-day-stats': {
    tag: 'Streamer',
    body: 'ThirtyDayStats',
    parameters: ['name in path: string'],
  },
  '/v1/streamer/{name}/follower-graph': {
    tag: 'Streamer',
    body: 'array of FollowerPoint',
    parameters: ['name in path: string'],
  },
  '/v1/streamer/{name}/partners': { tag: 'Partners', body: 'array of Partner', parameters: ['name in path: string'] },
  '/v1/leaderboard': {
    tag: 'Leaderboard',
    body: 'LeaderboardPage',
    parameters: [
      `sort? in query: string one of ${metrics.join()} = watchtime`,
      'limit? in query: integer 1..200 = 50',
      `cursor? in query: integer 0..${Number.MAX_SAFE_INTEGER} = 0`,
    ],
  },
  '/v1/streams/{id}/message-stats': { tag: 'Streams', body: 'MessageStats', parameters: ['id in path: string'] },
};

describe('the contract', () => {
  let api: TestApp;
  let document: OpenAPIObject;

  beforeAll(async () => {
    api = await TestApp.start();
    document = (await api.get<OpenAPIObject>('/docs-json')).body;
  });

  afterAll(() => api.stop());

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
      body: describeType(responses['200']?.content['application/json']?.schema as Property),
      parameters: parameters.map(describeParameter),
    }).toEqual(expected);
  });
});

function describeType({ type, format, nullable, items, $ref }: Property): string {
  if ($ref !== undefined) return $ref.split('/').at(-1) ?? '';
  const whole = items ? `${type} of ${describeType(items)}` : [type, format].filter(Boolean).join(' ');
  return nullable ? `${whole}|null` : whole;
}

function describeParameter({ name, in: place, required, schema }: Parameter): string {
  const { type, minimum, maximum, default: fallback, enum: values } = schema;
  const range = minimum === undefined ? '' : ` ${minimum}..${maximum}`;
  const choice = values ? ` one of ${values.join()}` : '';
  const ending = fallback === undefined ? '' : ` = ${fallback}`;
  return `${name}${required ? '' : '?'} in ${place}: ${type}${choice}${range}${ending}`;
}
