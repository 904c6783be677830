import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Registry } from 'prom-client';
import { WaitingClock } from '../../src/clock/clock.js';
import { loadConfig } from '../../src/config/environment.js';
import { DatabaseClient } from '../../src/database/database-client.js';
import { addWebhookMetrics } from '../../src/http/operators/webhook-metrics.js';
import { keepSending } from '../../src/jobs/webhooks/keep-sending.js';
import { retryDeliveries } from '../../src/jobs/webhooks/list-deliveries.js';
import { DeliveryStore } from '../../src/jobs/webhooks/sending/delivery-store.js';
import { SenderState } from '../../src/jobs/webhooks/sending/sender-state.js';
import { TargetFile } from '../../src/jobs/webhooks/target-file.js';
import { withOwner } from '../../src/database/owner-client.js';
import { AppLogger } from '../../src/logging/app-logger.js';
import { databaseWhileTesting } from '../support/database/test-database.js';
import { WebhookReceiver } from '../support/http/webhook-receiver.js';
import { until } from '../support/until.js';

const database = databaseWhileTesting();
const folder = mkdtempSync(path.join(os.tmpdir(), 'streaming-analytics-webhook-pauses-'));
const file = path.join(folder, 'webhooks.json');
const secrets = [`whsec_${Buffer.alloc(32, 1).toString('base64')}`];

let receiver: WebhookReceiver;
let lines: string[];
let logger: AppLogger;
let state: SenderState;
let stopping: AbortController;
let sending: Promise<void> | undefined;

beforeEach(async () => {
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
  await receiver.stop();
});

afterAll(() => rmSync(folder, { recursive: true }));

const rowsOf = async <Row = Record<string, unknown>>(sql: string) =>
  (await database.client.query(sql)).rows as unknown as Row[];
const write = (sql: string) => withOwner(database.url, (client) => client.query(sql));

function startSending(options: { databaseUrl?: string; clock?: WaitingClock } = {}): void {
  const config = loadConfig({ DATABASE_URL: database.url });
  const parts = { databaseUrl: database.url, config, file: new TargetFile(file, logger.pino), state, logger };
  sending = keepSending({ ...parts, signal: stopping.signal, ...options });
}

async function stopSending(): Promise<void> {
  stopping.abort();
  await sending;
  stopping = new AbortController();
}

/** Writes the file, and stores the targets as the sender does. The path of a request is the name of its target. */
async function setTargets(...targets: { name: string; form?: string }[]): Promise<void> {
  const entries = targets.map((target) => ({
    ...{ url: `${receiver.url}/${target.name}`, private: true, kinds: ['data.stale'] },
    ...(target.form === undefined && { secrets }),
    ...target,
  }));
  writeFileSync(file, JSON.stringify(entries));
  startSending();
  await until(async () => (await rowsOf('SELECT FROM webhook_targets')).length === targets.length);
  await stopSending();
}

/** Adds due messages, named after their platform: the first one has waited longest. */
const addMessages = (target: string, names: string[], age = '1 minute') =>
  write(`
    INSERT INTO webhook_deliveries (target, kind, subject, occurred_at, created_at, due_at)
    SELECT '${target}', 'data.stale', n.name, now(), now(), now() - interval '${age}' + n.i * interval '1 ms'
    FROM unnest(ARRAY['${names.join("', '")}']) WITH ORDINALITY n(name, i)`);

const targetRow = async (name: string) =>
  (
    await rowsOf<{ is_off: boolean; pauses: number; pause: number | null; has_accepted: boolean }>(`
    SELECT t.is_off, t.pauses_in_row AS pauses, extract(epoch FROM t.paused_until - now())::float8 AS pause,
      t.accepted_at IS NOT NULL AS has_accepted
    FROM webhook_targets t WHERE t.name = '${name}'`)
  )[0];
const untilPaused = (name: string, pauses: number) =>
  until(
    async () => ((await targetRow(name))?.pauses ?? 0) >= pauses,
    () => `${name} has fewer than ${pauses} pauses. ${lines.join('')}`,
  );
const endPauses = () => write('UPDATE webhook_targets t SET paused_until = now()');
/** Makes a pause longer than any test, also on a slow machine. */
const holdPause = () =>
  write(`UPDATE webhook_targets t SET paused_until = now() + interval '1 day' WHERE t.paused_until > now()`);

const deliveries = async () =>
  Object.fromEntries(
    (
      await rowsOf<{ subject: string; state: string }>(`
      SELECT d.subject, concat_ws(' ', d.attempts, CASE WHEN d.finished_at IS NULL THEN 'waits' WHEN d.has_failed THEN 'failed'
        ELSE 'delivered' END) AS state
      FROM webhook_deliveries d`)
    ).map(({ subject, state }) => [subject, state]),
  );
const untilAll = (expected: Record<string, string>) =>
  until(
    async () => JSON.stringify(Object.entries(await deliveries()).sort()) === JSON.stringify(Object.entries(expected)),
    () => lines.join(''),
  );
const received = (name = '') =>
  receiver.messages.filter((message) => message.path.endsWith(name)).map(({ body }) => body.data.platform);

it('pauses a target that fails, and ends each pause with one request, for another message', async () => {
  await setTargets({ name: 'down' }, { name: 'up' });
  await addMessages('down', ['a', 'b', 'c', 'd']);
  receiver.respond = ({ path: to }) => ({ status: to.endsWith('down') ? 500 : 204 });
  startSending();
  const pauses = [];
  for (const [index, from] of [0, 5, 30, 120].entries()) {
    await untilPaused('down', index + 1);
    const { pause } = (await targetRow('down')) ?? {};
    await holdPause();
    pauses.push([from, (pause ?? 0) > from]);
    // The sender starts each of these messages in a turn of its own.
    for (const turn of [1, 2]) {
      await addMessages('up', [`u${index}-${turn}`]);
      await until(() => received('up').length === 2 * index + turn);
    }
    expect(received('down')).toEqual(['a', 'b', 'c', 'd'].slice(0, index + 1));
    await endPauses();
  }
  expect(pauses).toEqual([0, 5, 30, 120].map((from) => [from, true]));

  receiver.respond = () => ({ status: 204 });
  await write('UPDATE webhook_deliveries d SET due_at = now() WHERE d.finished_at IS NULL');
  const rest = received('up').map((name) => [String(name), '1 delivered'] as const);
  await untilAll({
    a: '2 delivered',
    b: '2 delivered',
    c: '2 delivered',
    d: '2 delivered',
    ...Object.fromEntries(rest),
  });
  expect(await targetRow('down')).toEqual({ is_off: false, pauses: 0, pause: null, has_accepted: true });
});

it('delays only the message after another status, and sends the others', async () => {
  await setTargets({ name: 'one' });
  await addMessages('one', ['a', 'b', 'c']);
  receiver.respond = ({ body }) => ({ status: body.data.platform === 'a' ? 400 : 204 });
  startSending();
  await untilAll({ a: '1 waits', b: '1 delivered', c: '1 delivered' });
  expect(await targetRow('one')).toMatchObject({ pauses: 0, pause: null });
});

it('uses up no attempt while the target requests pauses, which become longer', async () => {
  await setTargets({ name: 'one' });
  await addMessages('one', ['a']);
  receiver.respond = () => ({ status: 503, headers: { 'Retry-After': '1' } });
  startSending();
  for (const pauses of [1, 2, 3]) {
    await untilPaused('one', pauses);
    await write('UPDATE webhook_deliveries d SET due_at = now()');
    await endPauses();
  }
  await untilPaused('one', 4);
  expect((await targetRow('one'))?.pause).toBeGreaterThan(120);
  expect(await deliveries()).toEqual({ a: '0 waits' });
});

it('fails messages 76 hours after they were first due, if the target refuses two in a row', async () => {
  await setTargets({ name: 'down' }, { name: 'up' });
  await addMessages('down', ['old1', 'old2', 'old3'], '76 hours 1 second');
  await addMessages('down', ['recent'], '75 hours');
  await addMessages('up', ['late'], '80 hours');
  receiver.respond = ({ path: to }) => ({ status: to.endsWith('down') ? 500 : 204 });
  startSending();
  await untilPaused('down', 1);
  await holdPause();
  await until(() => received('up').length === 1);
  expect(await deliveries()).toMatchObject({ old1: '1 failed', old2: '0 waits', old3: '0 waits' });
  await stopSending();
  startSending();
  await until(() => state.isSending);
  await endPauses();
  await untilPaused('down', 2);
  await holdPause();
  await stopSending();
  expect(await deliveries()).toMatchObject({ old2: '1 failed', old3: '0 waits' });
  // The sender looks for old messages when it starts, and then once a minute.
  startSending();
  await untilAll({ late: '1 delivered', old1: '1 failed', old2: '1 failed', old3: '0 failed', recent: '0 waits' });
  expect(received('down')).toEqual(['old1', 'old2']);
  const failed = { target: 'down', result: 'failed', count: 3 };
  await until(() => state.figures()?.deliveries.some((one) => JSON.stringify(one) === JSON.stringify(failed)) ?? false);

  // A retry starts over: attempts, time and pauses.
  expect(await withOwner(database.url, (client) => retryDeliveries(client, 'down'))).toBe(4);
  await untilPaused('down', 1);
  expect(Object.values(await deliveries()).filter((one) => one === '1 waits')).toHaveLength(1);
});

it('sends old messages after an interruption, also to a target that refused the last ones before', async () => {
  await setTargets({ name: 'repaired' });
  await addMessages('repaired', ['a', 'b'], '80 hours');
  await write('UPDATE webhook_targets t SET pauses_in_row = 9, paused_until = now()');
  startSending();
  await untilAll({ a: '1 delivered', b: '1 delivered' });
});

it('has at most 8 requests to targets without a response, so that others receive theirs', async () => {
  const hanging = Array.from({ length: 20 }, (_, i) => ({ name: `hanging${i}` }));
  await setTargets(...hanging, { name: 'quick' });
  for (const { name } of hanging) await addMessages(name, ['a', 'b']);
  await write(`UPDATE webhook_targets t SET accepted_at = now() WHERE t.name = 'quick'`);
  receiver.respond = ({ path: to }) => (to.endsWith('quick') ? { status: 204 } : new Promise(() => {}));
  const startedAt = Date.now();
  startSending();
  await until(() => receiver.messages.length >= 8);
  await addMessages(
    'quick',
    Array.from({ length: 30 }, (_, i) => `m${i}`),
  );
  await until(() => received('quick').length === 30);
  const timeLimits = Math.floor((Date.now() - startedAt) / 15_000);
  expect(receiver.messages.length - 30).toBeLessThanOrEqual(8 * (1 + timeLimits));
});

describe('a target of Discord', () => {
  it('is off after its webhook was deleted, with a metric, until a retry', async () => {
    await setTargets({ name: 'deleted', form: 'discord' }, { name: 'other', form: 'discord' });
    await addMessages('deleted', ['a', 'b']);
    receiver.respond = () => ({ status: 404, text: '{"message": "Unknown Webhook", "code": 10015}' });
    startSending();
    await untilAll({ a: '0 failed', b: '0 failed' });
    expect(receiver.messages).toHaveLength(1);
    expect(await targetRow('deleted')).toMatchObject({ is_off: true });
    await stopSending();
    startSending();
    const registry = new Registry();
    addWebhookMetrics(registry, () => state.figures());
    await until(async () => (await registry.metrics()).includes('webhook_target_off{target="deleted"} 1'));
    expect(await registry.metrics()).toContain('webhook_target_off{target="other"} 0');

    receiver.respond = () => ({ status: 204 });
    expect(await withOwner(database.url, (client) => retryDeliveries(client, 'deleted'))).toBe(2);
    await untilAll({ a: '1 delivered', b: '1 delivered' });
    expect(await targetRow('deleted')).toMatchObject({ is_off: false });
  });

  it('pauses for an hour after a 404 without such a body', async () => {
    await setTargets({ name: 'blocked', form: 'discord' });
    await addMessages('blocked', ['a', 'b']);
    receiver.respond = () => ({ status: 404, text: '<html>error 1015</html>' });
    startSending();
    await untilPaused('blocked', 1);
    expect((await targetRow('blocked'))?.pause).toBeGreaterThan(1_800);
    expect(await deliveries()).toEqual({ a: '1 waits', b: '0 waits' });
  });

  it('waits if no message is left, and has no pause in a row then', async () => {
    await setTargets({ name: 'chat', form: 'discord' });
    await addMessages('chat', ['a', 'b']);
    const headers = { 'X-RateLimit-Remaining': '0', 'X-RateLimit-Reset-After': '1800.5' };
    receiver.respond = () => ({ status: 204, headers });
    startSending();
    await until(async () => ((await targetRow('chat'))?.pause ?? 0) > 900);
    expect(await deliveries()).toEqual({ a: '1 delivered', b: '0 waits' });
    expect(await targetRow('chat')).toMatchObject({ pauses: 0, has_accepted: true });
  });
});

it('reports messages as late only since the target last accepted one', async () => {
  await setTargets({ name: 'accepts' }, { name: 'accepted' }, { name: 'never' }, { name: 'none' });
  await write(`UPDATE webhook_targets t SET accepted_at = now() - interval '1 hour' WHERE t.name LIKE 'accept%'`);
  for (const name of ['accepts', 'accepted', 'never']) await addMessages(name, [`${name}1`], '2 hours');
  await addMessages('accepted', ['accepted2'], '30 minutes');
  // A later attempt does not change the time.
  await write(`UPDATE webhook_deliveries d
    SET first_due_at = d.due_at, due_at = now() + interval '1 hour' WHERE d.subject <> 'accepted2'`);
  const waiting = await withOwner(database.url, (client) => new DeliveryStore(client).countWaiting());
  const minutes = waiting.map(({ target, waiting: count, late_since: at }) => [
    ...[target, count],
    at && Math.floor((Date.now() - at.getTime()) / 600_000) * 10,
  ]);
  expect(minutes).toEqual([
    ['accepted', 2, 30],
    ['accepts', 1, null],
    ['never', 1, 120],
    ['none', 0, null],
  ]);
});

describe('a lost connection to the database', () => {
  class RecordingClock extends WaitingClock {
    readonly sleeps: number[] = [];

    override monotonicMs(): number {
      return 0;
    }

    override async sleep(ms: number): Promise<void> {
      this.sleeps.push(ms);
      if (this.sleeps.length === 6) stopping.abort();
    }
  }

  it('is repeated at once, and then after growing pauses', async () => {
    writeFileSync(file, '[]');
    const clock = new RecordingClock();
    startSending({ databaseUrl: 'postgresql://postgres@127.0.0.1:1/none', clock });
    await sending;
    expect(clock.sleeps).toEqual([0, 500, 1_000, 2_000, 5_000, 5_000]);
  });

  it('is repeated at once after each session that sent messages', async () => {
    await setTargets({ name: 'one' });
    const clock = new RecordingClock();
    clock.sleep = (ms) => Promise.resolve(void clock.sleeps.push(ms));
    startSending({ clock });
    for (const [index, name] of ['a', 'b', 'c'].entries()) {
      await addMessages('one', [name]);
      await until(() => state.recorded > index);
      clock.sleeps.length = 0;
      await rowsOf(`
        SELECT pg_terminate_backend(l.pid) FROM pg_locks l JOIN pg_database d ON d.oid = l.database
        WHERE l.locktype = 'advisory' AND d.datname = current_database() AND l.granted`);
      await until(() => clock.sleeps.length > 0);
      expect(clock.sleeps[0]).toBe(0);
    }
  });
});

it('runs one query at a time on its connection', async () => {
  const running = new Map<object, number>();
  let most = 0;
  const query = Reflect.get(DatabaseClient.prototype, 'query') as (...args: unknown[]) => Promise<unknown>;
  async function countRunning(this: DatabaseClient, ...args: unknown[]): Promise<unknown> {
    running.set(this, (running.get(this) ?? 0) + 1);
    most = Math.max(most, running.get(this) ?? 0);
    try {
      return await query.apply(this, args);
    } finally {
      running.set(this, (running.get(this) ?? 0) - 1);
    }
  }
  Reflect.set(DatabaseClient.prototype, 'query', countRunning);
  try {
    const names = Array.from({ length: 12 }, (_, i) => `t${i}`);
    await setTargets(...names.map((name) => ({ name })));
    for (const name of names) await addMessages(name, [`${name}a`, `${name}b`, `${name}c`]);
    startSending();
    await until(() => state.recorded === 36);
    expect(most).toBe(1);
  } finally {
    stopping.abort();
    await sending;
    Reflect.deleteProperty(DatabaseClient.prototype, 'query');
  }
});
