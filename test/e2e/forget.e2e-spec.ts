import { Client } from 'pg';
import { forgetStreamer } from '../../src/jobs/forget/forget-streamer.js';
import { Clock } from '../../src/clock/clock.js';
import { toObservedItems } from '../../src/ingest/sources/helix/read-observations.js';
import { observedItems } from '../../src/ingest/sources/helix/observations.js';
import { runImport, ImportSummary } from '../../src/ingest/ingest.js';
import { undoImport } from '../../src/ingest/records/undo-import.js';
import { pruneSamples } from '../../src/jobs/prune/prune-samples.js';
import { refreshLeaderboard } from '../../src/jobs/refresh/refresh-leaderboard.js';
import { expectDecided } from '../support/database/decided-again.js';
import { TestApp } from '../support/http/test-app.js';
import { databaseWhileTesting } from '../support/database/test-database.js';
import { inputsOf, Records } from '../support/data/records.js';

const nowMs = Date.now();
const ago = (hours: number) => new Date(nowMs - hours * 3_600_000).toISOString();
const stream = (id: string, streamer_id: string, title = 'x') => ({
  id,
  streamer_id,
  title,
  started_at: ago(10),
  ended_at: ago(2),
});
const event = (id: string, user_id: string, host_stream_id: string) => ({
  id,
  title: `Event ${id}`,
  started_at: ago(9),
  is_public: true,
  user_id,
  host_stream_id,
});
const messages = (stream_id: string) => ({ stream_id, total_messages: 3, unique_chatters: 1, deleted_messages: 0 });
const sampleOf = (stream_id: string, hours: number) => ({ stream_id, created_at: ago(hours), viewers: 7 });
const page = (at: string, ...users: string[]) => ({
  at,
  pagination: {},
  data: users.map((user) => ({
    id: `${user}9`,
    user_id: user,
    user_login: `login${user}`,
    user_name: `Name${user}`,
    viewer_count: 5,
    started_at: ago(1),
  })),
});

/** Two streamers with a row of each kind, both in an event of each and in a collaboration. */
const records: Records = {
  streamers: ['1', '2'].map((id) => ({ id, login: `login${id}`, display_name: `Name${id}` })),
  streams: [stream('10', '1'), stream('20', '2')],
  viewer_samples: ['10', '20'].flatMap((id) => [sampleOf(id, 9), sampleOf(id, 8)]),
  follower_points: ['1', '2'].map((streamer_id) => ({ streamer_id, created_at: ago(5), followers: 3 })),
  message_stats: [messages('10'), messages('20')],
  panels: ['1', '2'].map((streamer_id) => ({ streamer_id, raw_url: 'https://example.com', created_at: ago(5) })),
  events: [event('70', '1', '10'), event('71', '2', '10')],
  event_streams: ['70', '71'].flatMap((event_id) => ['10', '20'].map((stream_id) => ({ event_id, stream_id }))),
  event_markers: ['70', '71'].map((event_id) => ({
    id: `8${event_id}`,
    event_id,
    title: 'x',
    timestamp: ago(8),
    color: '#00ff00',
  })),
  colab_sessions: [
    { id: '90', started_at: ago(9), stream_ids: ['10', '20'] },
    { id: '91', started_at: ago(9), stream_ids: ['10'] },
  ],
};

const pathsOf = (id: string) => [
  `/v1/streamer/login${id}/recent-streams`,
  `/v1/streamer/${id}/thirty-day-stats`,
  `/v1/streamer/${id}/follower-graph`,
  `/v1/streamer/${id}/partners`,
  `/v1/streamer/${id}/events`,
  `/v1/streams/${id}0/message-stats`,
  `/v1/streams/${id}0/graphs/fiveMinutes`,
  `/v1/streams/${id}0/colab-sessions`,
  `/v1/events/7${Number(id) - 1}`,
];

const database = databaseWhileTesting();
let client: Client;

beforeEach(() => ({ client } = database));

afterEach(() => expectDecided(client));

async function withApi(action: (api: TestApp) => Promise<void>): Promise<void> {
  const api = await TestApp.start({ databaseUrl: database.url });
  try {
    await action(api);
  } finally {
    await api.stop();
  }
}

function importAll(all: Records): Promise<ImportSummary> {
  return runImport(client, inputsOf(all));
}

function importPage(given: object): Promise<ImportSummary> {
  const line = { line: 1, record: { ...given, data: [] }, problem: null, raw: '' };
  async function* read() {
    yield toObservedItems({ ...line, record: given as Record<string, unknown> }, { at: new Date() }, new Date());
  }
  return runImport(client, [{ kind: observedItems, name: 'page', read }]);
}

/** The tables whose rows contain an ID of the streamer or one of the texts. Tables that keep IDs on purpose do not count. */
async function tablesNaming(texts: string): Promise<string[]> {
  const { rows: tables } = await client.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_catalog.pg_class c
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
      AND c.relname NOT IN ('_prisma_migrations', 'forgotten_ids', 'imports', 'boards', 'installation')
    ORDER BY 1`,
  );
  const naming: string[] = [];
  for (const { name } of tables) {
    const row = name === 'import_changes' ? 't.before' : 'to_jsonb(t)';
    const { rowCount } = await client.query(`SELECT FROM ${name} t WHERE (${row})::text ~ $1`, [texts]);
    if (rowCount) naming.push(name);
  }
  return naming;
}

const ofTheFirst = '"(id|streamer_id|user_id)": 1[,}]|"(stream_id|host_stream_id)": 1[09][,}]|login1|[nN]ame1';

it('removes all data of a streamer, and of nobody else, and leads to 404 within a minute', () =>
  withApi(async (api) => {
    const statuses = async (id: string) => {
      const answers = await Promise.all(pathsOf(id).map((path) => api.get(path)));
      return answers.map(({ status }) => status);
    };
    await importAll(records);
    await importPage(page(ago(0.5), '1', '2'));
    await importAll({ streamers: [{ id: '1', login: 'login1', display_name: 'Other name1' }] });
    await pruneSamples(client, new Date(ago(8.5)));
    await refreshLeaderboard(client);
    expect(await statuses('1')).toEqual(pathsOf('1').map(() => 200));
    expect(await tablesNaming(ofTheFirst)).toEqual(expect.arrayContaining(['pruned_samples', 'streamers']));
    const { removed } = await forgetStreamer(client, 'LOGIN1');
    expect(await tablesNaming(ofTheFirst)).toEqual([]);
    expect(removed).toContainEqual({ table: 'follower_points', rows: 1 });
    const clock = api.app.get(Clock);
    const inAMinute = clock.monotonicMs() + 60_000;
    jest.spyOn(clock, 'monotonicMs').mockReturnValue(inAMinute);
    for (let time = 1; time <= 2; time++) expect(await statuses('1')).toEqual(pathsOf('1').map(() => 404));
    expect(await statuses('2')).toEqual(pathsOf('2').map(() => 200));
    const { body } = await api.get<{ items: object[] }>('/v1/leaderboard?limit=10');
    expect(body.items).toMatchObject([{ id: '2' }]);
    const { rows } = await client.query('SELECT d.kind, d.row_count FROM data_summary d ORDER BY d.kind');
    for (const { kind, row_count } of rows as { kind: string; row_count: string }[]) {
      const { rowCount } = await client.query(`SELECT FROM ${kind}`);
      expect([kind, Number(row_count)]).toEqual([kind, rowCount]);
    }
    await expect(forgetStreamer(client, '1')).rejects.toThrow(/^1 is already forgotten\.$/);
    await expect(forgetStreamer(client, 'nobody')).rejects.toThrow(/^Streamer nobody does not exist\.$/);
  }));

it('makes imports of any kind leave out the streamer, and reports the number of omitted records', async () => {
  await importAll(records);
  await forgetStreamer(client, '1');
  const { forgotten, rejected, kinds } = await importAll(records);
  expect({ forgotten, rejected }).toEqual({ forgotten: 13, rejected: 0 });
  expect(kinds.every(({ inserted, updated }) => inserted + updated === 0)).toBe(true);
  // Records that were unknown at the time of forgetting, one file per kind.
  expect(await importAll({ streams: [stream('11', '1')], events: [event('72', '1', '10')] })).toMatchObject({
    forgotten: 2,
  });
  expect(await importAll({ message_stats: [messages('11')] })).toMatchObject({ forgotten: 1, rejected: 0 });
  expect(await importAll({ event_streams: [{ event_id: '72', stream_id: '20' }] })).toMatchObject({ forgotten: 1 });
  expect(await importPage(page(ago(0.4), '1'))).toMatchObject({ forgotten: 1 });
  expect(await importAll({ viewer_samples: [sampleOf('19', 0.5)] })).toMatchObject({ forgotten: 1, rejected: 0 });
  expect(await tablesNaming(ofTheFirst)).toEqual([]);
});

it('remembers no ID of another streamer, even if an old file assigns it to the forgotten streamer', async () => {
  await importAll(records);
  await forgetStreamer(client, '1');
  const old = { streams: [stream('20', '1')], events: [event('71', '1', '20'), event('73', '1', '20')] };
  expect(await importAll(old)).toMatchObject({ forgotten: 3 });
  await importPage({ ...page(ago(0.4)), data: [{ ...page('', '1').data[0], id: '20' }] });
  const { rows } = await client.query(`SELECT f.kind, f.id FROM forgotten_ids f WHERE f.id IN (20, 71, 73)`);
  expect(rows).toEqual([{ kind: 'events', id: '73' }]);
  const changed = { streams: [stream('20', '2', 'new')], events: [{ ...event('71', '2', '20'), title: 'new' }] };
  expect(await importAll({ ...changed, message_stats: [messages('20')] })).toMatchObject({ forgotten: 0 });
  // Nor an ID that the same file, or a later file, assigns to another streamer.
  await importAll({ events: ['1', '2'].map((owner) => event('74', owner, '20')) });
  for (const owner of ['1', '2']) await importAll({ events: [event('75', owner, '20')] });
  const { rows: events } = await client.query('SELECT e.id, e.title FROM events e ORDER BY e.id');
  expect(events).toEqual([
    { id: '71', title: 'new' },
    { id: '74', title: 'Event 74' },
    { id: '75', title: 'Event 75' },
  ]);
});

it('leaves an event of another streamer with the viewers of the other streams', async () => {
  const viewers = async () => {
    const { rows } = await client.query('SELECT e.avg_viewers, e.peak_viewers FROM events e WHERE e.id = 71');
    return rows as object[];
  };
  await importAll(records);
  await refreshLeaderboard(client);
  expect(await viewers()).toEqual([{ avg_viewers: '14', peak_viewers: '14' }]);
  await forgetStreamer(client, '1');
  expect(await viewers()).toEqual([{ avg_viewers: '7', peak_viewers: '7' }]);
});

it('leaves the newest moments of the data of others', async () => {
  await importAll({ ...records, follower_points: [] });
  await importAll({
    viewer_samples: [sampleOf('10', 7)],
    follower_points: [{ streamer_id: '1', created_at: ago(3), followers: 1 }],
    panels: [{ streamer_id: '1', raw_url: 'https://example.com', created_at: ago(2) }],
  });
  await forgetStreamer(client, '1');
  const { rows } = await client.query(`SELECT d.newest FROM data_summary d WHERE d.kind IN ('viewer_samples', 'panels')
    ORDER BY d.kind`);
  expect(rows).toEqual([{ newest: new Date(ago(5)) }, { newest: new Date(ago(8)) }]);
});

it('still counts a Helix page without other streamers as an observation', async () => {
  await importAll(records);
  await importPage(page(ago(1), '1', '2'));
  await forgetStreamer(client, '1');
  await importPage(page(ago(0.2), '1'));
  const { rows } = await client.query('SELECT s.ended_at IS NOT NULL AS has_ended FROM streams s WHERE s.id = 29');
  expect(rows).toEqual([{ has_ended: true }]);
});

it('leaves imports that can be undone, without the streamer', async () => {
  await importAll(records);
  const { id } = await importAll({
    streams: [stream('10', '1', 'new'), stream('20', '2', 'new')],
    events: [{ ...event('71', '2', '20'), title: 'new' }],
    colab_sessions: [{ id: '90', started_at: ago(9), stream_ids: ['20'] }],
  });
  await forgetStreamer(client, '1');
  await undoImport(client, id);
  const { rows } = await client.query('SELECT s.id, s.title FROM streams s');
  expect(rows).toEqual([{ id: '20', title: 'x' }]);
  await undoImport(client, 1);
  await refreshLeaderboard(client);
  expect(await tablesNaming('.')).toEqual(['data_summary']);
});
