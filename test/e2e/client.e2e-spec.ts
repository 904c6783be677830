import type { OpenAPIObject } from '@nestjs/swagger';
import * as client from '../../client/src/index.js';
import { withOwner } from '../../src/commands/owner-client.js';
import { loadSeed } from '../../src/commands/seed/load-seed.js';
import { TestApp } from '../support/test-app.js';

const { defaults, handle, HttpError, ok } = client;
const token = 'token-of-the-tests-0123456789';
const name = 'aurora_plays';
const id = '40100000001';

/** A request of each operation, and a value of its answer that is typed as it is named. The compiler checks all of it. */
const requests: Record<string, () => Promise<string | number | boolean | null | undefined>> = {
  listRecentStreams: async () => (await ok(client.listRecentStreams({ name, limit: 1, from: '2020-01-01' })))[0]?.id,
  findThirtyDayStats: async () => (await ok(client.findThirtyDayStats({ name }))).watchtime,
  findWindowStats: async () => (await ok(client.findWindowStats({ name, days: 7 }))).previous.watchtime,
  findStats: async () => (await ok(client.findStats({ names: `${name},nobody` }))).unknown[0],
  listFollowerGraph: async () => (await ok(client.listFollowerGraph({ name })))[0]?.followers,
  listActivePartners: async () => (await ok(client.listActivePartners({ name })))[0]?.root_domain,
  findLeaderboardPage: async () => (await ok(client.findLeaderboardPage({ sort: 'followergain' }))).items[0]?.name,
  listGames: async () => (await ok(client.listGames({ limit: 1 })))[0]?.name,
  findGame: async () => (await ok(client.findGame({ name: 'Minecraft' }))).watchtime,
  drawFollowerGraph: async () => ok(client.drawFollowerGraph({ name, theme: 'dark' })),
  drawBadge: async () => ok(client.drawBadge({ name, metric: 'followers' })),
  drawViewerGraph: async () => ok(client.drawViewerGraph({ id, granularity: 'hourly' })),
  listStreamers: async () => (await ok(client.listStreamers({ query: '하늘' })))[0]?.display_name,
  listLiveStreams: async () => (await ok(client.listLiveStreams({ limit: 2 })))[0]?.viewers,
  findStream: async () => (await ok(client.findStream({ id }))).is_live,
  findMessageStats: async () => (await ok(client.findMessageStats({ id }))).total_messages,
  findStreamBefore: async () => (await ok(client.findStreamBefore({ id }))).started_at,
  listViewerGraph: async () => (await ok(client.listViewerGraph({ id, granularity: 'hourly' })))[0]?.viewers,
  listColabSessions: async () => (await ok(client.listColabSessions({ id })))[0]?.participants[0],
  listPublicEvents: async () => (await ok(client.listPublicEvents({ limit: 1 })))[0]?.title,
  listStreamerEvents: async () => (await ok(client.listStreamerEvents({ name })))[0]?.title,
  findEvent: async () => (await ok(client.findEvent({ id: '300000001' }))).title,
  findStatus: async () => (await ok(client.findStatus())).version,
  checkLiveness: async () => (await ok(client.checkLiveness())).status,
  checkReadiness: async () => (await ok(client.checkReadiness())).status,
};

describe('the client that is made from the OpenAPI document', () => {
  let api: TestApp;

  beforeAll(async () => {
    api = await TestApp.start({ env: { API_TOKEN: token } });
    await withOwner(api.databaseUrl, (owner) => loadSeed(owner, new Date()));
  });

  afterAll(() => api.stop());

  beforeEach(() => Object.assign(defaults, { baseUrl: api.url, headers: { Authorization: `Bearer ${token}` } }));

  it('has a function for each operation, by its id', async () => {
    const { body } = await api.get<OpenAPIObject>('/docs-json');
    const ids = Object.values(body.paths).map(({ get }) => get?.operationId);
    expect(Object.keys(requests).sort()).toEqual(ids.sort());
  });

  it.each(Object.entries(requests))('answers %s with the value that its type has', async (_id, request) => {
    expect(await request()).toEqual(expect.anything());
  });

  it.each(['drawFollowerGraph', 'drawBadge', 'drawViewerGraph'])('reads the picture of %s as a text', async (id) => {
    expect(await requests[id]?.()).toMatch(/^<svg /);
  });

  it('knows the body of each status', async () => {
    const answer = await client.findThirtyDayStats({ name: 'nobody_at_all' });
    expect(answer.status).toBe(404);
    if (answer.status === 404) expect(answer.data.error).toContain('no streamer with this login');
    expect(await handle(client.findStream({ id: '1' }), { 404: ({ error }) => error.length })).toBeGreaterThan(10);
  });

  it('throws the answer to a request that is refused, if the body of a 200 is asked for', async () => {
    const refused = ok(client.findLeaderboardPage({ limit: 500 }));
    await expect(refused).rejects.toThrow(HttpError);
    await expect(refused).rejects.toMatchObject({ status: 400, data: { error: expect.stringContaining('limit') } });
    await expect(ok(client.findStatus({ headers: { Authorization: 'no' } }))).rejects.toMatchObject({ status: 401 });
  });

  it('shows the headers of an answer', async () => {
    const { headers } = await client.listRecentStreams({ name, limit: 1 });
    expect(headers.get('link')).toContain('cursor=1');
  });
});
