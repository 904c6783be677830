import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { withOwner } from '../../src/database/owner-client.js';
import { SeededRandom } from '../../demo/seeded-random.js';
import { CliProcess } from '../support/programs/cli-process.js';
import { databaseState } from '../support/database/database-state.js';
import { faultSeed, kills } from '../support/database/fault-settings.js';
import { durationOf, killAfter } from '../support/programs/killed-command.js';
import { createSeededDatabase } from '../support/database/seeded-database.js';
import { createTestDatabase, TestDatabase } from '../support/database/test-database.js';
import { until } from '../support/until.js';

/** Slows a migration down, so that most kills hit the middle of its script. */
const slowTables = `
  CREATE FUNCTION wait_a_little() RETURNS event_trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(0.05); END';
  CREATE EVENT TRIGGER slow_tables ON ddl_command_end WHEN TAG IN ('CREATE TABLE') EXECUTE FUNCTION wait_a_little()`;

/** Slows prune down, so that most kills occur between its steps: sum, drop, update of the counts. */
const slowPrune = `
  CREATE FUNCTION wait_a_little() RETURNS event_trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(0.05); END';
  CREATE EVENT TRIGGER slow_drop ON ddl_command_start WHEN TAG IN ('DROP TABLE') EXECUTE FUNCTION wait_a_little();
  CREATE FUNCTION wait_for_rows() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(0.05); RETURN NEW; END';
  CREATE TRIGGER slow_count BEFORE UPDATE ON data_summary FOR EACH STATEMENT EXECUTE FUNCTION wait_for_rows()`;

/** Slows pack down, so that most kills occur between the statements of a batch, or during a drop. */
const slowPack = `
  CREATE FUNCTION wait_for_rows() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(0.2); RETURN NULL; END';
  CREATE TRIGGER slow_pack AFTER INSERT OR DELETE ON packed_samples FOR EACH STATEMENT EXECUTE FUNCTION wait_for_rows();
  CREATE TRIGGER slow_delete AFTER INSERT OR DELETE ON viewer_samples FOR EACH STATEMENT EXECUTE FUNCTION wait_for_rows();
  CREATE FUNCTION wait_a_little() RETURNS event_trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(0.1); END';
  CREATE EVENT TRIGGER slow_drop ON ddl_command_end WHEN TAG IN ('DROP TABLE', 'ALTER TABLE') EXECUTE FUNCTION wait_a_little()`;

const summaryOfSamples = `SELECT d.row_count::int FROM data_summary d WHERE d.kind = 'viewer_samples'`;

type State = Record<string, string>;

const boardTables = [...['boards', 'board_entries', 'previous_positions', 'events', 'game_entries', 'game_streamers']];
const sampleTables = ['viewer_samples', 'packed_samples'];
/** The tables that a refresh changes. It counts and removes sums of sweeps as time passes. */
const refreshedTables = [...boardTables, 'totals', 'sweep_totals'];
const timeoutMs = 300_000 + kills * 30_000;
const dayMs = 86_400_000;

describe('a command that is killed at a random moment', () => {
  let database: TestDatabase;
  let folder: string;
  const now = new Date();
  const random = new SeededRandom(faultSeed);

  beforeAll(() => {
    console.log(`FAULT_SEED=${faultSeed}`);
    folder = mkdtempSync(path.join(os.tmpdir(), 'streaming-analytics-import-'));
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  beforeEach(async () => {
    database = await createSeededDatabase();
    // The average viewers of a live stream depend on the time of the computation.
    await query(`DELETE FROM live_streams;
      UPDATE streams SET ended_at = greatest(started_at, now()), end_reason = 'given' WHERE ended_at IS NULL`);
  });

  afterEach(() => database.drop());

  it(
    'leaves the tables in the state of a finished migration, and continues the migration the next time',
    async () => {
      let ms = 1_500;
      const tables = Object.keys(await withOwner(database.url, databaseState));
      for (let i = 0; i < kills; i++) {
        const fresh = await createTestDatabase('template1');
        try {
          await withOwner(fresh.url, (client) => client.query(slowTables));
          await killAfter(fresh.url, ['migrate'], {}, random.next() * ms);
          ms = await durationOf(fresh.url, ['migrate'], {});
          const made = await withOwner(fresh.url, databaseState);
          expect(Object.keys(made)).toEqual(tables);
          expect(await CliProcess.run(fresh.url, ['migrate'])).toContain('up to date');
        } finally {
          await fresh.drop();
        }
      }
    },
    timeoutMs,
  );

  it(
    'leaves either the old seed or the new one',
    async () => {
      await expectEither({
        prepare: async (i) => ({ args: ['seed'], env: { SEED_NOW: seedMoment(i) } }),
        parts: [() => true],
      });
    },
    timeoutMs,
  );

  it(
    'leaves either the old board or the new one',
    async () => {
      await expectEither({
        prepare: async () => {
          await query('UPDATE streams SET watchtime = watchtime + 1 WHERE id = 40100000001');
          return { args: ['refresh'], env: {} };
        },
        parts: [(table) => boardTables.includes(table), (table) => sampleTables.includes(table)],
      });
    },
    timeoutMs,
  );

  it(
    'packs no sample twice, and packs the rest the next time',
    async () => {
      await query(slowPack);
      const samples = () => query('SELECT v.* FROM all_viewer_samples v ORDER BY v.stream_id, v.created_at');
      const before = await samples();
      let ms = 2_000;
      for (let i = 0; i < kills; i++) {
        await killAfter(database.url, ['pack'], {}, random.next() * ms);
        expect(await samples()).toEqual(before);
        ms = await durationOf(database.url, ['pack'], {});
        expect(await samples()).toEqual(before);
        expect(
          await query(
            "SELECT FROM viewer_samples v JOIN streams s ON s.id = v.stream_id WHERE s.ended_at < now() - interval '2 days'",
          ),
        ).toEqual([]);
        await killAfter(database.url, ['pack', '--undo'], {}, random.next() * ms);
        expect(await samples()).toEqual(before);
        await CliProcess.run(database.url, ['pack', '--undo']);
        expect(await samples()).toEqual(before);
        expect(await query('SELECT FROM packed_samples')).toEqual([]);
      }
    },
    timeoutMs,
  );

  it(
    'imports all records or none, and refreshes the board completely or not at all',
    async () => {
      await expectEither({
        prepare: async (i) => {
          writeImport(folder, i);
          return { args: ['import', folder], env: {} };
        },
        parts: [(table) => !refreshedTables.includes(table), (table) => boardTables.includes(table)],
      });
    },
    timeoutMs,
  );

  it(
    'keeps all samples that must stay, and prunes the rest the next time',
    async () => {
      // Stores the sums of days, as each prune does.
      await CliProcess.run(database.url, ['refresh']);
      const prune = ['prune', '--older-than', '100d'];
      const kept = await stateBesideSums();
      const keptCount = await countSamples();
      await query(slowPrune);
      let ms = 1_000;
      for (let i = 0; i < kills; i++) {
        await addOldSamples();
        await killAfter(database.url, prune, {}, random.next() * ms);
        const left = await stateBesideSums();
        expect({ ...left, viewer_samples: '', data_summary: '' }).toMatchObject({
          ...kept,
          viewer_samples: '',
          data_summary: '',
        });
        expect(await countSamples(100)).toBe(keptCount);
        expect(await query(summaryOfSamples)).toEqual([{ row_count: await countSamples() }]);
        ms = await durationOf(database.url, prune, {});
        expect(await stateBesideSums()).toEqual(kept);
      }
    },
    timeoutMs,
  );

  // test/integration/interrupted-commands.int-spec.ts has the other signals.
  it('leaves no statement running after SIGKILL, even if it waits for a lock', async () => {
    await withOwner(database.url, async (blocker) => {
      await blocker.query('BEGIN; LOCK TABLE streams');
      const command = CliProcess.start(database.url, ['refresh']);
      await untilSessions(`a.wait_event_type = 'Lock'`, 1);
      command.process.kill('SIGKILL');
      await untilSessions('TRUE', 0);
      expect(await command.ended).toBe('SIGKILL');
    });
  });

  /** Waits until a refresh has `count` sessions in the database. */
  async function untilSessions(condition: string, count: number): Promise<void> {
    const sessions = `SELECT FROM pg_catalog.pg_stat_activity a
      WHERE a.datname = current_database() AND a.application_name = 'streaming-analytics refresh' AND ${condition}`;
    let found = NaN;
    await until(
      async () => (found = (await query(sessions)).length) === count,
      () => `Expected ${count} sessions of a refresh, found ${found}.`,
    );
  }

  /** Kills a command in a fresh state each time, and then runs the command to its end. */
  async function expectEither(command: {
    prepare(i: number): Promise<{ args: string[]; env: Record<string, string> }>;
    /** Tables that change together. */
    parts: ((table: string) => boolean)[];
  }): Promise<void> {
    const first = await command.prepare(0);
    let ms = await durationOf(database.url, first.args, first.env);
    const found = { before: 0, after: 0 };
    for (let i = 1; i <= kills; i++) {
      const { args, env } = await command.prepare(i);
      const before = await stateNow();
      await killAfter(database.url, args, env, random.next() * ms * 1.1);
      const left = await stateNow();
      ms = await durationOf(database.url, args, env);
      const after = await stateNow();
      expect(after).not.toEqual(before);
      for (const part of command.parts) {
        expect([stateOf(before, part), stateOf(after, part)]).toContainEqual(stateOf(left, part));
      }
      found[JSON.stringify(left) === JSON.stringify(before) ? 'before' : 'after'] += 1;
    }
    // Otherwise all kills came before the command had started, or after it had finished.
    if (kills >= 20) expect(Math.min(found.before, found.after)).toBeGreaterThan(0);
  }

  /** Without tables that a second import of the same files changes. */
  const stateNow = async () => {
    const state: State = await withOwner(database.url, databaseState);
    return stateOf(state, (table) => !['import_rows', 'import_changes'].includes(table));
  };
  /** Without the sums of pruned samples, which prune may store before it deletes the samples. */
  const stateBesideSums = async () =>
    stateOf(await stateNow(), (table) => !refreshedTables.includes(table) && !table.startsWith('pruned_'));
  const seedMoment = (i: number) => new Date(now.getTime() - i * dayMs).toISOString();

  async function query(sql: string): Promise<Record<string, unknown>[]> {
    return withOwner(database.url, async (client) => (await client.query<Record<string, unknown>>(sql)).rows);
  }

  async function countSamples(days = 10_000): Promise<number> {
    const [row] = await query(
      `SELECT count(*)::int AS count FROM all_viewer_samples v WHERE v.created_at >= now() - interval '${days} days'`,
    );
    return Number(row?.count);
  }

  /** Adds samples of two whole months, and of the part of another month that is older than the age. */
  async function addOldSamples(): Promise<void> {
    const file = path.join(folder, 'viewer_samples.ndjson');
    const lines = Array.from({ length: 900 }, (_, i) => ({
      stream_id: '40100000001',
      created_at: new Date(now.getTime() - 101 * dayMs - i * (dayMs / 10)).toISOString(),
      viewers: i,
    }));
    writeFileSync(file, lines.map((line) => JSON.stringify(line)).join('\n'));
    await CliProcess.run(database.url, ['import', file]);
    rmSync(file);
  }
});

function stateOf(state: State, part: (table: string) => boolean): State {
  return Object.fromEntries(Object.entries(state).filter(([table]) => part(table)));
}

/** Writes files with streams and follower points of a seeded streamer. The values differ in each run. */
function writeImport(folder: string, run: number): void {
  const points = Array.from({ length: 3_000 }, (_, i) => ({
    streamer_id: '100000001',
    created_at: new Date(Date.UTC(2025, 0, 1, 0, i)).toISOString(),
    followers: 1_000 * run + i,
  }));
  const streams = Array.from({ length: 300 }, (_, i) => ({
    id: `7000${i}`,
    streamer_id: '100000001',
    started_at: new Date(Date.now() - 5 * dayMs - i * 60_000).toISOString(),
    ended_at: new Date(Date.now() - 4 * dayMs - i * 60_000).toISOString(),
    watchtime: 1_000_000 + run,
  }));
  writeFileSync(path.join(folder, 'follower_points.ndjson'), points.map((row) => JSON.stringify(row)).join('\n'));
  writeFileSync(path.join(folder, 'streams.ndjson'), streams.map((row) => JSON.stringify(row)).join('\n'));
}
