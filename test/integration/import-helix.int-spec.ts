import fc from 'fast-check';
import { undoImport } from '../../src/ingest/records/undo-import.js';
import { packSamples } from '../../src/jobs/pack/pack-samples.js';
import { runImport, ImportOptions, ImportSummary } from '../../src/ingest/ingest.js';
import { expectDecided } from '../support/database/decided-again.js';
import { databaseWhileTesting } from '../support/database/test-database.js';
import { inputsOf, pagesInput, Records } from '../support/data/records.js';
import { propertyRuns } from '../support/data/property-runs.js';

interface Seen {
  minute: number;
  id: string;
  viewers: number;
  title: string | null;
  game?: string;
  tags?: string[] | null;
  language?: string;
}

const now = new Date('2024-07-01T00:00:00Z');
/** A moment that many minutes after the start of the streams. */
const minute = (minutes: number) => new Date(Date.UTC(2024, 5, 15, 12, minutes)).toISOString();
const streamOf = (id: string, userId: string, login: string, viewers = 100) => ({
  id,
  user_id: userId,
  user_login: login,
  user_name: login.toUpperCase(),
  game_name: 'Chess',
  title: `${login} live`,
  viewer_count: viewers,
  started_at: minute(0),
  thumbnail_url: `https://example.com/${login}-{width}x{height}.jpg`,
  tags: ['English'],
});
const ann = (viewers = 100, id = '10') => streamOf(id, '1', 'ann', viewers);
const bob = (viewers = 100, id = '20') => streamOf(id, '2', 'bob', viewers);
const live = (at: string, ...data: object[]) => ({ at, data, pagination: {} });
const users = (at: string, ...data: object[]) => ({ at, data });

const database = databaseWhileTesting();

afterEach(() => expectDecided(database.client));

async function importPages(pages: object[], options?: ImportOptions): Promise<ImportSummary> {
  return runImport(database.client, [pagesInput(pages, now)], options);
}

async function importRecords(records: Records): Promise<ImportSummary> {
  return runImport(database.client, inputsOf(records));
}

/** Rows without the number of the import and the time of names, which depend on the order of imports. */
async function rows(sql: string): Promise<Record<string, unknown>[]> {
  const found = (await database.client.query<Record<string, unknown>>(sql)).rows;
  for (const row of found) {
    delete row.import_id;
    delete row.named_at;
  }
  return found;
}

const countsOf = ({ kinds }: ImportSummary) =>
  kinds.map(({ kind, inserted, updated, unchanged, repeated }) => [kind, inserted, updated, unchanged, repeated]);
/** Streamers and their logins, such as '1 ann, 2 none'. */
const logins = async () => {
  const found = await rows(
    "SELECT concat_ws(' ', u.id, COALESCE(u.login, 'none')) AS line FROM streamers u ORDER BY u.id",
  );
  return found.map(({ line }) => line).join(', ');
};
/** Streams and the minutes at which they ended, such as '10 live, 20 12'. */
const ends = async () => {
  const found = await rows('SELECT s.id, s.ended_at FROM streams s ORDER BY s.id');
  const endOf = (at: unknown) => (at instanceof Date ? (at.getTime() - Date.parse(minute(0))) / 60_000 : 'live');
  return found.map(({ id, ended_at: at }) => `${String(id)} ${endOf(at)}`).join(', ');
};
const figures = () => rows('SELECT s.avg_viewers, s.peak_viewers, s.watchtime FROM current_streams s WHERE s.id = 10');

const tables = [
  ...['streamers', 'current_streams', 'stream_changes', 'all_viewer_samples', 'follower_points'],
  ...['live_streams', 'newest_observation'],
];

/** All data that pages affect, to detect changes. */
async function contents(withSummary = true): Promise<unknown> {
  const found: unknown[] = [];
  for (const table of [...tables, ...(withSummary ? ['data_summary'] : [])]) {
    found.push(await rows(`SELECT t.* FROM ${table} t ORDER BY to_jsonb(t) - '{import_id,named_at}'::text[]`));
  }
  return found;
}

/** For a few rows, DELETE takes a fraction of the time of TRUNCATE. */
async function deleteAll(): Promise<void> {
  const stored = tables.flatMap((table) =>
    table === 'all_viewer_samples' ? ['viewer_samples', 'packed_samples'] : table.replace('current_', ''),
  );
  await database.client.query(stored.map((table) => `DELETE FROM ${table}`).join(';'));
}

describe('a page of live streams', () => {
  it('creates streamers, streams and viewer samples, and nothing more the second time', async () => {
    const page = live(minute(30), ann(300), bob());
    expect(countsOf(await importPages([page]))).toEqual([
      ['streamers', 2, 0, 0, 0],
      ['streams', 2, 0, 0, 0],
      ['stream_changes', 2, 0, 0, 0],
      ['viewer_samples', 2, 0, 0, 0],
    ]);
    expect(await rows('SELECT u.* FROM streamers u WHERE u.id = 1')).toEqual([
      { id: '1', login: 'ann', display_name: 'ANN', profile_image: null, pictured_at: null, external_id: null },
    ]);
    expect(await rows('SELECT s.* FROM current_streams s WHERE s.id = 10')).toEqual([
      expect.objectContaining({
        streamer_id: '1',
        started_at: new Date(minute(0)),
        ended_at: null,
        title: 'ann live',
        game_name: 'Chess',
        tags: ['English'],
        thumbnail: 'https://example.com/ann-1280x720.jpg',
        avg_viewers: '300',
        peak_viewers: '300',
        watchtime: '0',
        updated_at: new Date(minute(30)),
        figures_from_samples: true,
      }),
    ]);
    const before = await contents();
    const again = await importPages([page]);
    expect(countsOf(again)).toEqual([
      ['streamers', 0, 0, 2, 0],
      ['streams', 0, 0, 2, 0],
      ['stream_changes', 0, 0, 2, 0],
      ['viewer_samples', 0, 0, 2, 0],
    ]);
    expect(again.derivedFigures).toBe(0);
    expect(await contents()).toEqual(before);
  });

  it('can contain a stream twice, and then the higher number of viewers counts', async () => {
    const page = live(minute(30), ann(300), { ...ann(200), title: 'other' });
    expect(countsOf(await importPages([page, page]))).toEqual([
      ['streamers', 1, 0, 0, 0],
      ['streams', 1, 0, 0, 0],
      ['stream_changes', 1, 0, 0, 0],
      ['viewer_samples', 1, 0, 0, 3],
    ]);
    expect(await rows('SELECT s.title, s.peak_viewers FROM current_streams s')).toEqual([
      { title: 'ann live', peak_viewers: '300' },
    ]);
    const before = await contents();
    await importPages([live(minute(30), { ...ann(200), title: 'other' })]);
    expect(await contents()).toEqual(before);
  });
});

describe('observations of one stream', () => {
  const pages = [live(minute(10), ann(100)), live(minute(20), ann(400)), live(minute(50), ann(100))];

  it('accumulate over imports, in any order', async () => {
    for (const page of [pages[2], pages[0], pages[1]]) await importPages([page ?? {}]);
    // (100 * 10 + 400 * 30) / 40
    expect(await figures()).toEqual([{ avg_viewers: '325', peak_viewers: '400', watchtime: '13000' }]);
  });

  it('keep figures from a file, and all data that pages do not contain', async () => {
    const given = { id: '10', streamer_id: '1', started_at: minute(0), vod_id: '7', live_views: 9, avg_viewers: 5 };
    await importRecords({ streamers: [{ id: '1', login: 'ann', display_name: 'Ann' }], streams: [given] });
    await importPages(pages);
    expect(await rows('SELECT s.vod_id, s.live_views, s.avg_viewers, s.watchtime, s.title FROM streams s')).toEqual([
      { vod_id: '7', live_views: '9', avg_viewers: '5', watchtime: null, title: 'ann live' },
    ]);
  });

  it('from an older page do not overwrite a newer page or a newer file', async () => {
    await importPages([live(minute(50), { ...ann(), title: 'new', game_name: 'Go' })]);
    await importPages([live(minute(40), { ...ann(), title: 'old', user_name: 'Old' })]);
    expect(await rows('SELECT s.title, s.game_name, s.updated_at FROM current_streams s')).toEqual([
      { title: 'new', game_name: 'Go', updated_at: new Date(minute(50)) },
    ]);
    expect(await rows('SELECT u.display_name FROM streamers u')).toEqual([{ display_name: 'ANN' }]);
    const file = { id: '10', streamer_id: '1', started_at: minute(0), title: 'file', updated_at: minute(90) };
    await importRecords({ streams: [file] });
    await importPages([live(minute(80), ann())]);
    expect(await rows('SELECT s.title FROM streams s')).toEqual([{ title: 'file' }]);
  });
});

describe('a stream without new observations', () => {
  it.each<[name: string, imports: object[][], ends: string]>([
    ['is live for a while', [[live(minute(10), ann(), bob()), live(minute(19), bob())]], '10 live, 20 live'],
    [
      'has ended at its last observation, after a while',
      [[live(minute(10), ann(), bob()), live(minute(19), bob())], [live(minute(20), bob())]],
      '10 10, 20 live',
    ],
    [
      'has ended, too, if nobody is live',
      [[live(minute(10), ann()), live(minute(30), ann()), live(minute(40))]],
      '10 30',
    ],
    [
      'ends later if an older page saw it later',
      [[live(minute(10), ann()), live(minute(40))], [live(minute(20), ann())]],
      '10 20',
    ],
    [
      'is live again after a new observation',
      [[live(minute(10), ann()), live(minute(40))], [live(minute(45), ann())]],
      '10 live',
    ],
    [
      'has ended, too, if its only page is imported after a newer page',
      [[live(minute(40))], [live(minute(10), ann())]],
      '10 10',
    ],
  ])('%s', async (_, imports, expected) => {
    await importAll(imports);
    expect(await ends()).toBe(expected);
  });

  it('stays live longer with a longer end rule', async () => {
    await importPages([live(minute(10), ann()), live(minute(60))], {
      unobserved: { rule: 'overdue', endedAfterMs: 60 * 60_000 },
    });
    expect(await ends()).toBe('10 live');
    await importPages([live(minute(70))], { unobserved: { rule: 'overdue', endedAfterMs: 60 * 60_000 } });
    expect(await ends()).toBe('10 10');
  });

  it('keeps its end from a file', async () => {
    await importPages([live(minute(10), ann())]);
    await importRecords({
      streams: [{ id: '10', streamer_id: '1', started_at: minute(0), ended_at: minute(15), title: 'file' }],
    });
    await importPages([live(minute(12), ann()), live(minute(17), ann()), live(minute(60))]);
    expect(await ends()).toBe('10 15');
  });

  it('stays live if no page ever showed it', async () => {
    await importRecords({
      streamers: [{ id: '3', login: 'cat', display_name: 'Cat' }],
      streams: [{ id: '30', streamer_id: '3', started_at: minute(0) }],
    });
    await importPages([live(minute(60), ann())]);
    expect(await ends()).toBe('10 live, 30 live');
  });
});

describe('a stream of a channel that is live again', () => {
  const next = () => ({ ...ann(50, '11'), started_at: minute(13) });

  it('has ended at its last observation, for any order of the pages', async () => {
    const pages = [live(minute(5), ann()), live(minute(12), ann()), live(minute(14), next())];
    for (const imports of [[pages], pages.map((page) => [page]), pages.toReversed().map((page) => [page])]) {
      await deleteAll();
      for (const pagesOfImport of imports) await importPages(pagesOfImport);
      expect(await ends()).toBe('10 12, 11 live');
    }
  });
});

describe('a login', () => {
  const annAs = (login: string) => ({ ...ann(), user_login: login });
  const bobAs = (login: string) => ({ ...bob(), user_login: login });

  it.each<[name: string, imports: object[][], logins: string]>([
    [
      'is the first one of a page that has a channel twice',
      [[live(minute(0), annAs('cat'), bobAs('bob'))], [live(minute(4), annAs('cat'), annAs('bob'))]],
      '1 cat, 2 bob',
    ],
    ['follows a renamed channel', [[live(minute(10), annAs('ann')), live(minute(20), annAs('anna'))]], '1 anna'],
    [
      'belongs to the channel that was last seen with it',
      [[live(minute(10), annAs('ann'), bobAs('bob'))], [live(minute(20), bobAs('ann'))]],
      '1 none, 2 ann',
    ],
    [
      'does not return because of an older page',
      [[live(minute(20), bobAs('ann'))], [live(minute(10), annAs('ann'))]],
      '1 none, 2 ann',
    ],
    [
      'goes to a channel that is observed late, if its last holder gave it back',
      [[live(minute(20), bobAs('ann')), live(minute(30), bobAs('bob'))], [live(minute(10), annAs('ann'))]],
      '1 ann, 2 bob',
    ],
    [
      'can move back and forth',
      [
        [live(minute(10), annAs('ann'), bobAs('bob'))],
        [live(minute(20), annAs('bob'), bobAs('ann'))],
        [live(minute(30), annAs('ann')), live(minute(31), bobAs('bob'))],
      ],
      '1 ann, 2 bob',
    ],
    ['can exceed the range of numbers', [[live(minute(10), annAs('9007199254740993123'))]], '1 9007199254740993123'],
  ])('%s', async (_, imports, expected) => {
    await importAll(imports);
    expect(await logins()).toBe(expected);
  });

  it('from a file stays when an old page is imported again', async () => {
    const page = live(minute(10), annAs('ann'));
    await importPages([page]);
    await importRecords({ streamers: [{ id: '3', login: 'ann', display_name: 'Cat' }] });
    await importPages([page]);
    expect(await logins()).toBe('1 none, 3 ann');
  });
});

describe('a blank name', () => {
  const named = (user_login: string, user_name: string) => ({ ...ann(), user_login, user_name });
  const blank = named('', ' \u3000');
  const shown = () => rows('SELECT u.id, u.login, u.display_name FROM streamers u ORDER BY u.id');

  it('does not change stored names', async () => {
    await importPages([live(minute(10), named('ann', 'Ann')), live(minute(20), blank)]);
    await importPages([live(minute(30), blank), users(minute(30), { id: '1', login: '', display_name: '' })]);
    expect(await shown()).toEqual([{ id: '1', login: 'ann', display_name: 'Ann' }]);
  });

  it('keeps the name from a file, even with a new login', async () => {
    await importRecords({ streamers: [{ id: '1', login: 'ann', display_name: 'A file' }] });
    await importPages([live(minute(10), named('anna', ''))]);
    expect(await shown()).toEqual([{ id: '1', login: 'anna', display_name: 'A file' }]);
  });

  it('is replaced by the ID, then by the login, until a name is known', async () => {
    const names: unknown[] = [];
    for (const [index, one] of [blank, named('ann', ''), named('', ''), named('', 'Ann'), blank].entries()) {
      await importPages([live(minute(10 + index), one)]);
      names.push(...(await shown()));
    }
    expect(names).toEqual([
      { id: '1', login: null, display_name: '1' },
      { id: '1', login: 'ann', display_name: 'ann' },
      { id: '1', login: 'ann', display_name: 'ann' },
      { id: '1', login: 'ann', display_name: 'Ann' },
      { id: '1', login: 'ann', display_name: 'Ann' },
    ]);
  });
});

describe('other pages', () => {
  const user = (id: string, login: string, image: string) => ({
    id,
    login,
    display_name: login,
    profile_image_url: image,
  });

  it('of users provide names and images, which pages of streams do not change', async () => {
    await importPages([users(minute(5), user('1', 'ann', 'https://example.com/5.png'))]);
    await importPages([live(minute(10), ann())]);
    await importPages([users(minute(7), user('1', 'old', 'https://example.com/7.png'))]);
    await importPages([users(minute(6), user('1', 'old', 'https://example.com/6.png'))]);
    expect(await rows('SELECT u.login, u.display_name, u.profile_image FROM streamers u')).toEqual([
      { login: 'ann', display_name: 'ANN', profile_image: 'https://example.com/7.png' },
    ]);
  });

  it('of followers provide a follower point', async () => {
    const page = { at: minute(5), total: 8, data: [], pagination: {}, broadcaster_id: '1' };
    const { kinds } = await importPages([live(minute(10), ann()), page, page, { ...page, total: 9, at: minute(6) }]);
    expect(kinds.at(-1)).toMatchObject({ kind: 'follower_points', read: 3, inserted: 2, repeated: 1 });
    expect(await rows('SELECT p.* FROM follower_points p ORDER BY p.created_at')).toEqual([
      { streamer_id: '1', created_at: new Date(minute(5)), followers: '8' },
      { streamer_id: '1', created_at: new Date(minute(6)), followers: '9' },
    ]);
  });

  it('of followers of an unknown channel are refused', async () => {
    const page = { at: minute(5), total: 8, data: [], broadcaster_id: '9' };
    const { committed, firstRejects } = await importPages([live(minute(10), ann()), page]);
    expect(committed).toBe(false);
    expect(firstRejects).toMatchObject([
      {
        kind: 'follower_points',
        file: 'pages',
        line: 2,
        reason: 'no streamer has the ID 9; import the streamer first',
      },
    ]);
    expect(await rows('SELECT FROM streamers')).toEqual([]);
  });
});

describe('different pages of one moment', () => {
  const pageOf = (viewers: number, title: string, name: string) =>
    live(minute(30), { ...ann(viewers), title, game_name: title, user_name: name });

  it('keep what is stored, except that the larger number of viewers counts', async () => {
    await importPages([pageOf(100, 'a', 'Ann')]);
    await importPages([pageOf(300, 'b', 'Bob')]);
    await importPages([pageOf(200, 'c', 'Cat')]);
    const shown = 'SELECT s.title, s.game_name, s.last_viewers, u.display_name FROM current_streams s, streamers u';
    expect(await rows(shown)).toEqual([{ title: 'a', game_name: 'a', last_viewers: '300', display_name: 'Ann' }]);
    expect(await rows('SELECT c.title FROM stream_changes c')).toEqual([{ title: 'a' }]);
    await importRecords({ viewer_samples: [{ stream_id: '10', created_at: minute(30), viewers: 50 }] });
    expect(await rows(shown)).toMatchObject([{ last_viewers: '50' }]);
  });

  it('rank by their viewers even if the samples are packed', async () => {
    const [more, fewer] = [live(minute(30), ann(300)), live(minute(30), ann(200))];
    const later = live(minute(60), bob());
    const inOrder = await importAll([[fewer], [more], [later]]);
    await importAll([[more], [later]]);
    expect(await packSamples(database.client, { before: now })).toMatchObject({ streams: 1 });
    expect(await importMore([[fewer]])).toEqual(inOrder);
  });

  it('do not overwrite a file that was imported after the page that counts', async () => {
    const page = live(minute(30), { ...ann(), title: 'page' });
    await importPages([page]);
    const file = { id: '10', streamer_id: '1', started_at: minute(0), title: 'file', updated_at: minute(30) };
    await importRecords({ streams: [file], streamers: [{ id: '1', login: 'ann', display_name: 'A file' }] });
    await importPages([page]);
    expect(await rows('SELECT s.title, u.display_name FROM streams s, streamers u')).toEqual([
      { title: 'file', display_name: 'A file' },
    ]);
  });
});

it('keeps a login that a later page omits, in any order', async () => {
  const told = live(minute(10), ann());
  const untold = live(minute(20), { ...ann(), user_login: undefined, user_name: '앤' });
  const inOrder = await importAll([[told], [untold]]);
  expect(await rows('SELECT u.login, u.display_name FROM streamers u')).toEqual([{ login: 'ann', display_name: '앤' }]);
  expect(await importAll([[untold], [told]])).toEqual(inOrder);
  expect(await importAll([[told, untold]])).toEqual(inOrder);
});

/** Imports pages into empty tables, and returns the resulting rows. */
async function importAll(imports: object[][]): Promise<unknown> {
  await deleteAll();
  return importMore(imports);
}

/** Imports pages into the existing tables, and returns the resulting rows. */
async function importMore(imports: object[][]): Promise<unknown> {
  for (const pages of imports) await importPages(pages);
  return contents(false);
}

it('leads to the same rows for any order and grouping of pages', async () => {
  const channel = fc.integer({ min: 1, max: 3 }).map(String);
  const name = fc.constantFrom('ann', 'bob');
  // A stream always belongs to one channel. The first channel has two streams. The later stream can end the earlier one.
  const channelOf: Record<string, string> = { '10': '1', '20': '2', '30': '3', '40': '1' };
  const stream = fc
    .record({
      id: fc.constantFrom(...Object.keys(channelOf)),
      name,
      viewers: fc.nat(2),
      title: fc.nat(2),
      moved: fc.nat(2),
    })
    .map(({ id, name, viewers, title, moved }) => ({
      // Who gave a login back is not stored, so no two channels have the same one.
      ...streamOf(id, channelOf[id] ?? '', `${name}${channelOf[id]}`, viewers),
      started_at: minute((id === '40' ? 6 : 0) + moved),
      title: title === 0 ? null : `title ${title}`,
    }));
  const user = fc.record({ channel, name, image: fc.nat(2) }).map(({ channel, name, image }) => ({
    id: channel,
    login: `${name}${channel}`,
    display_name: name,
    profile_image_url: image === 0 ? '' : `https://example.com/${image}.png`,
  }));
  // At the same moment, the stored observation stays, so each page has its own moment. It can contain a stream twice.
  let pagesMade = 0;
  const at = fc.nat(6).map((step) => new Date(Date.parse(minute(step * 4)) + (pagesMade++ % 10_000)).toISOString());
  const page = fc.oneof(
    {
      weight: 4,
      arbitrary: fc.tuple(at, fc.array(stream, { maxLength: 4 })).map(([time, data]) => live(time, ...data)),
    },
    {
      weight: 2,
      arbitrary: fc.tuple(at, fc.array(user, { maxLength: 3 })).map(([time, data]) => users(time, ...data)),
    },
  );
  const pieces = fc
    .array(page, { minLength: 2, maxLength: 9 })
    .chain((pages) =>
      fc.tuple(
        fc.constant(pages),
        fc.shuffledSubarray(pages, { minLength: pages.length }),
        fc.array(fc.boolean(), { minLength: pages.length, maxLength: pages.length }),
      ),
    );
  await fc.assert(
    fc.asyncProperty(pieces, async ([pages, shuffled, cuts]) => {
      const imports: object[][] = [[]];
      shuffled.forEach((one, index) => (cuts[index] ? imports.push([one]) : imports.at(-1)?.push(one)));
      const inOrder = await importAll(pages.map((one) => [one]));
      expect(await importAll([pages])).toEqual(inOrder);
      expect(await importAll(imports)).toEqual(inOrder);
      await packSamples(database.client, { before: now });
      expect(await importMore(imports)).toEqual(inOrder);
    }),
    propertyRuns(8),
  );
});

describe('changes of streams', () => {
  /** One import of pages, one page per moment. */
  const see = (...all: Seen[]): Promise<ImportSummary> => {
    const moments = [...new Set(all.map((one) => one.minute))];
    return importPages(moments.map((at) => live(minute(at), ...all.filter((one) => one.minute === at).map(toItem))));
  };
  const changes = async (): Promise<unknown[]> => {
    const { rows: found } = await database.client.query<{ id: string; at: Date; title: string | null }>(
      'SELECT c.stream_id AS id, c.created_at AS at, c.title FROM stream_changes c ORDER BY c.stream_id, c.created_at',
    );
    return found.map(({ id, at, title }) => [id, (at.getTime() - Date.parse(minute(0))) / 60_000, title]);
  };
  const counted = async () => {
    const sql = `SELECT (SELECT d.row_count::int FROM data_summary d WHERE d.kind = 'stream_changes') AS kept,
      (SELECT count(*)::int FROM stream_changes) AS stored`;
    return (await rows(sql))[0];
  };
  const seen = (at: number, title: string | null, viewers = 5): Seen => ({ minute: at, id: '10', viewers, title });

  it('are recorded for games, tags, languages, and removed values', async () => {
    await see(seen(0, 'a'), { ...seen(1, 'a'), game: 'Go' }, { ...seen(2, 'a'), game: 'Go', tags: ['x'] });
    await see({ ...seen(3, 'a'), game: 'Go', tags: ['x'] }, { ...seen(4, 'a'), game: 'Go', tags: [] });
    await see({ ...seen(5, 'a'), game: 'Go', tags: null }, { ...seen(6, null), game: 'Go', tags: null }, seen(7, null));
    await see({ ...seen(8, null), language: 'en' });
    expect(
      await rows('SELECT c.title, c.game_name, c.tags, c.language FROM stream_changes c ORDER BY c.created_at'),
    ).toEqual([
      { title: 'a', game_name: null, tags: null, language: null },
      { title: 'a', game_name: 'Go', tags: null, language: null },
      { title: 'a', game_name: 'Go', tags: ['x'], language: null },
      { title: 'a', game_name: 'Go', tags: [], language: null },
      { title: 'a', game_name: 'Go', tags: null, language: null },
      { title: null, game_name: 'Go', tags: null, language: null },
      { title: null, game_name: null, tags: null, language: null },
      { title: null, game_name: null, tags: null, language: 'en' },
    ]);
  });

  it('include a return to the old title at the observation after a late one', async () => {
    await see(seen(0, 'a'), seen(2, 'a'), seen(6, 'a'), seen(8, 'a'));
    await see(seen(4, 'b'));
    expect(await changes()).toEqual([
      ['10', 0, 'a'],
      ['10', 4, 'b'],
      ['10', 6, 'a'],
    ]);
  });

  it('move earlier with a late observation, and the stored count follows', async () => {
    await see(seen(6, 'b'), seen(8, 'a'));
    await see(seen(4, 'b'), seen(7, 'a'));
    expect(await changes()).toEqual([
      ['10', 4, 'b'],
      ['10', 7, 'a'],
    ]);
    expect(await counted()).toEqual({ kept: 2, stored: 2 });
  });

  it('come from files, too, for existing streams', async () => {
    await see(seen(2, 'a'));
    const change = (stream_id: string, at: number) => ({
      stream_id,
      created_at: minute(at),
      title: 'file',
      tags: ['x'],
    });
    expect(await importRecords({ stream_changes: [change('10', 1), change('11', 1)] })).toMatchObject({
      committed: false,
      firstRejects: [
        { kind: 'stream_changes', property: 'stream_id', reason: 'no stream has the ID 11; import the stream first' },
      ],
    });
    await importRecords({ stream_changes: [change('10', 1)] });
    await see(seen(3, 'a'));
    expect(await changes()).toEqual([
      ['10', 1, 'file'],
      ['10', 2, 'a'],
    ]);
  });

  it('move to a page with an earlier moment than the file', async () => {
    await see(seen(0, 'a'));
    await importRecords({ stream_changes: [{ stream_id: '10', created_at: minute(4), title: 'b' }] });
    await see(seen(2, 'b'));
    expect(await changes()).toEqual([
      ['10', 0, 'a'],
      ['10', 2, 'b'],
    ]);
  });

  it('follow from all observations, for any order, grouping and repetition', async () => {
    const one = fc.record({
      minute: fc.nat(9),
      id: fc.constantFrom('10', '11', '20'),
      viewers: fc.nat(30_000),
      title: fc.constantFrom('a', 'b', null),
    });
    const imports = fc.array(fc.array(one, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(imports, fc.nat(5), async (made, repeated) => {
        // At the same moment, the stored observation stays.
        const met = new Set<string>();
        const isNew = ({ id, minute: at }: Seen) => !met.has(`${id} ${at}`) && met.add(`${id} ${at}`);
        const pieces = made.map((piece) => piece.filter(isNew)).filter((piece) => piece.length > 0);
        await deleteAll();
        await database.client.query('DELETE FROM data_summary');
        for (const piece of pieces) await see(...piece);
        const expected = expectedChanges(pieces.flat());
        expect(await changes()).toEqual(expected);
        await see(...(pieces[repeated % pieces.length] ?? []));
        expect(await changes()).toEqual(expected);
        expect(await counted()).toMatchObject({ kept: expected.length });
        const { id } = await see({ minute: 5, id: '10', viewers: 2_000_000, title: 'new' });
        await undoImport(database.client, id);
        expect(await changes()).toEqual(expected);
        expect(await counted()).toEqual({ kept: expected.length, stored: expected.length });
      }),
      propertyRuns(10),
    );
  });
});

function toItem({ id, viewers, title, game, tags, language }: Seen): object {
  const user = id.slice(0, 1);
  return {
    id,
    user_id: user,
    user_login: `login_${user}`,
    user_name: 'Name',
    viewer_count: viewers,
    started_at: minute(0),
    title,
    game_name: game,
    tags,
    language,
  };
}

/** One stream after the other, one moment after the other. */
function expectedChanges(seen: Seen[]): unknown[] {
  const found: unknown[] = [];
  for (const id of [...new Set(seen.map((one) => one.id))].sort()) {
    let said: string | null | undefined;
    for (let at = 0; at < 10; at++) {
      const observed = seen.find((one) => one.id === id && one.minute === at);
      if (!observed || observed.title === said) continue;
      said = observed.title;
      found.push([id, at, said]);
    }
  }
  return found;
}
