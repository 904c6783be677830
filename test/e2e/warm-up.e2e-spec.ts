import { once } from 'node:events';
import { AddressInfo, createServer } from 'node:net';
import { PrismaService } from '../../src/database/prisma.service.js';
import { Lifecycle } from '../../src/lifecycle/lifecycle.js';
import { PageRenderer } from '../../src/pages/page-renderer.js';
import { DocsFiles } from '../../src/server/docs-files.js';
import { WarmUp } from '../../src/server/warm-up.js';
import { createSeededDatabase } from '../support/seeded-database.js';
import { TestApp } from '../support/test-app.js';
import { TestDatabase } from '../support/test-database.js';

describe('the warm-up', () => {
  let database: TestDatabase;
  let api: TestApp;

  beforeAll(async () => (database = await createSeededDatabase()));
  afterAll(() => database.drop());
  afterEach(() => api.stop());

  it('keeps the service from being ready until each page was rendered and each document loaded', async () => {
    api = await TestApp.start({ databaseUrl: database.url });
    const [docs, connect, render] = [
      jest.spyOn(api.app.get(DocsFiles), 'loadAll'),
      jest.spyOn(api.app.get(PrismaService), 'connectAll'),
      jest.spyOn(api.app.get(PageRenderer), 'render'),
    ];
    const readiness: unknown[] = [];
    connect.mockImplementationOnce(async () => void readiness.push(await api.get('/v1/health/ready')));
    await api.app.get(WarmUp).run();
    expect(readiness).toMatchObject([{ status: 503, body: { error: 'The service is starting.' } }]);
    expect((await api.get('/v1/health/ready')).status).toBe(200);
    expect(docs).toHaveBeenCalled();
    const pages = render.mock.calls.map(([page]) => (page.type as { name: string }).name);
    expect(new Set(pages)).toEqual(
      new Set([
        ...['BoardPage', 'LivePage', 'SearchPage', 'EventsPage', 'EventPage', 'GamesPage', 'GamePage'],
        ...['ComparePage', 'AboutPage', 'StreamerPage', 'StreamPage', 'EmbedPage'],
      ]),
    );
  });

  it('tries again what was too slow', async () => {
    api = await TestApp.start({ databaseUrl: database.url });
    const connect = jest.spyOn(api.app.get(PrismaService), 'connectAll');
    connect.mockRejectedValueOnce(new Error('Not done within 2000 ms.'));
    await api.app.get(WarmUp).run();
    expect(connect).toHaveBeenCalledTimes(2);
    expect((await api.get('/v1/health/ready')).status).toBe(200);
  });

  it.each(['refuses connections', 'does not respond'])('returns while the database %s', async (fault) => {
    const silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const port = fault === 'does not respond' ? (silent.address() as AddressInfo).port : 1;
    api = await TestApp.start({ env: { DATABASE_READER_URL: `postgresql://nobody@127.0.0.1:${port}/none` } });
    await api.app.get(WarmUp).run();
    silent.close();
    const lifecycle = api.app.get(Lifecycle);
    expect(lifecycle.isStarting).toBe(true);
    expect((await api.get('/v1/health/ready')).status).toBe(503);
    lifecycle.isDraining = true;
  });
});
