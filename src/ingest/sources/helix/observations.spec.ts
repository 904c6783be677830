import { observationColumns } from '../../session.js';
import { toObservedItems } from './read-observations.js';
import { observedItems } from './observations.js';

const now = new Date('2024-06-15T20:00:00Z');
const at = '2024-06-15T18:00:00.000Z';
const stream = {
  id: '40755929669',
  user_id: '163299585',
  user_login: 'blastpremier',
  user_name: 'BLASTPremier',
  game_id: '32399',
  game_name: 'Counter-Strike',
  type: 'live',
  title: 'Team Spirit vs Team Vitality',
  viewer_count: 79554,
  started_at: '2024-06-15T14:02:35Z',
  thumbnail_url: 'https://static-cdn.jtvnw.net/previews-ttv/live_user_blastpremier-{width}x{height}.jpg',
  tags: ['Esports', 'English'],
  language: 'en',
};
const user = {
  id: '141981764',
  login: 'twitchdev',
  display_name: 'TwitchDev',
  profile_image_url: 'https://static-cdn.jtvnw.net/jtv_user_pictures/8a6381c7-profile_image-300x300.png',
};
const follower = { user_id: '5', user_login: 'a', user_name: 'A', followed_at: at };

function recordsOf(page: object, broadcasterId?: string) {
  return toObservedItems(
    { line: 1, record: page as Record<string, unknown>, problem: null, raw: 'raw' },
    { at: new Date(at), broadcasterId },
    now,
  );
}

/** The cells of a page's items by column name, without nulls. */
function cellsOf(page: object, broadcasterId?: string) {
  return recordsOf(page, broadcasterId).map(({ record }) => {
    const cells = observedItems.toRow(record ?? {}).split('\t');
    return Object.fromEntries(
      observationColumns.map((name, index) => [name, cells[index] ?? '\\N']).filter(([, cell]) => cell !== '\\N'),
    ) as Record<string, string>;
  });
}

it('reads a stream with its streamer, and inserts the size of the thumbnail', () => {
  expect(cellsOf({ data: [stream], pagination: {} })).toEqual([
    {
      shape: 'stream',
      at,
      platform: '1',
      ordinal: '0',
      streamer_id: '163299585',
      login: 'blastpremier',
      display_name: 'BLASTPremier',
      stream_id: '40755929669',
      started_at: '2024-06-15T14:02:35.000Z',
      title: 'Team Spirit vs Team Vitality',
      game_name: 'Counter-Strike',
      tags: '{"Esports","English"}',
      language: 'en',
      thumbnail: 'https://static-cdn.jtvnw.net/previews-ttv/live_user_blastpremier-1280x720.jpg',
      viewers: '79554',
    },
  ]);
});

it('reads a user with an image, and the number of followers of a channel', () => {
  expect(cellsOf({ data: [user, { ...user, id: '1', profile_image_url: '' }] })).toEqual([
    {
      shape: 'user',
      at,
      platform: '1',
      ordinal: '0',
      streamer_id: '141981764',
      login: 'twitchdev',
      display_name: 'TwitchDev',
      profile_image: user.profile_image_url,
    },
    { shape: 'user', at, platform: '1', ordinal: '1', streamer_id: '1', login: 'twitchdev', display_name: 'TwitchDev' },
  ]);
  const counted = { shape: 'followers', at, platform: '1', ordinal: '0', streamer_id: '1337', followers: '8' };
  expect(cellsOf({ total: 8, data: [follower], pagination: {} }, '1337')).toEqual([counted]);
  // Without the permission to list the followers, the page only contains their number.
  expect(cellsOf({ total: 8, data: [], pagination: {}, broadcaster_id: '1337' }, '7')).toEqual([counted]);
});

describe('a users/follows response', () => {
  const follow = (from_id: string, to_id = '1337') => ({ from_id, to_id, followed_at: at });
  const counted = { shape: 'followers', at, platform: '1', ordinal: '0', streamer_id: '1337' };

  it.each([
    ['of several followers', { total: 2, data: [follow('5'), follow('6')] }, undefined, '2'],
    ['of one follower and more than a user may follow', { total: 2001, data: [follow('5')] }, undefined, '2001'],
    ['whose channel is named', { total: 8, data: [follow('5')] }, '1337', '8'],
    ['that names the channel', { total: 8, data: [follow('5')], broadcaster_id: '1337' }, '7', '8'],
  ])('%s counts the followers of the channel', (_name, page, broadcasterId, followers) => {
    expect(cellsOf(page, broadcasterId)).toEqual([{ ...counted, followers }]);
  });

  it.each([
    [
      'about the channels of a user',
      { total: 2, data: [follow('5'), follow('5', '1')] },
      undefined,
      'that a user follows',
    ],
    [
      'that could be either',
      { total: 2000, data: [follow('5')] },
      undefined,
      'Specify the channel with --broadcaster-id',
    ],
    ['about another channel', { total: 2, data: [follow('5')] }, '7', 'for a channel other than "7"'],
  ])('%s is refused, and the endpoint is named', (_name, page, broadcasterId, message) => {
    const [{ problem } = { problem: '' }] = recordsOf(page, broadcasterId);
    expect(problem).toMatch(/^data: is a response of GET \/helix\/users\/follows/);
    expect(problem).toContain(message);
  });
});

it('rejects only the invalid items of a page', () => {
  const records = recordsOf({ data: [{ ...stream, started_at: undefined }, null, stream] });
  expect(records.map(({ problem }) => problem)).toEqual([null, 'data[1]: is not a JSON object', null]);
  expect(() => observedItems.toRow(records[0]?.record ?? {})).toThrow('data[0].started_at: is missing');
  expect(() => observedItems.toRow(records[2]?.record ?? {})).not.toThrow();
});

it.each([
  ['Kick', { data: [{ broadcaster_user_id: 1, slug: 'a', viewer_count: 5, started_at: at }], message: 'OK' }],
  ['SOOP', { data: [{ broad_no: '1', user_id: 'a', viewer_count: 5, started_at: at }] }],
  ['CHZZK', { code: 200, content: { data: [{ liveId: 1, liveTitle: 'a', concurrentUserCount: 5 }] } }],
])('names %s as the source of a rejected page', (source, page) => {
  const [{ problem } = { problem: '' }] = recordsOf(page);
  expect(problem).toContain(`looks like an export of ${source}, which is not supported`);
});

it('distinguishes a page without live streams from a page without users', () => {
  expect(cellsOf({ data: [], pagination: {} })).toEqual([{ shape: 'nobody', at, platform: '1', ordinal: '0' }]);
  expect(cellsOf({ data: [] })).toEqual([]);
});

it('uses the time of the page, if it has one', () => {
  const page = { at: '2024-06-15T19:30:00.1239+02:00', data: [stream] };
  expect(cellsOf(page)).toMatchObject([{ at: '2024-06-15T17:30:00.123Z' }]);
});

it.each([
  ['title', null, undefined],
  ['title', '', ''],
  ['title', 'cut \uD83D', 'cut \uFFFD'],
  ['title', 'a\0b\\', 'ab\\\\'],
  ['title', 'x'.repeat(501), 'x'.repeat(500)],
  ['title', `${'x'.repeat(499)}😀`, 'x'.repeat(499)],
  ['title', `${'x'.repeat(498)}😀x`, `${'x'.repeat(498)}😀`],
  ['game_name', '', ''],
  ['tags', ['a', null, 'b'.repeat(101), 'c\uDE00'], `{"a","${'b'.repeat(100)}","c\uFFFD"}`],
  ['tags', Array.from({ length: 101 }, () => 'a'), `{${Array.from({ length: 100 }, () => '"a"').join(',')}}`],
  ['tags', 'a', undefined],
  ['thumbnail_url', 'static-cdn.jtvnw.net/a.jpg', undefined],
  ['thumbnail_url', `https://example.com/${'a'.repeat(2000)}`, undefined],
  ['tags', [], '{}'],
  ['language', 'ZH-HK', 'zh-hk'],
  ['language', 'es-419', 'es-419'],
  ['language', 'SR-Latn-RS', 'sr-latn-rs'],
  ['language', 'other', 'other'],
  ['language', '', undefined],
  ['language', 'no language', undefined],
])('reads the %s %j', (name, value, cell) => {
  const [cells] = cellsOf({ data: [{ ...stream, [name]: value }] });
  expect(cells?.[name.replace('_url', '')]).toBe(cell);
});

it.each([
  ['no name if it is blank', { user_name: ' \u3000' }, 'blastpremier', undefined],
  ['no name if it is invisible', { user_name: '\u200b\u3164\u2800\u00ad\u{e0001}' }, 'blastpremier', undefined],
  ['no name if it is the ID of the channel', { user_name: '163299585' }, 'blastpremier', undefined],
  ['no login if it is blank', { user_login: '  ' }, undefined, 'BLASTPremier'],
  ['no login if it is not a valid one', { user_login: 'blast premier' }, undefined, 'BLASTPremier'],
  [
    'neither name nor login if both are absent',
    { user_login: undefined, user_name: '163299585' },
    undefined,
    undefined,
  ],
  ['the name as the login if the login is absent', { user_login: undefined }, 'blastpremier', 'BLASTPremier'],
  ['a login of digits past 2^53', { user_login: '9007199254740993123' }, '9007199254740993123', 'BLASTPremier'],
])('reads %s', (_, change, login, displayName) => {
  const [cells] = cellsOf({ data: [{ ...stream, ...change }] });
  expect(cells?.login).toBe(login);
  expect(cells?.display_name).toBe(displayName);
});

it.each([
  [{ id: 40755929669 }, 'data[0].id: 40755929669 must be a string of digits'],
  [{ viewer_count: -1 }, 'data[0].viewer_count: -1 must be an integer from 0'],
  [{ started_at: '2024-06-15T14:02:35' }, 'data[0].started_at: "2024-06-15T14:02:35" must be an ISO 8601 date'],
  [{ started_at: '2024-06-15T18:10:00.001Z' }, 'is more than 10 minutes after the observation at 2024-06-15T18:00'],
])('rejects a stream with %j', (change, message) => {
  expect(() => cellsOf({ data: [{ ...stream, ...change }] })).toThrow(message);
});

it('rejects followers without a channel', () => {
  const page = { total: 8, data: [], pagination: {} };
  expect(() => cellsOf(page)).toThrow('broadcaster_id: is missing; add it next to "data", or set --broadcaster-id');
  expect(() => cellsOf(page, '007')).toThrow('broadcaster_id: "007" must be a string of digits');
  expect(() => cellsOf({ ...page, total: '8' }, '1')).toThrow('total: "8" must be an integer');
});

it.each([
  ['channels that a user follows', { total: 8, data: [{ broadcaster_id: '1', followed_at: at }] }],
  ['videos', { data: [{ id: '1', user_id: '2', view_count: 3 }], pagination: {} }],
  ['items that are not objects', { data: ['1'] }],
])('rejects a page of %s', (_, page) => {
  const problem = 'data: contains no streams, users or followers';
  expect(recordsOf(page)).toEqual([{ line: 1, record: null, problem, raw: 'raw' }]);
});

it.each([
  ['2024-06-15', 'at: "2024-06-15" must be an ISO 8601 date and time with a time zone'],
  ['2024-06-15T20:10:00.001Z', 'at: "2024-06-15T20:10:00.001Z" must not be in the future'],
])('rejects a page observed at %j', (time, problem) => {
  expect(recordsOf({ at: time, data: [stream] })).toMatchObject([{ problem: expect.stringContaining(problem) }]);
});

it('accepts a stream that starts ten minutes after its observation', () => {
  const started_at = '2024-06-15T18:10:00.000Z';
  expect(cellsOf({ data: [{ ...stream, started_at }] })).toMatchObject([{ started_at }]);
});

it('accepts a page from a clock that is ten minutes ahead', () => {
  expect(recordsOf({ at: '2024-06-15T20:10:00.000Z', data: [stream] })).toMatchObject([{ problem: null }]);
});

it.each([
  [{ data: [stream, stream] }, undefined],
  [{ data: [user] }, undefined],
  [{ total: 8, data: [follower] }, '1337'],
  [{ data: [], pagination: {} }, undefined],
])('can be written as a page again %#', (page, broadcasterId) => {
  for (const { record } of recordsOf(page, broadcasterId)) {
    const [again] = recordsOf(JSON.parse(JSON.stringify(record)) as object);
    expect(JSON.stringify(again?.record)).toBe(JSON.stringify(record));
    expect(JSON.parse(JSON.stringify(record))).toMatchObject({ at });
  }
});
