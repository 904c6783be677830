import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { DOMParser } from '@xmldom/xmldom';
import ICAL from 'ical.js';
import type { EventSummary } from '../../src/events/dto/event-summary.response.js';
import type { StreamSummary } from '../../src/streams/detail/stream-summary.response.js';
import { withOwner } from '../../src/database/owner-client.js';
import { migrateDatabase } from '../../src/database/migrations/migrator.js';
import { runImport } from '../../src/ingest/ingest.js';
import { undoImport } from '../../src/ingest/records/undo-import.js';
import { restoreBackup } from '../../src/jobs/backup/restore-backup.js';
import { writeBackup } from '../../src/jobs/backup/write-backup.js';
import { forgetStreamer } from '../../src/jobs/forget/forget-streamer.js';
import { createTestDatabase } from '../support/database/test-database.js';
import { inputsOf, Records } from '../support/data/records.js';
import { hoursAgo, testNow } from '../support/data/factories.js';
import { TestApp } from '../support/http/test-app.js';
import { parseMarkup } from '../support/pages/markup.js';

const origin = 'https://stats.example.com/live';
const paths = ['/streamers/somebody/streams.ics', '/streamers/somebody/streams.atom', '/events.ics'];

/** Titles that end a line, a property, an element or a section of another kind. */
const hostileTitles = [
  'a\nEND:VEVENT\nBEGIN:VEVENT\nSUMMARY:b',
  'semi;colon, comma \\n backslash \\',
  '</title><script>alert(1)</script>]]><![CDATA[ &amp; &#0; "\'',
  `${'🦉'.repeat(60)} ${'é'.repeat(120)}`,
  ' leading and trailing spaces ',
  'tab\there',
  'BEGIN:VALARM',
];

/** What pages show of the titles above: one line. */
const shownTitles = [
  'a END:VEVENT BEGIN:VEVENT SUMMARY:b',
  ...hostileTitles.slice(1, 4),
  'leading and trailing spaces',
  'tab here',
  'BEGIN:VALARM',
];

const seconds = (at: string) => `${at.slice(0, 19)}Z`;
const afterSeconds = (at: string, count: number) => seconds(new Date(Date.parse(at) + count * 1_000).toISOString());

function readCalendar(text: string) {
  const events = new ICAL.Component(ICAL.parse(text) as unknown[]).getAllSubcomponents('vevent');
  return events.map((component) => {
    const event = new ICAL.Event(component);
    return {
      uid: event.uid,
      title: event.summary,
      from: event.startDate.toString(),
      to: String(component.getFirstPropertyValue('dtend')),
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
  const links = [...feed.getElementsByTagName('link')].map((link) => link.getAttribute('href') ?? '');
  return { id: textOf(feed, 'id'), links, updated: textOf(feed, 'updated'), entries };
}

/** The lines of each entry of a calendar, by the ID in its UID, and its time and number of the last change. */
function readRevisions(text: string) {
  const entries = [...text.matchAll(/BEGIN:VEVENT.*?END:VEVENT/gs)].map(([lines]) => lines);
  const valueOf = (entry: string, name: string) => new RegExp(`^${name}:(.*)\\r$`, 'm').exec(entry)?.[1] ?? '';
  return new Map(
    entries.map((lines) => {
      const [stamp, modified] = [valueOf(lines, 'DTSTAMP'), valueOf(lines, 'LAST-MODIFIED')];
      expect(modified).toBe(stamp);
      return [valueOf(lines, 'UID').split('@')[0], { lines, stamp, sequence: Number(valueOf(lines, 'SEQUENCE')) }];
    }),
  );
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

  const findInstallation = async () => {
    const { rows } = await data.client.query<{ uuid: string }>('SELECT i.uuid FROM installation i');
    return rows[0]?.uuid;
  };

  /** The calendar as it is now, without the response cache. */
  const read = async (path: string) => {
    api.forgetAnswers();
    return (await api.get(path)).text;
  };

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

  it('have the streams of a streamer, with the titles of the pages', async () => {
    const streams = (await addStreams()).map((stream, i) => ({ ...stream, title: shownTitles[i] }));
    const installation = await findInstallation();
    const { text, headers } = await api.get('/streamers/Somebody/streams.ics');
    expect(headers.get('content-type')).toBe('text/calendar; charset=utf-8');
    expect(readCalendar(text)).toEqual(
      streams.map(({ id, title, started_at, ended_at }) => ({
        uid: `stream-${id}@${installation}`,
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
    const uuid = expect.stringMatching(
      /^urn:uuid:[\da-f]{8}-[\da-f]{4}-5[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/,
    ) as string;
    const { id, entries, ...about } = readFeed(feed.text);
    expect({ id, entries }).toEqual({
      id: uuid,
      entries: streams.map(({ title, started_at, ended_at }) => ({
        ...{ id: uuid, title, published: started_at, updated: ended_at ?? started_at },
      })),
    });
    expect(new Set([id, ...entries.map((entry) => entry.id)]).size).toBe(streams.length + 1);
    const page = `${origin}/streamers/somebody`;
    expect(about).toEqual({
      updated: hoursAgo(3).toISOString(),
      links: [`${page}/streams.atom`, page, ...streams.map((stream) => `${origin}/streams/${stream.id}`)],
    });
  });

  it('fold lines at 75 octets, and are equal while the data is unchanged', async () => {
    await addStreams();
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
    const installation = await findInstallation();
    const { text } = await api.get('/events.ics');
    expect(readCalendar(text).map(({ uid, title, from, to }) => [uid, title, from, to])).toEqual(
      body.map(({ id, title, started_at, ended_at }) => [
        ...[`event-${id}@${installation}`, title, seconds(started_at)],
        ended_at === null ? afterSeconds(started_at, 1) : seconds(ended_at),
      ]),
    );
    expect(body).toHaveLength(2);
    // The calendar of one event has its entry only.
    for (const { id } of body) {
      const { text: one } = await api.get(`/events/${id}/event.ics`);
      expect(readCalendar(one).map(({ uid }) => uid)).toEqual([`event-${id}@${installation}`]);
    }
  });

  it('cost five units, and are linked in the head and in the menu of their page', async () => {
    await addStreams();
    const left = async (path: string) => Number((await api.get(path)).headers.get('x-ratelimit-remaining'));
    for (const path of paths) {
      expect((await left('/v1/languages')) - (await left(path))).toBe(5);
      const of = path === '/events.ics' ? '/events' : '/streamers/somebody';
      const page = parseMarkup((await api.get(of, { accept: 'text/html' })).text);
      expect(page.querySelectorAll(`head link[rel=alternate][href="/live${path}"]`)).toHaveLength(1);
      const menu = page.querySelector('.page-head .subscribe');
      const address = page.querySelector('head link[rel=canonical]')?.getAttribute('href')?.replace(of, path) ?? '';
      expect([...(menu?.querySelectorAll('textarea') ?? [])].map((field) => field.textContent)).toContain(address);
      const webcal = menu?.querySelectorAll(`a[href="${address.replace(/^https?/, 'webcal')}"]`);
      expect(webcal).toHaveLength(path.endsWith('.ics') ? 1 : 0);
    }
    expect((await api.get('/streamers/nobody/streams.ics')).status).toBe(404);
    expect((await api.get('/events/9999/event.ics')).status).toBe(404);
  });

  it('have no feed without PUBLIC_URL, and nothing without pages', async () => {
    const { databaseUrl } = api;
    const status = async (env: Record<string, string>) => {
      const other = await TestApp.start({ databaseUrl, env });
      const found = await Promise.all(paths.map((path) => other.get<{ error: string }>(path)));
      await other.stop();
      expect(found[1]?.body.error ?? '').toMatch(env.PUBLIC_URL ? 'does not exist' : 'PUBLIC_URL');
      return found.map((answer) => answer.status);
    };
    await addStreams();
    expect(await status({})).toEqual([200, 404, 200]);
    expect(await status({ PAGES_ENABLED: 'off', PUBLIC_URL: origin })).toEqual([404, 404, 404]);
  });

  describe('show the last change', () => {
    const at = (hour: number) => hoursAgo(100 - hour).toISOString();
    const event = (id: string, about: object = {}) => ({
      ...{ id, title: `Cup ${id}`, started_at: at(10), ended_at: at(12), is_public: true, host_stream_id: null },
      ...about,
    });
    const marker = (event_id: string, title = 'Final') => ({
      id: '80',
      event_id,
      title,
      timestamp: at(11),
      color: '#ffffff',
    });
    const stream = (id: string, streamer_id: string) => ({ id, streamer_id, started_at: at(10), ended_at: at(11) });
    const streamer = (id: string, login: string) => ({ id, login, display_name: login });
    const all: Records = {
      streamers: [streamer('901', 'ann'), streamer('902', 'bob'), streamer('903', 'cid')],
      streams: [stream('11', '901'), stream('12', '902'), stream('13', '901')],
      events: [event('71'), event('72')],
      event_streams: [
        { event_id: '71', stream_id: '11' },
        { event_id: '72', stream_id: '12' },
      ],
      event_markers: [marker('71')],
    };
    const run = async (records: Records) => {
      const { id, rejected } = await runImport(data.client, inputsOf(records));
      expect(rejected).toBe(0);
      return id;
    };

    it('of an event, its markers, its streams and their logins, also by an undo, and leave other entries unchanged', async () => {
      await run(all);
      let before = readRevisions(await read('/events.ics'));
      let text = await read('/events.ics');
      const expectChanges = async (...changed: string[]) => {
        text = await read('/events.ics');
        const after = readRevisions(text);
        for (const id of ['event-71', 'event-72']) {
          const [old, current] = [before.get(id), after.get(id)];
          if (old === undefined || current === undefined) throw new Error(id);
          if (!changed.includes(id)) expect(current).toEqual(old);
          else expect([current.stamp > old.stamp, current.sequence > old.sequence]).toEqual([true, true]);
        }
        before = after;
      };
      const changes: [Records, ...string[]][] = [
        [{ events: [event('71', { started_at: at(2), ended_at: at(3) })] }, 'event-71'],
        [{ events: [event('71', { started_at: at(2), ended_at: at(3), title: 'Bridge Cup' })] }, 'event-71'],
        [{ event_markers: [{ ...marker('71'), id: '81' }] }, 'event-71'],
        [{ event_markers: [marker('71', 'Semi-final')] }, 'event-71'],
        [{ event_markers: [marker('72', 'Semi-final')] }, 'event-71', 'event-72'],
        [{ event_streams: [{ event_id: '71', stream_id: '13', role: 'official' }] }, 'event-71'],
        [{ event_streams: [{ event_id: '71', stream_id: '13', role: 'co_stream' }] }, 'event-71'],
        [{ streamers: [streamer('902', 'bobby')] }, 'event-72'],
        [{ streamers: [streamer('903', 'bobby')] }, 'event-72'],
        [{ streams: [stream('13', '903')] }, 'event-71'],
      ];
      const imports: number[] = [];
      for (const [records, ...changed] of changes) {
        imports.push(await run(records));
        await expectChanges(...changed);
        const written = text;
        await run(records);
        expect(await read('/events.ics')).toBe(written);
      }
      for (const [i, [, ...changed]] of [...changes.entries()].reverse()) {
        await undoImport(data.client, imports[i] ?? 0);
        await expectChanges(...changed);
      }
      const changed = before;
      await run(all);
      expect(readRevisions(await read('/events.ics'))).toEqual(changed);
      expect(readCalendar(text)).toEqual(readCalendar(await read('/events.ics')));
      expect(readCalendar(text).map(({ from, about }) => [from, about])).toEqual([
        [seconds(at(10)), 'ann'],
        [seconds(at(10)), 'bob'],
      ]);
    });

    it('of an event that loses the streams of a forgotten streamer', async () => {
      await run({
        ...all,
        events: [event('73'), event('74', { host_stream_id: '12' })],
        event_streams: [],
        event_markers: [],
      });
      await run({ event_streams: [{ event_id: '73', stream_id: '11' }] });
      const before = readRevisions(await read('/events.ics'));
      await forgetStreamer(data.client, '902');
      const after = readRevisions(await read('/events.ics'));
      expect(after.get('event-73')).toEqual(before.get('event-73'));
      expect(after.get('event-74')?.sequence).toBeGreaterThan(before.get('event-74')?.sequence ?? 0);
      await data.client.query('TRUNCATE forgotten_ids');
    });

    it.each([
      ['the start of a live stream', null, [], 10],
      ['a change of its description', null, [8, 6], 6],
      ['its end', 2, [8, 6], 2],
      ['a change that is later than the end', 7, [8, 6], 6],
    ] as const)('of a stream: %s', async (_what, end, changes, changed) => {
      const { id: streamer_id } = await data.streamer({ login: 'somebody' });
      const ended_at = end === null ? null : hoursAgo(end);
      await data.stream({ id: '1', streamer_id, started_at: hoursAgo(10), ended_at });
      await data.stream({ id: '2', streamer_id, started_at: hoursAgo(20), ended_at: hoursAgo(15) });
      const about = { stream_id: '1', title: 'a', game_name: null, tags: [] };
      await data.streamChanges(changes.map((hours) => ({ ...about, created_at: hoursAgo(hours) })));
      const revisions = readRevisions(await read('/streamers/somebody/streams.ics'));
      const stampOf = (hours: number) => hoursAgo(hours).toISOString().slice(0, 19).replace(/[-:]/g, '') + 'Z';
      expect(revisions.get('stream-1')?.stamp).toBe(stampOf(changed));
      expect(revisions.get('stream-1')?.sequence).toBe((hoursAgo(changed).getTime() - Date.UTC(2000, 0)) / 1_000);
      expect(revisions.get('stream-2')?.stamp).toBe(stampOf(15));
      const { entries } = readFeed(await read('/streamers/somebody/streams.atom'));
      expect(entries.map(({ updated }) => updated)).toEqual(
        [hoursAgo(changed), hoursAgo(15)].map((time) => time.toISOString()),
      );
    });
  });

  it.each([
    null,
    '',
    ' \u3000',
    '\u200b',
    '\u202e\u2069',
    '\u0001\n',
    '\u2800',
    '\u3164',
    '\u115f',
    '\ufe0f',
    '\u{e0062}\u{e007f}',
  ])('replace the blank title %j as pages do', async (title) => {
    const { id: streamer_id } = await data.streamer({ login: 'somebody', display_name: title ?? ' ' });
    await data.stream({
      id: '1',
      streamer_id,
      title,
      game_name: title,
      avg_viewers: null,
      peak_viewers: null,
      watchtime: null,
    });
    await data.event({ id: '2', title: title ?? '' });
    const [calendar, events] = [await read('/streamers/somebody/streams.ics'), await read('/events.ics')];
    expect(calendar).toContain('\r\nX-WR-CALNAME:somebody: streams\r\n');
    expect(calendar).not.toContain('DESCRIPTION');
    expect([...readCalendar(calendar), ...readCalendar(events)].map((entry) => entry.title)).toEqual([
      'No title',
      'Untitled event',
    ]);
    expect(readFeed(await read('/streamers/somebody/streams.atom')).entries[0]?.title).toBe('No title');
    for (const [path, shown] of Object.entries({ '/streams/1': 'No title', '/events/2': 'Untitled event' })) {
      const page = parseMarkup((await api.get(path, { accept: 'text/html' })).text);
      expect(page.querySelector('h1')?.textContent).toBe(shown);
      expect(page.querySelector('title')?.textContent).toContain(shown);
    }
  });

  it('do not change the direction of other text', async () => {
    const { id: streamer_id } = await data.streamer({ login: 'somebody' });
    const title = 'a\u0001b\u000bc\u202eRTL \u200d🏴\u{e0067}\u{e007f}';
    await data.stream({ id: '1', streamer_id, title, game_name: '\u202eChess' });
    await data.event({ id: '2', title: `${title}\u2067` });
    const texts = [await read('/streamers/somebody/streams.ics'), await read('/events.ics')];
    const shown = 'a b cRTL \u200d🏴\u{e0067}\u{e007f}';
    expect(texts.flatMap((text) => readCalendar(text).map((entry) => entry.title))).toEqual([shown, shown]);
    const feed = await read('/streamers/somebody/streams.atom');
    expect(readFeed(feed).entries[0]?.title).toBe(shown);
    expect([...texts, feed].filter((text) => /\p{Bidi_Control}/u.test(text))).toEqual([]);
  });

  it('have a duration of at least a second, and an interval for the next request', async () => {
    const { id: streamer_id } = await data.streamer({ login: 'somebody' });
    const started_at = new Date(hoursAgo(1).getTime() + 900);
    const starts = [null, 0, 99, 100, 1_100].map((ms, i) => {
      return { id: `${i + 1}`, started_at, ended_at: ms === null ? null : new Date(started_at.getTime() + ms) };
    });
    for (const times of starts) await data.stream({ ...times, streamer_id });
    const text = await read('/streamers/somebody/streams.ics');
    const [from, next] = [seconds(started_at.toISOString()), afterSeconds(started_at.toISOString(), 1)];
    expect(readCalendar(text).map((entry) => [entry.from, entry.to])).toEqual([
      ...Array.from({ length: 4 }, () => [from, next]),
      [from, afterSeconds(started_at.toISOString(), 2)],
    ]);
    for (const line of ['REFRESH-INTERVAL;VALUE=DURATION:PT1H', 'X-PUBLISHED-TTL:PT1H'])
      expect([text, await read('/events.ics')].map((calendar) => calendar.split('\r\n').includes(line))).toEqual([
        true,
        true,
      ]);
  });

  it('keep their IDs with another PUBLIC_URL and in a restored backup, and share none with another database', async () => {
    await addStreams();
    await data.event({ id: '1' });
    const idsOf = async (databaseUrl: string, publicUrl: string) => {
      const other = await TestApp.start({ databaseUrl, env: { PUBLIC_URL: publicUrl } });
      const [calendar, feed, events] = await Promise.all(paths.map(async (path) => (await other.get(path)).text));
      await other.stop();
      const { id, entries } = readFeed(feed ?? '');
      return [
        id,
        ...[
          ...entries,
          ...[calendar, events].flatMap((text) => readCalendar(text ?? '').map(({ uid }) => ({ id: uid }))),
        ].map((entry) => entry.id),
      ];
    };
    const ids = await idsOf(api.databaseUrl, origin);
    expect(ids).toHaveLength(2 * hostileTitles.length + 2);
    expect(await idsOf(api.databaseUrl, 'https://www.example.org')).toEqual(ids);
    const folder = await mkdtemp(path.join(os.tmpdir(), 'feeds-'));
    const restored = await createTestDatabase('template1');
    const file = path.join(folder, 'all.backup.gz');
    await withOwner(api.databaseUrl, (client) => writeBackup(client, file));
    // The tables of an empty database have an ID already.
    await migrateDatabase(restored.url);
    const ownId = await withOwner(
      restored.url,
      async (client) => (await client.query<object>('SELECT i.uuid FROM installation i')).rows,
    );
    expect(ownId).not.toEqual([{ uuid: await findInstallation() }]);
    await restoreBackup(restored.url, file);
    expect(await idsOf(restored.url, origin)).toEqual(ids);
    await withOwner(restored.url, (client) =>
      client.query('UPDATE installation SET uuid = $1', [(ownId[0] as { uuid: string }).uuid]),
    );
    const others = await idsOf(restored.url, origin);
    expect(others).toHaveLength(ids.length);
    expect(others.filter((id) => ids.includes(id))).toEqual([]);
    await restored.drop();
    await rm(folder, { recursive: true });
  });
});
