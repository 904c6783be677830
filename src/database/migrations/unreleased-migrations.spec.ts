import { listMigrations } from './migrations.js';
import { reasonAgainstUnreleased, unreleasedMigrations } from './unreleased-migrations.js';

it('lists no migration of this version', async () => {
  expect(reasonAgainstUnreleased(await listMigrations())).toBeUndefined();
  expect(unreleasedMigrations).toEqual([...new Set(unreleasedMigrations)].sort());
});

it('explains what to do, and what is lost', () => {
  expect(reasonAgainstUnreleased(['1_init', '2_draft'], ['2_draft', '3_other'])).toBe(
    'The tables are those of an unreleased version, which had the migration 2_draft, and cannot be migrated. ' +
      'Run npm run export with that version, then npm run import with this version and a new database. ' +
      'For the database in .data/, move that folder away and start again, which creates and seeds a new one. ' +
      'An export does not contain times of observations, forgotten IDs, imports and their undo data, or sums of ' +
      'pruned samples (docs/export.md).',
  );
});
