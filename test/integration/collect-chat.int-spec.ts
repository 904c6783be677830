import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { pino } from 'pino';
import { ChatReport, ChatStore } from '../../src/collect/chat/chat-store.js';
import { ChatWatch } from '../../src/collect/chat/chat-watch.js';
import { CollectorState } from '../../src/collect/collector-state.js';
import { ObservedStream } from '../../src/collect/platforms/platform.js';
import { forgetStreamer } from '../../src/jobs/forget/forget-streamer.js';
import { importKind } from '../../src/ingest/ingest.js';
import { inTransaction } from '../../src/database/in-transaction.js';
import { createTestDatabase, TestDatabase } from '../support/database/test-database.js';
import { ChatServer } from '../../demo/twitch/chat-server.js';
import { FastClock } from '../support/twitch/fast-clock.js';
import { until } from '../support/until.js';

const startedAt = new Date(Date.now() - 600_000).toISOString();

let database: TestDatabase;
let client: Client;
let chat: ChatServer;
let stopping: AbortController;
let running: Promise<void>[];

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.drop());

beforeEach(async () => {
  chat = await ChatServer.start();
  stopping = new AbortController();
  running = [];
  client = new Client({ connectionString: database.url });
  client.on('error', () => {});
  await client.connect();
  await inTransaction(client, async () => {
    await importKind(client, 'streamers', [streamer('1', 'ann'), streamer('2', 'bob')]);
    await importKind(client, 'streams', [stream('10', '1'), stream('20', '2')]);
  });
});

afterEach(async () => {
  stopping.abort();
  await Promise.all(running);
  await chat.stop();
  await client.end();
  await database.empty();
});

const streamer = (id: string, login: string) => ({ id, login, display_name: login });
const stream = (id: string, streamer_id: string) => ({ id, streamer_id, started_at: startedAt });
const live = (id: string, user_id: string, user_login: string): ObservedStream => ({
  ...{ id, user_id, user_login, user_name: user_login, started_at: startedAt, viewer_count: 1 },
});
const [ann, bob] = [live('10', '1', 'ann'), live('20', '2', 'bob')];

/** The chat part of a collector, in this process. */
function watch(): ChatWatch {
  const [clock, logger, state] = [new FastClock(10), pino({ level: 'silent' }), new CollectorState()];
  const context = { config: { chatUrl: chat.url }, clock, state, logger };
  const watching = new ChatWatch(context, new ChatStore(database.url));
  running.push(watching.run(stopping.signal));
  return watching;
}

const stats = async (): Promise<unknown[]> => {
  const { rows } = await client.query<Record<string, string>>(
    `SELECT m.stream_id, m.total_messages, m.unique_chatters, m.deleted_messages FROM message_stats m ORDER BY m.stream_id`,
  );
  return rows.map((row) => Object.values(row).map(Number));
};
const count = async (table: string): Promise<number> =>
  Number((await client.query<{ count: string }>(`SELECT count(*) AS count FROM ${table}`)).rows[0]?.count);

/** Stores the counts after all sent messages have arrived. */
async function flushed(watching: ChatWatch, expected: unknown[]): Promise<void> {
  await until(async () => {
    await watching.flush();
    return JSON.stringify(await stats()) === JSON.stringify(expected);
  });
}

it('counts messages, chatters and deletions across a broken connection, and records the gap', async () => {
  const watching = watch();
  watching.show([ann, bob], true);
  await until(() => chat.hasReader('ann') && chat.hasReader('bob'));
  for (const chatter of ['carl', 'dora', 'carl', 'carl']) chat.say('ann', chatter);
  chat.say('bob', 'carl', '\u0001ACTION waves\u0001');
  await flushed(watching, [
    [10, 4, 2, 0],
    [20, 1, 1, 0],
  ]);
  chat.deleteMessage('ann', 'dora', 'm2');
  chat.deleteMessage('ann', 'nobody', 'm9');
  chat.ban('ann', 'carl');
  chat.say('ann', 'carl');
  chat.clear('bob');
  await flushed(watching, [
    [10, 5, 2, 4],
    [20, 1, 1, 1],
  ]);
  chat.disconnectAll();
  await until(() => chat.hasReader('ann'));
  chat.say('ann', 'emil');
  await flushed(watching, [
    [10, 6, 3, 4],
    [20, 1, 1, 1],
  ]);
  const { rows: gaps } = await client.query<{ from_start: boolean }>(
    `SELECT g.missed_from = $1 AS from_start FROM chat_gaps g WHERE g.stream_id = 10 ORDER BY g.missed_from`,
    [startedAt],
  );
  expect(gaps).toEqual([{ from_start: true }, { from_start: false }]);
  const texts = await client.query("SELECT FROM chat_chatters h WHERE h::text LIKE '%carl%' OR h::text LIKE '%hello%'");
  expect(texts.rowCount).toBe(0);
});

it('reads no chat after it has stopped, even if a sweep ends at that moment', async () => {
  watch().show([ann, bob], true);
  stopping.abort();
  await Promise.all(running);
  // A reader that does not stop connects within this time, two seconds of its clock.
  await sleep(200);
  await until(() => chat.openConnections === 0);
});

it('continues while a sweep lacks the login', async () => {
  const watching = watch();
  watching.show([ann], true);
  await until(() => chat.hasReader('ann'));
  chat.say('ann', 'carl');
  await flushed(watching, [[10, 1, 1, 0]]);
  watching.show([{ ...ann, user_login: '' }], true);
  await watching.flush();
  chat.say('ann', 'carl');
  await flushed(watching, [[10, 2, 1, 0]]);
  expect(await count('chat_gaps')).toBe(1);
});

it('continues while a sweep has only an invalid item of the stream, and ends the count of another one', async () => {
  const watching = watch();
  watching.show([ann, bob], true);
  await until(() => chat.hasReader('ann') && chat.hasReader('bob'));
  watching.show([], true, new Set(['10']));
  await until(() => !chat.hasReader('bob'));
  expect(chat.hasReader('ann')).toBe(true);
  chat.say('ann', 'carl');
  await flushed(watching, [
    [10, 1, 1, 0],
    [20, 0, 0, 0],
  ]);
});

it('continues with the next stream of a channel, and records a gap before the sweep', async () => {
  const watching = watch();
  watching.show([ann], true);
  await until(() => chat.hasReader('ann'));
  await inTransaction(client, () => importKind(client, 'streams', [stream('11', '1')]));
  watching.show([{ ...ann, id: '11' }], true);
  const gap = async () =>
    (await client.query<{ until: Date }>('SELECT g.missed_until AS until FROM chat_gaps g WHERE g.stream_id = 11'))
      .rows;
  await until(async () => {
    await watching.flush();
    return (await gap()).length === 1;
  });
  const before = await gap();
  chat.say('ann', 'carl');
  await flushed(watching, [
    [10, 0, 0, 0],
    [11, 1, 1, 0],
  ]);
  expect(await gap()).toEqual(before);
});

/** Ends a stream like a sweep, or reopens it like the next sweep. */
const setEnd = (id: string, endedAt: Date | null) =>
  client.query(
    `UPDATE streams SET ended_at = $2, end_reason = CASE WHEN $2::timestamptz IS NOT NULL THEN 'unobserved' END WHERE id = $1`,
    [id, endedAt],
  );

it('continues the counts of an earlier collector, and deletes the digests after the stream has ended', async () => {
  const first = watch();
  first.show([ann], true);
  await until(() => chat.hasReader('ann'));
  chat.mirror('ann', 'otto');
  chat.say('ann', 'carl');
  await flushed(first, [[10, 1, 1, 0]]);
  stopping.abort();
  await Promise.all(running);
  stopping = new AbortController();
  const second = watch();
  second.show([ann], true);
  await until(() => chat.hasReader('ann'));
  chat.say('ann', 'carl');
  chat.mirror('ann', 'otto');
  chat.say('ann', 'dora');
  await flushed(second, [[10, 3, 2, 0]]);
  expect((await client.query('SELECT m.shared_messages FROM message_stats m')).rows).toEqual([
    { shared_messages: '2' },
  ]);
  expect(await count('chat_chatters')).toBe(2);
  // One sweep misses the stream, and the next one contains it again.
  await setEnd('10', new Date());
  second.show([ann], false);
  second.show([], true);
  await until(() => !chat.hasReader('ann'));
  await setEnd('10', null);
  second.show([ann], true);
  await until(() => chat.hasReader('ann'));
  chat.say('ann', 'carl');
  await flushed(second, [[10, 4, 2, 0]]);
  second.show([], true);
  await until(() => !chat.hasReader('ann'));
  const endedAt = new Date();
  await setEnd('10', endedAt);
  const store = new ChatStore(database.url);
  await store.deleteEnded(endedAt);
  expect([await count('chat_chatters'), await count('chat_counts')]).toEqual([2, 1]);
  await store.deleteEnded(new Date(endedAt.getTime() + 1));
  expect([await count('chat_chatters'), await count('chat_counts')]).toEqual([0, 0]);
  expect(await count('chat_gaps')).toBeGreaterThan(0);
});

it('stores no chat of a channel that was forgotten meanwhile', async () => {
  const store = new ChatStore(database.url);
  const now = Date.now();
  const report: ChatReport = {
    ...{ streamId: '10', key: Buffer.alloc(32), messages: 1, deleted: 0, shared: 0, uniqueChatters: 1 },
    ...{ countedUntil: now, chatters: new Map([[7n, 1]]), gaps: [{ from: now - 1_000, until: now }] },
    intervals: { messages: [1], chatters: [1], deleted: [0], shared: [0] },
  };
  expect((await store.save([report])).size).toBe(0);
  await forgetStreamer(client, 'ann');
  expect((await store.save([report])).size).toBe(0);
  for (const table of ['message_stats', 'chat_counts', 'chat_chatters', 'chat_gaps', 'chat_intervals'])
    expect(await count(table)).toBe(0);
});

it('stores intervals that add up to the statistics, in any order of reports, also twice', async () => {
  const store = new ChatStore(database.url);
  const reports = [0, 1, 2, 3].map((minutes): ChatReport => {
    const intervals = [null, 5, 5 + minutes, minutes === 3 ? 0 : null].slice(0, minutes + 1);
    const messages = intervals.reduce((sum: number, count) => sum + (count ?? 0), 0);
    const columns = { messages: intervals, chatters: intervals, deleted: intervals, shared: intervals };
    const from = Date.parse(startedAt);
    return {
      ...{ streamId: '10', key: Buffer.alloc(32), messages, deleted: messages, shared: messages, uniqueChatters: 5 },
      ...{ countedUntil: from + 60_000 * minutes, chatters: new Map(), intervals: columns },
      gaps: [{ from, until: from + 1_000 * minutes }],
    };
  });
  const rows = async () => {
    const tables = ['message_stats', 'chat_intervals', 'chat_gaps', 'chat_counts'];
    const found: unknown[][] = [];
    for (const table of tables) found.push((await client.query(`SELECT t.* FROM ${table} t`)).rows);
    return found;
  };
  expect((await store.save(reports)).size).toBe(0);
  const expected = await rows();
  expect(expected.slice(0, 2)).toMatchObject([
    [{ total_messages: '13', deleted_messages: '13' }],
    [{ messages: [null, 5, 8, 0], chatters: [null, 5, 8, 0] }],
  ]);
  for (const order of [
    [3, 2, 1, 0],
    [1, 3, 0, 0, 2, 3],
  ]) {
    await client.query(
      'DELETE FROM message_stats; DELETE FROM chat_intervals; DELETE FROM chat_gaps; DELETE FROM chat_counts',
    );
    await store.save(order.map((place) => reports[place] as ChatReport));
    expect(await rows()).toEqual(expected);
  }
});

it('continues the intervals of an earlier process', async () => {
  const first = watch();
  first.show([ann], true);
  await until(() => chat.hasReader('ann'));
  for (const chatter of ['carl', 'dora', 'carl']) chat.say('ann', chatter);
  chat.mirror('ann', 'otto');
  await flushed(first, [[10, 3, 2, 0]]);
  stopping.abort();
  await Promise.all(running);
  stopping = new AbortController();
  const second = watch();
  second.show([ann], true);
  await until(() => chat.hasReader('ann'));
  chat.say('ann', 'emil');
  chat.ban('ann', 'carl');
  await flushed(second, [[10, 4, 3, 2]]);
  const { rows } = await client.query<Record<string, number[]>>(
    'SELECT v.messages, v.chatters, v.deleted_messages, v.shared_messages FROM chat_intervals v',
  );
  const sums = Object.values(rows[0] ?? {}).map((counts) => counts.reduce((sum, count) => sum + count, 0));
  expect(sums).toEqual([4, 2, 2, 1]);
});
