import { DOMParser } from '@xmldom/xmldom';
import ICAL from 'ical.js';
import type { EventSummary } from '../../src/events/dto/event-summary.response.js';
import type { StreamSummary } from '../../src/streams/detail/stream-summary.response.js';
import { hoursAgo, testNow } from '../support/data/factories.js';
import { TestApp } from '../support/http/test-app.js';
import { parseMarkup } from '../support/pages/markup.js';

const origin = 'https://stats.example.com/live';

/** Titles that end a line, a property, an element or a section of another kind. The parsers must return them unchanged. */
const hostileTitles = [
  'a\nEND:VEVENT\nBEGIN:VEVENT\nSUMMARY:b',
  'semi;colon, comma \\n backslash \\',
  '</title><script>alert(1)</script>]]><![CDATA[ &amp; &#0; "\'',
  `${'🦉'.repeat(60)} ${'é'.repeat(120)}`,
  ' leading and trailing spaces ',
  'tab\there',
  'BEGIN:VALARM',
];

const seconds = (at: string | null) => (at === null ? null : `${at.slice(0, 19)}Z`);

function readCalendar(text: string) {
  const events = new ICAL.Component(ICAL.parse(text) as unknown[]).getAllSubcomponents('vevent');
  return events.map((component) => {
    const event = new ICAL.Event(component);
    const end = component.getFirstPropertyValue('dtend');
    return {
      uid: event.uid,
      title: event.summary,
      from: event.startDate.toString(),
      to: end === null ? null : String(end),
      url: component.getFirstPropertyValue('url'),
      about: event.description,
    };
  });
}

function readFeed(text: string) {
  const fail = (level: string, message: string) => {
    throw new Error(`${level}: ${message}`);
  };
  const { documentElement: feed } = new DOMParser({ onError: fail }).parseFromString(text, 'application/xml');
  if (feed === null) throw new Error('No element.');
  const textOf = (of: typeof feed, name: string) => of.getElementsByTagName(name)[0]?.textContent ?? null;
  const entries = [...feed.getElementsByTagName('entry')].map((entry) => ({
    ...{ id: textOf(entry, 'id'), title: textOf(entry, 'title') },
    ...{ published: textOf(entry, 'published'), updated: textOf(entry, 'updated') },
  }));
  return { id: textOf(feed, 'id'), updated: textOf(feed, 'updated'), entries };
}

describe('calendars and feeds', () => {
  const [api, data] = TestApp.whileTestingWithData({
    now: testNow,
    env: { PUBLIC_URL: origin, CACHE_TTL_SECONDS: '15' },
  });

  beforeEach(async () => {
    await data.clear();
    api.forgetAnswers();
  });

  const addStreams = async () => {
    const { id: streamer_id } = await data.streamer({ login: 'somebody', display_name: 'Some; body' });
    for (const [i, title] of hostileTitles.entries()) {
      const started_at = hoursAgo(10 * i + 3);
      await data.stream({
        id: `${i + 1}`,
        streamer_id,
        title,
        started_at,
        ended_at: i === 0 ? null : hoursAgo(10 * i),
      });
    }
    await data.viewerSamples([{ stream_id: '1', created_at: hoursAgo(1), viewers: 7 }]);
    return (await api.get<StreamSummary[]>('/v1/streamer/somebody/recent-streams')).body;
  };

  it('have the streams of a streamer, with the titles of the API', async () => {
    const streams = await addStreams();
    const { text, headers } = await api.get('/streamers/Somebody/streams.ics');
    expect(headers.get('content-type')).toBe('text/calendar; charset=utf-8');
    expect(readCalendar(text)).toEqual(
      streams.map(({ id, title, started_at, ended_at }) => ({
        uid: `stream-${id}@streaming-analytics`,
        title,
        from: seconds(started_at),
        // A live stream ends at its last observation.
        to: seconds(ended_at ?? hoursAgo(1).toISOString()),
        url: `${origin}/streams/${id}`,
        about: expect.stringMatching(/^Chess/) as string,
      })),
    );
    const feed = await api.get('/streamers/somebody/streams.atom');
    expect(feed.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8');
    expect(readFeed(feed.text)).toEqual({
      id: `${origin}/streamers/${streams[0]?.streamer_id}/streams.atom`,
      updated: hoursAgo(3).toISOString(),
      entries: streams.map(({ id, title, started_at, ended_at }) => ({
        ...{ id: `${origin}/streams/${id}`, title, published: started_at, updated: ended_at ?? started_at },
      })),
    });
  });

  it('fold lines at 75 octets, and are equal while the data is unchanged', async () => {
    await addStreams();
    const paths = ['/streamers/somebody/streams.ics', '/streamers/somebody/streams.atom', '/events.ics'];
    for (const path of paths) {
      const first = await api.get(path);
      api.forgetAnswers();
      const second = await api.get(path);
      expect(second.text).toBe(first.text);
      expect((await api.get(path, { 'if-none-match': first.headers.get('etag') ?? '' })).status).toBe(304);
      if (path.endsWith('.ics')) {
        const lines = first.text.split('\r\n');
        expect(lines.filter((line) => Buffer.byteLength(line) > 75 || /[\n\r]/.test(line))).toEqual([]);
      }
    }
  });

  it('have the public events, planned ones included', async () => {
    await data.event({ id: '1', title: 'Past; event', started_at: hoursAgo(30), ended_at: hoursAgo(20) });
    await data.event({ id: '2', title: 'Planned', started_at: hoursAgo(-48), ended_at: null });
    await data.event({ id: '3', is_public: false });
    const { body } = await api.get<EventSummary[]>('/v1/events/public');
    const { text } = await api.get('/events.ics');
    expect(readCalendar(text).map(({ uid, title, from, to }) => [uid, title, from, to])).toEqual(
      body.map(({ id, title, started_at, ended_at }) => [
        ...[`event-${id}@streaming-analytics`, title, seconds(started_at), seconds(ended_at)],
      ]),
    );
    expect(body).toHaveLength(2);
  });

  it('cost five units, and are linked in the head and in the menu of their page', async () => {
    await addStreams();
    const left = async (path: string) => Number((await api.get(path)).headers.get('x-ratelimit-remaining'));
    const paths = ['/streamers/somebody/streams.ics', '/streamers/somebody/streams.atom', '/events.ics'];
    for (const path of paths) {
      expect((await left('/v1/languages')) - (await left(path))).toBe(5);
      const of = path === '/events.ics' ? '/events' : '/streamers/somebody';
      const page = parseMarkup((await api.get(of, { accept: 'text/html' })).text);
      expect(page.querySelectorAll(`head link[rel=alternate][href="/live${path}"]`)).toHaveLength(1);
      expect(page.querySelectorAll(`main .share a[href="/live${path}"]`)).toHaveLength(1);
    }
    expect((await api.get('/streamers/nobody/streams.ics')).status).toBe(404);
  });

  it('have no feed without PUBLIC_URL, and nothing without pages', async () => {
    const { databaseUrl } = api;
    const status = async (env: Record<string, string>) => {
      const other = await TestApp.start({ databaseUrl, env });
      const paths = ['/streamers/somebody/streams.ics', '/streamers/somebody/streams.atom', '/events.ics'];
      const found = await Promise.all(paths.map(async (path) => (await other.get(path)).status));
      await other.stop();
      return found;
    };
    await addStreams();
    expect(await status({})).toEqual([200, 404, 200]);
    expect(await status({ PAGES_ENABLED: 'off', PUBLIC_URL: origin })).toEqual([404, 404, 404]);
  });
});
