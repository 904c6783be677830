import { readdirSync } from 'node:fs';
import path from 'node:path';
import { withOwner } from '../../src/database/owner-client.js';
import { CliProcess } from '../support/programs/cli-process.js';
import { createTestDatabase, TestDatabase } from '../support/database/test-database.js';

const migrations = readdirSync(path.resolve(__dirname, '../../prisma/migrations'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);
const empty = 'template1';

describe('two processes that run the same command at once', () => {
  let database: TestDatabase;

  afterEach(() => database.drop());

  it('migrate an empty database once', async () => {
    database = await createTestDatabase(empty);
    const ends = await runTwo(['migrate']);
    const output = ends.join('');
    expect(output.match(/^Applied \S+\.$/gm)).toEqual(migrations.map((name) => `Applied ${name}.`));
    expect(output.match(/^The tables are up to date\.$/gm)).toHaveLength(1);
  });

  it('seed a database with the same result as one process', async () => {
    database = await createTestDatabase();
    await runTwo(['seed']);
    const both = await countRows();
    await run(['seed']);
    expect(await countRows()).toEqual(both);
  });

  it('pack each sample once', async () => {
    database = await createTestDatabase();
    await CliProcess.run(database.url, ['seed'], { SEED_NOW: '2026-01-15T12:00:00Z' });
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
  const run = (args: string[]) => CliProcess.run(database.url, args, seedNow);

  function runTwo(args: string[]): Promise<string[]> {
    return Promise.all([run(args), run(args)]);
  }

  async function countRows(): Promise<Record<string, number>> {
    const tables = ['streamers', 'streams', 'viewer_samples', 'panels', 'boards', 'board_entries'];
    const counts = tables.map((table) => `(SELECT count(*)::int FROM ${table}) AS ${table}`);
    const { rows } = await withOwner(database.url, (client) =>
      client.query<Record<string, number>>(`SELECT ${counts.join(', ')}`),
    );
    return rows[0] ?? {};
  }
});
