const samples = 'src/commands/prune/prune-samples.ts';
const partitions = 'src/commands/prune/partitions.ts';
const retry = 'src/commands/prune/retry.ts';
const duration = 'src/commands/duration.ts';

const pruneSpecs = ['test/integration/prune.int-spec.ts'];
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
    file: 'src/commands/prune/sample-count.ts',
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
    defect: 'A partition that is to be dropped is not marked, so that no later run finds it',
    file: samples,
    find: 'await markPartition(client, name, retry);',
    replace: '',
    specs: pruneSpecs,
  },
  {
    defect: 'A partition stays marked that a longer age has spared',
    file: samples,
    find: 'if (partition.isMarked) await unmarkPartition(client, name, retry);',
    replace: '',
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
    find: "'FINALIZE'",
    replace: "'CONCURRENTLY'",
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
    defect: 'Prune tries again after every error',
    file: retry,
    find: 'codeOf(error) !== lockNotAvailable',
    replace: 'false',
    specs: pruneSpecs,
  },
  {
    defect: 'Prune waits for a lock for ever',
    file: retry,
    find: 'performance.now() > deadline',
    replace: 'false',
    specs: pruneSpecs,
  },
  {
    defect: 'Prune waits behind a lock for as long as PostgreSQL lets it, and keeps readers out',
    file: retry,
    find: 'SET lock_timeout = ${attemptMs}',
    replace: 'SET lock_timeout = 0',
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
];
