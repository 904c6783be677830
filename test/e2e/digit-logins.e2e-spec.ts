import { hoursAgo, testNow } from '../support/data/factories.js';
import { TestApp } from '../support/http/test-app.js';
import { attributesOf, openPage } from '../support/pages/markup.js';

describe('pages of a streamer whose login is the ID of another channel', () => {
  const [api, data] = TestApp.whileTestingWithData({ now: testNow });

  beforeAll(async () => {
    const other = await data.streamer({ id: '803', login: null, display_name: 'Other' });
    const own = await data.streamer({ id: '9803', login: '803', display_name: 'Digits' });
    const add = (id: string, streamer_id: string, ended_at: Date | null) =>
      data.stream({ id, streamer_id, started_at: hoursAgo(5), ended_at, game_name: 'Chess' });
    await add('71', own.id, null);
    await add('72', other.id, hoursAgo(3));
    await data.colabSession(['71', '72'], { started_at: hoursAgo(4), ended_at: null });
    await data.event({ id: '5' }, ['71']);
    await data.followerPoints(own.id, [[hoursAgo(5), 9]]);
    await data.refreshBoard();
  });

  /** The streamers that a page links to, by link text. */
  const linkedOn = async (path: string) => {
    const links = (await openPage(api, path)).querySelectorAll('a[href^="/streamers/"]');
    return links.map((link) => [link.text, link.getAttribute('href')?.split('/')[2]]);
  };

  it.each([
    ['/', 'Digits'],
    ['/live', 'Digits'],
    ['/search?q=803', 'Digits'],
    ['/streams/71', 'Digits'],
    ['/events/5', 'Digits'],
    ['/games/Chess', 'Digits'],
    ['/compare?streamers=9803', 'Digits'],
    ['/embed/streamers/9803/followers', 'Digits'],
    ['/streams/72', '803'],
    ['/streamers/803', '803'],
  ])('link to the streamer by ID on %s', async (path, label) => {
    expect(await linkedOn(path)).toContainEqual([label, '9803']);
  });

  it('link to the channel with this ID by this ID', async () => {
    expect(await linkedOn('/')).toContainEqual(['Other', '803']);
    expect(await linkedOn('/streamers/9803')).toContainEqual(['803', '803']);
  });

  it('have no address with the login in the streamer page or in its data', async () => {
    const addresses = attributesOf(await openPage(api, '/streamers/9803'), '[href]', 'href');
    const own = addresses.filter((address) => /\/9803\b|=9803\b/.test(address));
    expect(own.length).toBeGreaterThan(8);
    // The other channel is a participant of a common session.
    expect(addresses.filter((address) => /\b803\b/.test(address))).toEqual([
      'https://twitch.tv/803',
      '/streamers/803',
      '/compare?streamers=803',
    ]);
  });
});
