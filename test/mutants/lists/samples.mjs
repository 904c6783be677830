const hold = 'src/streams/sample-hold.ts';
const window = 'src/streams/thirty-day-window.ts';
const counted = 'src/commands/counted-samples.ts';
const sums = 'src/commands/event-sums.ts';
const settle = 'src/commands/import/settle-streams.ts';
const sampled = 'src/commands/import/sample-figures.ts';
const samples = 'src/commands/import/kinds/viewer-samples.ts';
const board = 'src/commands/refresh/rank-streamers.ts';
const eventViewers = 'src/commands/refresh/refresh-event-viewers.ts';

const helixSpec = 'test/integration/import-helix.int-spec.ts';
const importSpec = 'test/integration/import.int-spec.ts';
const reportSpec = 'test/integration/import-command.int-spec.ts';
const graphSpec = 'test/integration/stream-viewers.repository.int-spec.ts';
const oracleSpec = 'test/integration/metrics-oracle.int-spec.ts';
const statsSpec = 'test/integration/streamer.repository.int-spec.ts';
const knownSpec = 'test/integration/known-samples.int-spec.ts';
const boardSpec = 'test/integration/refresh-leaderboard.int-spec.ts';

/** Which samples count, for how long, and until when a stream lasts. */
export default [
  {
    defect: 'A sample of the moment at which its stream ends does not count',
    file: hold,
    find: 'v.created_at <= COALESCE(',
    replace: 'v.created_at < COALESCE(',
    specs: [importSpec, graphSpec],
  },
  {
    defect: 'Samples after the end of their stream count',
    file: hold,
    find: "v.created_at <= COALESCE(s.ended_at, 'infinity')",
    replace: 'TRUE',
    specs: [importSpec, graphSpec],
  },
  {
    defect: 'The last sample of a stream holds for no time',
    file: hold,
    find: 'return `COALESCE(${nextSampleAt}, ${endedAt})`;',
    replace: 'return endedAt && nextSampleAt;',
    specs: [importSpec, graphSpec],
  },
  {
    defect: 'A sample at the end of its stream is no part of the peak of an event',
    file: sums,
    find: 'COALESCE(v.held_until, t.known_until) + ${instant}',
    replace: 'COALESCE(v.held_until, t.known_until)',
    specs: [oracleSpec],
  },
  {
    defect: 'A sample at the end of an event is no part of its peak',
    file: sums,
    find: 'a.ended_at + ${instant}',
    replace: 'a.ended_at',
    specs: [oracleSpec],
  },
  {
    defect: 'What tells moments apart counts as time',
    file: counted,
    find: "date_trunc('milliseconds', ${to}) - date_trunc('milliseconds', ${from})",
    replace: '${to} - ${from}',
    specs: [oracleSpec],
  },
  {
    defect: 'Of a live stream an event leaves out what follows its last sample',
    file: sums,
    find: 'COALESCE(v.held_until, t.known_until)',
    replace: 'COALESCE(v.held_until, v.held_from)',
    specs: [oracleSpec],
  },
  {
    defect: 'The last moment known of an event is the last one of a sample, though a stream ended later',
    file: sums,
    find: 'max(COALESCE(c.held_until, c.held_from))',
    replace: 'max(c.held_from)',
    specs: [oracleSpec],
  },
  {
    defect: 'Time in which no stream of an event has viewers weighs in its mean',
    file: sums,
    find: 'sum(p.time_ms) FILTER (WHERE p.streams > 0)',
    replace: 'sum(p.time_ms)',
    specs: [oracleSpec],
  },
  {
    defect: 'An event counts what its streams had before it began',
    file: sums,
    find: 'greatest(a.started_at, a.counted_until)',
    replace: "COALESCE(a.counted_until, '-infinity')",
    specs: [oracleSpec],
  },
  {
    defect: 'An event that shares its streams with other events leaves out a part of its time',
    file: sums,
    find: '(l.after - 1, l.after & 1)',
    replace: '(l.after - 1, 0)',
    specs: [oracleSpec],
  },
  {
    defect: 'The import tells of no samples before the start of their stream',
    file: samples,
    find: 'v.created_at < s.started_at OR (',
    replace: '(',
    specs: [importSpec],
  },
  {
    defect: 'The import tells of no samples before the start of their stream if no other sample is outside',
    file: samples,
    find: 'n.first_at < o.started_at OR (',
    replace: '(',
    specs: [importSpec],
  },
  {
    defect: 'The import tells of no samples after the end of their stream if no other sample is outside',
    file: samples,
    find: 'n.last_at > o.ended_at AND',
    replace: 'FALSE AND',
    specs: [importSpec],
  },
  {
    defect: 'A sample that moves the inferred end of its stream counts as outside of it',
    file: samples,
    find: ' AND NOT s.is_end_inferred',
    replace: '',
    specs: [importSpec],
  },
  {
    defect: 'The report keeps quiet about samples outside of their stream',
    file: 'src/commands/import/report.ts',
    find: 'if (outside > 0)',
    replace: 'if (outside < 0)',
    specs: [reportSpec],
  },
  {
    defect: 'A live stream that nobody observes any more runs on',
    file: window,
    find: 'least(s.observed_at, ${now})',
    replace: '${now}',
    specs: [statsSpec, boardSpec],
  },
  {
    defect: 'A channel may have two live streams',
    file: settle,
    find: 'WHEN c.next_start IS NOT NULL THEN COALESCE(c.observed_at, c.next_start)',
    replace: '',
    specs: [importSpec],
  },
  {
    defect: 'A stream ends when the next one of its channel begins, though it was last observed before',
    file: settle,
    find: 'COALESCE(c.observed_at, c.next_start)',
    replace: 'c.next_start',
    specs: [importSpec],
  },
  {
    defect: 'Of streams with the same start the one with the highest id stays live',
    file: settle,
    find: 'r.id < s.id',
    replace: 'r.id > s.id',
    specs: [importSpec],
  },
  {
    defect: 'A stream ends with the next one of any channel',
    file: settle,
    find: 'WHERE r.streamer_id = s.streamer_id AND r.started_at',
    replace: 'WHERE r.started_at',
    specs: [importSpec],
  },
  {
    defect: 'A stream that is imported ends no older one of its channel',
    file: settle,
    find: 'await client.query(noteLiveStreams);',
    replace: '',
    specs: [importSpec],
  },
  {
    defect: 'An event keeps its figures when the inferred end of a stream moves',
    file: settle,
    find: 'if (moved.length > 0)',
    replace: 'if (moved.length < 0)',
    specs: [importSpec],
  },
  {
    defect: 'A sum of 2^53 and more makes the statistics fail',
    file: window,
    find: 'least(COALESCE(sum(f.watchtime), 0), ${largestFigure})',
    replace: 'COALESCE(sum(f.watchtime), 0)',
    specs: [statsSpec, boardSpec],
  },
  {
    defect: 'Samples whose watchtime is 2^53 and more make the import fail',
    file: sampled,
    find: "(${capped('d.viewer_minutes')})::bigint AS watchtime",
    replace: 'd.viewer_minutes::bigint AS watchtime',
    specs: [importSpec],
  },
  {
    defect: 'The import keeps quiet about a watchtime that is stored as 2^53 - 1',
    file: sampled,
    find: 'd.viewer_minutes > ${largestFigure} AS',
    replace: 'FALSE AS',
    specs: [reportSpec],
  },
  {
    defect: 'The refresh keeps quiet about a watchtime that is shown as 2^53 - 1',
    file: 'src/commands/refresh/capped-entries.ts',
    find: 'e.watchtime < ${largestFigure}',
    replace: 'e.watchtime <= ${largestFigure}',
    specs: [boardSpec],
  },
  {
    defect: 'An event whose viewers are 2^53 and more together makes the refresh fail',
    file: eventViewers,
    find: "${capped('f.peak')}",
    replace: 'f.peak',
    specs: [oracleSpec],
  },
  {
    defect: 'The board counts followers of the moment at which its window ends',
    file: board,
    find: 'p.created_at < ${end}\n      ORDER BY p.created_at DESC',
    replace: 'p.created_at <= ${end}\n      ORDER BY p.created_at DESC',
    specs: [boardSpec],
  },
  {
    defect: 'Followers of the moment at which the window begins are no part of the gain',
    file: board,
    find: 'p.created_at >= ${start} AND p.created_at < ${end}',
    replace: 'p.created_at > ${start} AND p.created_at < ${end}',
    specs: [boardSpec],
  },
  {
    defect: 'Samples of exactly two million viewers count twice',
    file: counted,
    find: 'WHERE h.viewers > 2000000',
    replace: 'WHERE h.viewers >= 2000000',
    specs: [importSpec],
  },
  {
    defect: 'A live stream is shown with the most viewers it had, and not with the last',
    file: counted,
    find: 'max(h.viewers) FILTER (WHERE h.is_last) AS last_viewers',
    replace: 'max(h.viewers) AS last_viewers',
    specs: [knownSpec],
  },
  {
    defect: 'The largest gap leaves out the time before the first sample',
    file: sampled,
    find: "greatest(d.longest_ms, ${milliseconds('d.started_at', 'd.first_sampled_at')})",
    replace: 'd.longest_ms',
    specs: [knownSpec],
  },
  {
    defect: 'Pruned samples are counted twice where they were pruned in two runs',
    file: 'src/commands/prune/remember-samples.ts',
    find: 'p.sample_count + excluded.sample_count - 1',
    replace: 'p.sample_count + excluded.sample_count',
    specs: [knownSpec],
  },
  {
    defect: 'The sums of a live stream go on, though a sample lies between those that are known',
    file: 'src/commands/import/touched-streams.ts',
    find: 'min(n.created_at) AS first_at',
    replace: 'max(n.created_at) AS first_at',
    specs: [knownSpec],
  },
  {
    defect: 'The sums of a live stream go on, though its start has moved behind a sample',
    file: sampled,
    find: 's.first_sampled_at >= s.started_at AND',
    replace: 'TRUE AND',
    specs: [knownSpec],
  },
  {
    defect: 'The sums of a live stream go on, though its start has moved before a sample',
    file: sampled,
    find: 'AND NOT EXISTS (\n    SELECT FROM viewer_samples v',
    replace: 'OR EXISTS (\n    SELECT FROM viewer_samples v',
    specs: [knownSpec],
  },
  {
    defect: 'The sums of a live stream go on from those of before another version computed its figures',
    file: sampled,
    find: 's.watchtime = ${capped',
    replace: 's.watchtime IS DISTINCT FROM -${capped',
    specs: [knownSpec],
  },
  {
    defect: 'The sums of a live stream forget the longest gap before',
    file: sampled,
    find: 'a.largest_gap_seconds * 1000',
    replace: '0',
    specs: [knownSpec],
  },
  {
    defect: 'The sums of a live stream leave out the time until the first new sample',
    file: sampled,
    find: 'lag(v.created_at, 1, a.last_sampled_at)',
    replace: 'lag(v.created_at, 1, v.created_at)',
    specs: [knownSpec],
  },
  {
    defect: 'The sums of a live stream go on though two inputs may have brought the same samples',
    file: 'src/commands/import/touched-streams.ts',
    find: 'AND NOT EXISTS (SELECT FROM touched_streams n WHERE n.stream_id = v.stream_id AND n.is_sampled)',
    replace: '',
    specs: [knownSpec],
  },
  {
    defect: 'The sums of a live stream count a moment twice that a file has twice',
    file: 'src/commands/import/touched-streams.ts',
    find: 'SELECT DISTINCT ON (v.stream_id, v.created_at) v.stream_id',
    replace: 'SELECT v.stream_id',
    specs: [knownSpec],
  },
  {
    defect: 'A live stream that was sampled and imported stays beside a newer one of its channel',
    file: settle,
    find: 'bool_and(n.is_sampled) AS is_only_sampled',
    replace: 'bool_or(n.is_sampled) AS is_only_sampled',
    specs: [importSpec, helixSpec],
  },
];
