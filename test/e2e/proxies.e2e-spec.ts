import { describeWhere } from '../support/describe-where.js';
import { DocumentedProxy, proxyNames } from '../support/http/documented-proxy.js';
import { Factories, testNow } from '../support/data/factories.js';
import { TestApp } from '../support/http/test-app.js';

/** Names that a proxy changes if it decodes the path. */
const games = [
  'Fate/Grand Order',
  '100% Orange Juice!',
  'C# & C++',
  'What?',
  'A%2FB',
  '//',
  '..a/../b',
  'a\\b',
  'é;=🎮',
];

const places = { '/': {}, '/api': { PUBLIC_URL: 'https://stats.example.com/api' } };

describe.each(Object.entries(places) as ['/' | '/api', Record<string, string>][])('a service at %s', (place, env) => {
  const [api, data]: [TestApp, Factories] = TestApp.whileTestingWithData({ now: testNow, env });

  beforeAll(async () => {
    const { id: streamer_id } = await data.streamer();
    for (const game_name of games) await data.stream({ streamer_id, game_name });
    await data.refreshBoard();
  });

  for (const name of proxyNames) {
    describeWhere(DocumentedProxy.isInstalled(name), `behind ${name}`, 'which is not installed here', () => {
      let proxy: DocumentedProxy;

      beforeAll(async () => {
        proxy = await DocumentedProxy.start(name, place, api.port);
      });

      afterAll(() => proxy.stop());

      const root = place === '/' ? '' : place;
      const ask = async (path: string, accept: string) => {
        const response = await fetch(`${proxy.url}${path}`, { headers: { Accept: accept } });
        return { path, status: response.status, text: await response.text() };
      };

      it('finds each game in the API and in downloads', async () => {
        for (const game of games) {
          const encoded = encodeURIComponent(game);
          const { status, text } = await ask(`${root}/v1/games/${encoded}`, 'application/json');
          expect({ status, name: (JSON.parse(text) as { name?: string }).name }).toEqual({ status: 200, name: game });
          expect(await ask(`${root}/download/games/${encoded}/streamers.csv`, '*/*')).toMatchObject({ status: 200 });
        }
      });

      it('leads from the list of games to the page of each game', async () => {
        const { text } = await ask(`${root}/games`, 'text/html');
        const links = [...text.matchAll(/href="([^"]*\/games\/[^"]*)"/g)].map(([, link = '']) => link);
        expect(links.length).toBeGreaterThanOrEqual(games.length);
        for (const link of links) {
          expect(await ask(link, 'text/html')).toEqual({ path: link, status: 200, text: expect.anything() });
        }
      });

      it('serves robots.txt at the root', async () => {
        expect(await ask('/robots.txt', '*/*')).toMatchObject({ status: 200 });
      });
    });
  }
});
