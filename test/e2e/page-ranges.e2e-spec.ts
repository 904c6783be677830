import { parse } from 'csv-parse/sync';
import type { WindowStats } from '../../src/streamer/dto/window-stats.response.js';
import type { StreamSummary } from '../../src/streams/detail/stream-summary.response.js';
import { testNow } from '../support/data/factories.js';
import { TestApp } from '../support/http/test-app.js';
import { attributesOf, openPage, parseMarkup, wordsOf, wordsOfEach } from '../support/pages/markup.js';

const env = { EMBED_ORIGINS: '*', PUBLIC_URL: 'https://stats.example.com' };

/** Now is June 15, 2026 at noon. */
describe('a range of a page', () => {
  const [api, data] = TestApp.whileTestingWithData({ now: testNow, env });
  const at = (text: string) => new Date(`2026-${text}:00Z`);

  beforeAll(async () => {
    const viewers = (avg_viewers: number) => ({
      avg_viewers,
      peak_viewers: 2 * avg_viewers,
      watchtime: 60 * avg_viewers,
    });
    for (const [streamer_id, login, factor] of [
      ['1', 'ann', 1],
      ['2', 'bob', 2],
    ] as const) {
      await data.streamer({ id: streamer_id, login, display_name: login.toUpperCase() });
      await data.streams(
        [
          { started_at: at('03-10T12:00'), ended_at: at('03-10T13:00'), ...viewers(10) },
          { started_at: at('04-10T12:00'), ended_at: at('04-10T13:00'), ...viewers(100 * factor) },
          // In Berlin, this stream starts on May 1.
          { started_at: at('04-30T22:30'), ended_at: at('04-30T23:30'), ...viewers(200 * factor) },
          { started_at: at('05-31T20:00'), ended_at: at('06-01T02:00'), ...viewers(300 * factor) },
          { started_at: at('06-10T12:00'), ended_at: at('06-10T14:00'), ...viewers(400 * factor) },
        ].map((stream) => ({ streamer_id, ...stream })),
      );
      await data.followerPoints(streamer_id, [
        [at('03-30T12:00'), 100],
        [at('04-29T12:00'), 150],
        [at('05-20T12:00'), 230],
        [at('06-14T12:00'), 240],
      ]);
    }
    await data.refreshBoard();
  });

  const tilesOf = async (query: string) => wordsOfEach(await openPage(api, `/streamers/ann?range=${query}`), '.tile');
  const titleOf = async (path: string) => (await openPage(api, path)).querySelector('title')?.text;
  const callOf = async (path: string, panel: string) =>
    (await openPage(api, path)).querySelector(`#${panel}-call`)?.text.replace(env.PUBLIC_URL, '') ?? '';

  it('can be a month, with the followers at its end, compared with the month before', async () => {
    expect(await tilesOf('2026-05')).toEqual([
      expect.stringMatching(/^Average viewers .*300 ▲ up 100% from 150$/),
      expect.stringMatching(/^Peak viewers .*600 31 May ; ▲ up 50% from 400$/),
      expect.stringMatching(/^Hours streamed .*6\.0 ▲ up 200% from 2\.0$/),
      expect.stringMatching(/^Hours watched .*300 ±0% from 300$/),
      expect.stringMatching(/^Followers .*230 ▲ up 53% from 150$/),
      expect.stringMatching(/^Followers gained .*\+80 ▲ up 60% from \+50$/),
    ]);
    const page = await openPage(api, '/streamers/ann?range=2026-05');
    expect(wordsOf(page)).toContain('May 2026 (UTC) , compared with the month before.');
    expect(wordsOf(page.querySelector('.lead'))).toMatch(/^Streamed once in May 2026 for 6 h , /);
    expect(page.querySelector('.range option[selected]')?.attributes).toMatchObject({ value: '2026-05' });
    expect(page.querySelector('.ranges .seg [aria-current]')).toBeNull();
  });

  it('counts as the API, in each time zone, on pages, in files and in the calls of panels', async () => {
    for (const [query, month] of [
      ['range=2026-05&tz=Europe/Berlin', 'month=2026-05&tz=Europe/Berlin'],
      ['range=2026-05', 'month=2026-05'],
      ['range=2026', 'year=2026'],
      ['range=2026-04-10..2026-05-01', 'from=2026-04-10&to=2026-05-01'],
      ['range=2026-Q2&tz=Asia/Kathmandu', 'from=2026-04-01&to=2026-07-01&tz=Asia/Kathmandu'],
      ['range=2026-W24&tz=America/St_Johns', 'from=2026-06-08&to=2026-06-15&tz=America/St_Johns'],
      ['range=2026-05&tz=Pacific/Chatham', 'month=2026-05&tz=Pacific/Chatham'],
    ]) {
      const { body } = await api.get<StreamSummary[]>(`/v1/streamer/ann/recent-streams?${month}`);
      const ids = body.map(({ id }) => `/streams/${id}`);
      const page = await openPage(api, `/streamers/ann?${query}`);
      expect([query, attributesOf(page, '#streams tbody a[href^="/streams/"]', 'href')]).toEqual([query, ids]);
      const { text } = await api.get(`/download/streamers/ann/streams.csv?${query}`);
      expect(parse<unknown>(text, { bom: true, columns: true })).toHaveLength(ids.length);
      for (const panel of ['streams', 'games', 'airtime']) {
        const call = await callOf(`/streamers/ann?${query}`, panel);
        expect([call, (await api.get<StreamSummary[]>(call)).body]).toEqual([call, body]);
      }
      expect((await api.get(await callOf(`/streamers/ann?${query}`, 'followers'))).status).toBe(200);
    }
  });

  it.each(['Asia/Kathmandu', 'America/St_Johns', 'Pacific/Chatham'])(
    'shows days, and the hours of the API, in a time zone: %s',
    async (tz) => {
      const rowsOf = async (file: string) =>
        parse<Record<string, string>>((await api.get(`/download/streamers/ann/${file}`)).text, {
          ...{ bom: true, columns: true },
        });
      const dateOf = (text: string) => at(text).toLocaleDateString('sv-SE', { timeZone: tz });
      const days = await rowsOf(`airtime.csv?range=7&tz=${tz}`);
      expect(days.filter((row) => row['Minutes streamed'] !== '0').map((row) => row[`From (${tz})`])).toEqual([
        ...new Set([dateOf('06-10T12:00'), dateOf('06-10T13:59')]),
      ]);
      const calendar = await rowsOf(`calendar.csv?tz=${tz}`);
      expect(calendar.at(-1)?.[`Day (${tz})`]).toBe(testNow.toLocaleDateString('sv-SE', { timeZone: tz }));
      for (const range of ['range=90', 'range=2026-05']) {
        const page = await openPage(api, `/streamers/ann?${range}&tz=${tz}`);
        const call = page.querySelector('#hours-call')?.text.replace(env.PUBLIC_URL, '') ?? '';
        expect(call).toMatch(/^\/v1\/streamer\/ann\/hours\?/);
        const { body } = await api.get<{ live_seconds: number }[]>(call);
        const shown = page
          .querySelectorAll('#hours-graph-numbers tbody tr')
          .flatMap((row, hour) =>
            row.querySelectorAll('td').map((cell, day) => ({ at: 24 * day + hour, hours: Number(cell.text || 0) })),
          );
        expect(shown).toHaveLength(168);
        for (const { at: place, hours } of shown)
          expect(hours).toBe(Math.round((body[place]?.live_seconds ?? NaN) / 360) / 10);
      }
    },
  );

  it.each(['Asia/Kathmandu', 'America/St_Johns', 'Pacific/Chatham'])(
    'has the figures of the API in a time zone: %s',
    async (tz) => {
      const queries = [
        ['range=2026-05', 'month=2026-05'],
        ['range=2026', 'year=2026'],
        ['range=2026-Q2', 'from=2026-04-01&to=2026-07-01'],
        ['range=2026-W24', 'from=2026-06-08&to=2026-06-15'],
        ['range=2026-04-10..2026-05-01', 'from=2026-04-10&to=2026-05-01'],
      ] as const;
      for (const [range, query] of queries) {
        const { body: stats } = await api.get<WindowStats>(`/v1/streamer/ann/stats?${query}&tz=${tz}`);
        const page = await openPage(api, `/streamers/ann?${range}&tz=${tz}`);
        const shown = page.querySelectorAll('.tile').map((tile) => wordsOf(tile.querySelector('.value')));
        const hours = (minutes: number) =>
          minutes < 6_000 ? (minutes / 60).toFixed(1) : (minutes / 60).toLocaleString('en');
        expect([range, shown.slice(0, 4)]).toEqual([
          range,
          [String(stats.avg_viewers), String(stats.peak_viewers), hours(stats.total_minutes), hours(stats.watchtime)],
        ]);
        const compared = await openPage(api, `/compare?streamers=ann,bob&${range}&tz=${tz}`);
        expect(wordsOf(compared.querySelector('#figures tbody td'))).toContain(String(stats.avg_viewers));
      }
    },
  );

  it('is chosen by a form, which keeps the page and says what is wrong', async () => {
    const moved = await fetch(
      `${api.url}/streamers/ann?sort=watchtime&cursor=20&range=30&by=dates&from=2026-04-01&to=2026-04-30&zone=Asia/Kathmandu`,
      { redirect: 'manual' },
    );
    const place = '?sort=watchtime&range=2026-04-01..2026-05-01&tz=Asia/Kathmandu';
    expect([moved.status, moved.headers.get('location')]).toEqual([303, place]);
    expect((await api.get(`/streamers/ann${place}`)).status).toBe(200);
    const fault = await openPage(api, '/compare?streamers=ann,bob&by=dates&from=2026-04-02&to=2026-04-01&days=7');
    expect(wordsOf(fault.querySelector('[role=alert]'))).toBe('“To” is before “From”.');
    expect(fault.querySelector('.range')?.hasAttribute('open')).toBe(true);
    expect(attributesOf(fault, '.dates [type=date]', 'value')).toEqual(['2026-04-02', '2026-04-01']);
    expect(attributesOf(fault, '.seg [aria-current]', 'href')).toContain('/compare?streamers=ann,bob&days=7');
  });

  it('is cited with its figures, its address and whether they are final', async () => {
    const cited = async (path: string) => (await openPage(api, path)).querySelector('.share textarea.prose')?.text;
    expect(await cited('/streamers/ann?range=2026-05')).toBe(
      'ANN, May 2026 (UTC): 300 viewers on average, peak 600, 6 hours streamed in 1 stream, +80 followers. Streaming analytics, https://stats.example.com/streamers/ann?range=2026-05#viewers, accessed 15 Jun 2026. Final since 1 Jun 2026, 02:00 UTC. A later import can change figures.',
    );
    expect(await cited('/compare?streamers=ann,bob&range=2026-Q2')).toContain('because the range is not over.');
    expect(await cited('/streamers/ann?range=7')).toContain(
      '/streamers/ann?range=2026-06-08..2026-06-15&tz=UTC#viewers for 8 Jun – 14 Jun 2026 (UTC), accessed',
    );
  });

  it('of a board or its games is cited, with the time of the board', async () => {
    const cited = async (path: string) => (await openPage(api, path)).querySelector('.share textarea.prose')?.text;
    expect(await cited('/leaderboard?days=7&cursor=1')).toMatch(
      /^Leaderboard by hours watched, last 7 days up to 15 Jun 2026, 12:00 UTC: 2 streamers, number 2 ANN with 400 hours watched\. .*\/leaderboard\?days=7&cursor=1#board, accessed .* The address always shows the last 7 days\./,
    );
    expect(await cited('/leaderboard?range=2026-06&sort=averageviewers')).toBe(
      'Leaderboard by average viewers, June 2026 (UTC): 2 streamers, number 1 BOB with 800 viewers on average. Streaming analytics, https://stats.example.com/leaderboard?sort=averageviewers&month=2026-06#board, accessed 15 Jun 2026. May still change, because the range is not over. A later import can change figures.',
    );
    expect(await cited('/leaderboard?cursor=40')).toBeUndefined();
    expect(await cited('/games?month=2026-06')).toMatch(
      /^Games by hours watched, June 2026 \(UTC\): 1 game, number 1 .* with 1,200 hours watched\. .*\/games\?month=2026-06#games, /,
    );
  });

  it.each([
    ['/leaderboard?month=2019-03', 404, '/leaderboard?month=2026-06'],
    ['/leaderboard?range=2026-Q1', 400, '/leaderboard?month=2026-06'],
    ['/games?range=2026', 400, '/games?month=2026-06'],
    ['/games/Chess?range=2026-05', 400, '/games?month=2026-06'],
  ])('has links to the months that exist if it does not exist: %s', async (path, expected, link) => {
    const { status, text } = await api.get(path, { accept: 'text/html' });
    expect([status, attributesOf(parseMarkup(text), 'main li a', 'href')]).toEqual([
      expected,
      expect.arrayContaining([link]),
    ]);
  });

  it('can be a month of games and dates of totals', async () => {
    expect(await titleOf('/games?range=2026-06')).toContain('June 2026');
    expect(await titleOf('/totals?range=2026-05')).toMatch(/^Totals, May 2026 \(UTC\)/);
    expect((await api.get('/download/totals/viewers.csv?range=2026-05-01..2026-05-09')).status).toBe(200);
  });

  it('shows the time within it in graphs of hours', async () => {
    const minutesOf = async (path: string) =>
      parse<Record<string, string>>((await api.get(path)).text, { bom: true, columns: true })
        .map((row) => Number(row['Minutes streamed'] ?? row['Minutes streamed, ANN']))
        .reduce((sum, minutes) => sum + minutes, 0);
    expect(await minutesOf('/download/streamers/ann/airtime.csv?range=2026-05')).toBe(240);
    expect(await minutesOf('/download/streamers/ann/airtime.csv?range=2026-06')).toBe(240);
    expect(await minutesOf('/download/compare/hours.csv?streamers=ann&range=2026-05-31..2026-06-01')).toBe(240);
    const { id } = await data.streamer({ login: 'edgar' });
    const times = { started_at: new Date('2026-03-31T20:59:18Z'), ended_at: new Date('2026-04-01T00:59:18Z') };
    await data.stream({ streamer_id: id, ...times });
    expect(await minutesOf('/download/streamers/edgar/airtime.csv?range=2026-03')).toBe(180.7);
    expect(await minutesOf('/download/streamers/edgar/airtime.csv?range=2026-04')).toBe(59.3);
  });

  it.each(['2026-06', '2026', '2026-06-01..2026-07-01'])('has no changes while it is not over: %s', async (range) => {
    const page = await openPage(api, `/streamers/ann?range=${range}`);
    expect(wordsOf(page)).toContain('Not over, so without comparison.');
    expect(wordsOfEach(page, '.tile .before').join()).not.toMatch(/%|before|from/);
    const compared = await openPage(api, `/compare?streamers=ann,bob&range=${range}`);
    expect(compared.querySelector('.change')).toBeNull();
    expect(wordsOf(compared.querySelector('#figures .note'))).not.toContain('changes');
  });

  it('can be after now, and before all data', async () => {
    for (const range of ['2100-12', '2000', '2026-06-20..2026-06-21']) {
      const page = await openPage(api, `/streamers/ann?range=${range}`);
      expect(wordsOf(page.querySelector('.lead'))).toMatch(
        range === '2000'
          ? /^Nothing is known of 2000 \(known since .* 2026 \)\.$/
          : /^No streams (in|on) .*(?<!so far)\. The last stream started 10 Jun \.$/,
      );
      expect((await api.get(`/compare?streamers=ann,bob&range=${range}`, { accept: 'text/html' })).status).toBe(200);
      for (const file of ['airtime', 'hours', 'followers', 'games'])
        expect((await api.get(`/download/streamers/ann/${file}.csv?range=${range}`)).status).toBe(200);
    }
  });

  it('has its name in titles, pictures, frames and link previews', async () => {
    expect(await titleOf('/streamers/ann?range=2026-05&tz=Europe/Berlin')).toMatch(
      /^ANN, May 2026 \(Europe\/Berlin\) · /,
    );
    expect(await titleOf('/compare?streamers=ann,bob&range=2026')).toMatch(/^Compare ANN, BOB, 2026 \(UTC\) · /);
    const svg = await api.get('/download/streamers/ann/airtime.svg?range=2026-05');
    expect(svg.text).toContain('Hours streamed per day: ANN, May 2026 (UTC) · ');
    expect(svg.text).toContain('>1 May – 31 May 2026, UTC<');
    const frame = await openPage(api, '/embed/compare/hours?streamers=ann,bob&range=2026-04-10..2026-05-01');
    expect(wordsOf(frame.querySelector('.source'))).toContain(', 10 Apr – 30 Apr 2026 (UTC)');
    expect(attributesOf(frame, 'h1 a', 'href')).toEqual(['/compare?streamers=ann,bob&range=2026-04-10..2026-05-01']);
    const page = await openPage(api, '/streamers/ann?range=2026-05&tz=Asia/Seoul');
    const meta = (name: string) => page.querySelector(`meta[property="${name}"]`)?.getAttribute('content');
    expect(meta('og:url')).toBe(`${env.PUBLIC_URL}/streamers/ann?range=2026-05&tz=Asia%2FSeoul`);
    expect(meta('og:image')).toBe(`${env.PUBLIC_URL}/previews/streamers/ann.png?range=2026-05&tz=Asia%2FSeoul`);
    expect(meta('og:description')).toContain(' in May 2026.');
    const preview = async (query: string) => (await api.get(`/previews/streamers/ann.png${query}`)).headers.get('etag');
    expect(await preview('?range=2026-05')).not.toBe(await preview(''));
    expect(await preview('?range=30')).toBe(await preview(''));
  });

  it('has a recap as a picture, for months and years', async () => {
    const recaps = async (range: string) => {
      const links = (await openPage(api, `/streamers/ann?range=${range}`)).querySelectorAll('#airtime .share a');
      return links.filter(({ text }) => text.startsWith('Recap')).map((link) => [link.text, link.getAttribute('href')]);
    };
    const path = '/previews/streamers/ann.png?range=2026-05';
    expect(await recaps('2026-05')).toEqual([['Recap of May 2026, PNG', path]]);
    expect(await recaps('2026')).toEqual([['Recap of 2026, PNG', '/previews/streamers/ann.png?range=2026']]);
    expect([await recaps('2026-Q2'), await recaps('30')]).toEqual([[], []]);
    const tags = new Set<string | null>();
    for (const range of ['2026-05', '2026', '2026-Q2', '2000-01', '2026-05&tz=Asia/Seoul']) {
      const { status, headers } = await api.get(`/previews/streamers/ann.png?range=${range}`);
      expect([range, status, headers.get('content-type')]).toEqual([range, 200, 'image/png']);
      tags.add(headers.get('etag'));
    }
    expect(tags.size).toBe(5);
  });

  it('has its dates in the name of a file', async () => {
    const { headers } = await api.get('/download/streamers/ann/streams.csv?range=2026-04-10..2026-05-01');
    expect(headers.get('content-disposition')).toContain('"streamers-ann-streams-2026-04-10-2026-05-01.csv"');
  });

  it('stays in the links, forms and calls of a comparison', async () => {
    const query = 'range=2026-05&tz=Europe%2FBerlin';
    const page = await openPage(api, `/compare?streamers=ann,bob&${query}`);
    expect(wordsOf(page.querySelector('#figures .note'))).toMatch(/^May 2026, with changes from the month before\. /);
    expect(attributesOf(page, '.chip .remove', 'href')[0]).toBe(`/compare?streamers=bob&${query}`);
    const fields = page.querySelectorAll('form[data-suggest] input[type=hidden]').map(({ attributes }) => attributes);
    expect(fields).toEqual(expect.arrayContaining([{ type: 'hidden', name: 'range', value: '2026-05' }]));
    const call = page.querySelector('#figures-call')?.text.replace(env.PUBLIC_URL, '') ?? '';
    expect(call).toBe('/v1/stats?names=ann,bob&month=2026-05&tz=Europe%2FBerlin');
    const { body } = await api.get<{ items: { watchtime: number }[] }>(call);
    expect(body.items.map(({ watchtime }) => watchtime)).toEqual([30_000, 60_000]);
    const link = (await openPage(api, `/streamers/ann?${query}`)).querySelector('a.button[data-compare]');
    expect(link?.getAttribute('href')).toBe(`/compare?streamers=ann&${query}`);
    const usual = await openPage(api, '/compare?streamers=ann,bob&range=90');
    expect(attributesOf(usual, '.chip .remove', 'href')[0]).toBe('/compare?streamers=bob&days=90');
  });

  it('is frozen by a link to the last whole days, which shows the same tomorrow', async () => {
    const frozenIn = async (path: string) =>
      (await openPage(api, path)).querySelectorAll('.share a').filter(({ text }) => text.startsWith('Freeze'));
    const [first] = await frozenIn('/streamers/ann?range=7&sort=watchtime&cursor=20');
    expect(first?.text).toBe('Freeze 8 Jun – 14 Jun 2026 (UTC)');
    const path = '/streamers/ann?range=2026-06-08..2026-06-15&tz=UTC&sort=watchtime#viewers';
    expect(first?.getAttribute('href')).toBe(path);
    const page = await openPage(api, path.replace(/#.*/, ''));
    expect(attributesOf(page, '#viewers .share a[href*=download]', 'href')).toEqual(
      ['csv', 'svg', 'png'].map(
        (form) => `/download/streamers/ann/viewers.${form}?range=2026-06-08..2026-06-15&tz=UTC`,
      ),
    );
    expect(wordsOf(page.querySelector('#viewers-embed'))).toContain(
      '/viewers?range=2026-06-08..2026-06-15&amp;tz=UTC"',
    );
    const [compared] = await frozenIn('/compare?streamers=ann,bob&days=7&viewers=log');
    const dates = 'range=2026-06-08..2026-06-15&tz=UTC';
    expect(compared?.getAttribute('href')).toBe(`/compare?streamers=ann,bob&${dates}&viewers=log#figures`);
    expect(await frozenIn('/streamers/ann?range=2026-05')).toEqual([]);
    const [all] = await frozenIn('/streamers/ann?range=all');
    expect(all?.text).toBe('Freeze 10 Mar – 14 Jun 2026 (UTC)');
    // The calendar has a period of its own.
    expect((await frozenIn('/streamers/ann?range=7')).map((link) => link.getAttribute('href'))).not.toContainEqual(
      expect.stringContaining('#calendar'),
    );
  });

  it('is an option of the codes of a chart', async () => {
    const optionsOf = async (query: string) =>
      attributesOf(await openPage(api, `/share?of=${query}`), '#select-range option', 'value');
    expect(await optionsOf('streamers/ann/viewers&range=7')).toEqual([
      ...['7', '30', '90', '365', 'all'],
      '2026-06-08..2026-06-15',
    ]);
    expect(await optionsOf('compare/viewers&streamers=ann&range=2026')).toEqual(['7', '30', '90', '365', '2026']);
    const codes = async (query: string) =>
      wordsOfEach(await openPage(api, `/share?of=${query}`), 'textarea')
        .join('\n')
        .replaceAll('&amp;', '&');
    const month = await codes('compare/hours&streamers=ann,bob&range=2026-05&tz=Asia/Seoul');
    expect(month).toContain('/embed/compare/hours?streamers=ann,bob&range=2026-05&tz=Asia%2FSeoul"');
    expect(month).toContain('/compare?streamers=ann,bob&range=2026-05&tz=Asia%2FSeoul#hours');
    // The hours are by week, so the code has the time zone.
    expect(await codes('compare/hours&streamers=ann,bob&range=90&tz=Asia/Seoul')).toContain(
      '/embed/compare/hours?streamers=ann,bob&days=90&tz=Asia%2FSeoul"',
    );
  });

  it('is accepted by the frames, pictures and pages of its codes', async () => {
    const { id } = await data.stream({ streamer_id: '1', started_at: at('02-10T12:00'), ended_at: at('02-10T13:00') });
    await data.viewerSamples([{ stream_id: id, created_at: at('02-10T12:30'), viewers: 5 }]);
    await data.client.query(
      `INSERT INTO totals VALUES ('all', '', '2026-06-14T12:00Z', 'twitch', 1, 1, 1, 1, 1, NULL)`,
    );
    for (const query of [
      'streamers/ann/viewers&range=2026-05&tz=Asia/Seoul',
      'streamers/ann/viewers&range=all&tz=Asia/Seoul',
      'compare/hours&streamers=ann,bob&range=2026-05&tz=Asia/Seoul',
      'compare/hours&streamers=ann,bob&days=7&tz=Asia/Seoul',
      `streams/${id}/viewers&range=2026-05&tz=Asia/Seoul`,
      `streams/${id}/viewers&range=all`,
      'totals/viewers&range=90&tz=Asia/Seoul',
    ]) {
      const page = await openPage(api, `/share?of=${query}`);
      const texts = wordsOfEach(page, 'textarea').join('\n').replaceAll('&amp;', '&');
      const addresses = [...texts.matchAll(/https:\/\/stats\.example\.com([^"')\s#]+)/g)].map(([, path = '']) => path);
      expect(addresses.length).toBeGreaterThanOrEqual(4);
      for (const path of new Set([...addresses, ...attributesOf(page, 'iframe', 'src')])) {
        expect([path, (await api.get(path, { accept: 'text/html,*/*' })).status]).toEqual([path, 200]);
      }
    }
  });

  it.each([
    ['totals/viewers&range=all', 'range of totals must not be all'],
    ['compare/hours&streamers=ann&range=all', 'range of a comparison must not be all'],
  ])('is a 400 in the codes of a chart without this range: %s', async (query, error) => {
    expect(await api.get(`/share?of=${query}`)).toMatchObject({ status: 400, body: { error } });
  });

  const zone = 'tz must be an IANA time zone such as Europe/Berlin';
  it.each([
    ['/leaderboard?tz=Europe/Berlin', 'tz must be UTC, because ranks of months are stored in UTC'],
    ['/leaderboard?month=2026-05&tz=Europe/Berlin', 'tz must be UTC, because ranks of months are stored in UTC'],
    ['/games?tz=Europe/Berlin', 'tz must be UTC, because ranks of months are stored in UTC'],
    ['/streams/1?tz=Berlin', zone],
    ['/streamers/ann?tz=Berlin', zone],
    ['/compare?streamers=ann&tz=Berlin', zone],
    ['/share?of=streamers/ann/viewers&tz=Berlin', zone],
    ['/embed/streamers/ann/viewers?tz=Berlin', zone],
    ['/download/streamers/ann/viewers.svg?tz=Berlin', zone],
    ['/download/streamers/ann/streams.csv?tz=Berlin', zone],
  ])('has the reason on the page if its time zone is invalid: %s', async (path, reason) => {
    const { status, text } = await api.get(path, { accept: 'text/html,*/*' });
    const shown = wordsOfEach(parseMarkup(text), 'main p.muted').at(-1);
    expect({ status, shown }).toEqual({ status: 400, shown: reason });
  });

  it.each(['/totals', '/events', '/live', '/streamers/ann/streams.ics', '/streamers/ann/streams.atom', '/games/Chess'])(
    'has no time zone where nothing depends on it: %s',
    async (path) => {
      const statusOf = async (query: string) => (await api.get(path + query, { accept: 'text/html,*/*' })).status;
      expect(await statusOf('?tz=Berlin')).toBe(await statusOf(''));
    },
  );

  const days = 'range must be one of 7, 30, 90, 365';
  const rest =
    'a week such as 2026-W47, a month such as 2026-10, a quarter such as 2026-Q4, a year such as 2026, or dates such as 2026-10-03..2026-10-05, the second exclusive and at most 400 days later';
  const bad = [
    ...[
      '2026-13',
      '1999-12',
      '2101',
      '26',
      '',
      '2026-10-5..2026-10-06',
      '2026-10-05..2026-10-05',
      '2026-10-06..2026-10-05',
    ],
    ...['2025-01-01..2026-02-06', '2026-02-30..2026-03-01', '2026-10-05..', '2026-10&range=2026-11', '31'],
  ];
  it.each(bad)('is a 400 with the right values if it is %s', async (range) => {
    for (const path of ['/streamers/ann?', '/download/streamers/ann/streams.csv?', '/embed/streamers/ann/viewers?']) {
      const { status, body } = await api.get(`${path}range=${range}`);
      expect({ path, status, body }).toEqual({ path, status: 400, body: { error: `${days}, all, ${rest}` } });
    }
    const { body } = await api.get(`/compare?range=${range}`);
    expect(body).toEqual({ error: `${days}, ${rest}` });
  });

  it('is a 400 with an unknown time zone, with two kinds, or with all time in a comparison', async () => {
    const errorOf = async (path: string) => (await api.get<{ error: string }>(path)).body.error;
    for (const path of ['/streamers/ann', '/compare', '/previews/streamers/ann.png', '/share']) {
      expect(await errorOf(`${path}?of=compare/hours&range=2026-10&tz=Berlin`)).toBe(zone);
    }
    expect(await errorOf('/compare?days=7&range=2026-10')).toBe('Use only one of days and range');
    expect(await errorOf('/compare?days=8')).toBe('days must be one of 7, 30, 90, 365');
    expect(await errorOf('/compare?range=all')).toBe(`${days}, ${rest}`);
  });
});
