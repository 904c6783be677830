import type { NamedTotal, PlatformTotal } from '../../src/totals/dto/total.response.js';
import { encodeId } from '../../src/database/platforms/platform-ids.js';
import { inTransaction } from '../../src/database/in-transaction.js';
import { refreshTotals } from '../../src/jobs/refresh/refresh-totals.js';
import { hoursAgo, testNow } from '../support/data/factories.js';
import { TestApp } from '../support/http/test-app.js';
import { attributesOf, openPage, wordsOf, wordsOfEach } from '../support/pages/markup.js';

const [api, data] = TestApp.whileTestingWithData({ now: testNow });
const hourMs = 3_600_000;
const thisHour = Math.floor(testNow.getTime() / hourMs) * hourMs;
const iso = (hours: number) => new Date(thisHour + hours * hourMs).toISOString();

beforeEach(async () => {
  await data.client.query('TRUNCATE sweep_totals, totals, total_days');
  api.forgetAnswers();
});

type Part = readonly [streams: number, viewers: number];

interface SweepData {
  all: Part;
  languages?: Record<string, Part>;
  games?: Record<string, Part>;
  channels?: number;
  platform?: string;
}

/** Sweeps every ten minutes of an hour, which begins some hours after the current one. */
async function sweep(hours: number, sweepData: SweepData): Promise<void> {
  const { all, languages = {}, games = {}, channels, platform = 'twitch' } = sweepData;
  const columns = (parts: Record<string, Part>) => [
    Object.keys(parts),
    ...[0, 1].map((i) => Object.values(parts).map((part) => part[i])),
  ];
  await data.client.query(
    `INSERT INTO sweep_totals
    SELECT $11, $1::timestamptz + n * interval '10 minutes', $2, $3, $4, $5, $6, $7, $8, $9, $10 FROM generate_series(0, 5) n`,
    [iso(hours), channels, ...all, ...columns(languages), ...columns(games), platform],
  );
}

async function listAt<Row = PlatformTotal>(path: string): Promise<Row[]> {
  await inTransaction(data.client, () => refreshTotals(data.client, new Date(testNow.getTime() + hourMs)));
  api.forgetAnswers();
  const { status, body } = await api.get<Row[]>(path);
  expect({ status, body }).toMatchObject({ status: 200 });
  return body;
}

const startsAt = async (path: string) => (await listAt(path)).map(({ created_at }) => created_at);

describe('GET /v1/totals', () => {
  it('returns the figures of each hour with a sweep, in seven days by default', async () => {
    await sweep(-169, { all: [1, 1] });
    await sweep(-2, { all: [3, 60], channels: 9 });
    await data.client.query('UPDATE sweep_totals t SET watched_channels = 8 WHERE t.swept_at = $1', [iso(-2)]);
    await sweep(-1, { all: [2, 10] });
    expect(await listAt('/v1/totals')).toEqual([
      {
        ...{
          created_at: iso(-2),
          platform: 'twitch',
          avg_viewers: 60,
          peak_viewers: 60,
          avg_streams: 3,
          peak_streams: 3,
        },
        ...{ watchtime: 3600, covered_seconds: 3600, watched_channels: 9 },
      },
      expect.objectContaining({ created_at: iso(-1), watchtime: 600, watched_channels: null }),
    ]);
  });

  it('keeps the hours of a platform when another one has a sweep in them', async () => {
    const rows = [
      { created_at: iso(-1), platform: 'kick', avg_viewers: 7, watchtime: 420 },
      { created_at: iso(-1), platform: 'twitch', avg_viewers: 60, watchtime: 3_600 },
    ];
    await sweep(-1, { all: [3, 60] });
    expect(await listAt('/v1/totals')).toMatchObject(rows.slice(1));
    await sweep(-1, { all: [1, 7], platform: 'kick' });
    expect(await listAt('/v1/totals')).toMatchObject(rows);
    expect(await listAt('/v1/totals?platform=kick')).toMatchObject(rows.slice(0, 1));
  });

  it('weights the hours of a day by their covered time, and rounds the range to whole days', async () => {
    const day = hoursAgo(48).toISOString().slice(0, 10);
    const hours = (Date.parse(day) - thisHour) / hourMs;
    await sweep(hours, { all: [4, 40], channels: 9 });
    await sweep(hours + 23, { all: [2, 10], channels: 12 });
    await data.client.query(`DELETE FROM sweep_totals t WHERE t.swept_at >= $1 AND t.swept_at < $2`, [
      iso(hours + 23.2),
      iso(hours + 24),
    ]);
    const rows = await listAt(`/v1/totals?interval=day&from=${day}T12:00:00Z&to=${day}T13:00:00Z`);
    expect(rows).toMatchObject([
      {
        created_at: `${day}T00:00:00.000Z`,
        avg_viewers: 33,
        peak_viewers: 40,
        covered_seconds: 4800,
        watchtime: 2600,
        watched_channels: 12,
      },
    ]);
  });

  it('returns zeros for a language in hours without its streams, and nothing for an unknown one', async () => {
    await sweep(-2, { all: [3, 60], languages: { en: [2, 50] } });
    await sweep(-2, { all: [1, 7], languages: { en: [1, 7] }, platform: 'kick' });
    await sweep(-1, { all: [3, 60] });
    const ofTwitch = [
      { created_at: iso(-2), platform: 'twitch', avg_viewers: 50, peak_streams: 2 },
      { created_at: iso(-1), platform: 'twitch', avg_viewers: 0, peak_streams: 0, covered_seconds: 3600 },
    ];
    const ofKick = { created_at: iso(-2), platform: 'kick', avg_viewers: 7, peak_streams: 1 };
    expect(await listAt('/v1/totals?language=EN')).toMatchObject([ofKick, ...ofTwitch]);
    expect(await listAt('/v1/totals?language=en&platform=twitch')).toMatchObject(ofTwitch);
    expect(await listAt('/v1/totals?language=zz')).toEqual([]);
  });

  it('returns the hours of a game in which it is stored, and nothing for an unknown game', async () => {
    await sweep(-2, { all: [3, 60], games: { 'A/B': [1, 20] }, languages: { en: [1, 20] } });
    await sweep(-1, { all: [3, 60] });
    expect(await startsAt('/v1/totals?game=A%2FB')).toEqual([iso(-2)]);
    for (const other of ['a%2Fb', 'en']) expect(await listAt(`/v1/totals?game=${other}`)).toEqual([]);
  });

  it('returns up to 3,000 rows, and 400 for more', async () => {
    await data.client.query(
      `INSERT INTO totals SELECT 'all', '', $1::timestamptz - n * interval '1 hour', 'twitch', 1, 1, 1, 1, 1, 1 FROM generate_series(1, 3001) n`,
      [iso(0)],
    );
    expect(await listAt(`/v1/totals?from=${iso(-3000)}`)).toHaveLength(3000);
    const { status, body } = await api.get(`/v1/totals?from=${iso(-3001)}`);
    expect({ status, body }).toEqual({
      status: 400,
      body: { error: 'The range has more than 3,000 rows. Set interval=day, or a shorter range' },
    });
  });

  it.each([
    ['platform=youtube', 'platform must be one of twitch, kick'],
    ['interval=week', 'interval must be one of hour, day'],
    ['language=en&game=Chess', 'Use only one of language and game'],
    ['language=!', 'language must be a language code such as en'],
    [
      'tz=Europe/Berlin',
      'tz must be UTC, because dates are in UTC. For another zone, use times with an offset in from and to',
    ],
    ['game=', 'game must be a string of 1 to 200 characters'],
    [
      'from=yesterday',
      'from must be a date such as 2026-10-01 or a time such as 2026-10-01T12:00:00Z (write the + of an offset as %2B)',
    ],
  ])('returns 400 for %s', async (query, error) => {
    expect(await api.get(`/v1/totals?${query}`)).toMatchObject({ status: 400, body: { error } });
  });
});

describe('GET /v1/totals/languages and /v1/totals/games', () => {
  it('return the figures over the range, by watchtime, equal ones by name', async () => {
    const both = { languages: { fr: [1, 10], de: [1, 10] }, games: { Chess: [1, 10] } } as const;
    await sweep(-3, { all: [2, 20], ...both });
    await sweep(-2, { all: [2, 90], languages: { en: [2, 90] }, games: {} });
    const languages = await listAt<NamedTotal>('/v1/totals/languages?platform=twitch');
    expect(languages.map(({ name, avg_viewers, covered_seconds }) => [name, avg_viewers, covered_seconds])).toEqual([
      ['en', 45, 7200],
      ['de', 5, 7200],
      ['fr', 5, 7200],
    ]);
    // A game is left out of hours in which it is not stored.
    expect(await listAt('/v1/totals/games')).toMatchObject([{ name: 'Chess', avg_viewers: 10, covered_seconds: 3600 }]);
    expect(await listAt(`/v1/totals/games?from=${iso(-2)}&to=${iso(5)}`)).toEqual([]);
  });

  it('return the figures of each platform, equal ones by platform', async () => {
    const english = { all: [2, 30], languages: { en: [2, 30] }, games: { Chess: [2, 30] } } as const;
    for (const platform of ['twitch', 'kick']) await sweep(-3, { ...english, platform });
    await sweep(-2, { all: [1, 9], platform: 'kick' });
    const figures = async (path: string) =>
      (await listAt<NamedTotal>(path)).map((row) => [row.platform, row.avg_viewers, row.covered_seconds]);
    expect(await figures('/v1/totals/languages')).toEqual([
      ['kick', 15, 7200],
      ['twitch', 30, 3600],
    ]);
    expect(await figures('/v1/totals/languages?platform=twitch')).toEqual([['twitch', 30, 3600]]);
    expect(await figures('/v1/totals/games')).toEqual([
      ['kick', 30, 3600],
      ['twitch', 30, 3600],
    ]);
  });

  it('return 400 for a range of more than 400 days', async () => {
    const to = iso(0);
    expect(await api.get(`/v1/totals/games?from=${iso(-400 * 24)}&to=${to}`)).toMatchObject({ status: 200 });
    expect(await api.get(`/v1/totals/games?from=${iso(-400 * 24 - 1)}&to=${to}`)).toMatchObject({
      status: 400,
      body: { error: 'from and to must be at most 400 days apart' },
    });
  });
});

describe('the page of totals', () => {
  const callOf = async (path: string, panel: string) =>
    (await openPage(api, path)).querySelector(`#${panel}-call`)?.text.trim() ?? '';
  const rowsOf = async (file: string) => (await api.get(`/download/totals/${file}`)).text.trim().split('\n').length - 1;

  /** A total of each hour of 366 days. */
  const insertHours = (platform: string) =>
    data.client.query(
      `INSERT INTO totals SELECT 'all', '', $1::timestamptz - n * interval '1 hour', $2, 1, 1, 1, 1, 1, 1 FROM generate_series(0, 366 * 24) n`,
      [iso(0), platform],
    );

  it.each([
    [['twitch'], '7', 'hour', 168],
    [['twitch'], '90', 'day', 91],
    [['twitch', 'kick'], '7', 'hour', 336],
    [['twitch', 'kick'], '30', 'hour', 1_440],
    [['twitch', 'kick'], '90', 'day', 182],
    [['twitch', 'kick'], '90&platform=kick', 'hour', 2_160],
    [['twitch', 'kick'], '365', 'day', 732],
    [['twitch', 'kick'], '365&platform=kick', 'day', 366],
  ])('of %s has rows within the limit for range=%s: by %s', async (stored, range, interval, rows) => {
    for (const platform of stored) await insertHours(platform);
    api.forgetAnswers();
    const call = await callOf(`/totals?range=${range}`, 'viewers');
    expect(call).toContain(interval === 'day' ? 'interval=day' : '/v1/totals?from=');
    const { status, body } = await api.get<PlatformTotal[]>(call);
    expect({ status, rows: body.length }).toEqual({ status: 200, rows });
    expect(await rowsOf(`viewers.csv?range=${range}`)).toBe(rows);
  });

  it('has rows over all platforms, with a part of the bar for each, and the share that they leave', async () => {
    await sweep(-1, { all: [4, 100], languages: { en: [2, 40], de: [1, 20] } });
    await sweep(-1, { all: [3, 60], languages: { en: [2, 50] }, platform: 'kick' });
    await listAt('/v1/totals');
    const [all, kick] = [await openPage(api, '/totals?range=7'), await openPage(api, '/totals?range=7&platform=kick')];
    const rowsIn = (page: typeof all) => wordsOfEach(page, '#languages tbody tr');
    expect(rowsIn(all)).toEqual([
      'English 90 h watched, 90 avg 56.3% 90.0 90 4',
      'German 20 h watched, 20 avg 12.5% 20.0 20 1',
    ]);
    expect(attributesOf(all, '#languages path', 'd')).toEqual([
      'M0 0h44.4v8h-44.4z',
      'M44.4 0h55.6v8h-55.6z',
      'M0 0h22.2v8h-22.2z',
    ]);
    expect(wordsOf(all.querySelector('#languages .note'))).toBe(
      'Shares of all hours watched. The remaining 31.3% are other or unknown languages.',
    );
    expect(rowsIn(kick)).toEqual(['English 50 h watched, 50 avg 83.3% 50.0 50 2']);
    expect(wordsOf(kick.querySelector('#languages .note'))).toContain('The remaining 16.7% are');
  });

  it('has the 3,000 games with the most watchtime', async () => {
    await insertHours('twitch');
    await data.client.query(
      `INSERT INTO totals SELECT 'game', 'Game ' || n, $1::timestamptz, 'twitch', 60000 * n, 1, 1, 1, 1, 1 FROM generate_series(1, 3001) n`,
      [iso(-1)],
    );
    const page = await openPage(api, '/totals?range=7');
    expect(page.querySelector('#games tbody tr')?.text).toContain('Game 3001');
    expect(await rowsOf('games.csv?range=7')).toBe(3_000);
    expect(await api.get('/v1/totals/games')).toMatchObject({
      status: 400,
      body: { error: 'The range has more than 3,000 rows' },
    });
  });
});

it('shows the shares of platforms and languages in the viewers of this moment, next to the live streams', async () => {
  const watchedNow = async () => {
    api.forgetAnswers();
    return wordsOf((await openPage(api, '/leaderboard')).querySelector('#watched'));
  };
  const addLive = async (id: string, language: string | null, viewers: number, streamer_id = '1') => {
    await data.streamer({ id: streamer_id });
    await data.stream({ id, streamer_id, language, started_at: hoursAgo(2), ended_at: null });
    await data.viewerSamples([{ stream_id: id, created_at: hoursAgo(1), viewers }]);
  };
  for (const [n, language] of ['en', 'en', null, 'de'].entries()) await addLive(`${n + 1}`, language, 10, `${n + 1}`);
  expect(await watchedNow()).toBe('');
  const ids = ['kick:550e8400-e29b-41d4-a716-446655440001', 'kick:7'].map((id) => encodeId(id) ?? '');
  await addLive(ids[0] ?? '', 'en', 60, ids[1]);
  expect(await watchedNow()).toBe(
    'Watched now Watched now 100 viewers in 5 streams Kick 60% Twitch 40% English 80% German 10% Unknown 10%',
  );
});
