import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { packPiece, PieceItem } from '../../src/collect/spool/observation.js';
import { saveObservation } from '../../src/collect/spool/save-observation.js';
import { CollectStore } from '../../src/collect/collect-store.js';
import { encodeId } from '../../src/database/platforms/platform-ids.js';
import { withOwner } from '../../src/database/owner-client.js';
import { runImport } from '../../src/ingest/ingest.js';
import { findInputs } from '../../src/ingest/sources/files.js';
import { writeExport } from '../../src/jobs/export/write-export.js';
import { forgetStreamer } from '../../src/jobs/forget/forget-streamer.js';
import { undoImport } from '../../src/ingest/records/undo-import.js';
import { pruneNewer } from '../../src/jobs/prune/prune-newer.js';
import { pruneObserved } from '../../src/jobs/prune/prune-observed.js';
import { inputsOf, Records } from '../support/data/records.js';
import { createTestDatabase, TestDatabase } from '../support/database/test-database.js';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(() => database.empty());
afterAll(() => database.drop());

const onDay = (day: number, time = '00:00:00.000') => `2026-09-${String(day).padStart(2, '0')}T${time}Z`;
const ann = { id: 'kick:7', login: 'kick:ann-b', display_name: 'Ann' };
const point = (day: number, subscribers: number, gifted: number | null = null) => ({
  ...{ streamer_id: ann.id, created_at: onDay(day), subscribers, gifted },
});

const load = (records: Records, skipInvalid = false) =>
  withOwner(database.url, (client) => runImport(client, inputsOf(records), { skipInvalid }));

/** Stores counts that arrived at a moment. */
const count = (at: string, ...counts: [id: string, total: number, gifted?: number | null][]) =>
  withOwner(database.url, (client) => {
    const items = counts.map(([broadcasterId, total, gifted = null]): PieceItem => ({
      ...{ shape: 'subscribers', item: { total, gifted }, broadcasterId },
    }));
    return saveObservation(client, 'kick', { head: { kind: 'facts', at }, pieces: [packPiece(items)] });
  });

const stored = () =>
  withOwner(database.url, async (client) => {
    const { rows } = await client.query<{ at: Date; subscribers: string; gifted: string | null }>(
      'SELECT p.created_at AS at, p.subscribers, p.gifted FROM subscriber_points p ORDER BY p.created_at',
    );
    return rows.map(({ at, subscribers, gifted }) => [at.toISOString(), Number(subscribers), gifted && Number(gifted)]);
  });

it('stores no point before 2026-08-11, neither of a file nor of a collector', async () => {
  const moments = ['2026-08-10T23:59:59.999Z', '2026-08-11T00:00:00.000Z', '2026-08-11T00:00:00.001Z'];
  const files = moments.map((created_at) => ({ ...point(1, 5), created_at }));
  const imported = await load({ streamers: [ann], subscriber_points: files }, true);
  expect(imported.firstRejects.map(({ property }) => property)).toEqual(['created_at']);
  expect((await stored()).map(([at]) => at)).toEqual(moments.slice(1));
  await database.empty();
  await load({ streamers: [ann] });
  for (const at of moments) await count(at, [ann.id, 5]);
  expect((await stored()).map(([at]) => at)).toEqual(moments.slice(1));
  const table = `INSERT INTO subscriber_points (streamer_id, created_at, subscribers) VALUES (1, '${moments[0]}', 1)`;
  await expect(withOwner(database.url, (client) => client.query(table))).rejects.toThrow('created_at_check');
});

it('rejects counts of Twitch, and counts of unknown channels', async () => {
  const twitch = { id: '7', login: 'ann', display_name: 'Ann' };
  const points = ['7', 'kick:8'].map((streamer_id) => ({ ...point(1, 5), streamer_id }));
  const { firstRejects } = await load({ streamers: [twitch], subscriber_points: points }, true);
  expect(firstRejects.map(({ property }) => property)).toEqual(['streamer_id', 'streamer_id']);
  expect(await stored()).toEqual([]);
});

it('stores the highest of several counts at one moment, in any order', async () => {
  const counts: [number, number | null][] = [
    [5, null],
    [7, 1],
    [7, 2],
    [7, null],
    [6, 3],
  ];
  for (const order of [counts, counts.toReversed()]) {
    await database.empty();
    await load({ streamers: [ann] });
    for (const [total, gifted] of order) await count(onDay(1), [ann.id, total, gifted]);
    expect(await stored()).toEqual([[onDay(1), 7, 2]]);
  }
  await count(onDay(2), ...counts.map((one): [string, number, number | null] => [ann.id, ...one]));
  expect((await stored())[1]).toEqual([onDay(2), 7, 2]);
});

it('exports and imports points, undoes an import, and forgets a channel', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'subscribers-'));
  await load({ streamers: [ann], subscriber_points: [point(1, 5), point(2, 6, 3)] });
  const before = await stored();
  await withOwner(database.url, (client) => writeExport(client, folder));
  const lines = (await readFile(path.join(folder, 'subscriber_points.ndjson'), 'utf8')).trim().split('\n');
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([point(1, 5), point(2, 6, 3)]);
  await database.empty();
  await withOwner(database.url, async (client) => {
    await runImport(client, (await findInputs([folder])).inputs);
    expect(await stored()).toEqual(before);
    const { id } = await runImport(client, inputsOf({ subscriber_points: [point(2, 9), point(3, 8)] }));
    expect(await stored()).toEqual([before[0], [onDay(2), 9, null], [onDay(3), 8, null]]);
    await undoImport(client, id);
    expect(await stored()).toEqual(before);
    const { removed } = await forgetStreamer(client, ann.login);
    expect(removed).toContainEqual({ table: 'subscriber_points', rows: 2 });
    const again = await runImport(client, inputsOf({ subscriber_points: [point(4, 9)] }));
    expect(again.forgotten).toBe(1);
    await count(onDay(5), [ann.id, 9]);
    expect(await stored()).toEqual([]);
  });
  await rm(folder, { recursive: true });
});

it('prunes the points of observed channels, before and after a moment', async () => {
  await load({ streamers: [ann, { ...ann, id: 'kick:9', login: 'kick:file' }] });
  await load({ subscriber_points: [{ ...point(1, 5), streamer_id: 'kick:9' }] });
  await withOwner(database.url, (client) =>
    client.query('UPDATE streamers u SET named_at = $1 WHERE u.id = $2', [onDay(9), encodeId(ann.id)]),
  );
  for (const day of [1, 2, 3, 8]) await count(onDay(day), [ann.id, day]);
  await withOwner(database.url, async (client) => {
    const removed = await pruneObserved(client, 'kick', new Date(onDay(2)), async () => {});
    expect(removed).toMatchObject({ subscriber_points: 1, follower_points: 0, streamers: 0 });
    expect((await stored()).map(([, subscribers]) => subscribers)).toEqual([5, 2, 3, 8]);
    expect(await pruneObserved(client, 'twitch', new Date(onDay(9)), async () => {})).toMatchObject({
      subscriber_points: 0,
    });
    await pruneNewer(client, new Date(onDay(3)));
    expect((await stored()).map(([, subscribers]) => subscribers)).toEqual([5, 2, 3]);
    const { rows } = await client.query(
      `SELECT d.row_count::int AS count FROM data_summary d WHERE d.kind = 'subscriber_points'`,
    );
    expect(rows).toEqual([{ count: 3 }]);
  });
});

it('requests the subscribers of known channels, those that were requested the longest time ago first', async () => {
  const store = new CollectStore(database.url, 'kick');
  const ids = ['kick:7', 'kick:8', 'kick:9'];
  await load({ streamers: ids.slice(0, 2).map((id) => ({ ...ann, id, login: `kick:ann${id.slice(5)}` })) });
  await store.watch(ids, new Date(onDay(1)));
  const due = async () => (await store.listDue('subscribers', ids, new Date(onDay(3)), 9)).map(({ id }) => id);
  expect(await due()).toEqual(['kick:7', 'kick:8']);
  await store.noteRequested('subscribers', ['kick:7'], new Date(onDay(2)));
  expect(await due()).toEqual(['kick:8', 'kick:7']);
  await store.noteRequested('subscribers', ['kick:7'], new Date(onDay(4)));
  expect(await due()).toEqual(['kick:8']);
  store.end();
});
