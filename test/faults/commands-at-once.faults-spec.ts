import { readdirSync } from 'node:fs';
import path from 'node:path';
import { withOwner } from '../../src/commands/owner-client.js';
import { Command, CommandEnd } from '../support/command.js';
import { createTestDatabase, TestDatabase } from '../support/test-database.js';

const migrations = readdirSync(path.resolve(__dirname, '../../prisma/migrations'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);
const empty = 'template1';

describe('two processes that do the same at once', () => {
  let database: TestDatabase;

  afterEach(() => database.drop());

  it('migrate an empty database once', async () => {
    database = await createTestDatabase(empty);
    const ends = await runTwo(['migrate']);
    const output = ends.map((end) => end.output).join('');
    expect(output.match(/^Applied \S+\.$/gm)).toEqual(migrations.map((name) => `Applied ${name}.`));
    expect(output.match(/^The tables are up to date\.$/gm)).toHaveLength(1);
  });

  it('seed a database as one does', async () => {
    database = await createTestDatabase();
    await runTwo(['seed']);
    const both = await countRows();
    await Command.run(database.url, ['seed'], seedNow);
    expect(await countRows()).toEqual(both);
  });

  it('leave one board', async () => {
    database = await createTestDatabase();
    await Command.run(database.url, ['seed'], seedNow);
    await runTwo(['refresh']);
    const { leaderboard_boards, leaderboard_entries } = await countRows();
    expect(leaderboard_boards).toBe(1);
    expect(leaderboard_entries).toBeGreaterThan(100);
  });

  it('pack each sample once', async () => {
    database = await createTestDatabase();
    await Command.run(database.url, ['seed'], { SEED_NOW: '2026-01-15T12:00:00Z' });
    const samples = () =>
      withOwner(
        database.url,
        async (client) =>
          (await client.query<object>('SELECT v.* FROM all_viewer_samples v ORDER BY v.stream_id, v.created_at')).rows,
      );
    const before = await samples();
    await runTwo(['pack']);
    expect(await samples()).toEqual(before);
  });

  const seedNow = { SEED_NOW: new Date().toISOString() };
  const start = (args: string[]) => Command.start(database.url, args, seedNow);

  async function runTwo(args: string[]): Promise<CommandEnd[]> {
    const ends = await Promise.all([start(args).ended, start(args).ended]);
    expect(ends).toEqual([expect.objectContaining({ code: 0 }), expect.objectContaining({ code: 0 })]);
    return ends;
  }

  async function countRows(): Promise<Record<string, number>> {
    const tables = ['streamers', 'streams', 'viewer_samples', 'panels', 'leaderboard_boards', 'leaderboard_entries'];
    const counts = tables.map((table) => `(SELECT count(*)::int FROM ${table}) AS ${table}`);
    const { rows } = await withOwner(database.url, (client) =>
      client.query<Record<string, number>>(`SELECT ${counts.join(', ')}`),
    );
    return rows[0] ?? {};
  }
});
