import fc from 'fast-check';
import { listMigrations } from '../../src/database/migrations/migrations.js';
import { migrateDatabase } from '../../src/database/migrations/migrator.js';
import { withOwner } from '../../src/database/owner-client.js';
import { createTestDatabase } from '../support/database/test-database.js';
import { runsOf, testSeed } from '../support/data/property-runs.js';

/** The first migration after 1.1.0 that replaces a function under the indexes of names. */
const firstReplacement = '20261128160000_external_ids';
const nameCount = runsOf(9_000);

/** Characters of names, one range of 256 code points per name, so that each script and combinations with Latin letters occur. */
const characters = fc
  .integer({ min: 0, max: 0x1ff })
  .chain((block) =>
    fc.array(
      fc.oneof(
        { weight: 3, arbitrary: fc.integer({ min: block * 256, max: block * 256 + 255 }) },
        { weight: 1, arbitrary: fc.integer({ min: 0x20, max: 0x17f }) },
      ),
      { minLength: 1, maxLength: 110, size: 'max' },
    ),
  );
const isText = (code: number) => code > 0 && (code < 0xd800 || code > 0xdfff);
const names = characters.map((codes) => String.fromCodePoint(...codes.filter(isText)));
const logins = fc.option(fc.stringMatching(/^[a-z0-9_]{1,25}$/));

it('the indexes of names have the values of the functions that 1.1.0 had', async () => {
  const database = await createTestDatabase('template1');
  const all = await listMigrations();
  await migrateDatabase(database.url, { wanted: all.slice(0, all.indexOf(firstReplacement)) });
  const streamers = fc.sample(fc.tuple(logins, names), { numRuns: nameCount, seed: testSeed });
  await withOwner(database.url, (client) =>
    client.query(
      `INSERT INTO streamers (id, login, display_name)
      SELECT n.id, CASE WHEN row_number() OVER (PARTITION BY n.login ORDER BY n.id) = 1 THEN n.login END, n.name
      FROM unnest($1::text[], $2::text[]) WITH ORDINALITY n(login, name, id)`,
      [streamers.map(([login]) => login), streamers.map(([, name]) => name)],
    ),
  );
  const values = `SELECT s.id, name_index(s.display_name) AS words, name_parts(s.login, s.display_name) AS parts FROM streamers s`;
  await withOwner(database.url, (client) => client.query(`CREATE TABLE earlier AS ${values}`));
  await migrateDatabase(database.url);
  const { rows } = await withOwner(database.url, (client) =>
    client.query(`
      SELECT s.display_name, s.login FROM (${values}) n
      JOIN earlier e ON e.id = n.id
      JOIN streamers s ON s.id = n.id
      WHERE ROW(e.words, e.parts) IS DISTINCT FROM ROW(n.words, n.parts)`),
  );
  expect({ seed: testSeed, rows }).toEqual({ seed: testSeed, rows: [] });
  await database.drop();
}, 300_000);
