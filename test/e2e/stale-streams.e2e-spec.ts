import { hoursAgo, testNow } from '../support/data/factories.js';
import { TestApp } from '../support/http/test-app.js';

const browser = { accept: 'text/html' };

/** Two live streams in one event, both with samples: one was seen five days ago, the other a minute ago. */
describe('a live stream that was last observed five days ago', () => {
  const [api, data] = TestApp.whileTestingWithData({ now: testNow });
  const seen = hoursAgo(5 * 24);

  beforeAll(async () => {
    for (const [id, login, observed_at] of [
      ['71', 'gone', seen],
      ['72', 'here', hoursAgo(1 / 60)],
    ] as const) {
      const { id: streamer_id } = await data.streamer({ id: `${id}0`, login });
      await data.stream({ id: `${id}1`, streamer_id, started_at: hoursAgo(150), ended_at: hoursAgo(149) });
      await data.stream({
        id,
        streamer_id,
        started_at: hoursAgo(123),
        ended_at: null,
        game_name: 'Chess',
        observed_at,
      });
    }
    await data.viewerSamples([{ stream_id: '72', created_at: hoursAgo(1 / 60), viewers: 7 }]);
    await data.event({ id: '5' }, ['71', '72']);
    await data.refreshBoard();
  });

  it.each([
    ['/v1/streamer/gone/recent-streams?limit=1', '/v1/streamer/here/recent-streams?limit=1', false],
    ['/v1/streams/71', '/v1/streams/72', false],
    ['/v1/streamers?query=gone', '/v1/streamers?query=here', true],
  ])('is stale in %s', async (gone, here, hasTime) => {
    const rowOf = async (path: string) => [(await api.get<object>(path)).body].flat()[0];
    const time = hasTime ? { last_seen_at: seen.toISOString() } : {};
    expect(await rowOf(gone)).toMatchObject({ is_live: true, is_stale: true, ...time });
    expect(await rowOf(here)).toMatchObject({ is_live: true, is_stale: false });
  });

  it('is stale in an event', async () => {
    const { body } = await api.get<{ streams: object[] }>('/v1/events/5');
    expect(body.streams).toMatchObject([
      { id: '71', is_live: true, is_stale: true, last_seen_at: seen.toISOString() },
      { id: '72', is_live: true, is_stale: false, last_seen_at: hoursAgo(1 / 60).toISOString() },
    ]);
  });

  it('has a badge that shows the time of the last observation', async () => {
    expect((await api.get('/v1/streamer/gone/badge.svg?metric=live')).text).toContain('>stream: last seen 5 d ago<');
    expect((await api.get('/v1/streamer/here/badge.svg?metric=live')).text).toContain('>stream: live<');
  });

  it.each([
    ['/', 1],
    // Lists have the line of a phone and the cell of a table.
    ['/live', 2],
    ['/streamers/gone', 2],
    ['/streams/71', 1],
    ['/search?q=gone', 2],
    ['/events/5', 1],
    ['/games/Chess', 1],
  ])('is not shown as live on %s, but with the time at which it was last seen', async (path, count) => {
    const { text } = await api.get(path, browser);
    const marks = text.match(/<span class="stale">last seen <time .*?<\/time><\/span>/g);
    const exact = '10 Jun 2026, 12:00 UTC';
    const time = `<time datetime="${seen.toISOString()}" data-form="age" title="${exact}">`;
    const mark = `<span class="stale">last seen ${time}5 d ago<span class="sr">, ${exact}</span></time></span>`;
    expect(marks).toEqual(Array.from({ length: count }, () => mark));
    if (path.includes('gone') || path.includes('71')) expect(text).not.toContain('class="live"');
    if (path === '/streams/71') expect(text).not.toMatch(/Live for|so far/);
  });

  it('comes last in the strip of live streams, and is not popular on the page of a missing address', async () => {
    const [, strip = ''] = /class="live-strip"(.*?)<\/section>/s.exec((await api.get('/', browser)).text) ?? [];
    expect(strip).toMatch(/\/streamers\/here".*\/streamers\/gone"/);
    const { status, text } = await api.get('/nothing', browser);
    expect(status).toBe(404);
    expect(text).toMatch(/Popular now<.*href="\/streamers\/here".*>7 viewers, .*Chess/s);
    expect(text).not.toContain('/streamers/gone');
  });

  it.each(['/streamers/here', '/streams/72', '/search?q=here'])(
    'does not change the other live stream on %s',
    async (path) => {
      const { text } = await api.get(path, browser);
      expect(text).toContain('class="live"');
      expect(text).not.toContain('last seen');
      if (path === '/streams/72') expect(text.match(/Live for/g)).toHaveLength(2);
    },
  );
});
