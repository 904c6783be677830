import { ColumnType, count, date, flag, id, ids, login, tags, url } from './column-types.js';
import { eventMarkers, events, eventStreams } from './events.js';
import {
  colabSessions,
  followerPoints,
  kinds,
  messageStats,
  streamers,
  streams,
  subscriberPoints,
  viewerSamples,
} from './kinds.js';
import { panels } from './panels.js';

const at = '2026-11-01T10:00:00.000Z';
const stream = { id: '5', streamer_id: '1', started_at: at };
const event = { id: '7', title: 'Cup', started_at: at, is_public: true };
const marker = { id: '8', event_id: '7', title: 'Goal', timestamp: at, color: '#9147FF' };
const session = { id: '9', started_at: at, stream_ids: ['5'] };

it('writes a row of each kind in the order of its columns', () => {
  expect(streamers.toRow({ id: '1', login: 'Ann', display_name: 'Ann' })).toBe('1\tann\tAnn\t\\N\t\\N');
  expect(streamers.toRow({ id: '1', login: null, display_name: 'Ann' })).toBe('1\t\\N\tAnn\t\\N\t\\N');
  expect(streamers.toRow({ id: '1', login: 'ann', display_name: '\u200b' })).toBe('1\tann\tann\t\\N\t\\N');
  expect(streamers.toRow({ id: '1', login: null, display_name: '\u3164 ' })).toBe('1\t\\N\t1\t\\N\t\\N');
  expect(viewerSamples.toRow({ stream_id: '5', created_at: at, viewers: 3 })).toBe(`5\t${at}\t3`);
  expect(followerPoints.toRow({ streamer_id: '1', created_at: at, followers: 9 })).toBe(`1\t${at}\t9`);
  const counts = { total_messages: 8, unique_chatters: 3, deleted_messages: 8 };
  expect(messageStats.toRow({ stream_id: '5', ...counts })).toBe('5\t8\t3\t8\t\\N');
  expect(messageStats.toRow({ stream_id: '5', ...counts, shared_messages: 9 })).toBe('5\t8\t3\t8\t9');
  expect(panels.toRow({ streamer_id: '1', raw_url: 'Shop.Example.co.uk/?utm_source=x', created_at: at })).toBe(
    `1\tShop.Example.co.uk/?utm_source=x\t${at}\t\\N\t\\N\thttps://shop.example.co.uk\texample.co.uk\tt`,
  );
  expect(events.toRow(event)).toBe(`7\tCup\t\\N\t${at}\t\\N\t\\N\t\\N\tt\t\\N`);
  expect(eventStreams.toRow({ event_id: '7', stream_id: '5' })).toBe('7\t5\t\\N');
  expect(eventMarkers.toRow(marker)).toBe(`8\t7\tGoal\t\\N\t${at}\t#9147ff`);
  expect(colabSessions.toRow({ ...session, stream_ids: ['10', '5', '10'] })).toBe(`9\t${at}\t\\N\t{5,10}`);
});

it('writes a stream with only the required properties', () => {
  expect(streams.toRow(stream)).toBe(`5\t1\t${at}${'\t\\N'.repeat(14)}\tf\t\\N\t\\N`);
});

it('writes the number of an ID of Kick, and the ID itself', () => {
  const ann = { id: 'kick:56792416', login: 'kick:Ann-B', display_name: 'Ann' };
  expect(streamers.toRow(ann)).toBe('4703488874790823080\tkick:ann-b\tAnn\t\\N\t56792416');
});

it.each([
  ['4005', 'ann', 'kick:x', 'a login of Twitch, like id'],
  ['kick:7', 'kick:ann', 'ann', 'a login of Kick, like id'],
  ['4703488874790823080', 'kick:ann', 'ann', 'a login of Kick, like id'],
])('accepts only logins of the platform of the ID %s', (given, right, wrong, expected) => {
  const record = (one: string | null) => ({ id: given, login: one, display_name: 'Ann' });
  expect(streamers.toRow(record(right)).split('\t')[1]).toBe(right);
  expect(streamers.toRow(record(null)).split('\t')[1]).toBe('\\N');
  expect(() => streamers.toRow(record(wrong))).toThrow(`login: "${wrong}" must be ${expected}`);
});

describe('subscriber points', () => {
  const point = { streamer_id: 'kick:56792416', created_at: at, subscribers: 9 };

  it('have a number of gifted subscriptions, if it is known', () => {
    const row = `4703488874790823080\t${at}\t9`;
    expect(subscriberPoints.toRow({ ...point, gifted: 9 })).toBe(`${row}\t9`);
    expect(subscriberPoints.toRow({ ...point, gifted: null })).toBe(`${row}\t\\N`);
    expect(() => subscriberPoints.toRow({ ...point, gifted: 10 })).toThrow(
      'gifted: 10 must be at most subscribers (9)',
    );
  });

  it('begin when the counts include gifted subscriptions', () => {
    const on = (created_at: string) => () => subscriberPoints.toRow({ ...point, created_at });
    expect(on('2026-08-11T02:00:00.000+02:00')).not.toThrow();
    expect(on('2026-08-11T00:00:00.001Z')).not.toThrow();
    const expected = 'created_at: "2026-08-10T23:59:59.999Z" must not be before 2026-08-11T00:00:00.000Z';
    expect(on('2026-08-10T23:59:59.999Z')).toThrow(expected);
    expect(on('2026-08-11T00:00:00+00:01')).toThrow('2026-08-10T23:59:00.000Z');
  });

  it('are of channels whose platform publishes them', () => {
    expect(subscriberPoints.toRow({ ...point, streamer_id: '4703488874790823080' })).toContain(at);
    const onTwitch = () => subscriberPoints.toRow({ ...point, streamer_id: '56792416' });
    expect(onTwitch).toThrow('streamer_id: must not be a channel of Twitch, which publishes no subscribers');
  });
});

it.each(kinds)('writes a cell for each column of $name', (kind) => {
  const values = new Map<ColumnType, unknown>([
    [id, '1'],
    [ids, ['1']],
    [count, 1],
    [date, at],
    [flag, true],
    [login, 'abc'],
    [tags, []],
    [url, 'https://example.com/a.png'],
  ]);
  const record = Object.fromEntries(
    kind.columns.filter((column) => !column.derive).map(({ name, type }) => [name, values.get(type) ?? 'abc']),
  );
  if (kind === subscriberPoints) record.streamer_id = 'kick:1';
  if ('color' in record) record.color = '#abcdef';
  if ('role' in record) record.role = 'official';
  expect(kind.toRow(record).split('\t')).toHaveLength(kind.columns.length);
});

it.each([
  [
    streams,
    { ...stream, avg_viewer: 3 },
    'avg_viewer: is not a property of streams; the properties are id, streamer_id, started_at',
  ],
  [streams, { ...stream, figures_from_samples: true }, 'figures_from_samples: is not a property of streams'],
  [streams, JSON.parse('{"__proto__": {}, "id": "5"}'), '__proto__: is not a property of streams'],
  [
    streams,
    { ...stream, ended_at: '2026-11-01T09:59:59Z' },
    `ended_at: "2026-11-01T09:59:59Z" must not be before started_at (${at})`,
  ],
  [streams, { ...stream, avg_viewers: 10, peak_viewers: 9 }, 'avg_viewers: 10 must be at most peak_viewers (9)'],
  [streams, { id: '5', started_at: at }, 'streamer_id: is missing; it must be a string of digits'],
  [streamers, { id: '1', login: '', display_name: 'Ann' }, 'login: "" must be 1 to 25 of the characters'],
  [streamers, { id: '1', display_name: 'Ann' }, 'login: is missing; it must be 1 to 25 of the characters'],
  [streamers, { id: '1', login: 'ann', display_name: '' }, 'display_name: "" must be a string of 1 to 100 characters'],
  [
    panels,
    { streamer_id: '1', raw_url: 'mailto:a@b.c', created_at: at },
    'raw_url: "mailto:a@b.c" must be an http or https address',
  ],
  [panels, { streamer_id: '1', raw_url: `x.com/${'한'.repeat(700)}`, created_at: at }, 'of at most 2000 bytes'],
  [events, { ...event, is_public: 'true' }, 'is_public: "true" must be true or false'],
  [eventMarkers, { ...marker, color: 'red' }, 'color: "red" must be a color in the form #rrggbb, such as "#9147ff"'],
  [eventMarkers, { ...marker, color: '#1234567' }, 'must be a color'],
  [eventStreams, { event_id: '7', stream_id: '5', role: 'host' }, 'role: "host" must be official or co_stream'],
  [colabSessions, { ...session, stream_ids: [] }, 'stream_ids: [] must be an array of 1 to 1000 ids'],
  [colabSessions, { ...session, stream_ids: '5' }, 'stream_ids: "5" must be an array of 1 to 1000 ids'],
  [colabSessions, { ...session, stream_ids: ['5', 6] }, 'stream_ids[1]: 6 must be a string of digits'],
])('rejects %#', (kind, record: Record<string, unknown>, message) => {
  expect(() => kind.toRow(record)).toThrow(message);
});

it('accepts a stream that ends as it starts, and viewers that never changed', () => {
  expect(() => streams.toRow({ ...stream, ended_at: at, avg_viewers: 7, peak_viewers: 7 })).not.toThrow();
});

it('names the platform that a record seems to come from', () => {
  const record = { id: '1', slug: 'ann', stream_title: 'a' };
  expect(() => streams.toRow(record)).toThrow('slug: looks like an export of Kick, which is not supported');
});
