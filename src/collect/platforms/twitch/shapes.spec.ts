import { Query } from '../client/api-client.js';
import { readStreams as readStreamsAt, readTotal, readUsers } from './shapes.js';

const now = new Date('2026-01-01T01:00:00Z');
const readStreams = (json: unknown, requested?: Query) => readStreamsAt(json, now, requested);

const stream = {
  ...{ id: '10', user_id: '1', user_login: 'Ann', user_name: 'Ann', viewer_count: 9 },
  ...{ started_at: '2026-01-01T00:00:00Z', title: 'Hi', game_name: '', tags: null, thumbnail_url: '' },
};
const user = { id: '1', login: 'ann', display_name: 'Ann', profile_image_url: '' };
const page = (...data: unknown[]) => ({ data, pagination: {} });

it.each<[string, object]>([
  ['id', { id: '' }],
  ['id', { id: null }],
  ['id', { id: 10 }],
  ['id', { id: '9223372036854775808' }],
  ['user_id', { user_id: '0' }],
  ['id', { id: 'kick:7' }],
  ['id', { id: '4611686018427387904' }],
  ['user_id', { user_id: 'kick:7' }],
  ['started_at', { started_at: undefined }],
  ['started_at', { started_at: 'yesterday' }],
  ['started_at', { started_at: '0001-01-01T00:00:00Z' }],
  ['started_at', { started_at: [[[]]] }],
  ['started_at', { started_at: '2026-01-01T01:10:00.001Z' }],
])('skips a stream with an invalid %s, and reads the others: %j', (property, invalid) => {
  const read = readStreams(page({ ...stream, ...invalid }, { ...stream, id: '11', user_id: '2' }));
  expect(read?.items.map(({ id }) => id)).toEqual(['11']);
  expect(read?.invalid).toMatchObject([{ property }]);
});

it('describes an invalid stream in texts that can be logged', () => {
  const read = readStreams(page({ ...stream, id: '\u001b[31m10', viewer_count: '\u009b9' }, null));
  expect(read?.invalid).toEqual([
    {
      id: '',
      channelId: '1',
      property: 'id',
      reason: expect.stringContaining('"\\u001b[31m10" must be a string of digits'),
    },
    { id: '', channelId: '', property: 'id', reason: expect.stringContaining('is missing') },
  ]);
});

it.each([null, undefined, -1, 1.5, '9', 2_147_483_648, [9]])(
  'reads a stream with the viewers %j as one with unknown viewers',
  (given) => {
    const read = readStreams(
      page({ ...stream, viewer_count: given }, { ...stream, id: '11', viewer_count: 2_147_483_647 }),
    );
    expect(read?.items.map(({ viewer_count }) => viewer_count)).toEqual([null, 2_147_483_647]);
    expect(read?.invalid).toEqual([]);
  },
);

it.each([
  ['kick:ann', ''],
  ['Ann', 'ann'],
])('reads the login %s of a channel of Twitch as "%s"', (given, login) => {
  expect(readStreams(page({ ...stream, user_login: given }))?.items).toMatchObject([{ id: '10', user_login: login }]);
  expect(readUsers(page({ ...user, login: given }))?.items).toMatchObject([{ id: '1', login }]);
});

it.each<[object, string, string]>([
  [{ started_at: '' }, '10', '1'],
  [{ user_id: 'x' }, '10', ''],
  [{ id: '0' }, '', '1'],
  [{ id: '0', user_id: 1 }, '', ''],
])('reads the usable IDs of an invalid stream: %j', (invalid, id, channelId) => {
  expect(readStreams(page({ ...stream, ...invalid }))?.invalid).toMatchObject([{ id, channelId }]);
});

it.each([{ id: null }, { login: null }, { display_name: 7 }])('skips only the invalid user: %j', (invalid) => {
  const read = readUsers(page({ ...user, ...invalid }, { ...user, id: '2' }));
  expect(read?.items.map(({ id }) => id)).toEqual(['2']);
  expect(read?.invalid).toMatchObject([{ property: Object.keys(invalid)[0] }]);
});

it('reads only the requested items', () => {
  const streams = page({ ...stream, user_id: '7', id: '12' }, stream);
  const read = readStreams(streams, [['user_id', '1']]);
  expect(read?.items.map(({ id }) => id)).toEqual(['10']);
  expect(read?.invalid).toMatchObject([{ id: '12', channelId: '7', property: 'user_id' }]);
  const users = page({ ...user, login: 'bob', id: '2' }, { ...user, login: 'Ann' });
  expect(readUsers(users, [['login', 'ann']])?.items).toMatchObject([{ id: '1' }]);
});

it.each([7, '', 'x'.repeat(10_001)])('does not treat an invalid cursor as the end of the list', (cursor) => {
  const read = readStreams({ data: [], pagination: { cursor } });
  expect(read).toEqual(cursor === '' ? { items: [], invalid: [], cursor: '' } : undefined);
});

it('rejects a response that is not a page', () => {
  for (const json of [undefined, null, 7, [], {}, { data: {} }, { data: new Array(100_001).fill(stream) }]) {
    expect(readStreams(json)).toBeUndefined();
  }
  expect(readTotal({ total: 1 }, '7')).toBeUndefined();
});

it('describes an invalid number of followers', () => {
  expect(readTotal({ total: 3, data: [] }, '7')).toEqual({ items: [{ id: '7', total: 3 }], invalid: [] });
  const invalid = [{ id: '7', channelId: '7', property: 'total' }];
  expect(readTotal({ total: -1, data: [] }, '7')).toMatchObject({ items: [], invalid });
});
