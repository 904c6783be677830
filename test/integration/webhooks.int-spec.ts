import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { CollectStore } from '../../src/collect/collect-store.js';
import { Observation, packPiece } from '../../src/collect/spool/observation.js';
import { OwnerSession } from '../../src/collect/owner-session.js';
import { ObservedStream } from '../../src/collect/platforms/platform.js';
import { saveObservation } from '../../src/collect/spool/save-observation.js';
import { loadConfig } from '../../src/config/environment.js';
import { monthOf } from '../../src/figures/calendar.js';
import { forgetStreamer } from '../../src/jobs/forget/forget-streamer.js';
import { refreshLeaderboard } from '../../src/jobs/refresh/refresh-leaderboard.js';
import { writeDataEvents } from '../../src/jobs/webhooks/data-events.js';
import { keepSending } from '../../src/jobs/webhooks/keep-sending.js';
import { listDeliveries, retryDeliveries } from '../../src/jobs/webhooks/list-deliveries.js';
import { Outbox } from '../../src/jobs/webhooks/outbox.js';
import { SenderState } from '../../src/jobs/webhooks/sending/sender-state.js';
import { TargetFile } from '../../src/jobs/webhooks/target-file.js';
import { AppLogger } from '../../src/logging/app-logger.js';
import { databaseWhileTesting } from '../support/database/test-database.js';
import { verifyMessage, WebhookReceiver } from '../support/http/webhook-receiver.js';
import { runCommand } from '../support/programs/run-command.js';
import { until } from '../support/until.js';

const database = databaseWhileTesting();
const folder = mkdtempSync(path.join(os.tmpdir(), 'streaming-analytics-webhooks-'));
const file = path.join(folder, 'webhooks.json');
const secrets = [1, 2].map((byte) => `whsec_${Buffer.alloc(32, byte).toString('base64')}`);

let session: OwnerSession;
let receiver: WebhookReceiver;
let lines: string[];
let logger: AppLogger;
let outbox: Outbox;
let state: SenderState;
let stopping: AbortController;
let sending: Promise<void> | undefined;

beforeEach(async () => {
  session = new OwnerSession(database.url);
  receiver = await WebhookReceiver.start();
  lines = [];
  logger = new AppLogger('debug', { write: (line: string) => void lines.push(line) });
  state = new SenderState();
  stopping = new AbortController();
  sending = undefined;
});

afterEach(async () => {
  stopping.abort();
  await sending;
  session.end();
  await receiver.stop();
});

afterAll(() => rmSync(folder, { recursive: true }));

let now: number;

beforeEach(() => void (now = Math.floor(Date.now() / 1_000) * 1_000));

const minutesAgo = (minutes: number) => new Date(now - minutes * 60_000);

const target = (name: string, more: object = {}) => ({
  ...{ name, url: receiver.url, private: true, secrets: secrets.slice(0, 1) },
  ...{ kinds: ['stream.started', 'stream.ended'], ...more },
});

let versions = 0;

/** Writes the file. Each version has another length, so that the change is noticed within a millisecond. */
function setTargets(...targets: object[]): void {
  writeFileSync(file, JSON.stringify(targets) + ' '.repeat((versions += 1)));
  outbox ??= new Outbox(new TargetFile(file, pino({ level: 'silent' })), logger.pino);
}

beforeEach(() => void (outbox = undefined as unknown as Outbox));

const live = (id: string, startedAt = minutesAgo(10), title = 'Chess'): ObservedStream => ({
  ...{ id, user_id: `${id}1`, user_login: `ann${id}`, user_name: `Ann${id}`, started_at: startedAt.toISOString() },
  ...{ viewer_count: 7, title, game_name: '', tags: [] },
});

/** Stores a complete sweep of some minutes ago. */
async function observe(
  minutes: number,
  streams: ObservedStream[],
  { channels, dryRun }: { channels?: number; dryRun?: boolean } = {},
): Promise<void> {
  const observation: Observation = {
    head: { kind: 'sweep', at: minutesAgo(minutes).toISOString(), knownImport: 1_000, channels },
    pieces: [packPiece(streams.map((item) => ({ shape: 'stream', item })))],
  };
  await session.use((client) => saveObservation(client, 'twitch', observation, { outbox, dryRun }));
}

const rowsOf = async <Row = Record<string, unknown>>(sql: string) =>
  (await database.client.query(sql)).rows as unknown as Row[];
const write = (sql: string) => session.use((client) => client.query(sql));
const outboxRows = async () =>
  (
    await rowsOf<{ row: string }>(`
    SELECT concat_ws(' ', d.target, d.kind, d.subject) AS row FROM webhook_deliveries d ORDER BY d.target, d.kind, d.subject`)
  ).map(({ row }) => row);

function startSending(): void {
  const config = loadConfig({ DATABASE_URL: database.url, PUBLIC_URL: 'https://stats.example.com' });
  const options = { databaseUrl: database.url, config, file: new TargetFile(file, logger.pino), state, logger };
  sending = keepSending({ ...options, signal: stopping.signal });
}

const untilReceived = (count: number) =>
  until(
    () => Promise.resolve(receiver.messages.length >= count),
    () => `Received ${receiver.messages.length} of ${count} messages. ${lines.join('')}`,
  );
const dueNow = () => write('UPDATE webhook_deliveries d SET due_at = now()');

describe('the outbox', () => {
  it('gets the starts and ends of streams for the targets that want them', async () => {
    setTargets(
      target('all'),
      target('by-login', { streamers: ['ANN2'] }),
      target('by-id', { streamers: ['21', 'ann2'] }),
      target('others', { streamers: ['nobody', '999'] }),
      target('ends', { kinds: ['stream.ended'] }),
    );
    await observe(9, [live('1')]);
    expect(await outboxRows()).toEqual([]);
    await observe(8, [live('1'), live('2')]);
    expect(await outboxRows()).toEqual(['all stream.started 2', 'by-id stream.started 2', 'by-login stream.started 2']);
    await observe(7, [live('2')]);
    expect((await outboxRows()).filter((row) => row.includes('ended'))).toEqual([
      'all stream.ended 1',
      'ends stream.ended 1',
    ]);
    const [ended] = await rowsOf<{ at: Date; delay: number }>(`
      SELECT d.occurred_at AS at, extract(epoch FROM d.due_at - d.created_at)::float8 AS delay
      FROM webhook_deliveries d WHERE d.kind = 'stream.ended' LIMIT 1`);
    expect(ended).toEqual({ at: minutesAgo(8), delay: 300 });
    // The next stream of a channel ends the one before it.
    await observe(6, [{ ...live('3', minutesAgo(6)), user_id: '21', user_login: 'ann2' }]);
    expect((await outboxRows()).filter((row) => row.startsWith('by-login'))).toEqual([
      'by-login stream.ended 2',
      'by-login stream.started 2',
      'by-login stream.started 3',
    ]);
  });

  it('gets nothing from a sweep that is rolled back, and none of the past', async () => {
    setTargets(target('all'));
    await observe(25 * 60, [live('1', minutesAgo(30 * 60))]);
    await observe(9, [live('2')], { dryRun: true });
    await observe(8, [live('3', minutesAgo(70))]);
    expect(await rowsOf('SELECT s.id FROM streams s WHERE s.ended_at IS NOT NULL')).toEqual([{ id: '1' }]);
    expect(await outboxRows()).toEqual([]);
  });

  it('gets another row for another end', async () => {
    setTargets(target('all', { kinds: ['stream.ended'] }));
    await observe(9, [live('1')]);
    await observe(8, []);
    await observe(7, [live('1')]);
    await observe(6, []);
    const rows = await rowsOf<{ at: Date }>('SELECT d.occurred_at AS at FROM webhook_deliveries d ORDER BY 1');
    expect(rows.map(({ at }) => at)).toEqual([minutesAgo(9), minutesAgo(7)]);
  });

  it('gets nothing about channels that a list has gained', async () => {
    setTargets(target('all', { kinds: ['stream.started'] }));
    const store = new CollectStore(database.url, 'twitch');
    try {
      await store.watch(['11'], minutesAgo(10));
      await observe(9, [], { channels: 1 });
      await store.watch(['11', '21'], minutesAgo(8));
      await observe(7, [live('1'), live('2')], { channels: 2 });
      expect(await outboxRows()).toEqual(['all stream.started 1']);
      await observe(6, [live('1'), { ...live('3'), user_id: '21', user_login: 'ann2' }], { channels: 2 });
      expect(await outboxRows()).toEqual(['all stream.started 1', 'all stream.started 3']);
    } finally {
      store.end();
    }
  });

  it('drops events for a target with 100,000 waiting rows, counts and logs them', async () => {
    setTargets(target('full'), target('free'));
    await observe(9, [live('1')]);
    await observe(8, [live('1')]);
    await write(`
      INSERT INTO webhook_targets (name, kinds, digest)
      SELECT 'full', ARRAY['stream.started'], '' WHERE NOT EXISTS (SELECT FROM webhook_targets)`);
    await write(`
      INSERT INTO webhook_deliveries (target, kind, subject, occurred_at, created_at, due_at)
      SELECT 'full', 'stream.started', 'x' || i, now(), now(), now() FROM generate_series(1, 99999) i`);
    await observe(7, [live('1'), live('2'), live('3')]);
    expect((await outboxRows()).filter((row) => / \d$/.test(row))).toEqual([
      'free stream.started 2',
      'free stream.started 3',
      'full stream.started 2',
    ]);
    expect(await rowsOf('SELECT t.name, t.dropped_events FROM webhook_targets t ORDER BY t.name')).toEqual([
      { name: 'free', dropped_events: '0' },
      { name: 'full', dropped_events: '1' },
    ]);
    expect(lines.join('')).toMatch(/"target":"full","events":1,"msg":"Dropped events/);
  });

  it('follows the file: removes targets, and keeps them if the file is invalid', async () => {
    setTargets(target('one'), target('two'));
    await observe(9, [live('1')]);
    await observe(8, [live('1'), live('2')]);
    expect(await outboxRows()).toEqual(['one stream.started 2', 'two stream.started 2']);
    writeFileSync(file, '[{"name": "three"}]');
    await observe(7, [live('1'), live('2'), live('3')]);
    expect(await outboxRows()).toHaveLength(4);
    setTargets(target('two'));
    await observe(6, [live('1'), live('2'), live('3'), live('4')]);
    expect(await outboxRows()).toEqual(['two stream.started 2', 'two stream.started 3', 'two stream.started 4']);
  });

  it('stores the targets of the file, and turns only changed ones on again', async () => {
    const kinds = ['stream.started', 'stream.ended'];
    setTargets(target('same'), target('changed', { streamers: ['ann'] }), target('removed'));
    await observe(9, [live('1')]);
    await write('UPDATE webhook_targets t SET is_off = TRUE, paused_until = now(), pauses_in_row = 3');
    setTargets(target('same'), target('changed', { kinds: kinds.slice(1), streamers: ['eve', '31'] }), target('new'));
    await observe(8, [live('1')]);
    const stored = await rowsOf(`
      SELECT t.name, t.kinds, t.channels, t.is_off, t.pauses_in_row AS pauses, t.paused_until IS NOT NULL AS is_paused, t.digest
      FROM webhook_targets t ORDER BY t.name`);
    const on = { is_off: false, pauses: 0, is_paused: false, digest: expect.any(String) as string };
    expect(stored).toEqual([
      { name: 'changed', kinds: kinds.slice(1), channels: ['eve', '31'], ...on },
      { name: 'new', kinds, channels: null, ...on },
      { name: 'same', kinds, channels: null, ...on, is_off: true, pauses: 3, is_paused: true },
    ]);
    const digests = new TargetFile(file, pino({ level: 'silent' })).read()?.map(({ name, digest }) => [name, digest]);
    expect(stored.map(({ name, digest }) => [name, digest])).toEqual(digests?.sort());
  });
});

describe('the sender', () => {
  /** One stream that has started and one that has ended. */
  async function prepare(...targets: object[]): Promise<void> {
    setTargets(...(targets.length > 0 ? targets : [target('all')]));
    await observe(9, [live('1')]);
    await observe(8, [live('2', undefined, 'A *title*')]);
  }

  it('sends signed messages with the data of the API, and none twice', async () => {
    await prepare(target('all', { secrets }));
    await dueNow();
    startSending();
    await untilReceived(2);
    for (const message of receiver.messages) for (const secret of secrets) verifyMessage(message, secret);
    const bodies = receiver.messages.map(({ body }) => body).sort((a, b) => (a.type < b.type ? -1 : 1));
    expect(bodies.map(({ type }) => type)).toEqual(['stream.ended', 'stream.started']);
    expect(bodies[0]?.data).toMatchObject({
      id: '1',
      ended_at: minutesAgo(9).toISOString(),
      minutes: 1,
      peak_viewers: 7,
    });
    expect(bodies[1]?.data).toMatchObject({ id: '2', name: 'ann2', title: 'A *title*', viewers: 7, is_stale: false });
    await until(() => state.recorded === 2);
    expect(await rowsOf('SELECT FROM webhook_deliveries d WHERE d.finished_at IS NULL')).toEqual([]);
    expect(receiver.messages).toHaveLength(2);
    expect(state.figures()?.deliveries).toEqual([{ target: 'all', result: 'delivered', count: 2 }]);
  });

  it('drops the end of a stream that is live again or has another end', async () => {
    await prepare(target('all', { kinds: ['stream.ended'] }));
    await observe(7, [live('1'), live('2')]);
    await dueNow();
    startSending();
    await until(async () => (await outboxRows()).length === 0);
    expect(state.figures()?.deliveries).toEqual([{ target: 'all', result: 'superseded', count: 1 }]);
    await observe(6, [live('2')]);
    await dueNow();
    await untilReceived(1);
    expect(receiver.messages[0]?.body.data).toMatchObject({ id: '1', ended_at: minutesAgo(7).toISOString() });
  });

  it('repeats the same message until it is accepted, and sends later ones meanwhile', async () => {
    await prepare();
    let failures = 1;
    receiver.respond = ({ body }) => ({ status: body.type === 'stream.ended' && failures-- > 0 ? 302 : 200 });
    await dueNow();
    startSending();
    await untilReceived(2);
    await until(async () => (await rowsOf(`SELECT FROM webhook_deliveries d WHERE d.attempts = 1`)).length === 2);
    expect(await rowsOf('SELECT d.last_error FROM webhook_deliveries d WHERE d.finished_at IS NULL')).toEqual([
      { last_error: 'Status 302.' },
    ]);
    // The data changes, and the message does not.
    await write(`UPDATE streamers SET display_name = 'Another'`);
    await dueNow();
    await untilReceived(3);
    const [first, second] = receiver.messages.filter(({ body }) => body.type === 'stream.ended');
    expect(second?.text).toBe(first?.text);
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    if (second) verifyMessage(second, secrets[0] ?? '');
  });

  it('pauses after 429 with Retry-After, and turns a target off after 410 until its entry changes', async () => {
    const paused = target('paused', { kinds: ['stream.started'], url: `${receiver.url}/paused` });
    await prepare(paused, target('gone'));
    await dueNow();
    receiver.respond = ({ path: at }) => ({
      status: at.endsWith('paused') ? 429 : 410,
      headers: { 'Retry-After': '600' },
    });
    startSending();
    await until(async () => (await rowsOf('SELECT FROM webhook_targets t WHERE t.paused_until > now()')).length > 0);
    await until(async () => (await rowsOf('SELECT FROM webhook_targets t WHERE t.is_off')).length === 1);
    const failed = await rowsOf(`SELECT FROM webhook_deliveries d WHERE d.target = 'gone' AND d.has_failed`);
    expect(failed).toHaveLength(2);
    const list = await session.use((client) => listDeliveries(client, true));
    expect(list).toMatch(/^gone +off +2$/m);
    // An off target gets no rows.
    await observe(7, [live('2'), live('5')]);
    expect((await outboxRows()).filter((row) => row.startsWith('gone'))).toHaveLength(2);
    receiver.respond = () => ({ status: 200 });
    setTargets(paused, target('gone', { secrets: secrets.slice(1) }));
    await until(async () => (await rowsOf('SELECT FROM webhook_targets t WHERE t.is_off')).length === 0);
    const before = receiver.messages.length;
    expect(await session.use((client) => retryDeliveries(client, 'gone'))).toBe(2);
    await untilReceived(before + 2);
    verifyMessage(receiver.messages.at(-1) ?? (undefined as never), secrets[1] ?? '');
  });

  it('escapes Markdown in messages of Discord, which mention nobody and have a link', async () => {
    await prepare(target('chat', { form: 'discord', secrets: undefined, kinds: ['stream.started'] }));
    await dueNow();
    startSending();
    await untilReceived(1);
    const [{ headers, body } = { headers: {}, body: {} }] = receiver.messages;
    expect(headers).not.toHaveProperty('webhook-signature');
    expect(body).toEqual({
      embeds: [
        {
          title: 'Ann2 is live',
          description: 'A \\*title\\*',
          url: 'https://stats.example.com/streams/2',
          fields: [{ name: 'Viewers', value: '7', inline: true }],
        },
      ],
      allowed_mentions: { parse: [] },
    });
  });

  it('reports late data and fresh data once per interruption', async () => {
    setTargets(target('both', { kinds: ['data.stale', 'data.fresh'] }), target('fresh', { kinds: ['data.fresh'] }));
    await observe(45, []);
    startSending();
    await untilReceived(1);
    expect(receiver.messages[0]?.body).toMatchObject({
      type: 'data.stale',
      data: { platform: 'twitch', last_seen_at: minutesAgo(45).toISOString() },
    });
    await until(async () => state.figures()?.deliveries.length === 1);
    stopping.abort();
    await sending;
    await observe(1, []);
    stopping = new AbortController();
    startSending();
    await untilReceived(3);
    const fresh = { platform: 'twitch', last_seen_at: minutesAgo(1).toISOString() };
    expect(receiver.messages.slice(1).map(({ body }) => [body.type, body.data])).toEqual([
      ['data.fresh', fresh],
      ['data.fresh', fresh],
    ]);
  });

  it('reports a final month once', async () => {
    setTargets(target('months', { kinds: ['month.final'] }));
    const now = new Date(Date.UTC(2026, 5, 1, 1));
    await write(`INSERT INTO due_months (month) VALUES ('2026-05'), ('2026-03')`);
    for (let i = 0; i < 2; i++) {
      await session.use((client) => refreshLeaderboard(client, { now, outbox }));
      await write(`INSERT INTO due_months (month) VALUES ('2026-05')`);
    }
    expect(await outboxRows()).toEqual(['months month.final 2026-05']);
    startSending();
    await untilReceived(1);
    expect(receiver.messages[0]?.body.data).toMatchObject({ month: '2026-05', is_final: true, entries: 0 });
    expect(monthOf(now)).toBe('2026-06');
  });

  it('sends nothing about forgotten streamers', async () => {
    await prepare();
    await session.use((client) => forgetStreamer(client, 'ann2'));
    expect(await outboxRows()).toEqual(['all stream.ended 1']);
  });

  it('deletes old rows, and logs neither paths nor secrets', async () => {
    await prepare();
    await dueNow();
    receiver.respond = () => ({ status: 400 });
    startSending();
    await until(async () => (await rowsOf('SELECT FROM webhook_deliveries d WHERE d.attempts = 1')).length === 2);
    stopping.abort();
    await sending;
    expect(lines.join('')).not.toMatch(/\/hook|whsec_/);
    await write(`UPDATE webhook_deliveries d
      SET finished_at = now() - interval '8 days', has_failed = d.kind = 'stream.ended'`);
    stopping = new AbortController();
    startSending();
    await until(async () => (await outboxRows()).length === 1);
    expect(await outboxRows()).toEqual(['all stream.ended 1']);
  });
});

describe('npm run webhooks', () => {
  const webhooks = (...args: string[]) =>
    runCommand(database.url, ['webhooks', ...args], { env: { WEBHOOKS: `@${file}` } });

  it('lists late, delayed and failed messages, and makes them due, except ends of streams in their five minutes', async () => {
    setTargets(target('all', { kinds: ['stream.started'] }), target('ends', { kinds: ['stream.ended'] }));
    await observe(20, [live('1')]);
    await observe(10, [live('1'), live('2'), live('3'), live('4'), live('5')]);
    await observe(9, [live('2'), live('3'), live('4'), live('5')]);
    await write(`UPDATE webhook_deliveries d
      SET finished_at = now(), has_failed = TRUE, attempts = 10, last_error = 'Status 500.' WHERE d.subject = '3'`);
    await write(`UPDATE webhook_deliveries d
      SET attempts = 4, first_due_at = d.due_at, due_at = now() + interval '10 hours' WHERE d.subject = '4'`);
    // The end of a stream waits for five minutes before it is due.
    await write(`UPDATE webhook_deliveries d SET due_at = now() + interval '4 minutes' WHERE d.kind = 'stream.ended'`);
    expect(await webhooks('--list')).toEqual({
      code: 0,
      output: expect.stringMatching(
        /^target +state +late +delayed\nall +on +2 +1\nends +on +0 +1\n\ntarget .*\n(.*\n)*all +stream\.started +2 .+ 0 +\S+Z *\n/,
      ),
      errors: '',
    });
    const { output } = await webhooks('--list', '--failed');
    expect(output).toMatch(/^all +on +1$/m);
    expect(output).toMatch(/^all +stream\.started +3 .+ 10 +Status 500\.$/m);
    expect(await webhooks('--retry', 'all')).toMatchObject({ code: 0, output: '4 messages are due now.\n' });
    expect(await webhooks('--retry', 'ends')).toMatchObject({ code: 0, output: '0 messages are due now.\n' });
    expect((await webhooks('--list')).output).toMatch(/^all +on +4 +0\nends +on +0 +1$/m);
    expect((await webhooks('--list', '--failed')).output).toMatch(/^target +state +failed\nall +on +0\nends +on +0\n$/);
  });

  it('sends a test, and reports why a target does not accept it', async () => {
    setTargets(target('all'), target('chat', { form: 'discord', secrets: undefined }));
    expect(await webhooks('--test', 'all')).toMatchObject({
      ...{ code: 0, output: 'Target all accepted the message. Status 204.\n' },
    });
    const [message] = receiver.messages;
    if (message) verifyMessage(message, secrets[0] ?? '');
    expect(message?.body).toMatchObject({ type: 'test', data: {} });
    receiver.respond = () => ({ status: 404 });
    expect(await webhooks('--test', 'chat')).toMatchObject({
      ...{ code: 1, errors: 'Target chat did not accept the message. Status 404.\n' },
    });
    expect(receiver.messages[1]?.body).toEqual({ content: 'Test', allowed_mentions: { parse: [] } });
  });

  it.each([[], ['--list'], ['--list', '--failed'], ['--failed'], ['--test', 'all']])(
    'rejects an invalid, a missing and no file: %s %s',
    async (...args) => {
      setTargets(target('all'));
      await observe(9, []);
      writeFileSync(file, '[{"name": "all"}]');
      const reason = 'WEBHOOKS: Target all: url must be';
      expect(await webhooks(...args)).toEqual({ code: 2, output: '', errors: expect.stringMatching(`^${reason}`) });
      rmSync(file);
      const missing = 'WEBHOOKS: The file cannot be read (ENOENT).\n';
      expect(await webhooks(...args)).toEqual({ code: 2, output: '', errors: missing });
      const unset = expect.stringContaining('WEBHOOKS is not set') as string;
      expect(await runCommand(database.url, ['webhooks', ...args])).toEqual({ code: 2, output: '', errors: unset });
    },
  );

  it.each([
    [['--retry', 'other'], 1, 'No target has the name other.'],
    [['--test', 'other'], 1, 'No target in the file has the name other.'],
  ])('rejects %j', async (args, code, error) => {
    setTargets(target('all'));
    expect(await webhooks(...args)).toMatchObject({ code, errors: expect.stringContaining(error) });
  });
});

describe('the deletion of finished messages', () => {
  it('is 7 days after success and 30 after a failure, and not before the end of an interruption', async () => {
    setTargets(target('all', { kinds: ['stream.started', 'data.stale'] }));
    await observe(9, [live('1')]);
    await observe(8, [live('1'), live('2')]);
    await write('DELETE FROM webhook_deliveries');
    const rows: [subject: string, kind: string, days: number, has_failed: boolean, is_over: boolean][] = [
      ['delivered long ago', 'stream.started', 7.01, false, false],
      ['delivered lately', 'stream.started', 6.99, false, false],
      ['failed long ago', 'stream.started', 30.01, true, false],
      ['failed lately', 'stream.started', 29.99, true, false],
      ['open interruption', 'data.stale', 99, false, false],
      ['failed open interruption', 'data.stale', 99, true, false],
      ['closed interruption', 'data.stale', 7.01, false, true],
    ];
    for (const row of rows) {
      await database.client.query(
        `INSERT INTO webhook_deliveries (target, kind, subject, finished_at, has_failed, is_over, occurred_at, created_at, due_at)
        SELECT 'all', $2, $1, n.at, $4, $5, n.at, n.at, n.at
        FROM (SELECT now() - $3::float8 * interval '1 day' AS at) n`,
        row,
      );
    }
    startSending();
    const subjects = async () =>
      (
        await rowsOf<{ subject: string }>('SELECT d.subject FROM webhook_deliveries d ORDER BY d.subject COLLATE "C"')
      ).map(({ subject }) => subject);
    await until(async () => (await subjects()).length < rows.length);
    expect(await subjects()).toEqual([
      'delivered lately',
      'failed lately',
      'failed open interruption',
      'open interruption',
    ]);
  });
});

describe('late data', () => {
  /** Eleven complete sweeps at equal intervals. The last one was some minutes ago. */
  const sweepRegularly = async (platform: string, everyMinutes: number, last: number) => {
    await database.client.query(
      `INSERT INTO sweep_totals (platform, swept_at, streams, viewers, languages, language_streams, language_viewers, games, game_streams, game_viewers)
      SELECT $1, $2::timestamptz - n * $3::float8 * interval '1 minute', 0, 0, '{}', '{}', '{}', '{}', '{}', '{}'
      FROM generate_series(0, 10) n`,
      [platform, minutesAgo(last), everyMinutes],
    );
    await database.client.query(
      'INSERT INTO collector_sweeps (platform, since, swept_at) VALUES ($1, $2, $2) ON CONFLICT (platform) DO UPDATE SET swept_at = $2',
      [platform, minutesAgo(last)],
    );
  };
  const check = () => session.use((client) => writeDataEvents(outbox, client));

  beforeEach(() => setTargets(target('both', { kinds: ['data.stale', 'data.fresh'] })));

  it('is late after 30 minutes, or three times the usual interval of its platform', async () => {
    await sweepRegularly('twitch', 1, 45);
    await sweepRegularly('kick', 20, 45);
    await check();
    expect(await outboxRows()).toEqual(['both data.stale twitch']);
    await sweepRegularly('kick', 20, 61);
    await check();
    expect(await outboxRows()).toEqual(['both data.stale kick', 'both data.stale twitch']);
  });

  it('is fresh after a sweep of its own platform', async () => {
    await sweepRegularly('twitch', 1, 45);
    await check();
    await sweepRegularly('kick', 1, 1);
    await check();
    expect(await outboxRows()).toEqual(['both data.stale twitch']);
    await sweepRegularly('twitch', 1, 2);
    await check();
    await check();
    expect(await outboxRows()).toEqual(['both data.fresh twitch', 'both data.stale twitch']);
  });

  it('is not reported a day later', async () => {
    await sweepRegularly('twitch', 1, 24 * 60 + 31);
    await sweepRegularly('kick', 1, 24 * 60 + 29);
    await check();
    expect(await outboxRows()).toEqual(['both data.stale kick']);
  });
});
