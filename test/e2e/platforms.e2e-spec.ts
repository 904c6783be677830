import { withOwner } from '../../src/database/owner-client.js';
import { encodeId } from '../../src/database/platforms/platform-ids.js';
import { runImport } from '../../src/ingest/ingest.js';
import { hoursAgo, testNow } from '../support/data/factories.js';
import { inputsOf } from '../support/data/records.js';
import { TestApp } from '../support/http/test-app.js';
import { attributesOf, openPage, wordsOf, wordsOfEach } from '../support/pages/markup.js';

const stream = 'kick:550e8400-e29b-41d4-a716-446655440001';
const liveStream = 'kick:550e8400-e29b-41d4-a716-446655440002';
const at = (hours: number) => hoursAgo(hours).toISOString();

/** Two channels with the same name on two platforms, both with an ended and a live stream. */
const records = {
  streamers: [
    { id: '7', login: 'ann_b', display_name: 'Ann_B' },
    { id: 'kick:7', login: 'kick:ann-b', display_name: 'Ann_B' },
    { id: '8', login: 'kicker', display_name: 'Kicker' },
  ],
  streams: [
    { id: '71', streamer_id: '7', started_at: at(50), ended_at: at(48), game_name: 'Chess', language: 'en' },
    { id: '72', streamer_id: '7', started_at: at(2), language: 'en', game_name: 'Chess' },
    { id: stream, streamer_id: 'kick:7', started_at: at(50), ended_at: at(48), game_name: 'Chess', language: 'de' },
    { id: liveStream, streamer_id: 'kick:7', started_at: at(2), language: 'de', game_name: 'Chess' },
  ],
  viewer_samples: [
    ...['71', stream].flatMap((stream_id) => [50, 49].map((h) => ({ stream_id, created_at: at(h), viewers: 10 }))),
    ...['72', liveStream].map((stream_id) => ({ stream_id, created_at: at(1), viewers: 20 })),
  ],
  follower_points: [{ streamer_id: '7', created_at: at(40), followers: 5 }],
};

const channelOnKick = { platform: 'kick', external_id: '7' };
const streamOnKick = (id: string) => ({ platform: 'kick', external_id: id.slice(5) });

describe('channels of two platforms', () => {
  const [api, data] = TestApp.whileTestingWithData({ now: testNow });

  beforeAll(async () => {
    await withOwner(api.databaseUrl, (client) => runImport(client, inputsOf(records)));
    await data.event({ id: '5', started_at: hoursAgo(60) }, ['71', encodeId(stream) ?? '']);
    await data.client.query(`
      INSERT INTO sweep_totals (platform, swept_at, streams, viewers, languages, language_streams, language_viewers, games, game_streams, game_viewers)
      SELECT p, '${at(3)}', 1, v, ARRAY['de'], ARRAY[1], ARRAY[v], ARRAY['Chess'], ARRAY[1], ARRAY[v]
      FROM (VALUES ('twitch', 30), ('kick', 20)) x(p, v)`);
    await data.refreshBoard();
  });

  const itemsOf = async (path: string) => {
    const { body } = await api.get<object[] | { items: object[] }>(path);
    return 'items' in body ? body.items : body;
  };

  it.each([
    ['/v1/leaderboard', channelOnKick],
    ['/v1/leaderboard?month=2026-06', channelOnKick],
    ['/v1/leaderboard?sort=peakviewers&language=de', channelOnKick],
    ['/v1/streamers', channelOnKick],
    ['/v1/streamers?sort=name', channelOnKick],
    ['/v1/streamers?query=ann', channelOnKick],
    ['/v1/streamers?live=true&query=ann', channelOnKick],
    ['/v1/streams/live', streamOnKick(liveStream)],
    ['/v1/streams/live?game=Chess', streamOnKick(liveStream)],
    ['/v1/languages', { language: 'de', streamers: 1, live_streams: 1 }],
    ['/v1/totals', { platform: 'kick', avg_viewers: 20 }],
    ['/v1/totals/languages', { platform: 'kick', avg_viewers: 20 }],
    ['/v1/totals/games', { platform: 'kick', avg_viewers: 20 }],
  ])('are filtered by platform in %s', async (path, item) => {
    const filtered = (platform: string) => itemsOf(`${path}${path.includes('?') ? '&' : '?'}platform=${platform}`);
    const [all, onKick, onTwitch] = [await itemsOf(path), await filtered('kick'), await filtered('twitch')];
    expect(onKick).toMatchObject([item]);
    for (const one of onKick) expect(onTwitch).not.toContainEqual(one);
    if (path !== '/v1/languages') {
      expect(all).toHaveLength(onKick.length + onTwitch.length);
      expect(all).toEqual(expect.arrayContaining([...onKick, ...onTwitch]));
    }
    const { status, body } = await api.get(`${path}${path.includes('?') ? '&' : '?'}platform=youtube`);
    expect([status, body]).toEqual([400, { error: 'platform must be one of twitch, kick' }]);
  });

  it.each([
    ['/v1/streamer/kick:ann-b/recent-streams', streamOnKick(liveStream)],
    [`/v1/streams/${encodeId(stream)}`, streamOnKick(stream)],
    ['/v1/streamer/kick:ann-b/last-stream', streamOnKick(stream)],
    ['/v1/games/Chess', { streamers: expect.arrayContaining([expect.objectContaining(channelOnKick)]) as unknown }],
    ['/v1/events/5', { streams: expect.arrayContaining([expect.objectContaining(streamOnKick(stream))]) as unknown }],
    ['/v1/events/5/streams', streamOnKick(stream)],
    ['/v1/streamer/ann_b/recent-streams', { platform: 'twitch', external_id: null }],
  ])('have their platform and its ID in %s', async (path, expected) => {
    const { status, body } = await api.get(path);
    expect([status, [body].flat()]).toEqual([200, expect.arrayContaining([expect.objectContaining(expected)])]);
  });

  it.each(['kick:ann-b', 'KICK:Ann-B', 'kick%3Aann-b', 'kick:7', encodeId('kick:7')])(
    'are found by the name %s',
    async (name) => {
      const { status, body } = await api.get<{ stream_count: number }>(`/v1/streamer/${name}/stats`);
      expect([status, body.stream_count]).toEqual([200, 2]);
      const { body: several } = await api.get(`/v1/stats?names=ann_b,${name}`);
      expect(several).toMatchObject({ items: [{ name: 'ann_b' }, { stream_count: 2 }], unknown: [] });
    },
  );

  it.each([
    ['kick:nobody', 404],
    ['kick:', 400],
    ['kick:a.b', 400],
    [`kick:${'a'.repeat(65)}`, 400],
    ['youtube:ann', 400],
    ['twitch:ann_b', 400],
    ['ann-b', 400],
  ])('return an error for the name %s: %d', async (name, status) => {
    expect(await api.get(`/v1/streamer/${name}/stats`)).toMatchObject({ status });
    expect(await api.get(`/v1/stats?names=${name}`)).toMatchObject({ status: status === 404 ? 200 : 400 });
    expect(await api.send('GET', `/streamers/${encodeURIComponent(name)}`)).toMatchObject({ status });
  });

  it('are not all found by the name of their platform', async () => {
    const found = async (query: string) =>
      (await itemsOf(`/v1/streamers?query=${query}`)).map((one) => (one as { name: string }).name);
    expect(await found('kick')).toEqual(['kicker']);
    for (const query of ['ann b', 'kick:ann', 'Ann-B']) expect(await found(query)).toEqual(['ann_b', 'kick:ann-b']);
  });

  it.each([
    ['/leaderboard', 'platform=kick', 'a[href="/streamers/kick%3Aann-b"]'],
    ['/live', 'platform=kick', 'a[href="/streamers/kick%3Aann-b"]'],
    ['/search?q=ann', 'platform=kick', 'a[href="/streamers/kick%3Aann-b"]'],
    ['/games/Chess', '', 'a[href="/streamers/kick%3Aann-b"]'],
    ['/events/5', '', `a[href="/streamers/${encodeId('kick:7')}"]`],
    [`/streams/${encodeId(stream)}`, '', 'a[href="/streamers/kick%3Aann-b"]'],
    ['/compare?streamers=ann_b,kick%3Aann-b', '', 'a[href="/streamers/kick%3Aann-b"]'],
    ['/totals', '', 'main'],
    ['/streamers/kick%3Aann-b', '', 'h1'],
  ])('are shown with the platform on %s', async (path, filter, selector) => {
    const page = await openPage(api, path);
    expect(page.querySelector(selector)).not.toBeNull();
    const names = wordsOfEach(page, '.login, .compared th, p, td, tbody th, .game, .seg a');
    expect(names).toContainEqual(expect.stringMatching(/(?:^|· |\(|on |\bK )Kick\b/));
    if (filter === '') return;
    expect(attributesOf(page, 'select[name=platform] option', 'value')).toEqual(['', 'twitch', 'kick']);
    const filtered = await openPage(api, `${path}${path.includes('?') ? '&' : '?'}${filter}`);
    expect(filtered.querySelector(selector)).not.toBeNull();
    expect(attributesOf(filtered, 'table a[href^="/streamers/"]', 'href')).toEqual(['/streamers/kick%3Aann-b']);
    expect(attributesOf(filtered, 'a[href^="/download/"]', 'href').join()).toContain(filter);
  });

  it('are filtered on the page of totals', async () => {
    const page = await openPage(api, '/totals?platform=kick');
    expect(attributesOf(page, 'nav[aria-label=Platform] a', 'href')).toEqual([
      ...['/totals', '/totals?platform=twitch', '/totals?platform=kick'],
    ]);
    expect(wordsOfEach(page, '#viewers tbody tr')).toHaveLength(1);
    const addresses = [...attributesOf(page, 'a[href^="/download/"]', 'href'), ...attributesOf(page, '.copy', 'value')];
    expect(addresses.filter((address) => !address.includes('platform=kick'))).toEqual([]);
    expect(wordsOf(await openPage(api, '/share?of=totals/viewers&platform=kick'))).toContain(
      'totals of Kick, last 30 days',
    );
    expect(await api.send('GET', '/totals?platform=mixer')).toMatchObject({ status: 400 });
  });

  it('encode the colon in each link, and count subscribers on Kick', async () => {
    for (const path of ['/', '/live', '/streamers/kick%3Aann-b', '/compare?streamers=ann_b,kick:ann-b']) {
      const page = await openPage(api, path);
      const addresses = ['href', 'src', 'action'].flatMap((name) => attributesOf(page, `[${name}]`, name));
      expect([path, addresses.filter((address) => address.includes('kick:'))]).toEqual([path, []]);
    }
    const page = await openPage(api, '/streamers/kick%3Aann-b');
    expect(wordsOf(page)).toContain('Subscribers counted since');
    const twitch = await openPage(api, '/streamers/ann_b');
    expect(wordsOf(twitch)).toContain('Followers counted since');
  });

  it.each([
    ['leaderboard.csv?platform=kick', 'Platform: Kick', 'Login: kick:ann-b'],
    ['live.csv?platform=kick', 'Platform: Kick', 'Login: kick:ann-b'],
    ['search.csv?q=ann&platform=kick', 'Platform: Kick', 'Login: kick:ann-b'],
    ['totals/games.csv?platform=kick', 'Platform: Kick', 'Game: Chess'],
  ])('have their platform in the file %s', async (file, ...cells) => {
    const { status, text } = await api.send('GET', `/download/${file}`);
    const [head = [], ...rows] = text.split('\r\n').map((line) => line.split(','));
    expect(status).toBe(200);
    const found = rows.filter((row) => row.length > 1).map((row) => row.map((cell, i) => `${head[i]}: ${cell}`));
    expect(found).toContainEqual(expect.arrayContaining(cells));
    if (file.includes('platform')) expect(found).toHaveLength(1);
  });

  it.each([
    '/embed/streamers/kick%3Aann-b/viewers',
    '/embed/compare/viewers?streamers=ann_b,kick%3Aann-b',
    '/embed/totals/viewers?platform=kick',
    '/share?of=streamers/kick:ann-b/viewers',
    '/share?of=compare/viewers&streamers=ann_b,kick:ann-b',
    '/download/streamers/kick%3Aann-b/streams.csv',
    '/download/streamers/kick%3Aann-b/viewers.svg',
    '/previews/streamers/kick%3Aann-b.png',
    '/v1/streamer/kick:ann-b/badge.svg',
    '/v1/streamer/kick:ann-b/rank',
    '/v1/streamer/kick:ann-b/hours',
    '/v1/streamer/kick:ann-b/follower-graph',
  ])('have %s', async (path) => {
    expect(await api.send('GET', path)).toMatchObject({ status: 200 });
  });

  it('are found and compared by the address of the channel', async () => {
    const address = encodeURIComponent('https://kick.com/Ann-B');
    const compared = await openPage(api, `/compare?streamers=ann_b,${address}`);
    expect(attributesOf(compared, 'main a[href^="/streamers/"]', 'href')).toContain('/streamers/kick%3Aann-b');
    const found = await openPage(api, `/search?q=${address}&platform=kick`);
    expect(attributesOf(found, 'main a[href^="/streamers/"]', 'href')).toContain('/streamers/kick%3Aann-b');
  });
});
