import { parse } from 'csv-parse/sync';
import { Rasterizer } from '../../src/pages/previews/rasterizer.js';
import { SEED_EXAMPLES } from '../../src/jobs/seed/seed-examples.js';
import { hoursAgo, testNow } from '../support/data/factories.js';
import { createSeededDatabase } from '../support/database/seeded-database.js';
import { Factories } from '../support/data/factories.js';
import { TestApp } from '../support/http/test-app.js';
import { attributesOf, openPage, parseMarkup, wordsOfEach } from '../support/pages/markup.js';
import { TestDatabase } from '../support/database/test-database.js';

const { streamerLogin, streamId, eventId } = SEED_EXAMPLES;

const browser = { accept: 'text/html' };
const origin = 'https://example.org';
const env = { EMBED_ORIGINS: origin, PUBLIC_URL: 'https://stats.example.com', SITE_NAME: 'Tally' };

const rowsOf = (text: string) => parse<Record<string, string>>(text, { bom: true, columns: true });

describe('what readers take from a panel', () => {
  const [api, data] = TestApp.whileTestingWithData({ now: testNow, env });

  beforeAll(async () => {
    await data.streamer({ id: '1', login: 'taken', display_name: '방송 Ü' });
    await data.streams(
      Array.from({ length: 45 }, (_, place) => ({
        ...{ streamer_id: '1', avg_viewers: 10, peak_viewers: 12, title: `=Stream ${place}` },
        ...{ started_at: hoursAgo(24 * (place + 1)), ended_at: hoursAgo(24 * (place + 1) - 2) },
      })),
    );
    await data.refreshBoard();
  });

  it('is a file with all rows of the range, in the words of the page', async () => {
    const { headers, text } = await api.get('/download/streamers/taken/streams.csv?range=365');
    expect(headers.get('content-disposition')).toBe('attachment; filename="streamers-taken-streams-365.csv"');
    const bytes = await (await fetch(`${api.url}/download/streamers/taken/streams.csv`)).arrayBuffer();
    expect([...new Uint8Array(bytes).subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const rows = rowsOf(text);
    expect(rows).toHaveLength(45);
    expect(rows[0]).toMatchObject({ 'Length (minutes)': '120', 'Average viewers': '10', Title: "'=Stream 0" });
    expect(rowsOf((await api.get('/download/streamers/taken/streams.csv')).text)).toHaveLength(30);
  });

  it('has the order of the board in its name', async () => {
    const { headers } = await api.get('/download/leaderboard.csv?sort=followers&days=30');
    expect(headers.get('content-disposition')).toBe('attachment; filename="leaderboard-followers-30.csv"');
  });

  it('is CSV also of panels that are in no response of the API, and nothing else', async () => {
    const { headers, text } = await api.get('/download/compare/viewers.csv?streamers=taken&days=90');
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
    expect(headers.get('content-disposition')).toBe('attachment; filename="compare-viewers-90.csv"');
    const rows = rowsOf(text);
    expect(rows).toHaveLength(45);
    expect(rows[0]).toMatchObject({ Streamer: '방송 Ü', 'Length (minutes)': '120', 'Average viewers': '10' });
    expect((await api.get('/download/compare/viewers.json?streamers=taken')).body).toEqual({
      error: 'the file must end in .csv, .svg or .png',
    });
  });

  it('has lengths that add up to the hours of the page', async () => {
    const { id: streamer_id } = await data.streamer({ login: 'short' });
    await data.streams(
      Array.from({ length: 7 }, (_, i) => ({
        ...{
          streamer_id,
          started_at: hoursAgo(24 * i + 2),
          ended_at: new Date(hoursAgo(24 * i + 2).getTime() + 40 * 60_000),
        },
      })),
    );
    const sum = async (path: string, heading: string) =>
      rowsOf((await api.get(path)).text).reduce((total, row) => total + Number(row[heading]), 0);
    expect(await sum('/download/streamers/short/streams.csv', 'Length (minutes)')).toBe(280);
    expect(await sum('/download/streamers/short/airtime.csv', 'Minutes streamed')).toBe(280);
    expect(await sum('/download/streamers/short/calendar.csv', 'Minutes streamed')).toBe(280);
    const { body } = await api.get<{ total_minutes: number }>('/v1/streamer/short/stats');
    expect(body.total_minutes).toBe(280);
  });

  it('has empty cells for figures that nobody knows, as the page has dashes', async () => {
    await data.streamer({ id: '3', login: 'unmeasured' });
    await data.streams([
      {
        ...{ streamer_id: '3', avg_viewers: null, peak_viewers: null, watchtime: null, game_name: 'Chess' },
        started_at: hoursAgo(50),
      },
    ]);
    await data.client.query(
      "INSERT INTO collector_sweeps (platform, since, swept_at) VALUES ('twitch', '2026-04-01', '2026-06-15')",
    );
    await data.refreshBoard();
    const board = rowsOf((await api.get('/download/leaderboard.csv')).text);
    expect(board.find(({ Login }) => Login === 'unmeasured')).toMatchObject({
      ...{ 'Average viewers': '', 'Minutes watched': '', 'Movement (places)': 'new' },
    });
    expect(board.find(({ Login }) => Login === 'taken')).toMatchObject({ 'Movement (places)': '0' });
    const hours = rowsOf((await api.get('/download/streamers/unmeasured/airtime.csv?range=90')).text);
    expect(hours.map((row) => row['Minutes streamed']).filter((text) => text !== '')).toEqual(['60', '0']);
    const games = rowsOf((await api.get('/download/streamers/unmeasured/games.csv')).text);
    expect(games).toEqual([
      expect.objectContaining({ Game: 'Chess', 'Minutes watched': '', 'Minutes streamed': '60' }),
    ]);
  });

  it.each(['streamers/nobody/streams.csv', 'streamers/taken/secrets.csv', 'events/1/viewers.csv', 'leaderboard.csv/'])(
    'is an error of the request if it does not exist: %s',
    async (path) => {
      expect((await api.get(`/download/${path}`)).status).toBe(404);
    },
  );

  it('is the calendar with a row per day', async () => {
    const days = rowsOf((await api.get('/download/streamers/taken/calendar.csv')).text);
    expect(days.reduce((sum, day) => sum + Number(day['Minutes streamed']), 0)).toBe(5_400);
    expect(days.at(-1)).toEqual({ 'Day (UTC)': '2026-06-15', 'Minutes streamed': '0' });
    const { text } = await api.get('/download/streamers/taken/calendar.svg');
    expect(text).toContain('Days with a stream: 방송 Ü, last 12 months');
  });

  it('has all streams, where the panel has the newest', async () => {
    await data.streamer({ id: '4', login: 'always' });
    await data.streams(
      Array.from({ length: 2_001 }, (_, place) => ({
        ...{
          streamer_id: '4',
          game_name: 'Chess',
          started_at: hoursAgo(4 * place + 4),
          ended_at: hoursAgo(4 * place + 3),
        },
      })),
    );
    const games = rowsOf((await api.get('/download/streamers/always/games.csv?range=365')).text);
    expect(games).toEqual([expect.objectContaining({ Game: 'Chess', Streams: '2001' })]);
    const { text } = await api.get('/streamers/always?range=365', browser);
    expect(text.match(/Only the newest 2,000 streams/g)).toHaveLength(4);
  });

  it('is a picture of the chart that other sites can show', async () => {
    const svg = await api.get('/download/streamers/taken/viewers.svg?range=90');
    expect(svg.text).toContain('Viewers of each stream: 방송 Ü, last 90 days · Tally');
    expect(svg.text).toContain('>bar: average, line: peak');
    const hours = await api.get('/download/streamers/taken/airtime.svg?range=90');
    expect(hours.text).toContain('Hours streamed per week: 방송 Ü, last 90 days · Tally');
    expect(hours.text).toContain('>hatched: not a whole week');
    const png = await api.get('/download/streamers/taken/viewers.png');
    expect(png.headers.get('content-type')).toBe('image/png');
    expect(png.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    expect((await api.get('/download/streamers/taken/viewers.png?width=5000')).status).toBe(400);
  });

  it('is a picture of a comparison with the chosen scale in words', async () => {
    const counts: [Date, number][] = [
      [hoursAgo(48), 1000],
      [hoursAgo(24), 1010],
    ];
    await data.streamer({ id: '2', login: 'other', display_name: '다른 방송' });
    await data.followerPoints('1', counts);
    await data.followerPoints('2', counts);
    const { text } = await api.get('/compare?streamers=taken,other&followers=log', browser);
    const path = '/download/compare/followers.svg?streamers=taken,other&followers=log';
    expect(attributesOf(parseMarkup(text), 'a', 'href')).toContain(path);
    const chosen = await api.get(path);
    expect(chosen.text).toContain('Followers, logarithmic scale: 방송 Ü, 다른 방송, last 30 days');
    const usual = await api.get('/download/compare/followers.svg?streamers=taken,other');
    expect(usual.text).toContain('Followers, first value = 100%: ');
    expect(usual.text).toContain('>101%<');
    const share = await api.get('/share?of=compare/followers&streamers=taken,other&followers=log', browser);
    const frame = '/embed/compare/followers?streamers=taken,other&followers=log';
    expect(attributesOf(parseMarkup(share.text), 'iframe', 'src')).toContain(frame);
  });

  it('has the logins of streamers as PNG, because its fonts cannot draw each name', async () => {
    const drawings: string[] = [];
    jest.spyOn(api.app.get(Rasterizer), 'draw').mockImplementation((svg) => {
      drawings.push(svg);
      return Promise.resolve(Buffer.from('PNG'));
    });
    await api.get('/download/compare/followers.png?streamers=taken,other');
    expect(drawings[0]).toContain('Followers, first value = 100%: taken, other, last 30 days');
    expect(drawings[0]).toContain('>101% taken<');
    expect(drawings[0]).toContain('>101% other<');
  });

  it('includes the API call and the code of a frame', async () => {
    const texts = wordsOfEach(await openPage(api, '/streamers/taken'), 'textarea').join('\n');
    expect(texts).toMatch(/^https:\/\/stats\.example\.com\/v1\/streamer\/taken\/recent-streams\?/m);
    expect(texts).toContain('<iframe src="https://stats.example.com/embed/streamers/taken/viewers"');
  });

  it('is a frame with theme, height and source, whose links and errors stay where they belong', async () => {
    const { headers, text } = await api.get('/embed/streamers/taken/viewers?theme=dark&range=90', browser);
    expect(headers.get('content-security-policy')).toContain(`frame-ancestors 'self' ${origin}`);
    const frame = parseMarkup(text);
    expect(frame.querySelector('html')?.attributes).toEqual({ lang: 'en', 'data-theme': 'dark' });
    expect(frame.querySelector('base')?.attributes).toEqual({ target: '_blank' });
    expect(frame.text).toContain('Tally, last 90 days');
    expect(frame.querySelector('.menu')).toBeNull();
    const missing = await api.get('/embed/streamers/nobody/viewers', browser);
    expect(missing.text).toContain('This chart is not available');
    expect(missing.text).toContain('The data may be gone, or the address of the chart is mistyped.');
    const mistyped = await api.get('/embed/streamers/taken/nothing', browser);
    expect(mistyped.text).toContain('A part of its address is mistyped.');
    expect(mistyped.text).toContain('the graph must be one of viewers, ');
    expect(mistyped.text).not.toContain('/docs');
    expect(missing.text).not.toContain('site-head');
  });

  it('has codes for a frame and for Markdown', async () => {
    const { text } = await api.get('/share?of=streamers/taken/viewers&range=90&theme=dark', browser);
    const frame = '/embed/streamers/taken/viewers?range=90&theme=dark';
    expect(attributesOf(parseMarkup(text), 'iframe', 'src')).toContain(frame);
    expect(text).toContain(
      '[![Viewers of each stream: 방송 Ü, last 90 days](https://stats.example.com/download/streamers/taken/viewers.png?',
    );
    expect((await api.get('/share?of=//evil.example', browser)).status).toBe(400);
  });
});

it('the codes say that embedding is switched off, and offer the picture', async () => {
  const api = await TestApp.start({ now: testNow });
  const data = new Factories();
  try {
    await data.connect(api.databaseUrl);
    await data.streamer({ login: 'taken' });
    const { text } = await api.get('/share?of=streamers/taken/viewers', browser);
    expect(text).toContain('Embedding is switched off');
    const page = parseMarkup(text);
    expect(page.querySelector('iframe')).toBeNull();
    expect(attributesOf(page, 'img', 'src')).toContain('/download/streamers/taken/viewers.png');
  } finally {
    await data.end();
    await api.stop();
  }
});

describe('the Share menus of the pages', () => {
  let database: TestDatabase;
  let api: TestApp;

  beforeAll(async () => {
    database = await createSeededDatabase();
    api = await TestApp.start({ databaseUrl: database.url, env: { RATE_LIMIT: '100000' } });
  });

  afterAll(async () => {
    await api.stop();
    await database.drop();
  });

  it.each([
    ['/leaderboard', 1],
    ['/live', 1],
    ['/games?sort=avg_viewers', 0],
    ['/events', 1],
    ['/about', 0],
    ['/search?q=aurora', 1],
    [`/streamers/${streamerLogin}?range=90&sort=avg_viewers`, 5],
    [`/streams/${streamId}`, 4],
    ['/totals', 4],
    [`/events/${eventId}`, 3],
    [`/compare?streamers=${streamerLogin}&days=90`, 1],
    [`/streamers/${streamerLogin}?range=365`, 3],
    ['/games/Minecraft?sort=peak_viewers', 2],
  ])('have CSV, and an API call where a response has the same data: %s', async (page, calls) => {
    const parsed = await openPage(api, page);
    const menus = parsed.querySelectorAll('details.menu.share');
    for (const menu of menus) {
      const files = menu.querySelectorAll('a').filter(({ text: label }) => label.startsWith('CSV'));
      const links = files.map((file) => file.getAttribute('href') ?? '');
      expect(links[0]).toMatch(/^\/download\/.*\.csv/);
      const loaded = await Promise.all(links.map((link) => api.send('GET', link)));
      expect(loaded.map(({ status }) => status)).toEqual(links.map(() => 200));
    }
    const found = menus.flatMap((menu) => wordsOfEach(menu, 'textarea[id$="-call"]'));
    expect(found).toHaveLength(calls);
    for (const call of found) expect((await api.get(call)).status).toBe(200);
    const hasOrder = page.includes('sort=');
    if (hasOrder) expect(found.join(' ')).not.toMatch(/\/v1\/(games\?|streamer\/\w+\/recent-streams\?limit=20)/);
  });

  it('are on panels with rows only', async () => {
    const menusOf = async (page: string) => wordsOfEach(await openPage(api, page), 'details.share > summary .sr');
    expect(await menusOf(`/streamers/${streamerLogin}`)).toEqual([
      ...['Viewers of each stream', 'Followers', 'Hours streamed per day', 'Hours of the week', 'Days with a stream'],
      ...['Games', 'Streams', 'Collaborations'],
    ]);
    expect(await menusOf(`/streams/${streamId}`)).toEqual([
      ...['Viewers', 'Messages per minute', 'Titles and games', 'Collaborations'],
    ]);
    expect((await api.get(`/download/streamers/${streamerLogin}/known.csv`)).status).toBe(404);
  });
});

describe('a row of a file', () => {
  const [api, data] = TestApp.whileTestingWithData({ now: testNow });

  beforeAll(async () => {
    // Of the window before, ann has the second rank.
    for (const [id, login, watchtime] of [
      ['1', 'ann', 600],
      ['2', 'bob', 1_200],
    ] as const) {
      await data.streamer({ id, login, display_name: login.toUpperCase() });
      await data.stream({ id: `${id}1`, streamer_id: id, started_at: hoursAgo(40 * 24), watchtime });
    }
    const chess = { game_name: 'Chess', tags: ['A', 'B'], live_views: 900, live_views_final: 1_000 };
    await data.streams([
      {
        ...{
          id: '10',
          streamer_id: '1',
          title: 'Opening',
          started_at: hoursAgo(50),
          ended_at: hoursAgo(47.5),
          ...chess,
        },
        ...{ avg_viewers: 110, peak_viewers: 150, watchtime: 16_500, unique_chatters: 50, observed_at: null },
      },
      { id: '20', streamer_id: '2', started_at: hoursAgo(30), watchtime: 60, avg_viewers: 1, peak_viewers: 2 },
      {
        id: '12',
        streamer_id: '1',
        title: 'Live',
        started_at: hoursAgo(3),
        ended_at: null,
        observed_at: hoursAgo(0.1),
      },
    ]);
    await data.viewerSamples([
      ...[50, 49.5, 48].map((hours, i) => ({ stream_id: '10', created_at: hoursAgo(hours), viewers: 100 + 10 * i })),
      ...[2, 1].map((hours) => ({ stream_id: '12', created_at: hoursAgo(hours), viewers: 70 })),
    ]);
    await data.streamChanges(
      [50, 49].map((hours) => ({
        ...{ stream_id: '10', created_at: hoursAgo(hours), title: `At ${hours}`, game_name: 'Chess', tags: null },
      })),
    );
    await data.followerPoints('1', [
      [hoursAgo(60), 1_000],
      [hoursAgo(20), 1_030],
    ]);
    await data.messageStats({ stream_id: '10', total_messages: 500, unique_chatters: 50, shared_messages: 7 });
    await data.panel({ streamer_id: '1', root_domain: 'example.com', created_at: hoursAgo(100) });
    await data.event({ id: '5', title: 'Cup', started_at: hoursAgo(50), ended_at: hoursAgo(47.5) }, ['10']);
    await data.eventMarker({ event_id: '5', title: 'Final', description: 'Last', timestamp: hoursAgo(48) });
    await data.colabSession(['10', '20'], { started_at: hoursAgo(49), ended_at: hoursAgo(47.5) });
    await data.dataSummary(
      ['streamers', 'streams', 'viewer_samples', 'follower_points', 'events'].map((kind, i) => ({
        ...{ kind, row_count: i + 1, newest: hoursAgo(0.1) },
      })),
    );
    await data.watchedChannel({ streamer_id: '1', watched_since: hoursAgo(45 * 24) });
    await data.client.query(`INSERT INTO chat_intervals VALUES (10, '{NULL,7}', '{NULL,3}', '{NULL,2}', '{NULL,1}')`);
    await data.client.query(
      `INSERT INTO totals
      SELECT k.kind, k.name, $1, 'twitch', k.viewers * 1800000, k.viewers, 2 * 1800000, 3, 1800000, 9
      FROM (VALUES ('all', '', 80), ('language', 'de', 60), ('game', 'Chess', 40)) k(kind, name, viewers)`,
      [hoursAgo(5)],
    );
    await data.client.query(
      "INSERT INTO collector_sweeps (platform, since, swept_at) VALUES ('twitch', '2026-04-01', '2026-06-15')",
    );
    await data.refreshBoard();
  });

  const of = 'Streamer: ANN; Login: ann; Channel ID: 1; Platform: Twitch';
  const figures = 'Minutes watched: 22500; Average viewers: 105; Peak viewers: 150; Minutes streamed: 324; Streams: 2';
  const opening =
    'Started (UTC): 2026-06-13 10:00; Ended (UTC): 2026-06-13 12:30; Title: Opening; Length (minutes): 150';
  const live = `${of}; Viewers: 70; Title: Live; Game: Chess; Started (UTC): 2026-06-15 09:00; Live for (minutes): 174; Last observed (UTC): 2026-06-15 11:54; Language: en; Stream ID: 12`;
  const inEvent = opening.replace('; Length', '; Role: ; Length');
  const stream = `${opening}; Game: Chess; Average viewers: 110; Peak viewers: 150; Minutes watched: 16500; Chatters: 50; Views: 1000; Tags: A, B; Stream ID: 10`;
  const game =
    'Game: Chess; Minutes watched: 22560; Average viewers: 88; Peak viewers: 150; Minutes streamed: 384; Streams: 3';
  const cup =
    'Event: Cup; Begins (UTC): 2026-06-13 10:00; Ends (UTC): 2026-06-13 12:30; Length (minutes): 150; Channels: ann; Average viewers: 110; Peak viewers: 120; Event ID: 5';
  const session =
    'Started (UTC): 2026-06-13 11:00; Ended (UTC): 2026-06-13 12:30; Length (minutes): 90; Participants: ann, bob';

  it.each<[path: string, row: string, place?: number]>([
    [
      'leaderboard.csv',
      `Rank: 1; Movement (places): 1; ${of}; Minutes watched: 22500; Average viewers: 105; Peak viewers: 150; Followers: 1030; Followers gained: 30; Language: en`,
    ],
    ['games.csv', `Rank: 1; ${game}; Streamers: 2`],
    ['games.csv?q=chess', `${game}; Streamers: 2`],
    ['games/Chess/streamers.csv', `Rank: 1; ${of}; ${figures}`],
    ['games/Chess/live.csv', live],
    ['live.csv', live],
    ['search.csv?q=ann', `${of}; Followers: 1030; ${figures}; Last stream (UTC): 2026-06-15 09:00`],
    ['events.csv', cup],
    ['streamers/ann/followers.csv', 'Time (UTC): 2026-06-13 00:00; Followers: 1000'],
    ['streamers/ann/streams.csv', stream, 1],
    [
      'streamers/ann/hours.csv',
      'Hour (UTC): 12:00; Monday (minutes): 0; Tuesday (minutes): 0; Wednesday (minutes): 0; Thursday (minutes): 0; Friday (minutes): 0; Saturday (minutes): 30; Sunday (minutes): 0',
      12,
    ],
    ['streamers/ann/calendar.csv', 'Day (UTC): 2026-06-13; Minutes streamed: 150', -3],
    [
      'streamers/ann/airtime.csv',
      'From (UTC): 2026-06-15; To (UTC): 2026-06-16; Minutes streamed: 174; Complete: no',
      -1,
    ],
    ['streamers/ann/games.csv', `Game: Chess; ${figures}`],
    ['streamers/ann/collaborations.csv', session],
    ['streams/10/viewers.csv', 'Time (UTC): 2026-06-13 10:30; Viewers: 110', 1],
    [
      'streams/10/changes.csv',
      'From (UTC): 2026-06-13 10:00; Title: At 50; Game: Chess; Length (minutes): 60; Average viewers: 105',
    ],
    [
      'streams/10/chat-over-time.csv',
      'Time (UTC): 2026-06-13 10:05; Messages: 7; Chatters: 3; Deleted messages: 2; Messages of other channels: 1; Viewers: ; Complete: yes',
    ],
    ['streams/10/collaborations.csv', session],
    [
      'totals/viewers.csv',
      'Time (UTC): 2026-06-15 07:00; Platform: Twitch; Minutes watched: 2400; Average viewers: 80; Peak viewers: 80; Average streams: 2; Peak streams: 3; Observed (minutes): 30; Watched channels: 9',
    ],
    [
      'totals/languages.csv?range=7',
      'Language: de; Platform: Twitch; Share of hours watched (%): 75; Minutes watched: 1800; Average viewers: 60; Peak viewers: 60; Average streams: 2; Peak streams: 3; Observed (minutes): 30; Watched channels: 9',
    ],
    [
      'totals/games.csv',
      'Game: Chess; Platform: Twitch; Share of hours watched (%): 50; Minutes watched: 1200; Average viewers: 40; Peak viewers: 40; Average streams: 2; Peak streams: 3; Observed (minutes): 30; Watched channels: 9',
    ],
    [
      'events/5/viewers.csv',
      'Time (UTC): 2026-06-13 10:30; Total: 110; Streams in total: 1; Streams at this time: 1; Viewers of ANN: 110',
      30,
    ],
    [
      'events/5/markers.csv',
      'Time (UTC): 2026-06-13 12:00; Part: Final; Length (minutes): 30; Description: Last; Average viewers: 120; Peak viewers: 120; Peak (UTC): 2026-06-13 12:00; Minutes watched: 3600; Average viewers of official streams: ; Average viewers of co-streams: ',
      1,
    ],
    [
      'events/5/streams.csv',
      `Streamer: ANN; Channel ID: 1; Platform: Twitch; ${inEvent}; Game: Chess; Average viewers: 110; Peak viewers: 120; Minutes watched: 16500; Share (%): 100; Stream ID: 10`,
    ],
    [
      'compare/figures.csv?streamers=ann,bob',
      `${of}; Average viewers: 105; Peak viewers: 150; Minutes streamed: 324; Minutes watched: 22500; Followers: 1030; Followers gained: 30; Streams: 2`,
    ],
    [
      'compare/viewers.csv?streamers=ann,bob',
      'Streamer: ANN; Stream started (UTC): 2026-06-13 10:00; Length (minutes): 150; Average viewers: 110; Peak viewers: 150',
    ],
    ['compare/followers.csv?streamers=ann,bob', 'Streamer: ANN; Time (UTC): 2026-06-13 00:00; Followers: 1000'],
    [
      'compare/hours.csv?streamers=ann,bob',
      'From (UTC): 2026-06-08; To (UTC): 2026-06-15; Minutes streamed, ANN: 150; Complete, ANN: yes; Minutes streamed, BOB: 60; Complete, BOB: yes',
      -2,
    ],
  ])('%s has each value under its heading', async (path, expected, place = 0) => {
    const row = rowsOf((await api.get(`/download/${path}`)).text).at(place) ?? {};
    const cells = Object.entries(row).map(([heading, cell]) => `${heading}: ${cell}`);
    expect(cells).toEqual(expected.split('; '));
  });
});

describe('what is large', () => {
  const [api, data] = TestApp.whileTestingWithData({ now: testNow });

  it('has each follower count of a long history once, oldest first', async () => {
    const counts = Array.from({ length: 2_100 }, (_, i): [Date, number] => [hoursAgo((2_101 - i) / 10), i]);
    const { id } = await data.streamer({ login: 'counted' });
    await data.followerPoints(id, counts);
    const followers = async (path: string) => rowsOf((await api.get(path)).text).map((row) => Number(row['Followers']));
    expect(await followers('/download/streamers/counted/followers.csv')).toEqual(counts.map(([, count]) => count));
    expect(await followers('/download/compare/followers.csv?streamers=counted')).toHaveLength(2_100);
  });

  it('has each session of a streamer once, newest first', async () => {
    const { id: streamer_id } = await data.streamer({ login: 'collaborator' });
    const { id } = await data.stream({ streamer_id, started_at: hoursAgo(40) });
    for (let i = 0; i < 101; i++) await data.colabSession([id], { started_at: hoursAgo(39 - i / 60), ended_at: null });
    const rows = rowsOf((await api.get('/download/streamers/collaborator/collaborations.csv')).text);
    const starts = rows.map((row) => row['Started (UTC)'] ?? '');
    expect(new Set(starts).size).toBe(101);
    expect(starts).toEqual(starts.toSorted().reverse());
  });

  it('shows a stream of years, its frame and its picture', async () => {
    const { id: streamer_id } = await data.streamer({ login: 'marathon' });
    const { id } = await data.stream({ streamer_id, started_at: hoursAgo(3_200), ended_at: hoursAgo(20) });
    await data.viewerSamples(
      Array.from({ length: 3_100 }, (_, i) => ({ stream_id: id, created_at: hoursAgo(3_199 - i), viewers: i })),
    );
    for (const path of ['/streams/ID', '/embed/streams/ID/viewers', '/previews/streams/ID.png'])
      expect((await api.get(path.replace('ID', id), browser)).status).toBe(200);
  });
});
