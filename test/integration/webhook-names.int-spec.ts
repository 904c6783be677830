import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { saveObservation } from '../../src/collect/spool/save-observation.js';
import { packPiece } from '../../src/collect/spool/observation.js';
import { PlatformName } from '../../src/config/platforms.js';
import { listMigrations } from '../../src/database/migrations/migrations.js';
import { migrateDatabase } from '../../src/database/migrations/migrator.js';
import { withOwner } from '../../src/database/owner-client.js';
import { encodeId } from '../../src/database/platforms/platform-ids.js';
import { undoImport } from '../../src/ingest/records/undo-import.js';
import { forgetStreamer } from '../../src/jobs/forget/forget-streamer.js';
import { pruneObserved } from '../../src/jobs/prune/prune-observed.js';
import { Outbox } from '../../src/jobs/webhooks/outbox.js';
import { TargetFile } from '../../src/jobs/webhooks/target-file.js';
import { AppLogger } from '../../src/logging/app-logger.js';
import { runImport } from '../../src/ingest/ingest.js';
import { inputsOf } from '../support/data/records.js';
import { createTestDatabase, databaseWhileTesting } from '../support/database/test-database.js';
import { runCommand } from '../support/programs/run-command.js';

const database = databaseWhileTesting();
const folder = mkdtempSync(path.join(os.tmpdir(), 'streaming-analytics-names-'));
const file = path.join(folder, 'webhooks.json');
const secret = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;

afterAll(() => rmSync(folder, { recursive: true }));

let lines: string[];
let outbox: Outbox;
let minute: number;

beforeEach(() => {
  lines = [];
  minute = 0;
  const { pino } = new AppLogger('warn', { write: (line: string) => void lines.push(line) });
  outbox = new Outbox(new TargetFile(file, pino), pino);
});

const target = (name: string, streamers?: string[], more: object = {}) => ({
  ...{ name, url: 'https://example.com/', secrets: [secret], kinds: ['stream.started'], streamers },
  ...more,
});

let versions = 0;

/** Each version has another length, so that the change is noticed within a millisecond. */
const setTargets = (...targets: object[]) => writeFileSync(file, JSON.stringify(targets) + ' '.repeat((versions += 1)));

const begin = Date.now() - 30 * 60_000;
const uuid = (n: number) => `550e8400-e29b-41d4-a716-${String(n).padStart(12, '0')}`;

/** Stores a sweep a minute after the previous one, in which streams of channels, such as `ann#21`, are new. */
async function sweep(platform: PlatformName, ...channels: string[]): Promise<void> {
  minute += 1;
  const at = new Date(begin + minute * 60_000).toISOString();
  const prefix = platform === 'kick' ? 'kick:' : '';
  const streams = channels.map((channel, index) => {
    const [login = '', id] = channel.split('#');
    const streamId = platform === 'kick' ? uuid(minute * 100 + index) : String(minute * 100 + index);
    return {
      ...{ id: prefix + streamId, user_id: `${prefix}${id}`, user_login: prefix + login, user_name: login },
      ...{ started_at: at, viewer_count: 7, title: channel, game_name: '', tags: [] },
    };
  });
  const pieces = [packPiece(streams.map((item) => ({ shape: 'stream' as const, item })))];
  await withOwner(database.url, (client) =>
    saveObservation(client, platform, { head: { kind: 'sweep', at, knownImport: 1_000 }, pieces }, { outbox }),
  );
}

const list = async () =>
  (await runCommand(database.url, ['webhooks', '--list'], { env: { WEBHOOKS: `@${file}` } })).output;

/** The channels of the messages of each target, in the order of their sweeps. */
async function messages(): Promise<string[]> {
  const { rows } = await database.client.query<{ message: string }>(`
    SELECT concat_ws(' ', d.target, s.title) AS message
    FROM webhook_deliveries d
    JOIN streams s ON s.id::text = d.subject
    ORDER BY d.target, s.started_at, s.title`);
  return rows.map(({ message }) => message);
}

const importStreamers = (...names: string[]) => {
  const streamers = names.map((one) => one.split('#')).map(([login, id]) => ({ id, login, display_name: 'x' }));
  return withOwner(database.url, (client) => runImport(client, inputsOf({ streamers })));
};

async function listNames(client = database.client): Promise<{ name: string; id: string }[]> {
  const { rows } = await client.query<{ name: string; id: string }>(
    'SELECT n.name, n.streamer_id AS id FROM webhook_names n ORDER BY n.name',
  );
  return rows;
}

const warnings = () => lines.map((line) => JSON.parse(line) as { msg: string; names?: string[]; count?: number });

describe('a login in a target', () => {
  it('keeps its channel after a rename, and the channel that takes it is not sent', async () => {
    setTargets(target('one', ['ANN', '31']), target('two', ['ann']), target('others', ['eve']));
    await sweep('twitch');
    await sweep('twitch', 'ann#21', 'eve#31');
    await sweep('twitch', 'bea#21', 'ann#91', 'zoe#31');
    expect(await messages()).toEqual([
      ...['one ann#21', 'one eve#31', 'one bea#21', 'one zoe#31'],
      ...['others eve#31', 'others zoe#31', 'two ann#21', 'two bea#21'],
    ]);
    expect(warnings()).toMatchObject([{ names: ['31', 'ann', 'eve'] }]);
  });

  it('keeps its channel while any target has it, and then names the channel with this login', async () => {
    setTargets(target('one', ['ann']));
    await sweep('twitch');
    await sweep('twitch', 'ann#21');
    setTargets(target('one', ['ann'], { kinds: ['stream.started', 'stream.ended'] }));
    await sweep('twitch', 'bea#21', 'ann#91');
    setTargets(target('two', ['ann', 'eve']));
    await sweep('twitch', 'bea#21', 'ann#91', 'eve#31');
    expect(await messages()).toEqual(['two bea#21', 'two eve#31']);
    setTargets(target('two', ['eve']));
    await sweep('twitch');
    setTargets(target('two', ['ann', 'eve']));
    await sweep('twitch', 'bea#21', 'ann#91', 'eve#31');
    expect((await messages()).slice(-2)).toEqual(['two ann#91', 'two eve#31']);
  });

  it('of another platform keeps its channel, too', async () => {
    setTargets(target('login', ['KICK:ann']), target('own-id', ['kick:21']), target('id', [encodeId('kick:21') ?? '']));
    await sweep('kick');
    await sweep('twitch', 'ann#21');
    await sweep('kick', 'ann#21', 'eve#31');
    await sweep('kick', 'bea#21', 'ann#91');
    const both = ['ann#21', 'bea#21'];
    expect(await messages()).toEqual(['id', 'login', 'own-id'].flatMap((name) => both.map((one) => `${name} ${one}`)));
  });

  it('of digits is the ID of a channel if a channel has it', async () => {
    setTargets(target('digits', ['506', '507', '9'.repeat(25)]));
    await sweep('twitch');
    await sweep('twitch', 'ann#506', '506#31', '507#41');
    await sweep('twitch', 'bea#506', '506#31', 'eve#41', '507#51');
    expect(await messages()).toEqual(['digits 507#41', 'digits ann#506', 'digits bea#506', 'digits eve#41']);
  });

  it('that matches nothing is logged once and listed, and found by a later sweep of any platform', async () => {
    setTargets(target('one', ['eve', 'ann', '999']), target('two', ['ann']), target('all'));
    await sweep('twitch');
    await sweep('kick');
    await sweep('twitch', 'eve#31');
    const msg = 'Targets name unknown streamers';
    expect(warnings()).toMatchObject([
      { msg, names: ['999', 'ann', 'eve'], count: 3 },
      { msg, names: ['999', 'ann'], count: 2 },
    ]);
    expect(await list()).toMatch(/\n\ntarget +name without a channel\none +999\none +ann\ntwo +ann\n$/);
    await importStreamers('ann#21', 'zoe#999');
    await sweep('kick');
    expect(await list()).not.toContain('name without');
    await sweep('twitch', 'bea#21');
    expect((await messages()).filter((message) => !message.startsWith('all'))).toEqual([
      ...['one eve#31', 'one bea#21', 'two bea#21'],
    ]);
    expect(lines).toHaveLength(2);
  });

  it('is listed in full, and logged in part', async () => {
    setTargets(
      target(
        'many',
        Array.from({ length: 102 }, (_, i) => `n${i}`),
      ),
    );
    await sweep('twitch');
    const [warning] = warnings();
    expect([warning?.count, warning?.names?.length]).toEqual([102, 20]);
    expect((await list()).match(/^many +n\d+$/gm)).toHaveLength(102);
  });

  it('loses its channel when the streamer is forgotten, and others keep theirs', async () => {
    setTargets(target('one', ['ann', 'eve', '21']));
    await sweep('twitch', 'ann#21', 'eve#31');
    await withOwner(database.url, (client) => forgetStreamer(client, '21'));
    expect(await listNames()).toEqual([{ name: 'eve', id: '31' }]);
    await sweep('twitch', 'ann#21');
    expect(warnings().at(-1)).toMatchObject({ names: ['21', 'ann'] });
  });

  it('keeps its channel when the streamer is pruned', async () => {
    setTargets(target('one', ['ann']));
    await sweep('twitch', 'ann#21', 'eve#31');
    await sweep('twitch');
    const before = new Date(Date.now() + 1_000);
    await withOwner(database.url, (client) => pruneObserved(client, 'twitch', before, async () => {}));
    expect((await database.client.query('SELECT FROM streamers')).rowCount).toBe(0);
    await sweep('twitch', 'ann#91', 'bea#21');
    expect(await messages()).toEqual(['one bea#21']);
    expect(lines).toEqual([]);
  });

  it('loses a channel that an undone import gave it', async () => {
    await sweep('twitch', 'eve#31');
    await importStreamers('ann#4005', 'new#31');
    setTargets(target('one', ['ann', 'new', '31', '4005']));
    await sweep('kick');
    expect(await listNames()).toHaveLength(4);
    const { rows } = await database.client.query<{ id: number }>(
      'SELECT max(i.id) AS id FROM imports i WHERE i.can_undo',
    );
    await undoImport(database.client, rows[0]?.id ?? 0);
    await sweep('twitch', 'ann#21');
    expect((await listNames()).filter(({ name }) => !/\d/.test(name))).toEqual([{ name: 'ann', id: '21' }]);
    expect(warnings().at(-1)).toMatchObject({ names: ['new'] });
  });
});

it('the migration stores the channels of logins, and leaves digits to the sweeps', async () => {
  const old = await createTestDatabase('template1');
  try {
    const all = await listMigrations();
    const own = all.findIndex((name) => name.endsWith('_webhook_names'));
    await migrateDatabase(old.url, { wanted: all.slice(0, own) });
    const rows = await withOwner(old.url, async (client) => {
      await client.query(`
        INSERT INTO streamers (id, login, display_name)
        VALUES (1, 'ann2', 'Ann'), (2, '506', 'B'), (3, 'eve', 'Eve'), (4, 'kick:7', 'K'), (5, 'kick:k7', 'K'), (6, NULL, 'N')`);
      await client.query(`
        INSERT INTO webhook_targets (name, kinds, channels, digest)
        VALUES ('a', '{}', '{ann2,506,nobody,kick:7}', ''), ('b', '{}', '{ann2,kick:k7,6}', ''), ('c', '{}', NULL, '')`);
      await migrateDatabase(old.url);
      return listNames(client);
    });
    expect(rows).toEqual([
      { name: 'ann2', id: '1' },
      { name: 'kick:k7', id: '5' },
    ]);
  } finally {
    await old.drop();
  }
});
