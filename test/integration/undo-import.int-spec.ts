import { recordedTables } from '../../src/ingest/records/recorded-tables.js';
import { runImport, ImportOptions } from '../../src/ingest/ingest.js';
import { listImports } from '../../src/jobs/import/list-imports.js';
import { UndoError, undoImport } from '../../src/ingest/records/undo-import.js';
import { collectInput } from '../../src/ingest/observed-streams.js';
import { packSamples } from '../../src/jobs/pack/pack-samples.js';
import { pruneSamples } from '../../src/jobs/prune/prune-samples.js';
import { refreshLeaderboard } from '../../src/jobs/refresh/refresh-leaderboard.js';
import { expectDecided } from '../support/database/decided-again.js';
import { SeededRandom } from '../../demo/seeded-random.js';
import { runCommand } from '../support/programs/run-command.js';
import { databaseWhileTesting } from '../support/database/test-database.js';
import { inputsOf, pagesInput, Records } from '../support/data/records.js';
import { runsOf, testSeed } from '../support/data/property-runs.js';

const now = new Date('2026-11-02T00:00:00Z');
const hour = (hours: number) => new Date(Date.UTC(2026, 10, 1, hours)).toISOString();
const streamer = (id: string, login: string) => ({ id, login, display_name: login });
const stream = (id: string, streamer_id: string, from: number, to?: number) => ({
  id,
  streamer_id,
  started_at: hour(from),
  ...(to === undefined ? {} : { ended_at: hour(to) }),
});
const sample = (stream_id: string, at: number, viewers: number) => ({ stream_id, created_at: hour(at), viewers });
const change = (stream_id: string, at: number, title: string) => ({
  stream_id,
  created_at: hour(at),
  title,
  tags: [],
  language: 'en',
});
const follower = (at: number, followers: number) => ({ streamer_id: '1', created_at: hour(at), followers });
const event = (title: string) => ({ id: '70', title, started_at: hour(0), is_public: true, host_stream_id: '10' });
const marker = (title: string) => ({ id: '80', event_id: '70', title, timestamp: hour(1), color: '#00ff00' });
const messages = (stream_id: string, total: number) => ({
  stream_id,
  total_messages: total,
  unique_chatters: 1,
  deleted_messages: 0,
  shared_messages: total + 1,
});

const first: Records = {
  streamers: [streamer('1', 'ann'), streamer('2', 'bob')],
  streams: [
    stream('10', '1', 0, 3),
    { ...stream('11', '2', 0), language: 'en' },
    { ...stream('12', '2', 5), tags: [], title: 'a "b"' },
  ],
  stream_changes: [change('10', 0, 'a'), change('10', 1, 'b')],
  viewer_samples: [sample('10', 0, 5), sample('10', 1, 7)],
  follower_points: [follower(0, 1), follower(1, 2)],
  message_stats: [messages('10', 5)],
  panels: [{ streamer_id: '1', raw_url: 'https://example.com/a', created_at: hour(0) }],
  events: [event('Cup')],
  event_streams: [{ event_id: '70', stream_id: '10' }],
  event_markers: [marker('Final')],
  colab_sessions: [{ id: '90', started_at: hour(0), stream_ids: ['10', '11'] }],
};

/** Changes a row of each kind, and adds a new row. */
const second: Records = {
  streamers: [streamer('2', 'ann'), streamer('3', 'cid')],
  streams: [{ ...stream('11', '2', 0, 4), language: 'de' }, stream('13', '2', 8), stream('14', '3', 1, 2)],
  stream_changes: [change('10', 1, 'c'), change('14', 1, 'd')],
  viewer_samples: [sample('10', 1, 9), sample('10', 2, 8), sample('14', 1, 3)],
  follower_points: [follower(1, 3), follower(2, 4)],
  message_stats: [messages('10', 6), messages('14', 1)],
  panels: [
    { streamer_id: '1', raw_url: 'https://example.com/a', created_at: hour(0), removed_at: hour(1) },
    { streamer_id: '3', raw_url: 'https://example.com/c', created_at: hour(0) },
  ],
  events: [event('Cup 2'), { ...event('Cup 3'), id: '71', host_stream_id: '14' }],
  event_streams: [
    { event_id: '70', stream_id: '10', role: 'co_stream' },
    { event_id: '70', stream_id: '12', role: 'official' },
    { event_id: '71', stream_id: '14' },
  ],
  event_markers: [marker('Semi-final')],
  colab_sessions: [
    { id: '90', started_at: hour(0), stream_ids: ['11', '14'] },
    { id: '91', started_at: hour(0), stream_ids: ['14', '10'] },
  ],
};

const database = databaseWhileTesting();

async function run(records: Records, options?: ImportOptions): Promise<number> {
  const { id, firstRejects } = await runImport(database.client, inputsOf(records, '.ndjson'), options);
  expect(firstRejects).toEqual([]);
  return id;
}

async function runPages(at: string, ...data: object[]): Promise<number> {
  return (await runImport(database.client, [pagesInput([{ at, data, pagination: {} }], now)])).id;
}

/**
 * All rows that imports write, and their counts in the status. A refresh computes the figures of events. The newest moment in the
 * status can differ from the rows, because an undo can restore a row.
 */
async function contents(withNewest = true): Promise<Record<string, unknown>> {
  await refreshLeaderboard(database.client, { now });
  const found: Record<string, unknown> = {};
  for (const { name } of recordedTables) {
    const from = name === 'viewer_samples' ? 'all_viewer_samples' : name;
    const { rows } = await database.client.query<Record<string, unknown>>(`SELECT t.* FROM ${from} t ORDER BY t::text`);
    // An undo takes back neither the time of names nor the change of an event, and a stream that it reopens counts as observed before the undo.
    found[name] = rows.map((row) => ({
      ...row,
      named_at: null,
      changed_at: null,
      ...(name === 'live_streams' && { import_id: null }),
    }));
  }
  const newest = withNewest ? ', d.newest' : '';
  const summary = `SELECT d.kind, d.row_count${newest} FROM data_summary d WHERE d.row_count > 0 ORDER BY d.kind`;
  return { ...found, summary: (await database.client.query<object>(summary)).rows };
}

const undo = (id: number) => undoImport(database.client, id);
const pack = () => packSamples(database.client, { before: new Date('2027-01-01T00:00:00Z') });
const refusal = (id: number) =>
  undo(id).then(
    () => [],
    (error: unknown) => (error instanceof UndoError ? error.lines : Promise.reject(error as Error)),
  );

it('undoes an import of all kinds exactly, and the import before it', async () => {
  const empty = await contents();
  expect(await run(first)).toBe(1);
  const before = await contents();
  expect(await run(second)).toBe(2);
  // A stream of the first import with a sample of the second, and a stream of the second.
  expect(await pack()).toMatchObject({ streams: 2, samples: 4 });
  const undone = await undo(2);
  expect(await contents()).toEqual(before);
  expect(undone).toContainEqual({ table: 'viewer_samples', removed: 2, restored: 1 });
  await undo(1);
  expect(await contents()).toEqual(empty);
});

it('records no computed figures of a stream, and computes them again', async () => {
  await run(first);
  const before = await contents();
  const id = await run({ viewer_samples: [sample('10', 2, 90)] });
  const figures = 'SELECT s.peak_viewers FROM streams s WHERE s.id = 10';
  expect((await database.client.query(figures)).rows).toEqual([{ peak_viewers: '90' }]);
  const kept = 'SELECT i.changes, (SELECT count(*) FROM import_changes) AS stored FROM imports i WHERE i.id = $1';
  expect((await database.client.query(kept, [id])).rows).toEqual([{ changes: '0', stored: '0' }]);
  await undo(id);
  expect(await contents()).toEqual(before);
});

it('undoes a packed sample that does not count, without other changes of its stream', async () => {
  const beforeStart = sample('10', 1, 7);
  await run({
    streamers: [streamer('1', 'ann')],
    streams: [stream('10', '1', 2, 3)],
    viewer_samples: [sample('10', 2, 5)],
  });
  const before = await contents();
  const id = await run({ viewer_samples: [beforeStart] });
  expect(await pack()).toMatchObject({ streams: 1, samples: 2 });
  expect(await undo(id)).toEqual([{ table: 'viewer_samples', removed: 1, restored: 0 }]);
  expect(await contents()).toEqual(before);
});

it('lists imports with their files, users, and what they keep for an undo', async () => {
  await run(first, { at: now });
  await run(second, { at: now, canUndo: false });
  await run({ streamers: [streamer('9', 'zoe')] }, { at: now });
  await undo(3);
  await database.client.query(`UPDATE imports i SET inputs = ARRAY[E'\\x1B[31m.ndjson'] WHERE i.id = 3`);
  const { rows } = await database.client.query<{ user: string }>('SELECT session_user AS user');
  const by = rows[0]?.user ?? '';
  const lines = (await listImports(database.client, false, null)).split('\n').map((line) => line.split(/ {2,}/));
  expect(lines).toEqual([
    ['import', 'when', 'by', 'inserted', 'updated', 'undo', 'kept rows', 'files'],
    ['3', now.toISOString(), by, '1', '0', 'undone', '0', '\\u001b[31m.ndjson'],
    [
      '2',
      now.toISOString(),
      by,
      expect.any(String),
      expect.any(String),
      'no',
      '0',
      expect.stringContaining('and 8 more'),
    ],
    [
      '1',
      now.toISOString(),
      by,
      '17',
      '0',
      'recorded',
      '0',
      expect.stringContaining('streamers.ndjson, streams.ndjson'),
    ],
  ]);
});

it('refuses while a later import has changed the same rows, and names both', async () => {
  await run(first);
  await run({ streamers: [streamer('1', 'anna')] });
  const before = await contents();
  expect(await refusal(1)).toContain('streamers 1 was changed by import 2.');
  expect(await contents()).toEqual(before);
  await undo(2);
  await undo(1);
  await expect(undo(1)).rejects.toThrow(/^Import 1 is already undone\.$/);
});

it('refuses while a later import has changed a sample that is now packed', async () => {
  await run(first);
  await run({ viewer_samples: [sample('10', 1, 9), sample('10', 2, 8)] });
  await pack();
  expect((await refusal(1)).join()).toMatch(/viewer_samples 10 2026-11-01 \S+ was changed by import 2\./);
});

it.each<[name: string, imports: [Records, ImportOptions?][], id: number, line: string]>([
  [
    'while rows of a later import refer to its rows',
    [[{ streamers: [streamer('1', 'ann')] }], [{ streams: [stream('10', '1', 0, 1)] }]],
    1,
    'streams 10 of import 2 belongs to streamers 1.',
  ],
  [
    'while another streamer has the login to restore',
    [
      [{ streamers: [streamer('1', 'ann')] }],
      [{ streamers: [streamer('1', 'anna')] }],
      [{ streamers: [streamer('2', 'ann')] }],
    ],
    2,
    'streamers 2 was changed by import 3.',
  ],
  [
    'when a later import without a record changed its rows',
    [[{ streamers: [streamer('1', 'ann')] }], [{ streamers: [streamer('1', 'anna')] }, { canUndo: false }]],
    1,
    'streamers: 1 of its rows were changed or removed later',
  ],
  ['without a record', [[{ streamers: [streamer('1', 'ann')] }, { canUndo: false }]], 1, 'Import 1 cannot be undone'],
  ['that does not exist', [[{ streamers: [streamer('1', 'ann')] }]], 2, 'Import 2 does not exist.'],
])('refuses an import %s', async (_, imports, id, line) => {
  for (const [records, options] of imports) await run(records, options);
  expect(await refusal(id)).toEqual([expect.stringContaining(line)]);
});

it('refuses after its samples were pruned', async () => {
  await run(first);
  const before = await contents();
  const id = await run({ viewer_samples: [sample('12', 6, 1), sample('12', 7, 2)] });
  await undo(id);
  expect(await contents()).toEqual(before);
  await run({ viewer_samples: [sample('12', 6, 1), sample('12', 7, 2)] });
  await pruneSamples(database.client, new Date(hour(7)));
  expect((await refusal(3)).join()).toContain('viewer_samples: 1 of its rows were changed or removed later');
});

it('refuses after the samples of its streams were pruned', async () => {
  await run({ streamers: [streamer('1', 'ann')], streams: [stream('10', '1', 0, 3)] });
  await run({ viewer_samples: [sample('10', 1, 5)] });
  await pruneSamples(database.client, new Date(hour(4)));
  expect(await refusal(1)).toEqual(['The samples of streams 10 were pruned.']);
});

it('removes the pruned samples of an event, which do not count in a later event with its ID', async () => {
  const cup = (stream_id: string) => ({
    events: [{ ...event('Cup'), ended_at: hour(9), host_stream_id: null }],
    event_streams: [{ event_id: '70', stream_id }],
  });
  await run({
    streamers: [streamer('1', 'ann'), streamer('2', 'bob')],
    streams: [stream('10', '1', 0, 3), stream('20', '2', 5, 8)],
    viewer_samples: [sample('10', 1, 90), sample('20', 6, 5)],
  });
  const id = await run(cup('10'));
  await refreshLeaderboard(database.client, { now });
  await pruneSamples(database.client, new Date(hour(4)));
  await undo(id);
  await run(cup('20'));
  await refreshLeaderboard(database.client, { now });
  const { rows } = await database.client.query('SELECT e.peak_viewers FROM events e');
  expect(rows).toEqual([{ peak_viewers: '5' }]);
});

const shown = (login: string, name: string) => ({
  ...{ id: '10', user_id: '1', user_login: login, user_name: name, viewer_count: 5, started_at: hour(0) },
});
const login = async () => (await database.client.query<{ login: string }>('SELECT u.login FROM streamers u')).rows[0];

it('keeps the time of names that the end of a stream stored since', async () => {
  await run({ streamers: [streamer('1', 'ann')] });
  const id = await run({ streamers: [{ ...streamer('1', 'ann'), display_name: 'Ann' }] });
  await runPages(hour(3), shown('ann', 'Ann'));
  await runPages(hour(4));
  await undo(id);
  await runPages(hour(2), shown('late', 'Late'));
  expect(await login()).toEqual({ login: 'ann' });
});

it('takes back the time of names that it observed', async () => {
  await runPages(hour(1), shown('ann', 'ann'));
  const id = await runPages(hour(3), shown('ann', 'Ann'));
  await runPages(hour(4));
  await undo(id);
  await runPages(hour(2), shown('late', 'Late'));
  expect(await login()).toEqual({ login: 'late' });
});

it('keeps the changes of the newest imports, up to a number of rows', async () => {
  await run({ streamers: [streamer('1', 'ann')] });
  for (const login of ['a', 'b', 'c']) await run({ streamers: [streamer('1', login)] }, { maxChanges: 2 });
  expect((await refusal(2)).join()).toContain('has been removed');
  for (const id of [4, 3]) await undo(id);
  const { rows } = await database.client.query('SELECT s.login FROM streamers s');
  expect(rows).toEqual([{ login: 'a' }]);
});

it('discards what an import, or each import before a moment, keeps for an undo', async () => {
  await run({ streamers: [streamer('1', 'ann')] }, { at: new Date(0) });
  for (const login of ['a', 'b', 'c']) await run({ streamers: [streamer('1', login)] });
  const discard = (...args: string[]) => runCommand(database.url, ['imports', ...args]);
  expect((await discard('--discard', '3')).output).toBe('1 import can no longer be undone. Deleted 1 previous row.\n');
  expect((await discard('--discard', '3')).errors).toContain('Import 3 cannot be undone: its undo data was not stored');
  expect(await discard('--discard', '9')).toMatchObject({
    code: 1,
    errors: 'Import 9 does not exist.\nNothing was changed.\n',
  });
  expect((await refusal(3)).join()).toContain('has been removed');
  await undo(4);
  expect((await discard('--discard-older-than', '1w')).output).toBe(
    '1 import can no longer be undone. Deleted 0 previous rows.\n',
  );
  const { rows } = await database.client.query('SELECT i.id FROM imports i WHERE i.can_undo');
  expect(rows).toEqual([{ id: 2 }]);
});

it.each([
  ['--all', '--undo', '1'],
  ['--all', '--discard', '1'],
  ['--collected', '--undo', '1'],
  ['--collected', '--discard', '1'],
  ['--collected', '--discard-older-than', '1w'],
])('is invalid usage with %s and %s', async (...args) => {
  expect(await runCommand(database.url, ['imports', ...args])).toMatchObject({ code: 2 });
});

describe('a list next to a running collector', () => {
  const list = async (...args: string[]) => {
    const { code, output } = await runCommand(database.url, ['imports', ...args]);
    expect(code).toBe(0);
    return [...output.matchAll(/^(\d+) .* {2}(\S.*)$/gm)].map(([, id, files]) => `${id} ${files}`);
  };
  const importFrom = (name: string, canUndo = true) =>
    runImport(database.client, [{ ...pagesInput([], now), name }], { at: now, canUndo });
  const sweep = async (count: number) => {
    for (let i = 0; i < count; i++) await importFrom(collectInput, false);
  };

  it('has the imports of files, also of a file with the name of sweeps, and of standard input', async () => {
    for (const name of ['streams.csv', 'standard input', collectInput]) await importFrom(name);
    await importFrom('kept.csv', false);
    await sweep(21);
    const files = ['4 kept.csv', `3 ${collectInput}`, '2 standard input', '1 streams.csv'];
    expect(await list()).toEqual(files);
    expect(await list('--all')).toEqual(files);
    await undo(3);
    expect(await list()).toEqual(files);
  });

  it('has the newest 20 sweeps, or all of them, with --collected', async () => {
    await importFrom('streams.csv');
    await sweep(21);
    const sweeps = Array.from({ length: 21 }, (_, i) => `${22 - i} ${collectInput}`);
    expect(await list('--collected')).toEqual(sweeps.slice(0, 20));
    expect(await list('--collected', '--all')).toEqual(sweeps);
  });

  it('names the imports that do not exist', async () => {
    const output = async (...args: string[]) => (await runCommand(database.url, ['imports', ...args])).output;
    expect(await output('--collected')).toBe('No imports of a collector.\n');
    await sweep(1);
    expect(await output()).toBe('No imports of files.\n');
  });
});

it(`undoes any imports from the last to the first (TEST_SEED=${testSeed})`, async () => {
  const random = new SeededRandom(testSeed);
  const count = runsOf(8);
  const states = [await contents(false)];
  for (let id = 1; id <= count; id++) {
    if (random.chance(0.3)) await runPages(...randomPage(random));
    else await run(randomRecords(random));
    states.push(await contents(false));
    await expectDecided(database.client);
  }
  for (let id = count; id >= 1; id--) {
    if (random.chance(0.5)) await pack();
    await undo(id);
    expect(await contents(false)).toEqual(states[id - 1]);
    await expectDecided(database.client);
  }
});

it.each([
  ['the same stream', '1'],
  ['different streams', '2'],
])('undoes two imports that observed %s, the older one first', async (_, other) => {
  await run({
    streamers: [streamer('1', 'ann'), streamer('2', 'bob')],
    streams: [stream('10', '1', 0, 4), stream('20', '2', 0, 4)],
  });
  const before = await contents();
  const seen = (id: string) => ({
    ...{ id: `${id}0`, user_id: id, user_login: id === '1' ? 'ann' : 'bob', user_name: id === '1' ? 'ann' : 'bob' },
    ...{ viewer_count: 5, started_at: hour(0) },
  });
  const [older, newer] = [await runPages(hour(1), seen('1')), await runPages(hour(2), seen(other))];
  await undo(older);
  await undo(newer);
  expect(await contents()).toEqual(before);
});

const logins = ['ann', 'bob', 'cid', 'dora'];

/** Streamers 1 to 3, each with streams such as 10 and 11. Streams can be known in any order. */
function randomRecords(random: SeededRandom): Records {
  const ids = ['1', '2', '3'];
  const streams = ids.flatMap((id) => ['0', '1'].map((number) => ({ id: `${id}${number}`, owner: id })));
  return {
    streamers: ids.map((id) => streamer(id, random.pick(logins))),
    streams: streams.map(({ id, owner }) => {
      const from = random.integer(0, 5);
      return stream(id, owner, from, random.chance(0.5) ? undefined : from + random.integer(0, 5));
    }),
    viewer_samples: streams.map(({ id }) => sample(id, random.integer(0, 8), random.integer(0, 9))),
    follower_points: [follower(random.integer(0, 3), random.integer(0, 3))],
    message_stats: [messages(random.pick(streams).id, random.integer(0, 9))],
    events: [event(random.pick(logins))],
    event_streams: [{ event_id: '70', stream_id: random.pick(streams).id, role: random.pick(['official', null]) }],
    colab_sessions: [{ id: '90', started_at: hour(0), stream_ids: [random.pick(streams).id, random.pick(streams).id] }],
  };
}

function randomPage(random: SeededRandom): [at: string, ...data: object[]] {
  const seen = [1, 2, 3, 4].filter(() => random.chance(0.5));
  const streams = seen.map((id) => ({
    id: `${id}${random.integer(0, 2)}`,
    user_id: String(id),
    user_login: random.pick(logins),
    user_name: random.pick(logins),
    viewer_count: random.integer(0, 9),
    started_at: hour(0),
    title: random.pick(logins),
  }));
  return [hour(random.integer(0, 12)), ...streams];
}
