import { parse } from 'csv-parse/sync';
import { hoursAgo, testNow } from '../support/data/factories.js';
import { TestApp } from '../support/http/test-app.js';
import { attributesOf, openPage, wordsOf, wordsOfEach } from '../support/pages/markup.js';

const day = 24;

describe('the figures of a streamer page', () => {
  const [api, data] = TestApp.whileTestingWithData({ now: testNow });

  beforeAll(async () => {
    await data.streamer({ id: '1', login: 'silent' });
    await data.streamer({ id: '2', login: 'slower' });
    await data.streamer({ id: '3', login: 'fresh' });
    await data.streamer({ id: '4', login: 'paused' });
    await data.streamer({ id: '9', login: 'newer' });
    await data.streamer({ id: '10', login: 'unfollowed' });
    await data.followerPoints('10', [
      [hoursAgo(30 * day), 0],
      [hoursAgo(2 * day), 0],
    ]);
    await data.streams([
      { streamer_id: '2', avg_viewers: 80, started_at: hoursAgo(day) },
      { streamer_id: '2', avg_viewers: 100, started_at: hoursAgo(50 * day), ended_at: hoursAgo(50 * day - 2) },
      { streamer_id: '3', avg_viewers: null, peak_viewers: null, watchtime: null, started_at: hoursAgo(day) },
      { streamer_id: '4', avg_viewers: 70, started_at: hoursAgo(40 * day) },
      { streamer_id: '9', avg_viewers: 30, peak_viewers: 50, started_at: hoursAgo(day) },
      { streamer_id: '9', avg_viewers: 30, peak_viewers: 40, started_at: hoursAgo(40 * day) },
    ]);
    await data.streamer({ id: '5', login: 'returned' });
    await data.streams([
      { streamer_id: '5', started_at: hoursAgo(700 * day), ended_at: hoursAgo(700 * day - 1) },
      { streamer_id: '5', started_at: hoursAgo(10 * day), ended_at: hoursAgo(10 * day - 1) },
      { streamer_id: '5', started_at: hoursAgo(1), ended_at: null },
    ]);
    await data.followerPoints(
      '4',
      [20, 19, 18, 17, 6, 5, 4].map((days) => [hoursAgo(days * day), 500 + days]),
    );
    for (const [id, before] of [
      ['5', 500],
      ['9', 600],
    ] as const)
      await data.followerPoints(id, [
        [hoursAgo(61 * day), before],
        [hoursAgo(40 * day), 500],
        [hoursAgo(20 * day), 500],
        [hoursAgo(2 * day), 530],
      ]);
    await data.streamer({ id: '12', login: 'lonely' });
    const one = { avg_viewers: 1, peak_viewers: 1, watchtime: 60, game_name: 'Alone' };
    await data.stream({ ...one, id: '12001', streamer_id: '12', started_at: hoursAgo(3), ended_at: hoursAgo(2) });
    await data.followerPoints('12', [[hoursAgo(4), 1]]);
    await data.streamer({ id: '11', login: 'streak' });
    const streams = [
      ['03-10', 99],
      ['04-06', 50],
      ['04-27', 90],
      ['05-05', 40],
      ['05-12', 40],
    ] as const;
    await data.streams(
      streams.map(([date, avg_viewers]) => ({
        ...{ streamer_id: '11', avg_viewers, peak_viewers: 300, game_name: date > '05' ? 'Chess' : null },
        started_at: new Date(`2026-${date}T12:00:00Z`),
        ended_at: new Date(`2026-${date}T12:59:00Z`),
        ...(date !== '03-10' && { ended_at: new Date(`2026-${date}T13:00:00Z`) }),
      })),
    );
    await data.watchedChannel({ streamer_id: '2', watched_since: hoursAgo(61 * day) });
    await data.followerPoints('2', [
      [hoursAgo(61 * day), 1_000],
      [hoursAgo(40 * day), 1_100],
      [hoursAgo(20 * day), 1_110],
      [hoursAgo(10 * day), 1_134],
    ]);
  });

  /** Returns the tiles of a streamer by name: the value and its comparison. */
  const tilesOf = async (path: string) => {
    const tiles = (await openPage(api, path)).querySelectorAll('.tiles .tile').map((tile) => {
      const [name = '', value, note] = ['dt', '.value', '.before'].map((part) => wordsOf(tile.querySelector(part)));
      return [name, [value, note]] as const;
    });
    return Object.fromEntries(tiles);
  };

  it('are left out for a streamer without streams', async () => {
    expect(await tilesOf('/streamers/silent')).toEqual({});
  });

  it('are a dash for viewers that nobody measured', async () => {
    const tiles = await tilesOf('/streamers/fresh');
    expect(tiles['Average viewers']).toEqual(['– no figure', '']);
    expect(tiles['Hours streamed']).toEqual(['1.0', 'before unknown']);
  });

  it('show the figure before if there is none now', async () => {
    expect((await tilesOf('/streamers/paused'))['Average viewers']).toEqual(['– no figure', '70 before']);
  });

  it('compare gains of followers with gains, and without a color for the gain itself', async () => {
    const tiles = await tilesOf('/streamers/slower');
    expect(tiles['Followers gained']).toEqual(['+34', '▼ down 66% from +100']);
    expect(tiles['Average viewers']).toEqual(['80', '▼ down 20% from 100']);
    const gain = (await openPage(api, '/streamers/slower'))
      .querySelectorAll('dd.value')
      .find((value) => wordsOf(value) === '+34');
    expect(gain?.querySelector('.change')).toBeNull();
  });

  it('show a gain of 0 and a loss before without a change in percent', async () => {
    expect((await tilesOf('/streamers/returned'))['Followers gained']).toEqual(['+30', '0 before']);
    expect((await tilesOf('/streamers/newer'))['Followers gained']).toEqual(['+30', '−100 before']);
  });

  it('show fewer hours streamed as neither better nor worse', async () => {
    const tiles = (await openPage(api, '/streamers/slower')).querySelectorAll('.tile');
    const classOf = (name: string) =>
      tiles.find((tile) => wordsOf(tile).startsWith(name))?.querySelector('.change')?.classNames;
    expect([classOf('Hours streamed'), classOf('Average viewers')]).toEqual(['change', 'change down']);
  });

  it('are a dash in the search too', async () => {
    expect(wordsOfEach(await openPage(api, '/search?q=silent'), 'td.num')).toEqual([
      '– no figure',
      '– no figure',
      '– no figure',
      '– no figure',
    ]);
  });

  it('name no window before for all time, and the day of the peak', async () => {
    const tiles = await tilesOf('/streamers/slower?range=all');
    const notes = Object.values(tiles).map(([, note]) => note);
    expect(notes).toEqual(['', expect.stringMatching(/^\d+ \w{3}$/), '', '', '', '']);
  });

  it.each([
    ['/streamers/lonely?range=7', 'Peak: 1 viewer in the stream of'],
    ['/streamers/lonely?range=all', '1 viewer on average, peak 1, 1 hour streamed in 1 stream'],
    ['/streams/12001', '1 viewer on average for 1 h'],
    ['/v1/streamer/lonely/badge.svg?metric=followers', '1 follower<'],
    ['/v1/streamer/lonely/badge.svg?metric=avg_viewers', '1 viewer on average in'],
    ['/v1/streamer/lonely/follower-graph.svg', '1 follower on'],
  ])('have nouns in the singular after 1: %s', async (path, words) => {
    const { text } = await api.get(path, { accept: '*/*' });
    const shown = text.replace(/<bdi>|<a [^>]*>|<\/a>|<span[^>]*>|<\/span>/g, '');
    expect(shown).toContain(words);
    expect(shown).not.toMatch(/\b1 (viewers|hours|minutes|streams|streamers|followers|days|messages)\b/);
  });

  it('have the records of all time, with links, and a mark in the chart', async () => {
    const page = await openPage(api, '/streamers/streak?range=all&sort=minutes');
    expect(wordsOfEach(page, '#records .tile')).toEqual([
      'Best month 70 April 2026',
      'Best week 90 27 Apr – 3 May 2026',
      'Best game 40 Chess , 2 streams',
      'Best stream 90 27 Apr 2026',
    ]);
    const links = page.querySelectorAll('#records .tile a').map((link) => link.getAttribute('href'));
    expect(links).toEqual([
      '/streamers/streak?range=2026-04&sort=minutes',
      '/streamers/streak?range=2026-W18&sort=minutes',
      '/streamers/streak?range=all&sort=minutes&games=avg_viewers#games',
      expect.stringMatching(/^\/streams\/\d+$/),
    ]);
    expect((await tilesOf(String(links[0])))['Average viewers']?.[0]).toBe('70');
    expect(wordsOfEach(page, '#viewers .chart-label')).toContain('90, best stream');
  });

  it('have records of all time only, if there are any', async () => {
    for (const path of ['/streamers/streak', '/streamers/streak?range=2026-04', '/streamers/fresh?range=all'])
      expect((await openPage(api, path)).querySelector('#records')).toBeNull();
  });

  it('do not compare with a window that is known in small part', async () => {
    const tiles = await tilesOf('/streamers/slower?range=90');
    expect(tiles['Followers gained']).toEqual(['+134', 'before unknown']);
    const [, peak] = (await tilesOf('/streamers/newer'))['Peak viewers'] ?? [];
    expect(peak).toBe('yesterday ; too little known before');
    const notes = wordsOfEach(await openPage(api, '/compare?streamers=slower,paused&days=30'), 'small');
    expect(notes.slice(0, 2)).toEqual(['▼ down 20%', '']);
  });

  it('know the days since the first of all streams, and hatch the stream that is not over', async () => {
    const words = wordsOf(await openPage(api, '/streamers/returned'));
    expect(words).toMatch(/Streams began on 2 of 36[567] known days of the last 12 months\./);
    expect(words).not.toContain('Dots: unknown');
    expect(words).toContain('Hatched: not final.');
    const { text: file } = await api.get('/download/streamers/returned/calendar.csv');
    const rows = file.trim().split(/\r?\n/);
    expect(rows[1]).toMatch(/^2025-06-1\d,0$/);
    expect(rows).toContain('2026-06-05,60');
    expect(wordsOf(await openPage(api, '/streamers/fresh'))).toMatch(
      /Viewers of each stream .* Dots: unknown\. .* Hours streamed per day .* Dots: unknown\./,
    );
    expect(wordsOf(await openPage(api, '/compare?streamers=returned,slower&days=365'))).toContain('(in part)');
  });

  it.each([
    ['/streamers/slower', '1,100', undefined],
    ['/compare?streamers=slower,newer&days=90&followers=linear&viewers=linear', '500', undefined],
    ['/compare?streamers=slower,newer&days=90&followers=log&viewers=log', '500', '20'],
    ['/compare?streamers=slower,newer&days=90&followers=indexed&viewers=indexed', '80%', '80%'],
  ])('have a note on each axis that does not begin at 0: %s', async (path, followers, viewers) => {
    const page = await openPage(api, path);
    for (const [id, begin] of Object.entries({ followers, viewers })) {
      const panel = page.querySelector(`section#${id}`);
      expect([id, /axis begins at (.*?)\. /.exec(wordsOf(panel))?.[1]]).toEqual([id, begin]);
      expect([id, wordsOf(panel?.querySelector('.chart-tick'))]).toEqual([id, begin ?? '0']);
    }
  });

  it.each(['log', 'indexed'])('name the streamers that a scale cannot show: %s', async (scale) => {
    const page = await openPage(api, `/compare?streamers=slower,unfollowed&days=90&followers=${scale}`);
    const panel = page.querySelector('section#followers');
    expect(wordsOf(panel)).toContain('This scale has no place for 0: Streamer 10');
    expect(panel && attributesOf(panel, '[aria-label]', 'aria-label')).toContainEqual(
      expect.stringMatching(/^Followers, .*Streamer 10: (always 0|0 to 0 followers)/),
    );
  });

  it('have values of a stream at the time of the stream only', async () => {
    const panel = (await openPage(api, '/compare?streamers=slower,newer&days=90')).querySelector('section#viewers');
    expect(wordsOf(panel)).not.toContain('an empty cell is the value above it');
    expect(panel?.querySelector('[data-holds]')).toBeNull();
  });

  it('are unknown in a gap of a line, also while the other lines of a graph continue', async () => {
    const path = '/compare?streamers=slower,paused&days=30&followers=linear';
    const rows = (await openPage(api, path))
      .querySelectorAll('#followers-graph-numbers tbody tr')
      .map((row) => wordsOfEach(row, 'td.num'));
    expect(rows.slice(4, 7)).toEqual([
      ['', '517'],
      ['', 'unknown'],
      ['1,134', ''],
    ]);
  });
});

describe('the sentences at the top of a page', () => {
  const [api, data] = TestApp.whileTestingWithData({ now: testNow });
  const daily = (streamer_id: string, days: number, of: object) =>
    Array.from({ length: days }, (_, i) => ({
      ...{ streamer_id, started_at: hoursAgo((i + 1) * day), ended_at: hoursAgo((i + 1) * day - 3) },
      ...of,
    }));

  beforeAll(async () => {
    for (const [id, login] of Object.entries({
      1: 'nobody',
      2: 'once',
      3: 'unmeasured',
      4: 'daily',
      5: 'former',
      6: 'brief',
      7: 'gone',
      8: 'whole',
      9: 'marathon',
      10: 'imported',
    }))
      await data.streamer({ id, login, display_name: login.toUpperCase() });
    const unmeasured = { avg_viewers: null, peak_viewers: null, watchtime: null };
    await data.streams([
      { streamer_id: '2', avg_viewers: 80, peak_viewers: 90, watchtime: 4_800, started_at: hoursAgo(day) },
      ...['2', '3', '4'].map((streamer_id) => ({ streamer_id, ...unmeasured, started_at: hoursAgo(70 * day) })),
      ...daily('3', 3, unmeasured),
      ...daily('4', 8, { avg_viewers: 200, peak_viewers: 300, watchtime: 36_000, game_name: 'Chess' }),
      ...daily('4', 20, { avg_viewers: 100, peak_viewers: 150, watchtime: 18_000, game_name: 'Art' }).slice(8),
      { streamer_id: '5', started_at: hoursAgo(100 * day), ended_at: hoursAgo(99 * day) },
      ...[200, 10].map((ago) => ({
        streamer_id: '8',
        watchtime: 1,
        started_at: hoursAgo(ago * day),
        ended_at: hoursAgo(ago * day - 1),
      })),
      { id: '1', streamer_id: '10', ...unmeasured, started_at: hoursAgo(40 * day), ended_at: null, observed_at: null },
      { streamer_id: '9', started_at: hoursAgo(40 * day), ended_at: null, observed_at: hoursAgo(0) },
      { streamer_id: '6', ...unmeasured, started_at: hoursAgo(day), ended_at: hoursAgo(day) },
      {
        streamer_id: '7',
        ...unmeasured,
        started_at: hoursAgo(9),
        ended_at: null,
        observed_at: hoursAgo(1),
        game_name: 'Go',
      },
    ]);
    await data.refreshBoard();
  });

  const leadOf = async (path: string) => (await openPage(api, path)).querySelector('p.lead')?.text.trim() ?? '';

  it('name the rank, the habit, the usual time, the best game and the peak of a streamer', async () => {
    const lead = await leadOf('/streamers/daily');
    expect(lead).toContain('Rank 1 of 6 by hours watched in 30 days, new on the board.');
    expect(lead).toMatch(/Streams 7 times a week for 3 h on average, usually between \d\d:00 and \d\d:00 UTC\./);
    expect(lead).toMatch(/Best game: Chess, 200 viewers on average\. Peak: 300 viewers in the stream of \S+ ?\w*\.$/);
  });

  it('state nothing that a single stream, unknown viewers or no streams do not show', async () => {
    expect(await leadOf('/streamers/once')).toMatch(
      /^Rank 2 of 6 .*\. Streams once in the last 30 days for 1 h, too few streams for a usual time\. Peak: 90 viewers /,
    );
    expect(await leadOf('/streamers/unmeasured')).toBe(
      'Streams 3 times in the last 30 days for 3 h on average, too few streams for a usual time.',
    );
    expect(await leadOf('/streamers/brief')).toBe(
      'Streams once since yesterday at 12:00, too few streams for a usual time.',
    );
    expect(await leadOf('/games/Go')).toMatch(/\. 1 stream may be live\.$/);
    expect(await leadOf('/streamers/nobody')).toBe('No streams are known yet.');
    expect(await leadOf('/streamers/former')).toMatch(/^No streams in the last 30 days\. The last stream started /);
    expect(await leadOf('/streamers/former?range=365')).toMatch(/^Streamed once since 7 Mar 2026 for 24 h/);
  });

  it('are above panels whose notes explain hatches only if there are any', async () => {
    const notesOf = async (path: string) => wordsOfEach(await openPage(api, path), 'p.note').join();
    expect(await notesOf('/streamers/whole')).not.toMatch(/Hatched: not|Dots: unknown\./);
    expect(await notesOf('/streamers/marathon')).toContain('Hatched: not a whole day of this range');
  });

  it('explain a live stream that began before the range, whose hours in the range are in graphs and files', async () => {
    expect(await leadOf('/streamers/marathon')).toMatch(
      /^Live since \d+ \w+; counted in the window in which it began\.$/,
    );
    const page = await openPage(api, '/streamers/marathon');
    expect([wordsOf(page).includes('No streams'), page.querySelector('dl.tiles')]).toEqual([false, null]);
    expect(attributesOf(page, '[aria-label]', 'aria-label').join()).toContain('MARATHON: 720 hours');
    const sumOf = async (path: string) => {
      const rows = parse<Record<string, string>>((await api.get(path)).text, { bom: true, columns: true });
      const minutes = rows.map((row) => Object.entries(row).find(([name]) => name.startsWith('Minutes'))?.[1]);
      return minutes.reduce((sum, value) => sum + Number(value), 0);
    };
    expect(await sumOf('/download/streamers/marathon/airtime.csv')).toBeCloseTo(43_200);
    expect(await sumOf('/download/streamers/marathon/calendar.csv')).toBeCloseTo(57_600);
    expect(await sumOf('/download/compare/hours.csv?streamers=marathon')).toBeCloseTo(43_200);
    // As in the API, streams count for the window in which they began.
    expect((await api.get('/download/streamers/marathon/hours.csv')).text).toMatch(/\n0:00,0,0,0,/);
  });

  it('do not state that a stream is live that nobody observed, and show it behind observed streams', async () => {
    const items = (await openPage(api, '/')).querySelectorAll('#live li');
    expect(
      items.map((item) => [
        item.querySelector('a')?.getAttribute('href'),
        item.querySelector('.live, .stale')?.classNames,
      ]),
    ).toEqual([
      ['/streamers/marathon', 'live'],
      ['/streamers/gone', 'stale'],
      ['/streamers/imported', 'stale'],
    ]);
    expect(wordsOf(items[2]?.querySelector('.stale'))).toBe('live according to an import');
    expect(await leadOf('/streamers/imported')).toMatch(/^Live according to an import since \d+ \w+; counted/);
    expect(await leadOf('/streams/1')).toBe('Live according to an import, without known viewers.');
    expect(wordsOf(await openPage(api, '/live')).match(/live according to an import/g)).toHaveLength(2);
  });

  it('are followed by one more sentence in place of the panels of a streamer without streams', async () => {
    const nobody = await openPage(api, '/streamers/nobody');
    expect(attributesOf(nobody, 'section[id]', 'id')).toEqual(['known']);
    expect(nobody.querySelector('dl.tiles')).toBeNull();
    expect(wordsOfEach(nobody, 'p.empty').join()).toMatch(
      /No data: viewers of each stream, followers, .* and collaborations\.$/,
    );
    const former = await openPage(api, '/streamers/former');
    expect(wordsOfEach(former, 'p.empty').join()).toContain(
      'No data: viewers of each stream, followers, hours streamed per day, hours of the week, games, streams, ',
    );
    expect(former.querySelector('section#calendar')).not.toBeNull();
  });

  it('are joined by one if an order, a filter or a choice has no effect', async () => {
    const textOf = async (path: string, selector: string) =>
      wordsOfEach(await openPage(api, path), `${selector} :is(.note, .empty)`).join(' ');
    const noOrder = (name: string) => `${name}: unknown for all rows here, so the order by it has no effect.`;
    expect(await textOf('/leaderboard?sort=followers', '#board')).toContain(noOrder('Followers'));
    expect(await textOf('/leaderboard', '#board')).not.toContain('no effect');
    const streams = '/streamers/unmeasured?range=90&sort=';
    expect(await textOf(`${streams}watchtime`, '#streams')).toBe(noOrder('Hours watched'));
    expect(await textOf(`${streams}minutes`, '#streams')).toBe('');
    expect(await textOf('/streamers/unmeasured?hours=viewers', '#hours')).toContain(
      'No viewers were measured in them.',
    );
    const atLeast = '“At least” has an effect only in the order by averages.';
    expect(await textOf('/leaderboard?min_minutes=300', '#board')).toContain(atLeast);
    expect(await textOf('/leaderboard?min_minutes=300&sort=averageviewers', '#board')).not.toContain(atLeast);
    expect(await textOf('/leaderboard?language=xx', '#board')).toContain('No such streamers.');
    await data.client.query(`UPDATE boards SET language_counts = '{}' WHERE days = 7`);
    expect(await textOf('/leaderboard?language=xx&days=7', '#board')).toContain(
      'The languages of this leaderboard are not known.',
    );
    expect(await textOf('/live?language=xx', '#live')).toContain('No such live streams.');
  });

  it('name the first of the leaderboard and the lead', async () => {
    expect(await leadOf('/')).toMatch(/^DAILY leads with [\d,]+ hours watched, [\d,.]+ times as many as ONCE\.$/);
    expect(await leadOf('/leaderboard?cursor=25')).toBe('');
  });

  it('compare streamers, with a dash where a figure is unknown or equal', async () => {
    expect(await leadOf('/compare?streamers=daily,once')).toBe(
      'DAILY has 75% more average viewers than ONCE. DAILY streamed more, 60.0 hours.',
    );
    expect(await leadOf('/compare?streamers=former,former,marathon')).toBe('No streams in the last 30 days.');
    const cells = wordsOfEach(await openPage(api, '/compare?streamers=once,unmeasured'), 'td.num');
    expect(cells.slice(0, 3)).toEqual(['80', '– no figure', '– no figure']);
  });

  it('compare nothing that is not known for the whole range, and write the start of the known part', async () => {
    expect(await leadOf('/compare?streamers=daily,former&days=90')).toMatch(
      /^Too little is known to compare the last 90 days: DAILY since \d+ \w+\.$/,
    );
    expect(await leadOf('/compare?streamers=daily,nobody')).toMatch(/: NOBODY without streams\.$/);
    const table = (await openPage(api, '/compare?streamers=daily,former&days=90')).querySelector('tbody');
    expect(table?.querySelector('b')).toBeNull();
    expect(wordsOfEach(table!, 'small').filter((note) => note.startsWith('since '))).toHaveLength(4);
  });
});
