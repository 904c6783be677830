import { isNotBlank } from '../streams/blank-text.js';

/** SQL for arrays of the names of a grouping, and of their streams and viewers, in the order of the names. */
const listNames = (name: string) => {
  const ifNamed = `FILTER (WHERE ${isNotBlank(`g.${name}`)})`;
  const list = (column: string) => `COALESCE(array_agg(g.${column} ORDER BY g.${name} COLLATE "C") ${ifNamed}, '{}')`;
  return [name, 'streams', 'viewers'].map(list).join(', ');
};

/**
 * SQL that stores the streams and viewers of complete sweeps, in all, by language and by game. The refresh makes totals
 * of them. `$1` is the platform, and `$2` the number of channels of a list. `observed` is a query of rows with
 * `swept_at`, `is_live`, `viewers`, `language` and `game_name`, at least one for each sweep.
 */
export function insertSweepTotals(observed: string): string {
  return `
    INSERT INTO sweep_totals (
      platform, swept_at, watched_channels, streams, viewers, languages, language_streams, language_viewers, games,
      game_streams, game_viewers
    )
    SELECT $1, g.swept_at, $2::integer, max(g.streams), max(g.viewers), ${listNames('language')}, ${listNames('game_name')}
    FROM (
      SELECT o.swept_at, o.language, o.game_name, count(*) FILTER (WHERE o.is_live)::int AS streams,
        COALESCE(sum(o.viewers), 0) AS viewers
      FROM (${observed}) o
      GROUP BY o.swept_at, GROUPING SETS ((), (o.language), (o.game_name))
    ) g
    GROUP BY g.swept_at
    ON CONFLICT (platform, swept_at) DO NOTHING`;
}
