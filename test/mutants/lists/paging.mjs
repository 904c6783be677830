const page = 'src/http/page.ts';
const boardPages = 'src/leaderboard/leaderboard.repository.ts';
const events = 'src/events/events.repository.ts';
const streams = 'src/streams/streams.repository.ts';
const streamer = 'src/streamer/streamer.repository.ts';
const partners = 'src/partners/partners.repository.ts';

const pageSpec = 'src/http/page.spec.ts';
const boardSpec = 'test/integration/leaderboard.repository.int-spec.ts';
const eventsSpec = 'test/integration/events.repository.int-spec.ts';
const atOnceSpec = 'test/integration/reads-at-once.int-spec.ts';
const streamsSpec = 'test/integration/streams.repository.int-spec.ts';
const partnersSpec = 'test/integration/partners.repository.int-spec.ts';

export default [
  {
    defect: 'A full last page says that more follow',
    file: page,
    find: 'found.length > limit',
    replace: 'found.length >= limit',
    specs: [pageSpec],
  },
  {
    defect: 'The cursor after a short last page lies behind the end of the list',
    file: page,
    find: 'cursor + items.length',
    replace: 'cursor + limit',
    specs: [pageSpec],
  },
  {
    defect: 'A page holds the item that only shows that more follow',
    file: page,
    find: 'found.slice(0, limit)',
    replace: 'found',
    specs: [pageSpec],
  },
  {
    defect: 'The leaderboard never has more',
    file: 'src/leaderboard/leaderboard.service.ts',
    find: 'limit + 1',
    replace: 'limit',
    specs: ['test/e2e/leaderboard.e2e-spec.ts'],
  },
  {
    defect: 'Public events never have more',
    file: 'src/events/events.service.ts',
    find: 'limit + 1',
    replace: 'limit',
    specs: ['test/e2e/events.e2e-spec.ts'],
  },
  {
    defect: 'A page of the board leaves out its first entry',
    file: boardPages,
    find: '>= k.since',
    replace: '> k.since',
    specs: [boardSpec],
  },
  {
    defect: 'The entries of a page of the board stand by channel id',
    file: boardPages,
    find: "'ORDER BY e.position'",
    replace: "'ORDER BY e.streamer_id'",
    specs: [boardSpec],
  },
  {
    defect: 'Of two boards readers get the older one',
    file: boardPages,
    find: 'max(b.id) FROM leaderboard_boards',
    replace: 'min(b.id) FROM leaderboard_boards',
    specs: [boardSpec, 'test/integration/refresh-leaderboard.int-spec.ts'],
  },
  {
    defect: 'Pages of the board that are asked for at once get mixed up',
    file: boardPages,
    find: 'ORDER BY k.place',
    replace: 'ORDER BY k.place DESC',
    specs: [atOnceSpec],
  },
  {
    defect: 'Events that start at one moment come by id, descending',
    file: events,
    find: 'ORDER BY e.started_at DESC, e.id`',
    replace: 'ORDER BY e.started_at DESC, e.id DESC`',
    specs: [eventsSpec],
  },
  {
    defect: 'Markers of one moment are sorted by their ids as texts',
    file: events,
    find: 'ORDER BY m.timestamp, m.id::bigint',
    replace: 'ORDER BY m.timestamp, m.id',
    specs: [eventsSpec],
  },
  {
    defect: 'Markers of one moment are within the bound of their texts together, or not at all',
    file: events,
    find: 'OVER (ORDER BY k.timestamp, k.id)',
    replace: 'OVER (ORDER BY k.timestamp)',
    specs: [eventsSpec],
  },
  {
    defect: 'Streams of an event that start at one moment come in no order',
    file: events,
    find: 'ORDER BY s.started_at, s.id',
    replace: 'ORDER BY s.started_at',
    specs: [eventsSpec],
  },
  {
    defect: 'Collaborations of a stream that start at one moment come by id, descending',
    file: 'src/streams/colab-sessions.repository.ts',
    find: 'Prisma.sql`q.started_at, q.id`',
    replace: 'Prisma.sql`q.started_at, q.id DESC`',
    specs: ['test/integration/colab-sessions.repository.int-spec.ts'],
  },
  {
    defect: 'Of recent streams that start at one moment any may fall to the limit',
    file: streams,
    find: ', r.id\n          LIMIT (',
    replace: '\n          LIMIT (',
    specs: [streamsSpec],
  },
  {
    defect: 'Recent streams that start at one moment come by id, descending',
    file: 'src/streams/summary-columns.ts',
    find: "s.started_at DESC, s.id'",
    replace: "s.started_at DESC, s.id DESC'",
    specs: [streamsSpec],
  },
  {
    defect: 'The stream before a stream may be one that starts with it',
    file: streams,
    find: 'r.started_at < l.started_at',
    replace: 'r.started_at <= l.started_at AND r.id <> l.id',
    specs: [streamsSpec],
  },
  {
    defect: 'Recent streams of several streamers that are asked for at once get mixed up',
    file: streams,
    find: 'ORDER BY n.place',
    replace: 'ORDER BY n.place DESC',
    specs: [atOnceSpec],
  },
  {
    defect: 'Message statistics that are asked for at once get mixed up',
    file: streams,
    find: 'LEFT JOIN message_stats m ON m.stream_id = s.id\n      ORDER BY k.place',
    replace: 'LEFT JOIN message_stats m ON m.stream_id = s.id\n      ORDER BY k.place DESC',
    specs: [atOnceSpec],
  },
  {
    defect: 'Streams that are asked for at once get mixed up',
    file: streams,
    find: 'WHERE s.id = l.id) c\n      ORDER BY w.place',
    replace: 'WHERE s.id = l.id) c\n      ORDER BY w.place DESC',
    specs: [streamsSpec],
  },
  {
    defect: 'Figures of several streamers that are asked for at once get mixed up',
    file: streamer,
    find: 'ORDER BY u.place`);\n    return rows.map(({ is_known, ...stats })',
    replace: 'ORDER BY u.place DESC`);\n    return rows.map(({ is_known, ...stats })',
    specs: [atOnceSpec],
  },
  {
    defect: 'Follower points of several streamers that are asked for at once get mixed up',
    file: streamer,
    find: 'ORDER BY u.place`);\n    return rows.map(({ is_known, followers, moments })',
    replace: 'ORDER BY u.place DESC`);\n    return rows.map(({ is_known, followers, moments })',
    specs: [atOnceSpec, 'test/integration/streamer.repository.int-spec.ts'],
  },
  {
    defect: 'Numbers with leading zeros are taken',
    file: 'src/http/integer-query.decorator.ts',
    find: String.raw`(0|[1-9]\d{0,15})`,
    replace: String.raw`\d{1,16}`,
    specs: ['src/http/integer-query.decorator.spec.ts'],
  },
  {
    defect: 'The last page has a link to a next one',
    file: 'src/http/next-link.ts',
    find: 'hasMore ? { Link: next } : ({} as Record<string, string>)',
    replace: '{ Link: next }',
    specs: ['src/http/next-link.spec.ts', 'test/e2e/events.e2e-spec.ts'],
  },
  {
    defect: 'The link to the next page forgets how long pages are',
    file: 'src/http/next-link.ts',
    find: '?limit=${limit}&cursor=',
    replace: '?cursor=',
    specs: ['src/http/next-link.spec.ts', 'test/e2e/events.e2e-spec.ts'],
  },
  {
    defect: 'Of several panels with one root domain the latest is the partner',
    file: partners,
    find: 'q.root_domain, q.created_at, q.raw_url\n',
    replace: 'q.root_domain, q.created_at DESC, q.raw_url\n',
    specs: [partnersSpec],
  },
  {
    defect: 'Panels that were removed are partners',
    file: partners,
    find: ' AND q.removed_at IS NULL',
    replace: '',
    specs: [partnersSpec],
  },
  {
    defect: 'Partners of one moment come in no order',
    file: partners,
    find: 'ORDER BY u.place, p.created_at, p.root_domain',
    replace: 'ORDER BY u.place, p.created_at, p.root_domain DESC',
    specs: [partnersSpec],
  },
];
