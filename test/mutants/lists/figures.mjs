const window = 'src/streams/thirty-day-window.ts';
const board = 'src/commands/refresh/rank-streamers.ts';
const refresh = 'src/commands/refresh/refresh-leaderboard.ts';
const games = 'src/commands/refresh/rank-games.ts';
const events = 'src/commands/refresh/refresh-event-viewers.ts';
const graph = 'src/streams/stream-viewers.repository.ts';
const graphService = 'src/streams/stream-viewers.service.ts';
const sampled = 'src/commands/import/sample-figures.ts';
const hold = 'src/streams/sample-hold.ts';
const thinning = 'src/streams/thinning.ts';
const followers = 'src/streamer/streamer.repository.ts';

const statsSpec = 'test/integration/streamer.repository.int-spec.ts';
const boardSpec = 'test/integration/refresh-leaderboard.int-spec.ts';
const gamesSpec = 'test/integration/games.repository.int-spec.ts';
const eventsSpec = 'test/integration/import-events.int-spec.ts';
const means = 'src/streams/part-means.ts';
const meansSpec = 'src/streams/part-means.spec.ts';
const thinningSpec = 'src/streams/thinning.spec.ts';
const oracleSpec = 'test/integration/metrics-oracle.int-spec.ts';
const graphSpec = 'test/integration/stream-viewers.repository.int-spec.ts';
const importSpec = 'test/integration/import.int-spec.ts';

export default [
  {
    defect: 'The window is 31 days long',
    file: window,
    find: 'days = 30',
    replace: 'days = 31',
    specs: ['src/streams/thirty-day-window.spec.ts'],
  },
  {
    defect: 'A live stream of the window before ends with that window',
    file: 'src/streamer/streamer.service.ts',
    find: 'windowBefore(window), now)',
    replace: 'windowBefore(window))',
    specs: ['test/e2e/stats.e2e-spec.ts'],
  },
  {
    defect: 'The boards of 7 and 90 days are of thirty',
    file: refresh,
    find: 'windowEndingAt(window.to, days)',
    replace: 'windowEndingAt(window.to)',
    specs: [boardSpec],
  },
  {
    defect: 'The boards of other windows are never built anew',
    file: refresh,
    find: 'return rowCount === 0',
    replace: 'return false',
    specs: [boardSpec],
  },
  {
    defect: 'The samples of the window are those of one streamer',
    file: refresh,
    find: 'COALESCE(sum(f.sample_count), 0)',
    replace: 'COALESCE(max(f.sample_count), 0)',
    specs: ['test/e2e/meta.e2e-spec.ts'],
  },
  {
    defect: 'The largest gap of the window is the least of all streamers',
    file: refresh,
    find: 'max(f.largest_gap_seconds)',
    replace: 'min(f.largest_gap_seconds)',
    specs: ['test/e2e/meta.e2e-spec.ts'],
  },
  {
    defect: 'An empty name is a game',
    file: games,
    find: "${isNotBlank('s.game_name')}",
    replace: 's.game_name IS NOT NULL',
    specs: ['test/e2e/games.e2e-spec.ts'],
  },
  {
    defect: 'A refresh keeps one streamer of a game too many',
    file: games,
    find: 'r.position < $2',
    replace: 'r.position <= $2',
    specs: [gamesSpec],
  },
  {
    defect: 'Streamers with equal watchtime in a game rank by channel id, descending',
    file: games,
    find: 'f.watchtime DESC, f.streamer_id)',
    replace: 'f.watchtime DESC, f.streamer_id DESC)',
    specs: [gamesSpec],
  },
  {
    defect: 'Everybody who is live is live with a game',
    file: 'src/streams/live-streams.repository.ts',
    find: 'WHERE l.game_name = ${game}',
    replace: 'WHERE (l.game_name = ${game} OR TRUE)',
    specs: ['test/e2e/games.e2e-spec.ts'],
  },
  {
    defect: 'Minutes of a stream are rounded up from half a minute on',
    file: window,
    find: 'floor(date_part(',
    replace: 'round(date_part(',
    specs: [statsSpec, boardSpec],
  },
  {
    defect: 'Streams of unknown viewers weigh in the mean as if they had none',
    file: window,
    find: ' FILTER (WHERE f.avg_viewers IS NOT NULL)',
    replace: '',
    specs: [statsSpec, boardSpec],
  },
  {
    defect: 'The peak of the window is the sum of the peaks',
    file: window,
    find: 'max(f.peak_viewers)',
    replace: 'sum(f.peak_viewers)',
    specs: [statsSpec, boardSpec],
  },
  {
    defect: 'The statistics count a stream that starts at the end of the window',
    file: followers,
    find: 's.started_at < w.until',
    replace: 's.started_at <= w.until',
    specs: [statsSpec],
  },
  {
    defect: 'The statistics leave out a stream that starts with the window',
    file: followers,
    find: 's.started_at >= w.since',
    replace: 's.started_at > w.since',
    specs: [statsSpec],
  },
  {
    defect: 'The board counts a stream that starts at the end of the window',
    file: board,
    find: 's.started_at < ${end}',
    replace: 's.started_at <= ${end}',
    specs: [boardSpec],
  },
  {
    defect: 'The board leaves out a stream that starts with the window',
    file: board,
    find: 's.started_at >= ${start}',
    replace: 's.started_at > ${start}',
    specs: [boardSpec],
  },
  {
    defect: "The board's followers are those of the first point",
    file: board,
    find: 'ORDER BY p.created_at DESC',
    replace: 'ORDER BY p.created_at',
    specs: [boardSpec],
  },
  {
    defect: 'The board knows no loss of followers',
    file: board,
    find: 'l.followers - o.followers',
    replace: 'greatest(l.followers - o.followers, 0)',
    specs: [boardSpec],
  },
  {
    defect: 'Equal watchtimes rank by channel id, descending',
    file: board,
    find: 'f.watchtime DESC, f.streamer_id) - 1',
    replace: 'f.watchtime DESC, f.streamer_id DESC) - 1',
    specs: [boardSpec],
  },
  {
    defect: 'Equal counts of followers rank by channel id, descending',
    file: board,
    find: 'f.followers DESC, f.streamer_id)',
    replace: 'f.followers DESC, f.streamer_id DESC)',
    specs: [boardSpec],
  },
  {
    defect: 'The lowest peak is at the top of the board',
    file: board,
    find: 'f.peak_viewers DESC,',
    replace: 'f.peak_viewers,',
    specs: [boardSpec],
  },
  {
    defect: 'An event stays due after its figures were computed',
    file: events,
    find: 'SET figures_due = FALSE,',
    replace: 'SET',
    specs: [eventsSpec, oracleSpec],
  },
  {
    defect: 'A refresh waits for an import that is changing an event',
    file: events,
    find: ' SKIP LOCKED',
    replace: '',
    specs: [eventsSpec, 'test/integration/refresh.int-spec.ts'],
  },
  {
    defect: 'A refresh that was told to stop before it began begins',
    file: 'src/commands/refresh/refresh-loop.ts',
    find: 'while (!signal.aborted)',
    replace: 'for (let isFirst = true; isFirst || !signal.aborted; isFirst = false)',
    specs: ['src/commands/refresh/refresh-loop.spec.ts'],
  },
  {
    defect: 'A refresh that takes longer than the distance waits for as long again',
    file: 'src/commands/refresh/refresh-loop.ts',
    find: 'everyMs - (performance.now() - startedAt)',
    replace: 'everyMs - (performance.now() - startedAt - everyMs)',
    specs: ['src/commands/refresh/refresh-loop.spec.ts'],
  },
  {
    defect: 'In a viewer graph a sample holds beyond the end of its part',
    file: means,
    find: 'const ms = Math.min(offsets[i + 1] ?? end ?? at(offsets, i), until) - at(offsets, i);',
    replace: 'const ms = (offsets[i + 1] ?? end ?? at(offsets, i)) - at(offsets, i);',
    specs: [meansSpec, graphSpec],
  },
  {
    defect: 'A part of a viewer graph forgets the sample that held when it began',
    file: means,
    find: 'i > 0 ? at(offsets, i) - part * partMs : 0',
    replace: '0',
    specs: [meansSpec, graphSpec],
  },
  {
    defect: 'The parts of a viewer graph begin at whole hours and minutes, not with the stream',
    file: graph,
    find: '(Date.parse(moment) - startMs) / partMs',
    replace: '(Date.parse(moment) - Math.floor(startMs / partMs) * partMs) / partMs',
    specs: [graphSpec, oracleSpec],
  },
  {
    defect: 'A graph of 3,000 points is refused',
    file: graphService,
    find: 'range) > longestGraph',
    replace: 'range) >= longestGraph',
    specs: ['src/streams/stream-viewers.service.spec.ts'],
  },
  {
    defect: 'The granularity that a refusal names makes too many points as well',
    file: graphService,
    find: '<= longestGraph;',
    replace: '<= longestGraph * 2;',
    specs: ['src/streams/stream-viewers.service.spec.ts'],
  },
  {
    defect: 'The mean of a very large number of viewers is inexact',
    file: means,
    find: 'most <= largestExact ?',
    replace: 'most >= 0 ?',
    specs: [meansSpec],
  },
  {
    defect: 'The last sample of a packed stream that lies outside of its time counts',
    file: graph,
    find: '(end ?? Infinity) + 1',
    replace: 'Infinity',
    specs: ['test/integration/pack.int-spec.ts'],
  },
  {
    defect: 'Five minutes have six',
    file: 'src/streams/graph-granularity.ts',
    find: 'fiveMinutes: 300',
    replace: 'fiveMinutes: 360',
    specs: ['src/streams/stream-viewers.service.spec.ts'],
  },
  {
    defect: 'A sample of the moment at which its stream starts does not count',
    file: hold,
    find: 'v.created_at >= s.started_at',
    replace: 'v.created_at > s.started_at',
    specs: [graphSpec, oracleSpec],
  },
  {
    defect: 'The peak from samples is their mean',
    file: 'src/commands/counted-samples.ts',
    find: 'max(h.viewers) AS peak_viewers',
    replace: 'avg(h.viewers)::bigint AS peak_viewers',
    specs: [importSpec, oracleSpec],
  },
  {
    defect: "A file's watchtime alone loses to sampled figures when samples are imported",
    file: sampled,
    find: ' AND s.watchtime IS NULL)',
    replace: ')',
    specs: [importSpec],
  },
  {
    defect: "A file's watchtime alone loses to sampled figures when its stream is imported again",
    file: 'src/commands/import/kinds/streams.ts',
    find: ' AND s.watchtime IS NULL',
    replace: '',
    specs: [importSpec],
  },
  {
    defect: 'A long follower history is thinned to all but its last point',
    file: thinning,
    find: 'new Set([0, moments.length - 1])',
    replace: 'new Set([0])',
    specs: [thinningSpec],
  },
  {
    defect: 'A thinned graph keeps the lowest point of each part alone',
    file: thinning,
    find: 'indexes.push(lowest, highest)',
    replace: 'indexes.push(lowest)',
    specs: [thinningSpec],
  },
  {
    defect: 'A thinned graph keeps the latest of equal points',
    file: thinning,
    find: 'figureAt(next) > figureAt(highest)',
    replace: 'figureAt(next) >= figureAt(highest)',
    specs: [thinningSpec],
  },
  {
    defect: 'The parts of a thinned graph are never halved',
    file: thinning,
    find: 'const halvings = 10;',
    replace: 'const halvings = 0;',
    specs: [thinningSpec],
  },
  {
    defect: 'A follower history of 1,000 points is thinned',
    file: 'src/streamer/streamer.service.ts',
    find: 'found.length <= points',
    replace: 'found.length < points',
    specs: ['test/e2e/follower-graph.e2e-spec.ts'],
  },
];
