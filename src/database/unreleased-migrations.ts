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
    'Run npm run export with that version, and import the files with this version into a new database. ' +
    'For the database in .data/, move that folder away and start again, which creates and seeds a new one. ' +
    'An export does not contain the times of the last observations, inferred ends, forgotten IDs, ' +
    'and imports with their undo data. Figures from pruned samples become fixed.'
  );
}
