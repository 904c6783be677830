import { Client } from 'pg';
import { recordRemoval } from '../../src/ingest/records/data-summary.js';
import { Input } from '../../src/ingest/sources/input.js';
import { KindName } from '../../src/ingest/kinds/kind.js';
import { findKind } from '../../src/ingest/kinds/kinds.js';
import { lockImports } from '../../src/ingest/import-lock.js';
import { runImport, importKind, ImportOptions, ImportSummary } from '../../src/ingest/ingest.js';
import { databaseWhileTesting } from '../support/database/test-database.js';
import { inputsOf, Records } from '../support/data/records.js';

const ann = { id: '1', login: 'ann', display_name: 'Ann' };
const bob = { id: '2', login: 'bob', display_name: 'Bob' };
const started_at = '2026-10-31T22:00:00.000Z';
const stream = {
  id: '10',
  streamer_id: '1',
  started_at,
  ended_at: '2026-11-01T02:00:00.000Z',
};
const sample = (created_at: string, viewers: number, stream_id = '10') => ({ stream_id, created_at, viewers });

const database = databaseWhileTesting();

async function run(records: Records, options?: ImportOptions): Promise<ImportSummary> {
  return runImport(database.client, inputsOf(records), options);
}

async function rows(sql: string): Promise<unknown[]> {
  return (await database.client.query<Record<string, unknown>>(sql)).rows;
}

/** Everything in the database, to detect changes. */
async function contents(): Promise<unknown> {
  const tables = [
    'streamers',
    'streams',
    'viewer_samples',
    'follower_points',
    'message_stats',
    'panels',
    ...['events', 'event_streams', 'event_markers', 'colab_sessions', 'colab_session_streams'],
    'data_summary',
  ];
  const found: unknown[] = [];
  for (const table of tables) {
    found.push(await rows(`SELECT t.*, t.tableoid::regclass FROM ${table} t ORDER BY t::text`));
  }
  return found;
}

const everything: Records = {
  streamers: [ann, bob],
  streams: [
    {
      ...stream,
      title: '제목\t"\\',
      tags: ['a', '', 'b"c'],
      language: 'PT',
      avg_viewers: 1,
      peak_viewers: 2,
      watchtime: 2 ** 40,
    },
    { ...stream, id: '11', streamer_id: bob.id, tags: [], language: '', ended_at: null },
    { ...stream, id: '12' },
  ],
  viewer_samples: [sample('2026-10-31T23:59:59.999Z', 5, '12'), sample('2026-11-01T00:00:00.000Z', 7, '12')],
  follower_points: [
    { streamer_id: '1', created_at: '2026-10-01T00:00:00Z', followers: 5 },
    { streamer_id: '1', created_at: '2026-10-02T00:00:00Z', followers: 3 },
  ],
  message_stats: [{ stream_id: '10', total_messages: 9, unique_chatters: 2, deleted_messages: 1, shared_messages: 4 }],
  panels: [{ streamer_id: '1', raw_url: 'Nordvale-VPN.com/?utm_source=x', created_at: '2026-10-01T00:00:00Z' }],
  events: [
    { id: '7', title: 'Cup', description: 'a\nb', started_at, is_public: false, user_id: '4242', host_stream_id: '10' },
    { id: '6', title: 'Open', started_at, is_public: true },
  ],
  event_streams: [
    { event_id: '7', stream_id: '10' },
    { event_id: '7', stream_id: '11' },
  ],
  event_markers: [{ id: '8', event_id: '7', title: 'Goal', timestamp: started_at, color: '#9147FF' }],
  colab_sessions: [
    { id: '9', started_at, ended_at: stream.ended_at, stream_ids: ['12', '10'] },
    { id: '5', started_at, stream_ids: ['12', '10'] },
  ],
};

describe('an import', () => {
  it('stores every kind unchanged', async () => {
    const summary = await run(everything);
    expect(summary).toMatchObject({ committed: true, rejected: 0, derivedFigures: 1 });
    expect(
      await rows('SELECT s.id, s.title, s.tags, s.language, s.watchtime, s.ended_at FROM streams s ORDER BY s.id'),
    ).toEqual([
      {
        id: '10',
        title: '제목\t"\\',
        tags: ['a', '', 'b"c'],
        language: 'pt',
        watchtime: '1099511627776',
        ended_at: new Date(stream.ended_at),
      },
      { id: '11', title: null, tags: [], language: null, watchtime: null, ended_at: null },
      {
        id: '12',
        title: null,
        tags: null,
        language: null,
        watchtime: expect.any(String),
        ended_at: new Date(stream.ended_at),
      },
    ]);
    expect(await rows('SELECT p.raw_url, p.url, p.root_domain, p.is_commercial FROM panels p')).toEqual([
      {
        raw_url: 'Nordvale-VPN.com/?utm_source=x',
        url: 'https://nordvale-vpn.com',
        root_domain: 'nordvale-vpn.com',
        is_commercial: true,
      },
    ]);
    expect(
      await rows(
        'SELECT e.id, e.description, e.user_id, e.host_stream_id, e.figures_due FROM events e ORDER BY e.id DESC',
      ),
    ).toEqual([
      { id: '7', description: 'a\nb', user_id: '4242', host_stream_id: '10', figures_due: true },
      { id: '6', description: null, user_id: null, host_stream_id: null, figures_due: true },
    ]);
  });

  it('changes nothing the second time', async () => {
    await run(everything);
    const before = await contents();
    const { kinds, derivedFigures } = await run(everything);
    expect(kinds.map(({ kind, unchanged, inserted, updated }) => [kind, unchanged, inserted, updated])).toEqual([
      ['streamers', 2, 0, 0],
      ['streams', 3, 0, 0],
      ['viewer_samples', 2, 0, 0],
      ['follower_points', 2, 0, 0],
      ['message_stats', 1, 0, 0],
      ['panels', 1, 0, 0],
      ['events', 2, 0, 0],
      ['event_streams', 2, 0, 0],
      ['event_markers', 1, 0, 0],
      ['colab_sessions', 2, 0, 0],
    ]);
    expect(derivedFigures).toBe(0);
    expect(await contents()).toEqual(before);
  });

  it('replaces the whole row: omitted properties become null', async () => {
    await run({
      streamers: [{ ...ann, profile_image: 'https://example.com/a.png' }],
      streams: [{ ...stream, title: 'x' }],
    });
    const { kinds } = await run({ streamers: [ann], streams: [stream] });
    expect(kinds.map(({ updated }) => updated)).toEqual([1, 1]);
    expect(await rows('SELECT u.profile_image FROM streamers u')).toEqual([{ profile_image: null }]);
    expect(await rows('SELECT s.title FROM streams s')).toEqual([{ title: null }]);
  });

  it('uses the last of several lines with one key', async () => {
    const point = (followers: number) => ({ streamer_id: '1', created_at: '2026-11-01T00:00:00Z', followers });
    const { kinds } = await run({
      streamers: [{ ...ann, display_name: 'Old' }, bob, { ...ann, display_name: 'New' }],
      streams: [stream],
      viewer_samples: [sample('2026-11-01T00:00:00Z', 1), sample('2026-11-01T00:00:00.000Z', 2)],
      follower_points: [point(9), point(3)],
    });
    expect(kinds.map(({ inserted, repeated }) => [inserted, repeated])).toEqual([
      [2, 1],
      [1, 0],
      [1, 1],
      [1, 1],
    ]);
    expect(await rows('SELECT p.followers FROM follower_points p')).toEqual([{ followers: '3' }]);
    expect(await rows('SELECT u.display_name FROM streamers u WHERE u.id = 1')).toEqual([{ display_name: 'New' }]);
    expect(await rows('SELECT v.viewers FROM viewer_samples v')).toEqual([{ viewers: '2' }]);
  });

  it('uses the last of several lines with one key even if any of their values is already stored', async () => {
    const point = (followers: number) => ({ streamer_id: '1', created_at: '2026-11-01T00:00:00Z', followers });
    const storing = (value: number): Records => ({
      streamers: [{ ...ann, display_name: String(value) }],
      streams: [{ ...stream, title: String(value), avg_viewers: 1 }],
      viewer_samples: [sample('2026-11-01T00:00:00Z', value)],
      follower_points: [point(value)],
    });
    // Some in one input, others in two. The stored value is among them, is the last value, or is absent.
    for (const values of [
      [1, 2, 3],
      [3, 2, 1],
      [5, 4, 9],
      [2, 9, 4],
      [7, 7, 6],
    ]) {
      await run(storing(values[0] ?? 0));
      const files = values.map(storing);
      const inOneFile = Object.fromEntries(
        Object.keys(storing(0)).map((kind) => [kind, files.flatMap((file) => file[kind as KindName] ?? [])]),
      );
      for (const given of [inputsOf(inOneFile), files.flatMap((file) => inputsOf(file))]) {
        await run(storing(values[0] ?? 0));
        const { kinds } = await runImport(database.client, given);
        expect(kinds.map(({ updated, unchanged, repeated }) => [updated, unchanged, repeated])).toEqual(
          Array.from({ length: 4 }, () => (values[2] === values[0] ? [0, 1, 2] : [1, 0, 2])),
        );
        const last = String(values[2]);
        expect(
          await rows(
            'SELECT u.display_name, s.title, v.viewers, p.followers FROM streamers u, streams s, viewer_samples v, follower_points p',
          ),
        ).toEqual([{ display_name: last, title: last, viewers: last, followers: last }]);
      }
    }
  });

  it('updates the number of rows and the newest moment of each kind', async () => {
    await run(everything, { at: new Date('2026-11-02T00:00:00Z') });
    await run(
      { ...everything, streamers: [{ ...ann, display_name: 'Anna' }] },
      { at: new Date('2026-11-03T00:00:00Z') },
    );
    const summary = await rows(
      'SELECT d.kind, d.row_count, d.newest, d.changed_at FROM data_summary d ORDER BY d.kind',
    );
    const row = (kind: string, count: string, newest: string | null, day = '2026-11-02') => ({
      kind,
      row_count: count,
      newest: newest === null ? null : new Date(newest),
      changed_at: new Date(`${day}T00:00:00Z`),
    });
    expect(summary).toEqual([
      row('colab_sessions', '2', started_at),
      row('event_markers', '1', null),
      row('event_streams', '2', null),
      row('events', '2', null),
      row('follower_points', '2', '2026-10-02T00:00:00Z'),
      row('message_stats', '1', null),
      row('panels', '1', '2026-10-01T00:00:00Z'),
      row('streamers', '2', null, '2026-11-03'),
      row('streams', '3', stream.started_at),
      row('viewer_samples', '2', '2026-11-01T00:00:00Z'),
    ]);
  });

  it('keeps the newest moment of a kind when older rows are imported, and when rows are removed', async () => {
    const day = (number: number) => `2026-10-0${number}T00:00:00.000Z`;
    const points = (...days: number[]) => ({
      follower_points: days.map((number) => ({ streamer_id: '1', created_at: day(number), followers: number })),
    });
    const newest = async () => {
      const sql = `SELECT d.row_count::int AS count, d.newest FROM data_summary d WHERE d.kind = 'follower_points'`;
      return (await database.client.query<{ count: number; newest: Date }>(sql)).rows[0];
    };
    await run({ streamers: [ann], ...points(1) });
    await run(points(3));
    await run(points(2));
    expect(await newest()).toEqual({ count: 3, newest: new Date(day(3)) });
    // A newest moment stays if it is not older than the removed rows.
    for (const [before, expected] of [
      [undefined, 2],
      [3, 3],
      [4, 2],
    ] as const) {
      await database.client.query('DELETE FROM follower_points f WHERE f.followers = 3');
      await recordRemoval(database.client, findKind('follower_points'), 1, before && new Date(day(before)));
      expect(await newest()).toEqual({ count: 2, newest: new Date(day(expected)) });
      await run(points(3));
    }
  });

  it('accepts empty input', async () => {
    expect(await run({})).toMatchObject({ kinds: [], committed: true });
    expect(await run({ viewer_samples: [], streams: [] })).toMatchObject({ rejected: 0, committed: true });
  });

  it('changes nothing in a dry run', async () => {
    const before = await contents();
    const summary = await run(everything, { dryRun: true });
    expect(summary.committed).toBe(false);
    expect(summary.kinds[1]).toMatchObject({ read: 3, inserted: 3 });
    expect(await contents()).toEqual(before);
    expect(await rows(`SELECT to_regclass('viewer_samples_2026_10') AS table`)).toEqual([{ table: null }]);
    for (const record of ['imports', 'import_rows', 'import_changes']) {
      expect(await rows(`SELECT FROM ${record}`)).toEqual([]);
    }
  });

  it('changes nothing when its connection breaks', async () => {
    await run({ streamers: [ann], streams: [stream] });
    const before = await contents();
    const broken = new Client({ connectionString: database.url });
    broken.on('error', () => {});
    await broken.connect();
    const { rows: sessions } = await broken.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    const samples: Input = {
      kind: findKind('viewer_samples'),
      name: 'samples',
      async *read() {
        for (let minute = 0; minute < 60; minute++) {
          if (minute === 30) await database.client.query('SELECT pg_terminate_backend($1)', [sessions[0]?.pid]);
          const record = sample(new Date(Date.UTC(2026, 10, 1, 0, minute)).toISOString(), minute);
          yield [{ line: minute + 1, record, problem: null, raw: '' }];
        }
      },
    };
    const importing = runImport(broken, [samples]);
    await expect(importing).rejects.toThrow(/terminat|EPIPE|ECONNRESET/);
    expect(await contents()).toEqual(before);
  });

  it('waits for another import, and reports the wait', async () => {
    const other = new Client({ connectionString: database.url });
    await other.connect();
    await other.query('BEGIN');
    await importKind(other, 'streamers', [ann]);
    await lockImports(other, () => {});
    const lines: string[] = [];
    const waiting = run({ streams: [stream] }, { log: (line) => lines.push(line) });
    while (lines.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    expect(lines).toEqual(['Another import is running; waiting for it to finish.']);
    await other.query('COMMIT');
    await other.end();
    expect(await waiting).toMatchObject({ committed: true, rejected: 0 });
  });
});

describe('logins', () => {
  const logins = () => rows('SELECT u.id, u.login FROM streamers u ORDER BY u.id');

  it('belong to the newest holder', async () => {
    await run({ streamers: [ann] });
    await run({ streamers: [{ ...bob, login: 'ANN' }] });
    expect(await logins()).toEqual([
      { id: '1', login: null },
      { id: '2', login: 'ann' },
    ]);
  });

  it('belong to the last line with the login', async () => {
    const records = { streamers: [bob, { ...ann, login: 'bob' }, { ...bob, id: '3' }] };
    await run(records);
    expect(await logins()).toEqual([
      { id: '1', login: null },
      { id: '2', login: null },
      { id: '3', login: 'bob' },
    ]);
    expect((await run(records)).kinds[0]).toMatchObject({ unchanged: 3 });
  });

  it('can be released by a later line of the same channel', async () => {
    await run({ streamers: [{ ...bob, login: 'ann' }, ann, { ...ann, login: 'anna' }] });
    expect(await logins()).toEqual([
      { id: '1', login: 'anna' },
      { id: '2', login: 'ann' },
    ]);
  });
});

describe('bad records', () => {
  const records: Records = {
    streamers: [ann],
    streams: [stream, { ...stream, id: '11', streamer_id: '9' }, { ...stream, id: '12', watchtime: -1 }],
    viewer_samples: [sample('2026-11-01T00:00:00Z', 5), sample('2026-11-01T00:00:00Z', 5, '11'), { stream_id: '10' }],
  };

  it('stop the import, each with its place and reason', async () => {
    const before = await contents();
    const summary = await run(records);
    expect(summary.committed).toBe(false);
    expect(summary.rejected).toBe(3);
    expect(summary.firstRejects.map(({ file, line, property, reason }) => [file, line, property, reason])).toEqual([
      ['streams', 3, 'watchtime', '-1 must be an integer from 0 to 9007199254740991'],
      ['streams', 2, 'streamer_id', 'no streamer has the ID 9; import the streamer first'],
      ['viewer_samples', 3, 'created_at', expect.stringContaining('is missing')],
    ]);
    expect(await contents()).toEqual(before);
  });

  it('are skipped on request, with the records that refer to them', async () => {
    const summary = await run(records, { skipInvalid: true });
    expect(summary).toMatchObject({ committed: true, rejected: 4 });
    expect(summary.kinds.map(({ kind, inserted, rejected }) => [kind, inserted, rejected])).toEqual([
      ['streamers', 1, 0],
      ['streams', 1, 2],
      ['viewer_samples', 1, 2],
    ]);
  });

  it('cause an error in importKind', async () => {
    await database.client.query('BEGIN');
    await expect(importKind(database.client, 'streams', [stream])).rejects.toThrow(
      /streams:1: streamer_id: no streamer has the ID 1/,
    );
    await database.client.query('ROLLBACK');
  });
});

describe('viewer samples', () => {
  const figures = () =>
    rows(
      'SELECT s.id, s.avg_viewers, s.peak_viewers, s.watchtime, s.figures_from_samples FROM current_streams s ORDER BY s.id',
    );
  const figuresOf = (id: string, avg: string, peak: string, watchtime: string) => ({
    id,
    avg_viewers: avg,
    peak_viewers: peak,
    watchtime,
    figures_from_samples: true,
  });

  it('provide figures for a stream without figures: each holds until the next, the last until the end', async () => {
    const samples = [
      sample('2026-10-31T22:00:00Z', 100),
      sample('2026-10-31T23:00:00Z', 400),
      sample('2026-10-31T23:30:00Z', 0),
      sample('2026-11-01T00:00:00Z', 31),
    ];
    await run({ streamers: [ann], streams: [stream], viewer_samples: samples });
    // (100 * 60 + 400 * 30 + 0 * 30 + 31 * 120) / 240 = 90.5
    expect(await figures()).toEqual([figuresOf('10', '91', '400', '21720')]);
  });

  it('give the last sample no weight while the stream is live, or at its end, and ignore samples outside of the stream', async () => {
    const live = { ...stream, ended_at: undefined };
    const samples = (id: string) => [
      sample('2026-10-31T21:59:59.999Z', 5_000, id),
      sample('2026-11-01T01:00:00Z', 10, id),
      sample('2026-11-01T02:00:00Z', 90, id),
    ];
    const { kinds } = await run({
      streamers: [ann],
      streams: [live, { ...stream, id: '11' }],
      viewer_samples: [...samples('10'), ...samples('11'), sample('2026-11-01T02:00:00.001Z', 6_000, '11')],
    });
    expect(await figures()).toEqual([figuresOf('10', '10', '90', '600'), figuresOf('11', '10', '90', '600')]);
    expect(kinds.at(-1)).toMatchObject({ kind: 'viewer_samples', outside: 3 });
  });

  it.each(['2026-10-31T21:59:59.999Z', '2026-11-01T02:00:00.001Z'])(
    'are counted if all are outside of the stream: %s',
    async (at) => {
      const { kinds } = await run({ streamers: [ann], streams: [stream], viewer_samples: [sample(at, 1)] });
      expect(kinds.at(-1)).toMatchObject({ kind: 'viewer_samples', outside: 1 });
    },
  );

  it('provide no figures when the stream no longer contains a sample', async () => {
    await run({ streamers: [ann], streams: [stream], viewer_samples: [sample('2026-11-01T02:00:00Z', 10)] });
    expect(await figures()).toEqual([figuresOf('10', '10', '10', '0')]);
    await run({ streams: [{ ...stream, ended_at: '2026-11-01T01:59:59Z' }] });
    const none = { avg_viewers: null, peak_viewers: null, watchtime: null, figures_from_samples: false };
    expect(await figures()).toEqual([{ id: '10', ...none }]);
    await run({ streams: [stream] });
    expect(await figures()).toEqual([figuresOf('10', '10', '10', '0')]);
  });

  it.each(['avg_viewers', 'peak_viewers', 'watchtime'])(
    'do not replace figures of a file that has only %s',
    async (figure) => {
      const own = { ...stream, [figure]: 7 };
      const none = { avg_viewers: null, peak_viewers: null, watchtime: null };
      const ownFigures = { id: '10', ...none, [figure]: '7', figures_from_samples: false };
      const samples = [sample('2026-11-01T00:00:00Z', 1)];
      await run({ streamers: [ann], streams: [own], viewer_samples: samples });
      expect(await figures()).toEqual([ownFigures]);
      await run({ viewer_samples: [sample('2026-11-01T00:30:00Z', 2)] });
      expect(await figures()).toEqual([ownFigures]);
      await run({ streams: [stream] });
      expect(await figures()).toMatchObject([{ figures_from_samples: true }]);
      await run({ streams: [own] });
      expect(await figures()).toEqual([ownFigures]);
    },
  );

  it('are weighted again when the stream ends', async () => {
    const live = { ...stream, ended_at: null };
    await run({ streamers: [ann], streams: [live], viewer_samples: [sample('2026-11-01T00:00:00Z', 5)] });
    const { derivedFigures } = await run({ streams: [stream] });
    expect(derivedFigures).toBe(1);
    expect(await figures()).toEqual([figuresOf('10', '5', '5', '600')]);
  });

  it('are exact for any number of viewers over 131 years', async () => {
    const from = '1970-01-01T00:00:00.000Z';
    const until = '2100-12-31T23:59:59.999Z';
    const samples: [string, number][] = [
      [from, 2_000_000],
      ['2100-12-31T23:59:59.996Z', 2_000_000],
      ['2100-12-31T23:59:59.997Z', 2_000_001],
      ['2100-12-31T23:59:59.998Z', Number.MAX_SAFE_INTEGER],
    ];
    await run({
      streamers: [ann],
      streams: [{ ...stream, started_at: from, ended_at: until }],
      viewer_samples: samples.map(([at, viewers]) => sample(at, viewers)),
    });
    const ms = BigInt(Date.parse(until)) - 3n;
    const total = 2_000_000n * (ms + 1n) + 2_000_001n + BigInt(Number.MAX_SAFE_INTEGER);
    const rounded = (divisor: bigint) => String((2n * total + divisor) / (2n * divisor));
    expect(await figures()).toMatchObject([{ avg_viewers: rounded(ms + 3n), watchtime: rounded(60_000n) }]);
  });

  it('can contain the largest safe number', async () => {
    await run({ streamers: [ann], streams: [stream], viewer_samples: [sample('2026-11-01T00:00:00Z', 2 ** 53 - 1)] });
    expect(await figures()).toEqual([figuresOf('10', '9007199254740991', '9007199254740991', '9007199254740991')]);
  });
});

describe('a live stream', () => {
  const live = { ...stream, ended_at: undefined };
  const later = (id: string, startedAt: string) => ({ ...live, id, started_at: startedAt });
  const next = later('11', '2026-11-01T08:00:00Z');
  const ends = async () =>
    (await rows('SELECT s.id, s.ended_at FROM streams s ORDER BY s.id')).map((row) => {
      const { id, ended_at } = row as { id: string; ended_at: Date | null };
      return [id, ended_at?.toISOString() ?? null];
    });
  const observed = () => rows('SELECT s.observed_at FROM current_streams s WHERE s.id = 10');

  it('has its last observation at its newest sample', async () => {
    await run({ streamers: [ann], streams: [live] });
    expect(await observed()).toEqual([{ observed_at: null }]);
    await run({ viewer_samples: [sample('2026-11-01T03:00:00Z', 1), sample('2026-11-01T02:00:00Z', 1)] });
    expect(await observed()).toEqual([{ observed_at: new Date('2026-11-01T03:00:00Z') }]);
    await run({ streams: [stream] });
    expect(await observed()).toEqual([{ observed_at: null }]);
  });

  it('ends at its newest sample when the channel has a newer stream, and continues with a later sample', async () => {
    await run({ streamers: [ann], streams: [live], viewer_samples: [sample('2026-11-01T02:00:00Z', 1)] });
    await run({ streams: [next] });
    expect(await ends()).toEqual([['10', '2026-11-01T02:00:00.000Z'], ['11', null]]); // prettier-ignore
    const { kinds } = await run({ viewer_samples: [sample('2026-11-01T03:00:00Z', 1)] });
    expect(kinds[0]?.outside).toBe(0);
    expect(await ends()).toEqual([['10', '2026-11-01T03:00:00.000Z'], ['11', null]]); // prettier-ignore
  });

  it('ends at the start of the newer stream if it has no observation, and does not change on another import', async () => {
    await run({ streamers: [ann], streams: [next, live] });
    expect(await ends()).toEqual([['10', '2026-11-01T08:00:00.000Z'], ['11', null]]); // prettier-ignore
    const before = await contents();
    const { kinds } = await run({ streams: [next, live] });
    expect(kinds[0]).toMatchObject({ updated: 0, unchanged: 2 });
    expect(await contents()).toEqual(before);
    await run({ streams: [{ ...stream, ended_at: '2026-11-01T07:00:00Z' }] });
    expect(await ends()).toEqual([['10', '2026-11-01T07:00:00.000Z'], ['11', null]]); // prettier-ignore
  });

  it('is the stream with the lowest ID among streams with the same start', async () => {
    const twins = [later('13', next.started_at), next, later('12', next.started_at)];
    await run({ streamers: [ann], streams: twins });
    expect(await ends()).toEqual([['11', null], ['12', '2026-11-01T08:00:00.000Z'], ['13', '2026-11-01T08:00:00.000Z']]); // prettier-ignore
  });

  it('stays live when another channel has a newer stream', async () => {
    await run({ streamers: [ann, bob], streams: [live, { ...next, streamer_id: bob.id }] });
    expect(await ends()).toEqual([['10', null], ['11', null]]); // prettier-ignore
  });

  it('is live with the game of the newest file', async () => {
    for (const game_name of ['Chess', 'Go']) await run({ streamers: [ann], streams: [{ ...live, game_name }] });
    expect(await rows('SELECT l.game_name FROM live_streams l')).toEqual([{ game_name: 'Go' }]);
  });

  it('marks events for a refresh when its end changes', async () => {
    const event = { id: '5', title: 'Cup', started_at: stream.started_at, is_public: true };
    await run({
      streamers: [ann],
      streams: [live],
      events: [event],
      event_streams: [{ event_id: '5', stream_id: '10' }],
    });
    await database.client.query('UPDATE events SET figures_due = FALSE');
    await run({ streams: [next] });
    expect(await rows('SELECT e.figures_due FROM events e')).toEqual([{ figures_due: true }]);
  });
});
