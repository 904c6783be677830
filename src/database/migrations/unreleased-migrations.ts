/** Migrations of earlier unreleased versions. Other migrations replaced them, so databases that have them cannot be migrated. */
export const unreleasedMigrations: readonly string[] = [
  '20261122000000_drop_entry_json',
  '20261122010000_sightings_of_one_moment',
  '20261122020000_figures',
  '20261122120000_reader_limits',
  '20261122130000_imports',
  '20261122150000_name_search',
  '20261122160000_windows_and_games',
  '20261122170000_last_samples',
  '20261122170500_known_samples',
  '20261122171000_stream_changes',
  '20261122180000_collect',
  '20261122190000_chat',
  '20261122200000_sums_of_live_streams',
  '20261122210000_live_streams_of_a_game',
  '20261123010000_packed_samples',
  '20261123120000_sweeps_that_know',
  '20261123200000_open_sightings',
  '20261124100000_live_streams',
  '20261124230000_unwatched_channels',
  '20261125230000_shared_messages',
  '20261125234000_names_of_all_scripts',
  '20261126000000_read_packed_samples',
  '20261126080000_name_parts',
  '20261126120100_previous_ranks',
  '20261126120200_board_details',
  '20261126121000_rank_of_streamer',
  '20261127000000_one_home_for_each_fact',
  '20261127100000_expand_columns',
];

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
