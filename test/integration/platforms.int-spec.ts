import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import type { Client } from 'pg';
import { saveObservation } from '../../src/collect/spool/save-observation.js';
import { packPiece } from '../../src/collect/spool/observation.js';
import { PlatformName } from '../../src/config/platforms.js';
import { withOwner } from '../../src/database/owner-client.js';
import { encodeId } from '../../src/database/platforms/platform-ids.js';
import { ImportOptions, runImport } from '../../src/ingest/ingest.js';
import { findNewest, listObserved } from '../../src/ingest/observed-streams.js';
import { undoImport } from '../../src/ingest/records/undo-import.js';
import { findInputs } from '../../src/ingest/sources/files.js';
import { writeExport } from '../../src/jobs/export/write-export.js';
import { forgetStreamer } from '../../src/jobs/forget/forget-streamer.js';
import { packSamples } from '../../src/jobs/pack/pack-samples.js';
import { pruneNewer } from '../../src/jobs/prune/prune-newer.js';
import { pruneObserved } from '../../src/jobs/prune/prune-observed.js';
import { pruneSamples } from '../../src/jobs/prune/prune-samples.js';
import { inputsOf, pagesInput, Records } from '../support/data/records.js';
import { createTestDatabase, TestDatabase } from '../support/database/test-database.js';
import { propertyRuns } from '../support/data/property-runs.js';

const uuid = (n: number) => `550e8400-e29b-41d4-a716-${String(n).padStart(12, '0')}`;
const hour = (n: number) => new Date(Date.UTC(2026, 4, 1, n)).toISOString();

let database: TestDatabase;
let other: TestDatabase;
let folder: string;

beforeAll(async () => {
  database = await createTestDatabase();
  other = await createTestDatabase();
  folder = await mkdtemp(path.join(os.tmpdir(), 'platforms-'));
});

afterEach(() => database.empty());

afterAll(async () => {
  await database.drop();
  await other.drop();
  await rm(folder, { recursive: true });
});

function importRecords(client: Client, records: Records, options: ImportOptions = {}) {
  return runImport(client, inputsOf(records), options);
}

const query = async <Row extends object>(sql: string, values: unknown[] = []): Promise<Row[]> =>
  withOwner(database.url, async (client) => (await client.query<Row>(sql, values)).rows);

const channel = (id: string) => ({ id, login: id.startsWith('kick:') ? `${id}-a_b` : `login${id}`, display_name: id });
const stream = (id: string, streamer_id: string, from: number, to?: number) => ({
  ...{ id, streamer_id, started_at: hour(from) },
  ...(to === undefined ? {} : { ended_at: hour(to) }),
});

describe('IDs', () => {
  /** A channel `n` of either platform, with streams and samples. */
  const recordsOf = (channels: readonly number[]): Records => {
    const channelId = (n: number) => (n % 2 ? `kick:${n}` : String(n));
    const streamId = (n: number, i: number) => (n % 2 ? `kick:${uuid(100 * n + i)}` : String(100 * n + i));
    const streams = channels.flatMap((n) => [0, 1].map((i) => ({ n, i, id: streamId(n, i) })));
    return {
      streamers: channels.map((n) => channel(channelId(n))),
      streams: streams.map(({ n, i, id }) => stream(id, channelId(n), 48 * i, 48 * i + 9)),
      viewer_samples: streams.flatMap(({ n, i, id }) =>
        [0, 4, 8].map((at) => ({ stream_id: id, created_at: hour(48 * i + at), viewers: n + at })),
      ),
      follower_points: channels.map((n) => ({ streamer_id: channelId(n), created_at: hour(n), followers: n })),
    };
  };

  /** The lines of an export, without files that are empty. */
  async function exportFrom(url: string): Promise<Record<string, string[]>> {
    await withOwner(url, (client) => writeExport(client, folder));
    const files = ['streamers', 'streams', 'viewer_samples', 'follower_points'];
    const read = async (name: string) =>
      (await readFile(path.join(folder, `${name}.ndjson`), 'utf8')).split('\n').sort();
    return Object.fromEntries(await Promise.all(files.map(async (name) => [name, await read(name)] as const)));
  }

  it('stay the same through exports, imports, undo, forget, pack and prune', async () => {
    const step = fc.oneof(
      fc.uniqueArray(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 4 }).map((channels) => ({ channels })),
      fc.constantFrom('undo' as const, 'pack' as const, 'prune' as const, 'forget' as const),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
        await database.empty();
        await other.empty();
        const forgotten = new Set<string>();
        await withOwner(database.url, async (client) => {
          for (const [index, what] of steps.entries()) {
            if (typeof what !== 'string') await importRecords(client, recordsOf(what.channels));
            else if (what === 'pack') await packSamples(client, { before: new Date(hour(200)) });
            else if (what === 'prune') await pruneSamples(client, new Date(hour(5)));
            else if (what === 'undo') {
              const { rows } = await client.query<{ id: number }>(
                'SELECT max(i.id) AS id FROM imports i WHERE i.can_undo',
              );
              if (rows[0]?.id) await undoImport(client, rows[0].id).catch(() => {});
            } else {
              const id = index % 2 ? 'kick:1' : '2';
              await forgetStreamer(client, index % 4 > 1 && id.startsWith('k') ? 'kick:1-a_b' : id).then(
                () => forgotten.add(id),
                () => {},
              );
            }
          }
        });
        const exported = await exportFrom(database.url);
        const { inputs } = await findInputs([folder]);
        const { firstRejects } = await withOwner(other.url, (client) => runImport(client, inputs));
        expect(firstRejects).toEqual([]);
        expect(await exportFrom(other.url)).toEqual(exported);
        const ids = exported.streamers?.filter(Boolean).map((line) => (JSON.parse(line) as { id: string }).id) ?? [];
        for (const id of ids)
          expect([id, forgotten.has(id)]).toEqual([expect.stringMatching(/^(kick:[135]|[246])$/), false]);
        const wrong = await withOwner(other.url, (client) =>
          client.query('SELECT FROM streams s WHERE (s.external_id IS NULL) <> (s.id < 2 ^ 62)'),
        );
        expect(wrong.rowCount).toBe(0);
      }),
      propertyRuns(25),
    );
  });

  it('are rejected if their number belongs to another ID of the platform', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 50 }), fc.boolean(), async (n, isSweep) => {
        await database.empty();
        const taken = `kick:${uuid(n)}`;
        await withOwner(database.url, async (client) => {
          await importRecords(client, { streamers: [channel('kick:7')], streams: [stream(taken, 'kick:7', 1, 2)] });
          await client.query(`UPDATE streams t SET external_id = '${uuid(99)}'`);
          const item = { id: taken, user_id: 'kick:7', started_at: hour(3), viewer_count: 5 };
          const observation = {
            head: { kind: 'sweep', at: hour(4) },
            pieces: [packPiece([{ shape: 'stream', item }])],
          } as const;
          const options = { skipInvalid: true };
          const again = {
            streams: [
              { ...stream(taken, 'kick:7', 3), title: 'Other' },
              stream(`kick:${uuid(n + 100)}`, 'kick:7', 5, 6),
            ],
          };
          const { firstRejects } = isSweep
            ? await saveObservation(client, 'kick', observation)
            : await importRecords(client, again, options);
          expect(firstRejects.map(({ reason }) => reason)).toEqual([
            `${taken} has the number ${encodeId(taken)}, which belongs to kick:${uuid(99)}`,
          ]);
        });
        const rows = await query('SELECT s.external_id, s.title FROM streams s WHERE s.id = $1', [encodeId(taken)]);
        expect(rows).toEqual([{ external_id: uuid(99), title: null }]);
      }),
      propertyRuns(4),
    );
  });

  it('keep the ID of the platform if a file has the number', async () => {
    const number = encodeId('kick:7') ?? '';
    await withOwner(database.url, async (client) => {
      await importRecords(client, { streamers: [channel('kick:7')] });
      await importRecords(client, { streamers: [{ ...channel('kick:7'), id: number, display_name: 'New' }] });
    });
    expect(await query('SELECT s.display_name, s.external_id FROM streamers s')).toEqual([
      { display_name: 'New', external_id: '7' },
    ]);
  });
});

describe('each platform', () => {
  const ids = { twitch: ['1', '10'], kick: ['kick:1', `kick:${uuid(10)}`] } as const;

  const sweep = (platform: PlatformName, at: number, streams: readonly string[], knownImport?: number) =>
    withOwner(database.url, (client) => {
      const items = streams.map((id) => ({
        shape: 'stream' as const,
        item: { id, user_id: ids[platform][0], user_login: '', started_at: hour(0), viewer_count: at },
      }));
      const pieces = streams.length > 0 ? [packPiece(items)] : [];
      return saveObservation(client, platform, { head: { kind: 'sweep', at: hour(at), knownImport }, pieces });
    });

  const page = (at: number, data: object[]) =>
    withOwner(database.url, async (client) => {
      return (await runImport(client, [pagesInput([{ at: hour(at), data, pagination: {} }], new Date())])).id;
    });

  const live = async () =>
    (await query<{ id: string }>('SELECT l.stream_id AS id FROM live_streams l ORDER BY l.stream_id')).map(({ id }) =>
      id === '10' ? 'twitch' : 'kick',
    );

  it('ends the streams that its own sweeps lack, and knows its own newest observation', async () => {
    await sweep('twitch', 1, [ids.twitch[1]]);
    await sweep('kick', 2, [ids.kick[1]]);
    expect(await live()).toEqual(['twitch', 'kick']);
    const known = await withOwner(database.url, async (client) => ({
      kick: [await findNewest(client, 'kick'), [...(await listObserved(client, 'kick'))]],
      twitch: [await findNewest(client, 'twitch'), [...(await listObserved(client, 'twitch'))]],
    }));
    expect(known).toEqual({
      kick: [{ at: new Date(hour(2)), importId: 2 }, [[ids.kick[1], ids.kick[0]]]],
      twitch: [{ at: new Date(hour(1)), importId: 2 }, [[ids.twitch[1], ids.twitch[0]]]],
    });
    await sweep('kick', 3, [], 2);
    expect(await live()).toEqual(['twitch']);
    await sweep('kick', 4, [ids.kick[1]]);
    await sweep('twitch', 5, [], 4);
    expect(await live()).toEqual(['kick']);
    const watched = await query('SELECT w.platform, w.external_id, w.streamer_id FROM watched_channels w ORDER BY 1');
    expect(watched).toEqual([
      { platform: 'kick', external_id: '1', streamer_id: encodeId('kick:1') },
      { platform: 'twitch', external_id: '1', streamer_id: '1' },
    ]);
  });

  it('ends overdue streams of its own, and an undo reopens them although the other was observed since', async () => {
    const item = { id: '10', user_id: '1', user_login: 'ann', user_name: 'Ann', started_at: hour(0), viewer_count: 1 };
    await page(1, [item]);
    await sweep('kick', 1, [ids.kick[1]]);
    const ending = await page(9, [{ ...item, id: '11', user_id: '2', user_login: 'bob' }]);
    expect((await live()).length).toBe(2);
    await sweep('kick', 10, [ids.kick[1]]);
    await withOwner(database.url, (client) => undoImport(client, ending));
    expect(await live()).toEqual(['twitch', 'kick']);
    expect(await query('SELECT o.platform, o.observed_at FROM newest_observation o ORDER BY 1')).toEqual([
      { platform: 1, observed_at: new Date(hour(1)) },
      { platform: 2, observed_at: new Date(hour(10)) },
    ]);
  });

  it('loses only its own data with COLLECT_KEEP', async () => {
    for (const platform of ['twitch', 'kick'] as const) {
      await sweep(platform, 1, [ids[platform][1]]);
      await sweep(platform, 2, [], 9);
    }
    await query(`INSERT INTO webhook_targets (name, kinds, digest) VALUES ('all', '{}', '')`);
    await query(
      `INSERT INTO webhook_deliveries (target, kind, subject, streamer_id, occurred_at, created_at, due_at)
      SELECT 'all', 'stream.ended', m.subject, m.streamer_id, m.at, m.at, m.at
      FROM (VALUES ('twitch, before', 1, $2::timestamptz - interval '1 ms'), ('twitch, at', 1, $2),
        ('kick, before', $1::bigint, $2::timestamptz - interval '1 ms'), ('kick, at', $1, $2),
        ('no streamer', NULL, $2::timestamptz - interval '1 ms')) m(subject, streamer_id, at)`,
      [encodeId('kick:1'), hour(3)],
    );
    const prune = (platform: PlatformName) =>
      withOwner(database.url, (client) => pruneObserved(client, platform, new Date(hour(3)), async () => {}));
    const messages = async () =>
      (await query<{ subject: string }>('SELECT d.subject FROM webhook_deliveries d ORDER BY 1')).map(
        (row) => row.subject,
      );
    await withOwner(database.url, (client) =>
      importRecords(client, {
        follower_points: ['1', 'kick:1'].map((streamer_id) => ({ streamer_id, created_at: hour(1), followers: 5 })),
      }),
    );
    const ofEach = { streams: 1, viewer_samples: 1, follower_points: 1, streamers: 1 };
    expect(await prune('kick')).toMatchObject(ofEach);
    expect(await query('SELECT s.id FROM streams s')).toEqual([{ id: '10' }]);
    expect(await messages()).toEqual(['kick, at', 'no streamer', 'twitch, at', 'twitch, before']);
    expect(await prune('twitch')).toMatchObject(ofEach);
    expect(await messages()).toEqual(['kick, at', 'no streamer', 'twitch, at']);
  });

  it('has its own newest observation after a wrong clock', async () => {
    await sweep('twitch', 1, [ids.twitch[1]]);
    await sweep('kick', 2, [ids.kick[1]]);
    await sweep('kick', 50, [ids.kick[1]]);
    await withOwner(database.url, (client) => pruneNewer(client, new Date(hour(10))));
    expect(await query('SELECT o.platform, o.observed_at FROM newest_observation o ORDER BY 1')).toEqual([
      { platform: 1, observed_at: new Date(hour(1)) },
      { platform: 2, observed_at: new Date(hour(2)) },
    ]);
    expect(await live()).toEqual(['twitch', 'kick']);
  });
});
