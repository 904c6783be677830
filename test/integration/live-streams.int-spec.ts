import { inTransaction } from '../../src/database/in-transaction.js';
import { OwnerSession } from '../../src/collect/owner-session.js';
import { runImport } from '../../src/ingest/ingest.js';
import { undoImport } from '../../src/ingest/records/undo-import.js';
import { pruneNewer } from '../../src/jobs/prune/prune-newer.js';
import { refreshEventViewers } from '../../src/jobs/refresh/refresh-event-viewers.js';
import { BadDataError } from '../../src/logging/error-message.js';
import { expectDecided } from '../support/database/decided-again.js';
import { RandomChannels, Side, Step } from '../support/data/random-channels.js';
import { SeededRandom } from '../../demo/seeded-random.js';
import { databaseWhileTesting, OwnedDatabase } from '../support/database/test-database.js';
import { runsOf, testSeed } from '../support/data/property-runs.js';

/** LIVE_SEEDS and LIVE_STEPS are for long runs by hand. */
const seeds = Array.from({ length: Number(process.env.LIVE_SEEDS ?? 1) }, (_, index) => testSeed + index);
const stepsOfSeed = Number(process.env.LIVE_STEPS ?? runsOf(40));

const database = databaseWhileTesting();
const otherDatabase = databaseWhileTesting();

/** Runs an action with databases and a session of each. */
async function withSides(databases: readonly OwnedDatabase[], action: (sides: Side[]) => Promise<void>): Promise<void> {
  const sides = databases.map(({ url, client }) => ({ url, client, session: new OwnerSession(url) }));
  await action(sides).finally(() => sides.forEach(({ session }) => session.end()));
}

/** The kinds whose number of rows in the status is wrong. */
const wrongCounts = ['streamers', 'streams', 'stream_changes', 'all_viewer_samples', 'follower_points']
  .map((table) => {
    const kind = table.replace('all_', '');
    return `
      SELECT '${kind}' AS kind, n.count
      FROM (SELECT count(*) AS count FROM ${table}) n
      WHERE n.count <> COALESCE((SELECT d.row_count FROM data_summary d WHERE d.kind = '${kind}'), 0)`;
  })
  .join(' UNION ALL ');

it.each(seeds)(
  'has the sums of all samples, and a row for each live stream, for any imports, undos and removals in any order: TEST_SEED=%i',
  (seed) =>
    withSides([database], async ([side]) => {
      const random = new SeededRandom(seed);
      const channels = new RandomChannels(seed, random.pick([3, 12]));
      for (let step = 0; step < stepsOfSeed; step++) {
        await channels.next()(side as Side);
        await expectDecided(database.client, channels.areRemoved);
        expect((await database.client.query(wrongCounts)).rows).toEqual([]);
      }
    }),
);

it.each(seeds)('has the same rows after the undo of a file as without the file: TEST_SEED=%i', (seed) =>
  withSides([database, otherDatabase], async (sides) => {
    const random = new SeededRandom(seed);
    const channels = new RandomChannels(seed, 4);
    const onBoth = (step: Step) => Promise.all(sides.map(step));
    for (let step = random.integer(0, stepsOfSeed); step > 0; step--) await onBoth(channels.nextPunctual());
    const { step, isTimed } = channels.load();
    const id = (await step(sides[0] as Side)) as number;
    // The imports have the same numbers in both databases.
    await runImport(otherDatabase.client, []);
    for (let beside = random.integer(0, 12); beside > 0; beside--) {
      await onBoth(channels.nextPunctual(true, !isTimed));
    }
    const undone = await undoImport(database.client, id).catch((error: unknown) => {
      if (error instanceof BadDataError) return null;
      throw error;
    });
    if (undone) expect(await contents(database)).toEqual(await contents(otherDatabase));
  }),
);

it.each(seeds)('has the same rows without wrong sweeps after their removal: TEST_SEED=%i', (seed) =>
  withSides([database, otherDatabase], async (sides) => {
    const random = new SeededRandom(seed);
    const channels = new RandomChannels(seed, 6);
    const onBoth = (step: Step) => Promise.all(sides.map(step));
    for (let round = 0; round < runsOf(3); round++) {
      for (let step = 0; step < 8; step++) {
        const { step: load, isTimed } = channels.load(false);
        // A sweep replaces the times of files.
        await onBoth(random.chance(0.5) && !isTimed ? load : channels.nextSweep());
      }
      for (let step = 0; step < 5; step++) {
        if (random.chance(0.5)) await channels.nextSweep(365 * 86_400_000)(sides[0] as Side);
        else await onBoth(channels.nextSweep());
      }
      await pruneNewer(database.client, new Date(channels.newestAt + 600_000));
      await expectDecided(database.client);
      expect((await database.client.query(wrongCounts)).rows).toEqual([]);
      expect(await contents(database)).toEqual(await contents(otherDatabase));
    }
  }),
);

const compared = [
  ...['streams', 'live_streams', 'all_viewer_samples', 'pruned_samples', 'events', 'event_streams'],
  ...['pruned_event_samples', 'newest_observation'],
];

/**
 * The undo restores names and descriptions from before the file, also if a later observation agreed with the file. A prune keeps
 * them. An undo and a prune are changes of an event, at their own time.
 */
const restored = ['import_id', 'title', 'game_name', 'tags', 'language', 'thumbnail', 'changed_at'];

/** All rows, without the numbers of imports. The time of a streamer's names can be the one of a live stream. */
async function contents({ client }: OwnedDatabase): Promise<Record<string, unknown>> {
  await inTransaction(client, () => refreshEventViewers(client));
  const found: Record<string, unknown> = {};
  const rowsOf = async (sql: string) => {
    const rows = `SELECT to_jsonb(t) - $1::text[] AS row FROM (${sql}) t ORDER BY 1`;
    return (await client.query<{ row: object }>(rows, [restored])).rows;
  };
  for (const table of compared) found[table] = await rowsOf(`SELECT * FROM ${table}`);
  found.streamers = await rowsOf(`
    SELECT u.id, u.profile_image, u.pictured_at, greatest(u.named_at, max(l.observed_at)) AS named_at
    FROM streamers u
    LEFT JOIN streams s ON s.streamer_id = u.id
    LEFT JOIN live_streams l ON l.stream_id = s.id
    GROUP BY u.id`);
  // A change back stays after the undo of the change.
  found.changes = await rowsOf(`
    SELECT c.stream_id, c.created_at, ROW(c.title, c.game_name, c.tags, c.language) AS description
    FROM (
      SELECT k.*, lag(ROW(k.title, k.game_name, k.tags, k.language)) OVER (PARTITION BY k.stream_id ORDER BY k.created_at) AS before
      FROM stream_changes k
    ) c
    WHERE c.before IS DISTINCT FROM ROW(c.title, c.game_name, c.tags, c.language)`);
  const other = `d.row_count > 0 AND d.kind <> 'stream_changes'`;
  found.summary = await rowsOf(`SELECT d.kind, d.row_count FROM data_summary d WHERE ${other}`);
  return found;
}
