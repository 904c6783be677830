import { hoursAgo, testNow } from '../support/data/factories.js';
import { TestApp } from '../support/http/test-app.js';

const browser = { accept: 'text/html' };
const plain = 'text/plain; charset=utf-8';

describe('lines for chat bots', () => {
  const [api, data] = TestApp.whileTestingWithData({ now: testNow });

  beforeEach(async () => {
    await data.clear();
    api.forgetAnswers();
  });

  const read = async (login: string, file: 'now' | 'last-stream' = 'now') => {
    const { status, headers, text } = await api.get(`/streamers/${login}/${file}.txt`);
    expect([status, headers.get('content-type')]).toEqual([200, plain]);
    return text;
  };
  const addLive = async (more: object, streamer: object = { display_name: 'Ann' }) => {
    const { id: streamer_id } = await data.streamer({ login: 'ann', ...streamer });
    const stream = { id: '7', streamer_id, started_at: hoursAgo(2.5), ended_at: null };
    await data.stream({ ...stream, observed_at: testNow, ...more });
  };
  const addViewers = (viewers: number) => data.viewerSamples([{ stream_id: '7', created_at: testNow, viewers }]);

  it('describe a live stream', async () => {
    await addLive({ title: 'any% until I win', game_name: 'Zelda' });
    await addViewers(1_234);
    expect(await read('ann')).toBe('Ann is live for 2 h 30 min with 1,234 viewers: any% until I win (Zelda)');
    expect(await read('ANN')).toBe(await read('ann'));
  });

  it('leave out what is unknown', async () => {
    await addLive({ title: '\u200b', game_name: null });
    expect(await read('ann')).toBe('Ann is live for 2 h 30 min');
    await data.client.query("UPDATE streams SET game_name = 'Zelda'");
    api.forgetAnswers();
    expect(await read('ann')).toBe('Ann is live for 2 h 30 min: (Zelda)');
  });

  it('say when a stream was seen that may have ended', async () => {
    await addLive({ title: 'A', game_name: 'Go', observed_at: hoursAgo(0.75) });
    expect(await read('ann')).toBe('Ann was live 45 min ago: A (Go)');
  });

  it('describe the newest stream that has ended', async () => {
    await addLive({});
    const { rows } = await data.client.query<{ id: string }>('SELECT u.id FROM streamers u');
    const figures = { avg_viewers: 1_000, peak_viewers: 2_000 };
    const times = { started_at: hoursAgo(30), ended_at: hoursAgo(26) };
    const ended = { id: '6', streamer_id: rows[0]?.id ?? '', title: 'A', game_name: 'Go', ...times };
    await data.stream({ ...ended, ...figures });
    expect(await read('ann', 'last-stream')).toBe(
      'Ann streamed for 4 h until 14 Jun 2026, 10:00 UTC with 1,000 average and 2,000 peak viewers: A (Go)',
    );
    await data.client.query('UPDATE streams SET avg_viewers = NULL WHERE id = 6');
    api.forgetAnswers();
    expect(await read('ann', 'last-stream')).toContain(' UTC with 2,000 peak viewers: A');
  });

  it('have a fixed sentence for a channel that is offline or has no stream', async () => {
    await data.streamer({ login: 'ann', display_name: 'Ann' });
    expect(await read('ann')).toBe('Ann is offline.');
    expect(await read('ann', 'last-stream')).toBe('Ann has no stream that has ended.');
  });

  it('are one line that runs no command and has at most 500 characters', async () => {
    await addLive(
      { title: `a\r\n/ban b\u2028\u202e${'🦉'.repeat(600)}`, game_name: 'Go' },
      { display_name: '/ban you' },
    );
    const text = await read('ann');
    expect(text).toMatch(/^ann is live for 2 h 30 min: a \/ban b 🦉+…$/u);
    expect([...text]).toHaveLength(500);
  });

  it('have errors as text, also for browsers', async () => {
    const path = '/streamers/nobody/now.txt';
    for (const headers of [{}, browser, { accept: 'application/problem+json' }])
      expect(await api.get(path, headers as Record<string, string>)).toMatchObject({
        status: 404,
        text: 'No streamer has this login or channel ID.',
      });
    const wrong = await api.get('/streamers/a-b/last-stream.txt', browser);
    expect([wrong.status, wrong.headers.get('content-type')]).toEqual([400, plain]);
    expect(wrong.text).toMatch(/^name must be a login /);
  });

  it('cost one unit', async () => {
    await addLive({});
    const left = async (path: string) => Number((await api.get(path)).headers.get('x-ratelimit-remaining'));
    const before = await left('/streamers/ann/now.txt');
    expect(before - (await left('/streamers/ann/last-stream.txt'))).toBe(1);
  });
});
