import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { packPiece } from '../../src/collect/spool/observation.js';
import { saveObservation } from '../../src/collect/spool/save-observation.js';
import { loadConfig } from '../../src/config/environment.js';
import { PlatformName } from '../../src/config/platforms.js';
import { requireTargets } from '../../src/jobs/webhooks/target-file.js';
import { runImport } from '../../src/ingest/ingest.js';
import { undoImport } from '../../src/ingest/records/undo-import.js';
import { forgetStreamer } from '../../src/jobs/forget/forget-streamer.js';
import { openReader } from '../../src/jobs/webhooks/keep-sending.js';
import { Outbox } from '../../src/jobs/webhooks/outbox.js';
import { BodyBuilder } from '../../src/jobs/webhooks/sending/body-builder.js';
import { Delivery } from '../../src/jobs/webhooks/sending/delivery-store.js';
import { TargetFile } from '../../src/jobs/webhooks/target-file.js';
import { AppLogger } from '../../src/logging/app-logger.js';
import { inputsOf } from '../support/data/records.js';
import { databaseWhileTesting } from '../support/database/test-database.js';
import { verifyMessage, WebhookReceiver } from '../support/http/webhook-receiver.js';
import { runCommand } from '../support/programs/run-command.js';

const database = databaseWhileTesting();
const folder = mkdtempSync(path.join(os.tmpdir(), 'streaming-analytics-changes-'));
const file = path.join(folder, 'webhooks.json');
const secret = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
const log = pino({ level: 'silent' });

afterAll(() => rmSync(folder, { recursive: true }));

let outbox: Outbox;
let versions = 0;

/** Each version has another length, so that the change is noticed within a millisecond. */
const setTargets = (...targets: object[]) => {
  writeFileSync(file, JSON.stringify(targets) + ' '.repeat((versions += 1)));
  outbox = new Outbox(new TargetFile(file, log), log);
};
const target = (name: string, more: object = {}) => ({
  ...{ name, url: 'https://example.com/', secrets: [secret], kinds: ['stream.changed'], ...more },
});

beforeEach(() => setTargets(target('all')));

const begin = Date.now() - 3_600_000;
const minute = (n: number) => new Date(begin + n * 60_000);

interface Description {
  id?: string;
  title?: string | null;
  game?: string;
  tags?: string[];
  language?: string;
}

interface SweepOptions {
  platform?: PlatformName;
  channels?: number;
  /** Time from the sweep until it is stored. */
  delayMs?: number;
  dryRun?: boolean;
}

/** Stores a complete sweep at a minute. */
async function sweep(at: number, streams: Description[], options: SweepOptions = {}): Promise<void> {
  const { platform = 'twitch', channels, delayMs = 1_000, dryRun } = options;
  const prefix = platform === 'kick' ? 'kick:' : '';
  const items = streams.map(({ id = '1', title = 'A', game = 'Chess', tags = ['x'], language = 'en' }) => ({
    ...{ id: prefix + id, user_id: `${prefix}${id}1`, user_login: `${prefix}ann${id}`, user_name: `Ann${id}` },
    ...{ started_at: minute(-5).toISOString(), viewer_count: 7, title, game_name: game, tags, language },
  }));
  const head = { kind: 'sweep', at: minute(at).toISOString(), knownImport: 1_000, channels } as const;
  const pieces = [packPiece(items.map((item) => ({ shape: 'stream' as const, item })))];
  const now = new Date(minute(at).getTime() + delayMs);
  await saveObservation(database.client, platform, { head, pieces }, { outbox, now, dryRun });
}

/** Stores sweeps of one stream, from minute 0 on. */
async function sweepTitles(...titles: string[]): Promise<void> {
  for (const [at, title] of titles.entries()) await sweep(at, [{ title }]);
}

async function messages(): Promise<Delivery[]> {
  const { rows } = await database.client.query<Delivery>(
    'SELECT d.* FROM webhook_deliveries d ORDER BY d.occurred_at, d.target, d.subject',
  );
  return rows;
}
const written = async () => (await messages()).map(({ target: name, subject }) => `${name} ${subject}`);
const pending = async () => (await database.client.query('SELECT FROM webhook_changes')).rowCount;

/** Returns what the sender would send. */
async function bodies(): Promise<Record<string, unknown>[]> {
  const config = loadConfig({ DATABASE_URL: database.url });
  const reader = openReader(config, new AppLogger('silent'));
  const targets = requireTargets(file);
  try {
    const built: Record<string, unknown>[] = [];
    for (const message of await messages()) {
      const to = targets.find(({ name }) => name === message.target);
      const text = to && (await new BodyBuilder(reader, config).build(message, to));
      if (text) built.push(JSON.parse(text) as Record<string, unknown>);
    }
    return built;
  } finally {
    await reader.onApplicationShutdown();
  }
}
const changesOf = async () =>
  (await bodies()).map(({ data }) => {
    const { before, after } = data as { before: unknown; after: unknown };
    return [before, after];
  });

describe('a change of a live stream', () => {
  it('is one message two sweeps later, with the stream and what differs then', async () => {
    await sweep(0, [{}]);
    await sweep(2, [{ title: 'B' }]);
    await sweep(4, [{ title: 'C', tags: ['y', 'z'] }]);
    expect(await messages()).toEqual([]);
    await sweep(6, [{ title: 'C', tags: ['y', 'z'], game: 'Go', language: 'de' }]);
    expect(await messages()).toMatchObject([
      { kind: 'stream.changed', subject: '1', streamer_id: '11', occurred_at: minute(2), finished_at: null },
    ]);
    const [{ due_at, created_at }] = (await messages()) as unknown as [Record<string, Date>];
    expect([due_at, created_at]).toEqual([new Date(minute(6).getTime() + 1_000), due_at]);
    const [body] = await bodies();
    expect(body).toMatchObject({
      type: 'stream.changed',
      data: {
        ...{ id: '1', streamer_id: '11', name: 'ann1', display_name: 'Ann1', viewers: 7, title: 'C', game_name: 'Go' },
        before: { title: 'A', game_name: 'Chess', language: 'en', tags: ['x'] },
        after: { title: 'C', game_name: 'Go', language: 'de', tags: ['y', 'z'] },
      },
    });
    expect(await pending()).toBe(0);
  });

  it.each([
    ['ABA', 3],
    ['ABCA', 4],
    ['ABBBB', 5],
  ])('is a message only if the description differs after two sweeps: %s', async (titles, sweeps) => {
    await sweepTitles(...titles, titles.at(-1) ?? '');
    expect(await written()).toEqual(sweeps === 5 ? ['all 1'] : []);
    expect(await pending()).toBe(0);
  });

  it('has another message for changes after two sweeps', async () => {
    await sweepTitles(...'ABBCDE');
    expect(await changesOf()).toEqual([[{ title: 'A' }, { title: 'C' }]]);
    await sweep(6, [{ title: 'E' }]);
    expect(await changesOf()).toEqual([
      [{ title: 'A' }, { title: 'C' }],
      [{ title: 'C' }, { title: 'E' }],
    ]);
  });

  it('is still the same message if the sender is late', async () => {
    await sweepTitles(...'ABBBAC');
    expect(await changesOf()).toEqual([[{ title: 'A' }, { title: 'B' }]]);
  });

  it.each([
    [600_000, 1],
    [600_001, 0],
  ])('counts if its sweep is stored within 10 minutes: %i ms', async (delayMs, count) => {
    await sweep(0, [{}]);
    await sweep(1, [{ title: 'B' }], { delayMs });
    for (const at of [20, 21]) await sweep(at, [{ title: 'B' }], { delayMs: 3_600_000 });
    expect(await messages()).toHaveLength(count);
  });

  it('counts sweeps of its platform, in any order', async () => {
    await sweep(0, [{}]);
    await sweep(0, [{ id: '2' }], { platform: 'kick' });
    await sweep(1, [{ title: 'B' }]);
    for (const at of [1, 2, 3]) await sweep(at, [{ id: '2' }], { platform: 'kick' });
    expect(await messages()).toEqual([]);
    await sweep(3, [{ title: 'C' }]);
    await sweep(2, [{ title: 'B' }], { delayMs: 61_000 });
    expect(await changesOf()).toEqual([[{ title: 'A' }, { title: 'C' }]]);
    await sweep(4, [{ id: '2', game: 'Go' }], { platform: 'kick' });
    for (const at of [4, 5, 6]) await sweep(at, [{ title: 'C' }]);
    expect(await messages()).toHaveLength(1);
    for (const at of [5, 6]) await sweep(at, [{ id: '2', game: 'Go' }], { platform: 'kick' });
    expect(await changesOf()).toHaveLength(2);
  });

  it('needs a stream that is still live', async () => {
    await sweepTitles('A', 'B');
    await sweep(2, []);
    await sweep(3, []);
    expect(await messages()).toEqual([]);
    expect(await pending()).toBe(0);
  });

  it('is not the first description of a stream', async () => {
    await sweep(0, []);
    await sweep(1, [{ title: 'A' }]);
    for (const at of [2, 3, 4]) await sweep(at, [{ title: 'A' }, { id: '2' }]);
    expect(await messages()).toEqual([]);
  });

  it('is not a change of a file or of its undo', async () => {
    await sweepTitles('A', 'A');
    const change = (at: number, title: string) => ({
      ...{
        stream_id: '1',
        created_at: minute(at).toISOString(),
        title,
        game_name: 'Chess',
        tags: ['x'],
        language: 'en',
      },
    });
    const { id } = await runImport(database.client, inputsOf({ stream_changes: [change(1.5, 'F')] }), {});
    // The sweep finds the title of the first sweep again.
    for (const at of [2, 3, 4]) await sweep(at, [{ title: 'A' }]);
    expect(await messages()).toEqual([]);
    await undoImport(database.client, id);
    for (const at of [5, 6, 7]) await sweep(at, [{ title: 'A' }]);
    expect(await messages()).toEqual([]);
    for (const at of [8, 9, 10]) await sweep(at, [{ title: 'B' }]);
    expect(await changesOf()).toEqual([[{ title: 'A' }, { title: 'B' }]]);
  });

  it('still counts after the records of old sweeps are deleted', async () => {
    await sweepTitles('A', 'A');
    await database.client.query('DELETE FROM imports i WHERE i.id = 1');
    for (const at of [2, 3, 4]) await sweep(at, [{ title: 'B' }]);
    expect(await written()).toEqual(['all 1']);
  });

  it('is not reported about channels that a list has gained', async () => {
    const watch = (since: number) =>
      database.client.query(
        `INSERT INTO watched_channels (platform, external_id, streamer_id, watched_since) VALUES ('twitch', '11', 11, $1)
        ON CONFLICT (platform, external_id) DO UPDATE SET watched_since = $1`,
        [minute(since)],
      );
    await watch(-1);
    const list = { channels: 1 };
    await sweep(0, [{}], list);
    await watch(0.5);
    for (const at of [1, 2, 3]) await sweep(at, [{ title: 'B' }], list);
    expect(await messages()).toEqual([]);
    for (const at of [4, 5, 6]) await sweep(at, [{ title: 'C' }], list);
    expect(await changesOf()).toEqual([[{ title: 'B' }, { title: 'C' }]]);
  });

  it('is not stored by a sweep that is rolled back, or without a target that wants it', async () => {
    await sweepTitles('A');
    await sweep(1, [{ title: 'B' }], { dryRun: true });
    expect(await pending()).toBe(0);
    setTargets(target('others', { streamers: ['ann2'] }), target('starts', { kinds: ['stream.started'] }));
    await sweep(2, [{ title: 'B' }]);
    expect(await pending()).toBe(0);
    setTargets(target('by-id', { streamers: ['11'] }));
    await sweep(3, [{ title: 'C' }]);
    expect(await pending()).toBe(1);
    await forgetStreamer(database.client, 'ann1');
    expect(await pending()).toBe(0);
  });
});

describe('a target', () => {
  it('gets the changes of its streamers and of its properties', async () => {
    setTargets(
      target('games', { changes: ['game_name'], streamers: ['ann1', '11'] }),
      target('texts', { changes: ['title', 'tags'] }),
      target('second', { streamers: ['ann2'] }),
      target('ends', { kinds: ['stream.ended'] }),
    );
    await sweep(0, [{ id: '1' }, { id: '2' }]);
    for (const at of [1, 2, 3])
      await sweep(at, [
        { id: '1', game: 'Go' },
        { id: '2', title: 'B', game: 'Go' },
      ]);
    expect(await written()).toEqual(['games 1', 'second 2', 'texts 2']);
    expect(await changesOf()).toEqual([
      [{ game_name: 'Chess' }, { game_name: 'Go' }],
      [
        { title: 'A', game_name: 'Chess' },
        { title: 'B', game_name: 'Go' },
      ],
      [{ title: 'A' }, { title: 'B' }],
    ]);
  });

  it('gets nothing while it is off', async () => {
    await sweepTitles('A');
    await database.client.query('UPDATE webhook_targets t SET is_off = TRUE');
    for (const at of [1, 2, 3]) await sweep(at, [{ title: 'B' }]);
    expect(await messages()).toEqual([]);
  });

  it('gets its newest change as a test, and otherwise a test without data', async () => {
    const receiver = await WebhookReceiver.start();
    const ntfy = { form: 'ntfy', secrets: undefined, token: 'tk_abc', url: receiver.url };
    try {
      const to = { url: receiver.url, private: true };
      setTargets(
        target('hook', to),
        target('games', { ...to, changes: ['game_name'] }),
        target('phone', { ...to, ...ntfy }),
      );
      const test = (name: string) =>
        runCommand(database.url, ['webhooks', '--test', name], { env: { WEBHOOKS: `@${file}` } });
      await sweep(0, [{ id: '1' }, { id: '2' }]);
      expect((await test('hook')).output).toBe('Target hook accepted the message. Status 204.\n');
      await sweep(1, [{ id: '1', game: 'Go' }, { id: '2' }]);
      await sweep(2, [
        { id: '1', game: 'Go' },
        { id: '2', title: 'B' },
      ]);
      await database.client.query('DELETE FROM webhook_targets');
      const output = (name: string) => `Target ${name} accepted a message stream.changed. Status 204.\n`;
      for (const name of ['hook', 'games', 'phone'])
        expect(await test(name)).toEqual({ code: 0, output: output(name), errors: '' });
      const [first, newest, ofGames, ofPhone] = receiver.messages;
      expect(first?.body.type).toBe('test');
      expect(newest?.body).toMatchObject({ type: 'stream.changed', data: { id: '2', after: { title: 'B' } } });
      if (newest) verifyMessage(newest, secret);
      expect(ofGames?.body.data).toMatchObject({ id: '1', before: { game_name: 'Chess' }, after: { game_name: 'Go' } });
      expect(ofPhone).toMatchObject({ path: '/', body: { topic: 'hook', title: 'Ann2 has changed the stream' } });
      // Only processes that send or write messages store the targets.
      expect((await database.client.query('SELECT FROM webhook_targets')).rowCount).toBe(0);
    } finally {
      await receiver.stop();
    }
  });
});
