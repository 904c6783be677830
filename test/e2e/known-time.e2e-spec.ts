import { parse } from 'csv-parse/sync';
import type { LeaderboardMonth } from '../../src/leaderboard/dto/leaderboard-month.response.js';
import type { LeaderboardPage } from '../../src/leaderboard/dto/leaderboard-page.response.js';
import type { StreamerRank } from '../../src/leaderboard/dto/rank.response.js';
import type { Status } from '../../src/meta/dto/status.response.js';
import type { StreamerStats, WindowStats } from '../../src/streamer/dto/window-stats.response.js';
import { encodeId } from '../../src/database/platforms/platform-ids.js';
import { testNow } from '../support/data/factories.js';
import { TestApp } from '../support/http/test-app.js';
import { openPage, wordsOf, wordsOfEach } from '../support/pages/markup.js';

const [api, data] = TestApp.whileTestingWithData({ now: testNow });
const at = (month: number, day: number, hour = 0, minute = 0) => new Date(Date.UTC(2026, month - 1, day, hour, minute));

beforeEach(async () => {
  await data.clear();
  for (const table of ['collector_sweeps', 'watched_channels', 'totals'])
    await data.client.query(`DELETE FROM ${table}`);
  api.forgetAnswers();
});

const streamOf = (streamer_id: string, started_at: Date, watchtime: number, more = {}) =>
  data.stream({
    ...{ streamer_id, started_at, ended_at: new Date(started_at.getTime() + 3_600_000), watchtime },
    ...more,
  });

async function sweepFrom(since: Date, platform = 'twitch'): Promise<void> {
  await data.client.query(
    `INSERT INTO collector_sweeps (platform, since, swept_at) VALUES ($1, $2, $3)
    ON CONFLICT (platform) DO UPDATE SET since = $2`,
    [platform, since, testNow],
  );
}

async function refresh(...months: string[]): Promise<void> {
  await data.client.query('INSERT INTO due_months (month) SELECT unnest($1::text[])', [months]);
  await data.refreshBoard();
  api.forgetAnswers();
}

const bodyOf = async <Body>(path: string) => (await api.get<Body>(path)).body;
const since = (date: Date) => date.toISOString();

describe('a board', () => {
  it('is known from the first sweep of the collector, or else from the time from which half of its streamers are', async () => {
    const kick = encodeId('kick:1') ?? '';
    for (const id of ['1', '2', '3', '4', kick]) await data.streamer({ id });
    for (const [i, id] of ['1', '2', '3', '4'].entries()) {
      await streamOf(id, at(5, 10 + i), 100);
      await streamOf(id, at(6, 10), 100);
    }
    await streamOf(kick, at(6, 9), 100);
    await refresh('2026-05');
    const knownSince = async () => {
      const { boards } = await bodyOf<Status>('/v1/status');
      const [june, may] = await bodyOf<LeaderboardMonth[]>('/v1/leaderboard/months');
      const { known_since } = await bodyOf<StreamerRank>('/v1/streamer/1/rank?month=2026-05');
      expect(may?.known_since).toBe(known_since);
      return [...boards.map((board) => board.known_since), june?.known_since, known_since];
    };
    // May has four streamers, and the other boards have five.
    const half = since(at(5, 12));
    expect(await knownSince()).toEqual([half, half, half, half, since(at(5, 11))]);
    await sweepFrom(at(6, 1, 22, 23));
    await refresh('2026-05');
    expect(await knownSince()).toEqual(Array(5).fill(since(at(6, 1, 22, 23))));
    expect(wordsOfEach(await openPage(api, '/leaderboard?platform=kick'), '.known')).toEqual([
      'known since 9 Jun 2026 , 21% of the range',
    ]);
  });

  it('has a time for each number of days, and none without streamers', async () => {
    await refresh();
    const { boards } = await bodyOf<Status>('/v1/status');
    expect(boards).toEqual([7, 30, 90].map((days) => ({ days, refreshed_at: since(testNow), known_since: null })));
    expect(wordsOfEach(await openPage(api, '/games'), '.known')).toEqual([]);
  });

  it('has no changes of rank against a month that is known for less than 95%', async () => {
    for (const id of ['1', '2', '3']) await data.streamer({ id, login: `login_${id}` });
    await streamOf('1', at(4, 30, 23), 10);
    await streamOf('2', at(4, 30, 23), 20);
    for (const [id, watchtime] of [['1', 20] as const, ['2', 10] as const, ['3', 5] as const])
      await streamOf(id, at(5, 10), watchtime);
    const movements = async (first: Date) => {
      await sweepFrom(first);
      await refresh('2026-04', '2026-05');
      const { body } = await api.get<LeaderboardPage>('/v1/leaderboard?month=2026-05');
      expect(body.items.map(({ previous_rank }) => previous_rank)).toEqual([2, 1, null]);
      const page = await openPage(api, '/leaderboard?month=2026-05');
      const { text } = await api.get('/download/leaderboard.csv?month=2026-05');
      const rows = parse<Record<string, string>>(text, { columns: true });
      const [sentence] = wordsOfEach(await openPage(api, '/streamers/1?range=2026-05'), '.lead');
      expect(/from the month before/.test(sentence ?? '')).toBe(rows[0]?.['Movement (places)'] !== '');
      // Three streamers are all of the board.
      const lead = wordsOf(page.querySelector('.lead'));
      expect(lead.includes('climbed most')).toBe(rows[0]?.['Movement (places)'] !== '');
      expect(lead).not.toContain('Of the first');
      expect(wordsOfEach(page, '.known')).toEqual(['May 2026']);
      return [wordsOfEach(page, 'td.moved'), rows.map((row) => row['Movement (places)'])];
    };
    const shown = [
      ['▲ up 1', '▼ down 1', 'new'],
      ['1', '-1', 'new'],
    ];
    const none = [
      ['', '', ''],
      ['', '', ''],
    ];
    // 5% of April are 36 hours.
    expect(await movements(at(4, 2, 11, 59))).toEqual(shown);
    expect(await movements(at(4, 2, 12))).toEqual(shown);
    expect(await movements(at(4, 2, 12, 1))).toEqual(none);
    expect(await movements(at(4, 30, 22, 23))).toEqual(none);
  });

  it('shows what is known of a month, and that a month is not over', async () => {
    await data.streamer({ id: '1', login: 'login_1', display_name: 'One' });
    await streamOf('1', at(5, 31, 23), 600);
    await streamOf('1', at(6, 2), 600);
    await sweepFrom(at(5, 31, 22, 23));
    await refresh('2026-05');
    const may = await openPage(api, '/leaderboard?month=2026-05');
    expect(wordsOfEach(may, '.known')).toEqual(['May 2026, known since 31 May, 22:23 , < 1% of the range']);
    expect(wordsOf(may.querySelector('.lead'))).toBe(
      'Of May 2026, only the time since 31 May, 22:23 is known: 1 h 37 min. One has 10.0 hours watched.',
    );
    expect(wordsOf(may)).toContain('No changes of rank: too little is known');
    expect(may.querySelector('#board-cite')?.text).toContain(
      'Leaderboard by hours watched, May 2026 (UTC), known since 31 May 2026: 1 streamer, number 1 One with 10 hours watched. ',
    );
    expect(may.querySelector('#board-cite')?.text).toContain(' Final, computed 15 Jun 2026, 12:00 UTC. ');
    expect(wordsOfEach(await openPage(api, '/leaderboard?month=2026-06'), '.known')).toEqual(['June 2026 so far']);
    expect(wordsOfEach(await openPage(api, '/games?month=2026-06'), 'h2')).toContain('June 2026 so far');
    expect(wordsOfEach(await openPage(api, '/games/Chess'), '.known')).toEqual([
      'known since 31 May 2026 , 48% of the range',
    ]);
  });

  it('has the sign for unknown for each figure of viewers that no stream has', async () => {
    for (const id of ['1', '2', '3', '4']) await data.streamer({ id });
    const none = { avg_viewers: null, peak_viewers: null };
    await streamOf('1', at(6, 10), 0, { ...none, watchtime: null, avg_viewers: 16 });
    await streamOf('2', at(6, 10), 600, none);
    await streamOf('3', at(6, 10), 0, { avg_viewers: 0, peak_viewers: 0 });
    await streamOf('4', at(6, 10), 0, { ...none, watchtime: null, peak_viewers: 20 });
    await refresh();
    const { text } = await api.get('/download/leaderboard.csv');
    const rows = parse<Record<string, string>>(text, { columns: true });
    const figures = rows.map((row) => [
      row['Channel ID'],
      row['Minutes watched'],
      row['Average viewers'],
      row['Peak viewers'],
    ]);
    expect(figures).toEqual([
      ['2', '600', '', ''],
      ['1', '', '16', ''],
      ['3', '0', '0', '0'],
      ['4', '', '', '20'],
    ]);
    const { items } = await bodyOf<LeaderboardPage>('/v1/leaderboard');
    expect(items.map(({ watchtime }) => watchtime)).toEqual([600, 0, 0, 0]);
  });
});

describe('a streamer', () => {
  beforeEach(async () => {
    await data.streamer({ id: '1', login: 'login_1', display_name: 'One' });
    await data.streamer({ id: '2', login: 'login_2', display_name: 'Two' });
  });

  it('is known from the start of watching or of the first stream, in the figures of a window and of the one before', async () => {
    await streamOf('1', at(6, 2), 60);
    await streamOf('2', at(6, 3), 60);
    await data.watchedChannel({ streamer_id: '1', watched_since: at(6, 4) });
    await data.watchedChannel({ streamer_id: '2', watched_since: at(6, 1) });
    const known = async (name: string) => {
      const { known_since, previous } = await bodyOf<WindowStats>(`/v1/streamer/${name}/stats?days=7`);
      return [known_since, previous.known_since];
    };
    expect(await known('login_1')).toEqual(Array(2).fill(since(at(6, 2))));
    expect(await known('login_2')).toEqual(Array(2).fill(since(at(6, 1))));
    const { items } = await bodyOf<StreamerStats>('/v1/stats?names=login_1,login_2');
    expect(items.map(({ known_since }) => known_since)).toEqual([since(at(6, 2)), since(at(6, 1))]);
    await data.streamer({ id: '3', login: 'login_3' });
    expect(await known('login_3')).toEqual([null, null]);
  });

  it.each([
    [at(4, 17, 23, 59), '▲ up 100% from 1.0', '▲ up 100% from 50'],
    [at(4, 18, 0), '▲ up 100% from 1.0', '▲ up 100% from 50'],
    [at(4, 18, 0, 1), 'too little known before', '▲ up 100% from 50'],
    [at(5, 1, 12), 'too little known before', '▲ up 100% from 50'],
    [at(5, 1, 12, 1), 'too little known before', 'too little known before'],
  ])('known since %p has changes of sums from 95% on, and of averages from half', async (first, hours, average) => {
    // The window before is from 16 April, 12:00, to 16 May, 12:00.
    await data.watchedChannel({ streamer_id: '1', watched_since: first });
    await streamOf('1', at(5, 10), 60, { avg_viewers: 50 });
    for (const day of [2, 3]) await streamOf('1', at(6, day), 60, { avg_viewers: 100 });
    const tiles = (await openPage(api, '/streamers/login_1')).querySelectorAll('.tile');
    const noteOf = (name: string) =>
      wordsOf(tiles.find((tile) => wordsOf(tile).startsWith(name))?.querySelector('.before'));
    expect([noteOf('Hours streamed'), noteOf('Hours watched'), noteOf('Average viewers')]).toEqual([
      hours,
      hours,
      average,
    ]);
    const compared = await openPage(api, '/compare?streamers=login_1,login_2&days=30');
    const changes = wordsOfEach(compared, '#figures tbody tr td:nth-child(2) small');
    const isShown = (text: string) => text.startsWith('▲');
    expect([changes[0], changes[2]].map((text) => isShown(text ?? ''))).toEqual([isShown(average), isShown(hours)]);
  });

  it('shows a range of which nothing is known, and the time from which it is known', async () => {
    await streamOf('1', at(5, 12, 9), 60);
    await streamOf('1', at(6, 10), 60);
    const past = await openPage(api, '/streamers/login_1?range=2019-03');
    expect(wordsOf(past.querySelector('.lead'))).toBe('Nothing is known of March 2019 (known since 12 May 2026 ).');
    expect(wordsOfEach(past, '.known')).toEqual(['known since 12 May 2026']);
    const may = await openPage(api, '/streamers/login_1?range=2026-05');
    expect(wordsOfEach(may, '.known')).toEqual(['known since 12 May 2026 , 63% of the range']);
    expect(wordsOf(may.querySelector('.lead'))).toContain('Streamed once since 12 May 2026 for 1 h');
    const june = await openPage(api, '/streamers/login_1?range=2026-06');
    expect(wordsOfEach(june, '.known')).toEqual([]);
    expect(wordsOf(june.querySelector('.lead'))).toContain('once in June 2026 so far');
    const all = await openPage(api, '/streamers/login_1?range=all');
    expect(wordsOfEach(all, '.known')).toEqual(['known since 12 May 2026']);
  });

  it('is known for minutes after the first sweep', async () => {
    await data.watchedChannel({ streamer_id: '1', watched_since: at(6, 15, 11, 37) });
    await streamOf('1', at(6, 15, 11, 40), 60, { ended_at: null });
    const page = await openPage(api, '/streamers/login_1?range=365');
    expect(wordsOfEach(page, '.known')).toEqual(['known since today at 11:37 , < 1% of the range']);
    expect(wordsOf(page.querySelector('.lead'))).toContain('once since today at 11:37');
  });

  it('has dots for unknown days and weeks, and no sign for the future', async () => {
    await streamOf('1', at(6, 10), 60);
    const page = await openPage(api, '/streamers/login_1?range=30');
    expect(page.querySelectorAll('#viewers .chart-unknown')).toHaveLength(1);
    expect(page.querySelector('#airtime .chart-dots')?.classNames).toContain('chart-stroke-others');
    expect(wordsOf(page.querySelector('#airtime'))).toContain('Dots: unknown.');
    const week = page.querySelectorAll('#calendar tbody tr').at(-1)?.querySelectorAll('td').map(wordsOf);
    // 15 June is a Monday.
    expect(week).toEqual(['0', '', '', '', '', '', '']);
    const compared = await openPage(api, '/compare?streamers=login_1,login_2&days=30');
    expect(wordsOfEach(compared, '.known')).toEqual(['One : known since 10 Jun 2026 , Two : known since 15 Jun 2026']);
    expect(
      compared.querySelectorAll('#hours .chart-stroke-2.chart-dots, #airtime .chart-stroke-2.chart-dots'),
    ).toHaveLength(1);
  });

  it('has one base for followers', async () => {
    await streamOf('1', at(5, 1), 60);
    await streamOf('1', at(6, 10), 60);
    await data.followerPoints('1', [
      [at(5, 10), 1_000],
      [at(5, 20), 1_100],
      [at(6, 14), 1_200],
    ]);
    const page = await openPage(api, '/streamers/login_1');
    expect(wordsOf(page.querySelector('#followers'))).toContain('+200 since 10 May');
    const tile = page.querySelectorAll('.tile').find((one) => wordsOf(one).startsWith('Followers gained'));
    expect(wordsOf(tile?.querySelector('.value'))).toBe('+200');
    const compared = await openPage(api, '/compare?streamers=login_1,login_2&days=30');
    expect(wordsOf(compared.querySelector('#followers'))).toContain('120%');
  });
});

it('shows small totals as less than the smallest figure', async () => {
  await data.streamer({ id: '1' });
  await sweepFrom(at(6, 14));
  await data.client.query(`
    INSERT INTO totals (kind, name, created_at, platform, viewer_ms, peak_viewers, stream_ms, peak_streams, covered_ms)
    SELECT k.kind, k.name, '2026-06-14T10:00:00Z', 'twitch', k.viewers * 3600000::bigint, k.viewers, 600000, 1, 3600000
    FROM (VALUES ('all', '', 100000), ('game', 'Chess', 100000), ('game', 'Go', 10)) k(kind, name, viewers)`);
  const page = await openPage(api, '/totals?range=7');
  const rows = page.querySelectorAll('#games tbody tr').map((row) => wordsOf(row));
  expect(rows[0]).toMatch(/100% .* < 1/);
  expect(rows[1]).toMatch(/< 0\.1% .* < 1/);
  expect(wordsOfEach(page, '.known')).toEqual(['known since yesterday at 00:00 , 21% of the range']);
});
