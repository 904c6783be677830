const samples = 'src/commands/prune/prune-samples.ts';
const partitions = 'src/commands/prune/partitions.ts';
const duration = 'src/commands/duration.ts';
const remember = 'src/commands/prune/remember-samples.ts';
const figures = 'src/commands/import/sample-figures.ts';
const events = 'src/commands/refresh/refresh-event-viewers.ts';
const counted = 'src/commands/counted-samples.ts';
const settle = 'src/commands/import/settle-streams.ts';

const pruneSpecs = ['test/integration/prune.int-spec.ts'];
const sumsSpecs = [...pruneSpecs, 'test/integration/metrics-oracle.int-spec.ts'];
const durationSpecs = ['src/commands/duration.spec.ts'];

export default [
  {
    defect: 'A month that ends at the cutoff is kept as a table',
    file: samples,
    find: 'to <= cutoff',
    replace: 'to < cutoff',
    specs: pruneSpecs,
  },
  {
    defect: 'A sample of the moment of the cutoff is deleted',
    file: samples,
    find: 'AND v.created_at < $1',
    replace: 'AND v.created_at <= $1',
    specs: pruneSpecs,
  },
  {
    defect: 'Some pages between two batches are not looked at',
    file: samples,
    find: 'page += pagesOfABatch)',
    replace: 'page += pagesOfABatch + 1)',
    specs: pruneSpecs,
  },
  {
    defect: 'The status counts samples that are gone',
    file: 'src/commands/prune/partitions.ts',
    find: "await recordDeletion(client, 'viewer_samples', removed);",
    replace: '',
    specs: pruneSpecs,
  },
  {
    defect: 'The status tells of the newest sample when none is left',
    file: 'src/commands/import/data-summary.ts',
    find: 'CASE WHEN d.row_count > $2 THEN d.newest END',
    replace: 'd.newest',
    specs: pruneSpecs,
  },
  {
    defect: 'A table that somebody has detached to keep it is dropped',
    file: partitions,
    find: "NOT c.relispartition AND obj_description(c.oid, 'pg_class') = $1",
    replace: "NOT c.relispartition AND $1 <> '' AND c.relname LIKE 'viewer_samples_%'",
    specs: pruneSpecs,
  },
  {
    defect: 'A detaching that was interrupted is begun anew',
    file: partitions,
    find: '${name} FINALIZE',
    replace: '${name} CONCURRENTLY',
    specs: pruneSpecs,
  },
  {
    defect: 'A dry run counts all samples of a month',
    file: samples,
    find: 'countRows(client, partition.name, cutoff)',
    replace: 'countRows(client, partition.name, null)',
    specs: pruneSpecs,
  },
  {
    defect: 'Prune waits behind a lock for as long as PostgreSQL lets it, and keeps readers out',
    file: partitions,
    find: 'const attemptMs = 20;',
    replace: 'const attemptMs = 60_000;',
    specs: pruneSpecs,
  },
  {
    defect: 'Imports do not wait for prune',
    file: 'src/commands/prune/prune.command.ts',
    find: 'await lockImports(keeper, console.error);',
    replace: '',
    specs: pruneSpecs,
  },
  {
    defect: 'A day has 2.4 hours',
    file: duration,
    find: 'd: 86_400_000',
    replace: 'd: 8_640_000',
    specs: durationSpecs,
  },
  {
    defect: 'An age of zero days is taken',
    file: duration,
    find: '([1-9]',
    replace: '([0-9]',
    specs: durationSpecs,
  },
  {
    defect: 'Figures forget the viewer-minutes of pruned samples',
    file: figures,
    find: 'u.viewer_ms + COALESCE(p.viewer_ms, 0) AS viewer_ms',
    replace: 'u.viewer_ms',
    specs: sumsSpecs,
  },
  {
    defect: 'Figures forget the time of pruned samples',
    file: figures,
    find: 'u.time_ms + COALESCE(p.time_ms, 0) AS time_ms',
    replace: 'u.time_ms',
    specs: sumsSpecs,
  },
  {
    defect: 'Figures forget the peak of pruned samples',
    file: figures,
    find: 'greatest(u.peak_viewers, p.peak_viewers)',
    replace: 'u.peak_viewers',
    specs: sumsSpecs,
  },
  {
    defect: 'A sample that comes late, from before what was pruned, counts',
    file: counted,
    find: "AND v.created_at > COALESCE(p.last_at, '-infinity')",
    replace: '',
    specs: sumsSpecs,
  },
  {
    defect: 'After pruning the last sample holds no longer',
    file: counted,
    find: 's.ended_at), p.last_viewers',
    replace: 's.ended_at), 0',
    specs: sumsSpecs,
  },
  {
    defect: 'A pruned sample holds from before its stream began',
    file: counted,
    find: 'least(greatest(p.last_at, s.started_at), s.ended_at)',
    replace: 'p.last_at',
    specs: sumsSpecs,
  },
  {
    defect: 'The last pruned sample of an ended stream counts twice',
    file: remember,
    find: "sum(h.viewers * ${milliseconds('h.held_from', 'h.held_until')}) FILTER (WHERE NOT h.is_last)",
    replace: "sum(h.viewers * ${milliseconds('h.held_from', 'h.held_until')})",
    specs: sumsSpecs,
  },
  {
    defect: 'A later prune forgets the sums of the one before',
    file: remember,
    find: 'SET viewer_ms = p.viewer_ms + excluded.viewer_ms, time_ms = p.time_ms + excluded.time_ms,\n    peak_viewers = greatest(p.peak_viewers, excluded.peak_viewers),\n    last_at',
    replace:
      'SET viewer_ms = excluded.viewer_ms, time_ms = excluded.time_ms,\n    peak_viewers = excluded.peak_viewers,\n    last_at',
    specs: sumsSpecs,
  },
  {
    defect: 'The sums of events are not kept',
    file: remember,
    find: 'await client.query(rememberForEvents, [before]);',
    replace: '',
    specs: sumsSpecs,
  },
  {
    defect: 'A later prune forgets the sums of events of the one before',
    file: remember,
    find: 'SET viewer_ms = p.viewer_ms + excluded.viewer_ms, time_ms = p.time_ms + excluded.time_ms,\n    peak_viewers = greatest(p.peak_viewers, excluded.peak_viewers),\n    counted_until',
    replace:
      'SET viewer_ms = excluded.viewer_ms, time_ms = excluded.time_ms,\n    peak_viewers = excluded.peak_viewers,\n    counted_until',
    specs: sumsSpecs,
  },
  {
    defect: 'An event forgets the viewer-minutes of pruned samples',
    file: events,
    find: 'COALESCE(u.viewer_ms, 0) + COALESCE(p.viewer_ms, 0)',
    replace: 'COALESCE(u.viewer_ms, 0)',
    specs: sumsSpecs,
  },
  {
    defect: 'An event forgets the peak of pruned samples',
    file: events,
    find: 'greatest(u.peak_viewers, p.peak_viewers)',
    replace: 'u.peak_viewers',
    specs: sumsSpecs,
  },
  {
    defect: 'An event that gets a stream of which samples are gone tells of what is left',
    file: events,
    find: "COALESCE(a.counted_until, '-infinity')\n      ) AS is_incomplete",
    replace: "COALESCE(a.counted_until, '-infinity')\n      ) AND FALSE AS is_incomplete",
    specs: sumsSpecs,
  },
  {
    defect: 'Samples of whole months are dropped without their sums',
    file: samples,
    find: 'await rememberSamples(client, to);',
    replace: '',
    specs: sumsSpecs,
  },
  {
    defect: 'Samples are deleted without their sums',
    file: samples,
    find: 'await inTransaction(client, () => rememberSamples(client, cutoff));',
    replace: '',
    specs: sumsSpecs,
  },
  {
    defect: 'A live stream was never observed once its samples are pruned',
    file: settle,
    find: 'SELECT p.last_at FROM pruned_samples p WHERE p.stream_id = c.id\n          UNION ALL\n',
    replace: '',
    specs: sumsSpecs,
  },
  {
    defect: 'The sums of a seed stay when it is seeded again',
    file: 'src/commands/seed/load-seed.ts',
    find: "await client.query('DELETE FROM pruned_samples p WHERE p.stream_id = ANY($1)', [ids.streams]);",
    replace: '',
    specs: ['test/e2e/seed.e2e-spec.ts'],
  },
];
