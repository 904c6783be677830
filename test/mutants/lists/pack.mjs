const pack = 'src/commands/pack/pack-samples.ts';
const packing = 'src/commands/pack/packing.ts';
const partitions = 'src/commands/import/sample-partitions.ts';
const touched = 'src/commands/import/touched-streams.ts';
const prune = 'src/commands/prune/prune-packed.ts';

const packSpecs = ['test/integration/pack.int-spec.ts'];
const partitionSpecs = ['test/integration/sample-partitions.int-spec.ts'];

export default [
  {
    defect: 'Of the days of a stream only the first has a partition',
    file: touched,
    find: "GROUP BY n.stream_id, date_bin('1 day', n.created_at, '2000-01-01T00:00:00Z')",
    replace: 'GROUP BY n.stream_id',
    specs: partitionSpecs,
  },
  {
    defect: 'A stream that ended at the moment is packed',
    file: pack,
    find: 'SELECT s.id FROM streams s WHERE s.id = ANY ($1) AND s.ended_at < $2',
    replace: "SELECT s.id FROM streams s WHERE s.id = ANY ($1) AND s.ended_at <= $2 + interval '1 second'",
    specs: packSpecs,
  },
  {
    defect: 'A stream with a newer sample is packed',
    file: pack,
    find: 'WHERE k.last_at < $2',
    replace: 'WHERE TRUE',
    specs: packSpecs,
  },
  {
    defect: 'What is packed stays beside it',
    file: pack,
    find: "'DELETE FROM viewer_samples v WHERE v.stream_id = ANY ($1)'",
    replace: "'SELECT FROM viewer_samples v WHERE v.stream_id = ANY ($1)'",
    specs: packSpecs,
  },
  {
    defect: 'A stream that has packed samples already is not unpacked first',
    file: pack,
    find: 'await unpackStreams(client, streamsWithRows, [ids]);',
    replace: '',
    specs: packSpecs,
  },
  {
    defect: 'A partition of the past in which nothing is left stays',
    file: pack,
    find: 'to !== null && to <= new Date()',
    replace: 'to === null',
    specs: packSpecs,
  },
  {
    defect: 'The partition of tomorrow is dropped again, since it is empty',
    file: pack,
    find: 'to !== null && to <= new Date()',
    replace: 'to !== null',
    specs: partitionSpecs,
  },
  {
    defect: 'Steps that are too large for the small array are put into it',
    file: packing,
    find: 'const largestSmallStep = 32_767;',
    replace: 'const largestSmallStep = 32_768;',
    specs: packSpecs,
  },
  {
    defect: 'The first sample is listed as others are, by the time from the one before',
    file: packing,
    find: 'array_agg(COALESCE(t.ms - u.step_ms, 0) ORDER BY t.created_at)',
    replace: 'array_agg(COALESCE(t.ms, 0) - u.step_ms ORDER BY t.created_at)',
    specs: packSpecs,
  },
  {
    defect: 'Numbers of imports that cannot be taken back are kept',
    file: packing,
    find: 'LEFT JOIN imports i ON i.id = v.import_id AND i.can_undo',
    replace: 'LEFT JOIN imports i ON i.id = v.import_id',
    specs: packSpecs,
  },
  {
    defect: 'Samples of one import and of none count as of one',
    file: packing,
    find: 'count(t.import_id) IN (0, count(*)) AND',
    replace: '',
    specs: packSpecs,
  },
  {
    defect: 'An import leaves packed what it brings more samples of',
    file: 'src/commands/import/kinds/viewer-samples.ts',
    find: "await unpackStreams(client, 'SELECT n.stream_id FROM touched_streams n WHERE n.is_sampled');",
    replace: '',
    specs: packSpecs,
  },
  {
    defect: 'An undo leaves packed what the import has brought',
    file: 'src/commands/imports/undo-import.ts',
    find: 'k.import_id = $1 OR $1 = ANY (k.import_ids)',
    replace: 'FALSE',
    specs: ['test/integration/undo-import.int-spec.ts'],
  },
  {
    defect: 'Packed samples of the moment of the limit are pruned',
    file: prune,
    find: 'WHERE u.created_at >= $1',
    replace: 'WHERE u.created_at > $1',
    specs: packSpecs,
  },
  {
    defect: 'A month that has days gets a partition of its own, which overlaps',
    file: partitions,
    find: "WHERE $1 = 'month' AND NOT EXISTS (SELECT FROM present p WHERE p.from_at < m.to_at AND p.to_at > m.from_at)",
    replace: "WHERE $1 = 'month'",
    specs: partitionSpecs,
  },
];
