import { readChannels, readLivestreams, readSubscribers } from './shapes.js';

const now = new Date('2026-07-01T01:00:00Z');
const uuid = '550E8400-e29b-41d4-a716-446655440000';
const stream = {
  ...{ id: uuid, title: 'Hi', language_code: 'en', tags: ['a'], viewer_count: 9, has_mature_content: false },
  ...{ started_at: '2026-07-01T02:00:00+02:00', thumbnail: 'https://images.example.com/480.webp' },
  broadcaster_user: { id: 56792416, username: 'Ann_B', profile_picture: 'https://files.example.com/ann.webp' },
  ...{ channel: { slug: 'ann-b' }, category: { id: 15, name: 'Just Chatting' } },
};
const page = (...data: unknown[]) => ({ data, message: 'OK', pagination: { next_cursor: 'next' } });

it('reads a stream in the form of Helix, with the IDs of files and times in UTC', () => {
  expect(readLivestreams(page(stream), now)).toEqual({
    items: [
      {
        ...{ id: `kick:${uuid.toLowerCase()}`, user_id: 'kick:56792416', user_login: 'kick:ann-b', user_name: 'Ann_B' },
        ...{ profile_image_url: 'https://files.example.com/ann.webp', started_at: '2026-07-01T00:00:00.000Z' },
        ...{ title: 'Hi', game_name: 'Just Chatting', tags: ['a'], language: 'en', viewer_count: 9 },
        thumbnail_url: 'https://images.example.com/480.webp',
      },
    ],
    ...{ invalid: [], cursor: 'next' },
  });
});

it.each<[string, object]>([
  ['id', { id: undefined }],
  ['id', { id: null }],
  ['id', { id: '550e8400' }],
  ['id', { id: 7 }],
  ['user_id', { broadcaster_user: null }],
  ['user_id', { broadcaster_user: { id: 0 } }],
  ['started_at', { started_at: '' }],
])('skips a stream with an invalid %s, and reads the others: %j', (property, invalid) => {
  const read = readLivestreams(page({ ...stream, ...invalid }, stream, null), now);
  expect(read?.items).toHaveLength(1);
  expect(read?.invalid.map((item) => item.property)).toEqual([property, 'id']);
});

it('reads the usable IDs of an invalid stream, and a stream with unknown viewers', () => {
  const [id, user] = [`kick:${uuid.toLowerCase()}`, { id: 2 ** 70 }];
  const read = readLivestreams(
    page({ ...stream, broadcaster_user: user }, { ...stream, id: 7 }, { ...stream, viewer_count: null }),
    now,
  );
  expect(read?.invalid).toMatchObject([
    { id, channelId: '' },
    { id: '', channelId: 'kick:56792416' },
  ]);
  expect(read?.items).toMatchObject([{ id, viewer_count: null }]);
});

it('reads streams without optional properties, and leaves out offline channels', () => {
  const bare = { ...stream, channel: {}, category: null, tags: null, language_code: '', broadcaster_user: { id: 1 } };
  const offline = { ...stream, id: null, started_at: '0001-01-01T00:00:00Z' };
  const read = readLivestreams(page(bare, offline), now);
  expect(read?.items).toMatchObject([{ user_login: '', user_name: '', game_name: null, tags: null, language: null }]);
  expect(read?.invalid).toEqual([]);
});

it('reads only requested streams and channels', () => {
  const read = readLivestreams(page(stream), now, [['user_id', 'kick:1']]);
  expect(read).toMatchObject({ items: [], invalid: [{ property: 'user_id' }] });
  const channels = page(
    { broadcaster_user_id: 7, slug: 'ann-b' },
    { broadcaster_user_id: 8, slug: 'Bob' },
    { slug: 'cat' },
  );
  const requested: [string, string][] = [
    ['slug', 'kick:ann-b'],
    ['slug', 'kick:cat'],
  ];
  expect(readChannels(channels, requested)).toMatchObject({
    items: [{ id: 'kick:7', login: 'kick:ann-b' }],
    invalid: [{ property: 'slug' }, { property: 'broadcaster_user_id' }],
  });
});

it('rejects a response that is not a page', () => {
  for (const json of [undefined, null, 7, {}, { data: {} }]) expect(readLivestreams(json, now)).toBeUndefined();
});

describe('the subscribers of channels', () => {
  const read = (counts: object) =>
    readSubscribers(page({ broadcaster_user_id: 7, slug: 'ann-b', ...counts }), [['broadcaster_user_id', 'kick:7']]);
  const counts = (total: unknown, gifted?: unknown) => ({
    active_subscribers_count: total,
    active_gifted_subscribers_count: gifted,
  });

  it.each<[object, number | null, number | null]>([
    [{}, null, null],
    [counts(null), null, null],
    [counts(-1), null, null],
    [counts(1.5), null, null],
    [counts('7'), null, null],
    [counts(2 ** 53), null, null],
    [counts(true), null, null],
    [counts(0), 0, null],
    [counts(2 ** 53 - 1, 0), 2 ** 53 - 1, 0],
    [counts(9, 9), 9, 9],
    [counts(9, 10), 9, null],
    [counts(9, null), 9, null],
    [counts(9, -1), 9, null],
    [counts(9, '3'), 9, null],
    [counts(null, 3), null, null],
  ])('are %j', (given, total, gifted) => {
    expect(read(given)).toEqual({ items: [{ id: 'kick:7', total, gifted }], invalid: [] });
  });

  it('are read for requested channels only', () => {
    const other = page({ broadcaster_user_id: 8, ...counts(9) });
    expect(readSubscribers(other, [['broadcaster_user_id', 'kick:7']])).toMatchObject({ items: [] });
  });
});
