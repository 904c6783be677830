/** Migrations of earlier unreleased versions. Other migrations replaced them, so databases that have them cannot be migrated. */
export const unreleasedMigrations: readonly string[] = [];

/** Explains why a database or a backup with one of these migrations is refused, and how to move its data. */
export function reasonAgainstUnreleased(
  applied: readonly string[],
  unreleased: readonly string[] = unreleasedMigrations,
): string | undefined {
  const name = applied.find((migration) => unreleased.includes(migration));
  if (name === undefined) return undefined;
  return (
    `The tables are those of an unreleased version, which had the migration ${name}, and cannot be migrated. ` +
    'Run npm run export with that version, then npm run import with this version and a new database. ' +
    'For the database in .data/, move that folder away and start again, which creates and seeds a new one. ' +
    'An export does not contain times of observations, forgotten IDs, imports and their undo data, or sums of ' +
    'pruned samples (docs/export.md).'
  );
}
