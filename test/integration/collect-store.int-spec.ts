import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { WaitingClock } from '../../src/clock/clock.js';
import { CollectStore } from '../../src/collect/collect-store.js';
import { CollectorContext } from '../../src/collect/collector-context.js';
import { CollectorState } from '../../src/collect/collector-state.js';
import { Observation, packPiece, PieceItem } from '../../src/collect/spool/observation.js';
import { OwnerSession } from '../../src/collect/owner-session.js';
import { ObservedStream } from '../../src/collect/platforms/platform.js';
import { saveObservation } from '../../src/collect/spool/save-observation.js';
import { Spool } from '../../src/collect/spool/spool.js';
import { Writer } from '../../src/collect/spool/writer.js';
import { readStreams } from '../../src/collect/platforms/twitch/shapes.js';
import { toObservedItems } from '../../src/ingest/sources/helix/read-observations.js';
import { observedItems } from '../../src/ingest/sources/helix/observations.js';
import { runImport } from '../../src/ingest/ingest.js';
import { packSamples } from '../../src/jobs/pack/pack-samples.js';
import { inputsOf, pagesInput, Records } from '../support/data/records.js';
import { databaseWhileTesting } from '../support/database/test-database.js';

const database = databaseWhileTesting();
const at = (hours: number) => new Date(Date.UTC(2026, 0, 10, hours));
const iso = (hours: number) => at(hours).toISOString();

let session: OwnerSession;

beforeEach(() => {
  session = new OwnerSession(database.url);
});

afterEach(() => session.end());

const live = (id: string, title = 'Chess'): ObservedStream => ({
  ...{ id, user_id: `${id}1`, user_login: `ann${id}`, user_name: `Ann${id}`, started_at: iso(0), viewer_count: 7 },
  ...{ title, game_name: '', tags: [] },
});

const sweep = (hours: number, ...streams: ObservedStream[]): Observation => ({
  head: { kind: 'sweep', at: iso(hours), knownImport: 1_000 },
  pieces: [packPiece(streams.map((item) => ({ shape: 'stream', item })))],
});

const save = (observation: Observation) => session.use((client) => saveObservation(client, 'twitch', observation));
const observe = (hours: number, ...streams: ObservedStream[]) => save(sweep(hours, ...streams));
const prune = async (before: Date) => {
  const store = new CollectStore(database.url, 'twitch');
  return store.prune(before).finally(() => store.end());
};
const load = (records: Records) => runImport(database.client, inputsOf(records));
const rowsOf = async (sql: string) => (await database.client.query<Record<string, unknown>>(sql)).rows;
const count = async (table: string) => Number((await rowsOf(`SELECT count(*) AS count FROM ${table}`))[0]?.count);

it('stores unusual texts like the import of their page', async () => {
  const item = { id: '1', user_id: '11', user_login: 'ann', user_name: 'Ann', viewer_count: 7, started_at: iso(0) };
  const changes = [
    { title: 'cut \uD83D', game_name: null, tags: null, thumbnail_url: 'example.com/a.jpg' },
    { title: 'a\0b', game_name: 'g'.repeat(201), tags: [null, 't'.repeat(101)], thumbnail_url: '' },
    { title: null, tags: ['\uDE00', ''], thumbnail_url: 'https://example.com/ü-{width}x{height}.jpg?a=b' },
    { user_login: '', user_name: ' ' },
    { user_login: 'no login', user_name: '' },
  ];
  const data = changes.map((change, index) => ({ ...item, id: `${index + 1}`, user_id: `${index + 1}1`, ...change }));
  // Each login belongs to one channel.
  data.forEach((one, index) => (one.user_login &&= one.user_login === 'ann' ? `ann${index}` : one.user_login));
  await observe(1, ...(readStreams({ data, pagination: {} }, new Date())?.items ?? []));
  expect(await count('streams')).toBe(changes.length);
  const page = { line: 1, record: { data, pagination: {} }, problem: null, raw: '' };
  const read = async function* () {
    yield toObservedItems(page, { at: at(1) }, at(2));
  };
  const { kinds } = await runImport(database.client, [{ kind: observedItems, name: 'page', read }]);
  expect(kinds.map(({ kind, inserted, updated }) => [kind, inserted, updated])).toEqual([
    ['streamers', 0, 0],
    ['streams', 0, 0],
    ['stream_changes', 0, 0],
    ['viewer_samples', 0, 0],
  ]);
});

it('opens one connection for simultaneous requests', async () => {
  const names = Array.from({ length: 4 }, () => session.query<{ pid: number }>('SELECT pg_backend_pid() AS pid'));
  const pids = (await Promise.all(names)).flatMap((rows) => rows.map(({ pid }) => pid));
  expect(new Set(pids).size).toBe(1);
  const others = `SELECT FROM pg_stat_activity a
    WHERE a.datname = current_database() AND a.application_name LIKE 'streaming-analytics%'`;
  expect(await rowsOf(others)).toHaveLength(1);
});

it('never reuses an import number, even after old import records are removed', async () => {
  await observe(1, live('1'));
  await observe(2, live('1'));
  const store = new CollectStore(database.url, 'twitch');
  await store.deleteRecords(new Date(Date.now() + 60_000));
  store.end();
  const { id } = await load({ streamers: [{ id: '9', login: 'file', display_name: 'File' }] });
  expect(id).toBe(3);
  expect(await rowsOf('SELECT i.id FROM imports i ORDER BY i.id')).toEqual([{ id: 2 }, { id: 3 }]);
});

it('stops watching a channel of a whole platform that is neither live nor stored', async () => {
  await observe(1, live('1'), live('2'));
  await observe(2, live('2'));
  const watched = 'SELECT w.external_id AS id FROM watched_channels w ORDER BY w.external_id';
  expect(await rowsOf(watched)).toEqual([{ id: '11' }, { id: '21' }]);
  await prune(at(2));
  expect(await rowsOf(watched)).toEqual([{ id: '21' }]);
});

it('lists the channels that are due: new channels first, then the oldest', async () => {
  const store = new CollectStore(database.url, 'twitch');
  const ids = ['11', '21', '31', '41'];
  await store.watch(ids, at(0));
  await store.noteRequested('followers', ['11', '31'], at(1));
  await store.noteRequested('followers', ['31'], at(2));
  await store.noteRequested('followers', ['41'], at(3));
  const due = await store.listDue('followers', ids, at(2), 3);
  expect(due.map(({ id, isNew }) => [id, isNew])).toEqual([
    ['21', true],
    ['11', false],
    ['31', false],
  ]);
  expect(await store.listDue('profile', ids, at(2), 2)).toHaveLength(2);
  store.end();
});

it('gives the lease to another collector at its expiry, not before', async () => {
  const now = at(0);
  const store = new CollectStore(database.url, 'twitch', () => now);
  const takeAt = (ms: number, holder: string) => {
    now.setTime(at(0).getTime() + ms);
    return store.takeLease(holder, 10_000);
  };
  expect([await takeAt(0, 'first'), await takeAt(9_999, 'second'), await takeAt(10_000, 'second')]).toEqual([
    ...[true, false, true],
  ]);
  await store.releaseLease('first');
  expect(await takeAt(19_999, 'first')).toBe(false);
  store.end();
});

it('stores the observations after a damaged block of the spool', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'spool-'));
  const spool = new Spool(1_000_000, folder);
  const store = new CollectStore(database.url, 'twitch');
  const clock = Object.assign(new WaitingClock(), { sleep: () => Promise.resolve() });
  const state = new CollectorState();
  const context = { clock, state, spool, store, logger: pino({ level: 'silent' }) };
  const writer = new Writer(context as unknown as CollectorContext);
  const damages: ((block: Buffer) => Buffer)[] = [
    () => Buffer.alloc(0),
    () => Buffer.from('not a block'),
    (block) => block.subarray(0, -10),
    // The piece inside is compressed.
    (block) => Buffer.from(block.toString('latin1').replace('\x1f\x8b', '\x00\x8b'), 'latin1'),
  ];
  for (const [index, damage] of damages.entries()) {
    writer.add(sweep(index, live(`${index}`)));
    const file = path.join(folder, String(index + 1).padStart(12, '0'));
    await writeFile(file, damage(await readFile(file)));
  }
  writer.add(sweep(9, live('9')));
  expect(await writer.storeAll(new AbortController().signal)).toBe(true);
  expect(await rowsOf('SELECT s.id FROM streams s')).toEqual([{ id: '9' }]);
  expect(state.lostObservations).toBe(damages.length);
  store.end();
  await rm(folder, { recursive: true });
});

it('stores nothing about a forgotten channel of a list', async () => {
  await database.client.query(`INSERT INTO forgotten_ids VALUES ('streamers', 11, 11, now())`);
  const store = new CollectStore(database.url, 'twitch');
  await store.saveNames(new Map(['11', '21'].map((channelId) => [`ann${channelId}`, channelId])));
  await store.watch(['11', '21'], at(1));
  expect(await store.listNames()).toEqual(new Map([['ann21', '21']]));
  expect(await rowsOf('SELECT w.external_id AS id FROM watched_channels w')).toEqual([{ id: '21' }]);
  store.end();
});

describe('a live stream that was observed twice', () => {
  beforeEach(async () => {
    await observe(1, live('1'));
    await observe(2, { ...live('1'), viewer_count: 9 });
  });

  it('is watched again, even without changes, after watching ended', async () => {
    await database.client.query(`UPDATE watched_channels SET watched_until = '${iso(2)}'`);
    await observe(3, live('1'));
    expect(await rowsOf('SELECT w.watched_since, w.watched_until FROM watched_channels w')).toEqual([
      { watched_since: at(3), watched_until: null },
    ]);
  });
});

describe('a stream', () => {
  const knowing = async (knownImport: number, observation: Observation) => {
    const head = { ...observation.head, knownImport };
    await save({ ...observation, head });
  };
  const cutOff = async (hours: number, ...streams: ObservedStream[]) => {
    const head = { kind: 'sweep', at: iso(hours) } as const;
    await save({ ...sweep(hours, ...streams), head });
  };
  const expectEnds = async (ends: Record<string, number | null>) => {
    const rows = await rowsOf('SELECT s.id, s.ended_at FROM streams s ORDER BY s.id');
    expect(rows).toEqual(Object.entries(ends).map(([id, end]) => ({ id, ended_at: end === null ? null : at(end) })));
  };
  const [one, two, three] = [live('1'), live('2'), live('3')];

  it('ends when a sweep that includes an earlier observation lacks it, even if another collector stores older sweeps later', async () => {
    await knowing(0, sweep(1, one, two));
    await knowing(1, sweep(3, two));
    await expectEnds({ 1: 1, 2: null });
    // The spool of a collector that died. Its sweep is older, and includes neither the third stream nor this observation.
    for (let times = 0; times < 2; times++) {
      await knowing(0, sweep(2, one, two, three));
      await expectEnds({ 1: null, 2: null, 3: null });
    }
    await save({ head: { kind: 'facts', at: iso(3) }, pieces: [] });
    await knowing(2, sweep(3, two));
    await expectEnds({ 1: null, 2: null, 3: null });
    await knowing(6, sweep(4, two));
    await expectEnds({ 1: 2, 2: null, 3: 2 });
  });

  it('stays live while a complete sweep has only an unusable item of it, on either platform', async () => {
    const uuid = (n: number) => `kick:550e8400-e29b-41d4-a716-00000000000${n}`;
    const ofKick = [1, 2].map((n) => ({ ...live(`${n}`), id: uuid(n), user_id: `kick:${n}`, user_login: `kick:${n}` }));
    const unreadable = (hours: number, ids: string[]): Observation => ({
      head: { kind: 'sweep', at: iso(hours), knownImport: 1_000 },
      pieces: [packPiece(ids.map((id) => ({ shape: 'unreadable', item: { id } })))],
    });
    const sweepKick = (observation: Observation) =>
      session.use((client) => saveObservation(client, 'kick', observation));
    await observe(1, one, two);
    await sweepKick(sweep(1, ...ofKick));
    await save(unreadable(2, ['1']));
    await sweepKick(unreadable(2, [uuid(2)]));
    const ended = async () =>
      (
        await rowsOf(
          'SELECT COALESCE(s.external_id, s.id::text) AS id FROM streams s WHERE s.ended_at IS NOT NULL ORDER BY s.id',
        )
      ).map(({ id }) => id);
    expect(await ended()).toEqual(['2', uuid(1).slice(5)]);
    expect(await rowsOf("SELECT s.title FROM streams s WHERE s.title IS DISTINCT FROM 'Chess'")).toEqual([]);
    await save(sweep(3, one));
    expect(await ended()).toEqual(['2', uuid(1).slice(5)]);
  });

  it('ends in a sweep of a list without known channels, which has no totals', async () => {
    const saveList = (hours: number, channels: number, ...streams: ObservedStream[]) => {
      const { head, pieces } = sweep(hours, ...streams);
      const observation = { head: { ...head, channels }, pieces };
      return session.use((client) => saveObservation(client, 'twitch', observation, { now: at(3) }));
    };
    await saveList(1, 1, one);
    await saveList(2, 0, one);
    await saveList(3, 0);
    await expectEnds({ 1: 2 });
    expect(await rowsOf('SELECT t.watched_channels FROM sweep_totals t')).toEqual([{ watched_channels: 1 }]);
  });

  it('is observed without a sample if its number of viewers is unknown', async () => {
    await observe(1, one, two);
    await save(sweep(2, { ...one, viewer_count: null, title: 'Go' }, two));
    expect(await rowsOf('SELECT v.stream_id AS id, v.created_at AS at FROM viewer_samples v ORDER BY 1, 2')).toEqual([
      { id: '1', at: at(1) },
      { id: '2', at: at(1) },
      { id: '2', at: at(2) },
    ]);
    await save(sweep(3, { ...three, viewer_count: null }));
    await expectEnds({ 1: 2, 2: 2, 3: null });
    expect(await rowsOf('SELECT s.title FROM streams s WHERE s.id = 1')).toEqual([{ title: 'Go' }]);
    await observe(4);
    await expectEnds({ 1: 2, 2: 2, 3: 3 });
  });

  it('continues if another collector observed it again, even after earlier sweeps ended it', async () => {
    await knowing(0, sweep(1, one, two));
    await knowing(1, sweep(2, two));
    await knowing(2, sweep(6, two));
    await expectEnds({ 1: 1, 2: null });
    await cutOff(5, one);
    await expectEnds({ 1: null, 2: null });
    await knowing(4, sweep(7, two));
    await expectEnds({ 1: 5, 2: null });
  });

  it('continues after a page of users or followers, and ends after a page of streams, when its last observation is old', async () => {
    const importPage = (page: object) =>
      runImport(database.client, [pagesInput([{ at: iso(2), data: [], pagination: {}, ...page }], at(2))]);
    await cutOff(1, one);
    await cutOff(2, two);
    await importPage({ total: 8, broadcaster_id: '11' });
    await importPage({ data: [{ id: '11', login: 'ann1', display_name: 'Ann1' }] });
    await expectEnds({ 1: null, 2: null });
    await importPage({});
    await expectEnds({ 1: 1, 2: null });
  });

  it('stays live without a sweep if only a file knows it, and no collector requests it', async () => {
    await load({
      streamers: [{ id: '9', login: 'file', display_name: 'File' }],
      streams: [{ id: '9', streamer_id: '9', started_at: iso(0) }],
    });
    await knowing(0, sweep(1, one));
    await knowing(1_000, sweep(2, one));
    await expectEnds({ 1: null, 9: null });
    const store = new CollectStore(database.url, 'twitch');
    expect(await store.listLive().finally(() => store.end())).toEqual(new Map([['1', '11']]));
  });

  it('does not change when a sweep is stored twice', async () => {
    await knowing(0, sweep(1, one, two));
    await cutOff(2, one, two);
    await knowing(2, sweep(3, two));
    await expectEnds({ 1: 2, 2: null });
    await cutOff(2, one, two);
    await knowing(1, sweep(3, two));
    await expectEnds({ 1: 2, 2: null });
  });
});

it('keeps the end of a stream whose next stream is removed', async () => {
  const next = { ...live('3'), user_id: '11', user_login: 'ann1', started_at: iso(2) };
  await observe(1, live('1'));
  await observe(3, next);
  await observe(4);
  await load({
    events: [{ id: '5', title: 'Cup', started_at: iso(0), is_public: true }],
    event_streams: [{ event_id: '5', stream_id: '1' }],
  });
  expect(await prune(at(30))).toMatchObject({ streams: 1 });
  expect(await rowsOf('SELECT s.id, s.ended_at, s.end_reason FROM streams s')).toEqual([
    { id: '1', ended_at: at(1), end_reason: 'next_stream' },
  ]);
});

it('keeps old streams of events and sessions, and channels with a newer profile or other data', async () => {
  const ids = ['1', '2', '3', '4', '5', '6', '7', '8'];
  await observe(1, ...ids.map((id) => live(id)));
  await observe(2);
  const profileOf = (id: string, name: string): PieceItem => {
    const item = { id, login: name, display_name: name, profile_image_url: '' };
    return { shape: 'user', item };
  };
  const pieces = [packPiece([profileOf('51', 'ann5'), profileOf('81', '')])];
  await save({ head: { kind: 'facts', at: iso(31) }, pieces });
  await load({
    events: [{ id: '5', title: 'Cup', started_at: iso(0), is_public: true, host_stream_id: '2' }],
    event_streams: [{ event_id: '5', stream_id: '3' }],
    colab_sessions: [{ id: '6', started_at: iso(0), stream_ids: ['4'] }],
    panels: [{ streamer_id: '61', raw_url: 'https://example.com', created_at: iso(1) }],
    follower_points: [{ streamer_id: '71', created_at: iso(31), followers: 3 }],
  });
  await prune(at(30));
  const left = async (table: string) => (await rowsOf(`SELECT t.id FROM ${table} t ORDER BY t.id`)).map(({ id }) => id);
  expect(await left('streams')).toEqual(['2', '3', '4']);
  expect(await left('streamers')).toEqual(['21', '31', '41', '51', '61', '71', '81']);
});

it('keeps what was observed at the moment', async () => {
  await observe(1, live('1'), live('2'), live('3'));
  await load({ follower_points: [1, 2].map((hours) => ({ streamer_id: '11', created_at: iso(hours), followers: 3 })) });
  await observe(2, live('1'), live('2'));
  const item = { id: '31', login: 'ann3', display_name: 'Ann3', profile_image_url: '' };
  await save({ head: { kind: 'facts', at: iso(2) }, pieces: [packPiece([{ shape: 'user', item }])] });
  await observe(3);
  const removed = { streams: 1, viewer_samples: 3, follower_points: 1, streamers: 0 };
  expect(await prune(at(2))).toMatchObject(removed);
  expect(await rowsOf('SELECT s.id, s.ended_at FROM streams s ORDER BY 1')).toEqual(
    ['1', '2'].map((id) => ({ id, ended_at: at(2) })),
  );
  expect(await prune(new Date(at(2).getTime() + 1))).toMatchObject({
    ...{ streams: 2, viewer_samples: 2, follower_points: 1, streamers: 3 },
  });
});

it('removes observations before a moment, and keeps data that comes only from files', async () => {
  await load({
    streamers: [{ id: '9', login: 'file', display_name: 'File' }],
    streams: [
      { id: '90', streamer_id: '9', started_at: iso(0), ended_at: iso(3) },
      { id: '91', streamer_id: '9', started_at: iso(4), ended_at: iso(6) },
    ],
    viewer_samples: ['90', '91'].flatMap((stream_id, index) =>
      [0, 1].map((hours) => ({ stream_id, created_at: iso(4 * index + hours), viewers: 5 })),
    ),
    follower_points: [{ streamer_id: '9', created_at: iso(0), followers: 3 }],
  });
  await observe(1, live('1'), live('2', 'Go'));
  await observe(2, live('1'), live('2', 'Shogi'));
  await observe(3, live('1'));
  await observe(40, live('1'));
  await packSamples(database.client, { before: at(5) });
  const stats = 'SELECT s.id, s.avg_viewers, s.watchtime FROM current_streams s WHERE s.id <> 2 ORDER BY s.id';
  const before = await rowsOf(stats);
  const files = 'SELECT v.* FROM all_viewer_samples v WHERE v.stream_id >= 90 ORDER BY 1, 2';
  const ofFiles = await rowsOf(files);
  const removed = await prune(at(30));
  expect(removed).toMatchObject({ viewer_samples: 5, stream_changes: 2, streams: 1, streamers: 1, follower_points: 0 });
  expect(await rowsOf(files)).toEqual(ofFiles);
  expect(await count('follower_points')).toBe(1);
  expect(await rowsOf('SELECT c.stream_id FROM stream_changes c')).toEqual([{ stream_id: '1' }]);
  expect(await rowsOf(stats)).toEqual(before);
  const counted = `SELECT d.kind, d.row_count::int FROM data_summary d
    WHERE d.kind IN ('viewer_samples', 'stream_changes', 'streams') ORDER BY d.kind`;
  expect(await rowsOf(counted)).toEqual([
    { kind: 'stream_changes', row_count: 1 },
    { kind: 'streams', row_count: 3 },
    { kind: 'viewer_samples', row_count: 5 },
  ]);
});
