import { hoursAgo, testNow } from '../support/data/factories.js';
import { TestApp } from '../support/http/test-app.js';
import { parseMarkup } from '../support/pages/markup.js';

const [turning, invisible] = ['abc\u202egpj.exe', '\u3164\u200b'];

/** Characters that turn the following text. The pages themselves isolate names with U+2068 and U+2069. */
const turns = /[\u061c\u200e\u200f\u202a-\u202e\u2066\u2067]/;

describe('names, titles and games that Twitch does not show as they are', () => {
  const [api, data] = TestApp.whileTestingWithData({ now: testNow, env: { EMBED_ORIGINS: '*' } });

  beforeAll(async () => {
    for (const [id, text] of Object.entries({ 1: turning, 2: invisible })) {
      await data.streamer({ id, login: `login_${id}`, display_name: text });
      await data.stream({ id: `${id}1`, streamer_id: id, title: text, game_name: text, tags: [text] });
      await data.stream({ id: `${id}2`, streamer_id: id, title: text, started_at: hoursAgo(1), ended_at: null });
      await data.viewerSamples([{ stream_id: `${id}2`, created_at: hoursAgo(0.5), viewers: 5 }]);
      await data.event({ id, title: text, started_at: hoursAgo(2) }, [`${id}1`, `${id}2`]);
      await data.eventMarker({ event_id: id, title: text, timestamp: hoursAgo(1) });
    }
    await data.refreshBoard();
  });

  const pages = (id: number) => [
    ...[`/streamers/login_${id}`, `/streams/${id}1`, `/streams/${id}2`, `/events/${id}`],
    ...[`/embed/streamers/login_${id}/viewers`, `/embed/streams/${id}2/viewers`, `/embed/events/${id}/viewers`],
    `/share?of=streamers/login_${id}/viewers`,
  ];
  const shared = ['/', '/live', '/events', '/games', '/search?q=login', '/search/suggestions?q=login'];
  const compared = '/compare?streamers=login_1,login_2';
  const pictures = [
    '/v1/streamer/login_1/badge.svg?metric=followers',
    '/v1/streamer/login_1/follower-graph.svg',
    '/v1/streams/12/graphs/minutely.svg',
    '/download/events/1/viewers.svg',
  ];
  const textAt = async (path: string) => {
    const { status, text } = await api.get(path, { accept: 'text/html,image/svg+xml,*/*;q=0.1' });
    expect({ path, status }).toEqual({ path, status: 200 });
    // The values of form fields are for the service.
    return text.replaceAll(/ value="[^"]*"/g, '');
  };

  it.each([...pages(1), ...shared, compared, `/games/${encodeURIComponent(turning)}`, ...pictures])(
    'keep the direction of other text: %s',
    async (path) => {
      expect(await textAt(path)).not.toMatch(turns);
    },
  );

  it.each([...pages(2), ...shared, compared])('are replaced if they are invisible: %s', async (path) => {
    const text = await textAt(path);
    expect(text).not.toContain(invisible);
    const links = parseMarkup(text).querySelectorAll('a:not([aria-label])');
    expect(links.filter((link) => link.text.trim() === '' && !link.querySelector('svg, img')).map(String)).toEqual([]);
  });

  it('show the login in the title of the page and of links to it', async () => {
    const page = parseMarkup(await textAt('/streamers/login_2'));
    expect(page.querySelector('title')?.text).toMatch(/^login_2, /);
    expect(page.querySelector('meta[property="og:title"]')?.getAttribute('content')).toMatch(/^login_2, /);
    expect(page.querySelector('h1 .muted')?.text).toBe('login_2');
  });

  it('stay as they are in the API', async () => {
    const { body } = await api.get<{ title: string }>('/v1/streams/11');
    expect(body.title).toBe(turning);
  });
});
