import type { EventSummary } from '../../src/events/dto/event-summary.response.js';
import { Factories, hoursAgo } from '../support/factories.js';
import { rejectsBadNames, requiresToken } from '../support/shared-examples.js';
import { TestApp } from '../support/test-app.js';

const apiToken = 'token-of-the-tests-0123456789';

/** A streamer `somebody` with a public event and a newer private one. */
async function addSomebody(data: Factories): Promise<void> {
  const { id: streamer_id } = await data.streamer({ id: '77', login: 'somebody' });
  const { id } = await data.stream({ streamer_id });
  await data.event({ id: '1', started_at: hoursAgo(4) }, [id]);
  await data.event({ id: '2', started_at: hoursAgo(3), is_public: false }, [id]);
}

describe('GET /v1/streamer/{name}/events', () => {
  let api: TestApp;
  let data: Factories;

  beforeAll(async () => {
    api = await TestApp.start();
    data = await Factories.connect(api.databaseUrl);
    await addSomebody(data);
  });

  afterAll(async () => {
    await data.end();
    await api.stop();
  });

  const eventsOf = (name: string) => api.get<EventSummary[]>(`/v1/streamer/${name}/events`);
  const idsOf = async (name: string) => (await eventsOf(name)).body.map(({ id }) => id);

  requiresToken(() => api, '/v1/streamer/somebody/events');
  rejectsBadNames(
    () => api,
    (name) => `/v1/streamer/${name}/events`,
  );

  it('answers the public events of a streamer, by login in any case and by id', async () => {
    for (const name of ['somebody', 'SomeBody', '77']) expect(await idsOf(name)).toEqual(['1']);
  });

  it('answers the same of an event as the list of public events', async () => {
    const { body } = await api.get<EventSummary[]>('/v1/events/public');
    expect((await eventsOf('somebody')).body).toEqual(body.filter(({ id }) => id === '1'));
  });

  it('answers the most recent first, of equal starts the lower id, each once', async () => {
    const { id: streamer_id } = await data.streamer({ login: 'busy' });
    const streams = await data.streams([{ streamer_id }, { streamer_id }]);
    const streamIds = streams.map(({ id }) => id);
    for (const [id, hours] of [
      ['39', 5],
      ['310', 5],
      ['31', 6],
      ['32', 4],
    ] as const) {
      // prettier-ignore
      await data.event({ id, started_at: hoursAgo(hours) }, streamIds);
    }
    expect(await idsOf('busy')).toEqual(['32', '39', '310', '31']);
  });

  it('answers [] for a streamer without events', async () => {
    await data.streamer({ login: 'alone' });
    expect(await eventsOf('alone')).toMatchObject({ status: 200, body: [] });
  });

  it('is not widened by a token where none is configured', async () => {
    const { body } = await api.get<EventSummary[]>('/v1/streamer/somebody/events', {
      Authorization: `Bearer ${apiToken}`,
    });
    expect(body.map(({ id }) => id)).toEqual(['1']);
  });
});

describe('GET /v1/streamer/{name}/events with a token', () => {
  it('answers private events too', async () => {
    const api = await TestApp.start({ env: { API_TOKEN: apiToken } });
    const data = await Factories.connect(api.databaseUrl);
    try {
      await addSomebody(data);
      const { body } = await api.get<EventSummary[]>('/v1/streamer/somebody/events', {
        Authorization: `Bearer ${apiToken}`,
      });
      expect(body.map(({ id, is_public }) => [id, is_public])).toEqual([
        ['2', false],
        ['1', true],
      ]);
    } finally {
      await data.end();
      await api.stop();
    }
  });
});
