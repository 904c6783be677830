interface Figure {
  /** The name on pages. */
  name: string;
  /** The definition in plain words, in Markdown. */
  text: string;
  /** The section of docs/metrics.md with the exact definition. */
  exact: string;
}

/** The definitions of the pages, by the fragment of their definition on the page `/about`. */
export const metricDefinitions = {
  rank: {
    name: 'Rank',
    text: 'The place on the leaderboard. It counts every streamer with at least one stream in the range. The movement compares with the same range before; **new** means that the streamer had no stream then.',
    exact: 'Leaderboard',
  },
  'average-viewers': {
    name: 'Average viewers',
    text: 'The number of people who watched at a time, averaged over every minute live. A long stream counts more than a short one.',
    exact: 'Thirty-day stats',
  },
  'peak-viewers': {
    name: 'Peak viewers',
    text: 'The most people who watched at one moment.',
    exact: 'A stream',
  },
  'hours-watched': {
    name: 'Hours watched',
    text: 'The time that all viewers spent together. 100 people who watch for 2 hours make 200 hours watched.',
    exact: 'A stream',
  },
  'hours-streamed': {
    name: 'Hours streamed',
    text: 'The time live. More hours are neither better nor worse, so their change has no color.',
    exact: 'Thirty-day stats',
  },
  streams: {
    name: 'Streams',
    text: 'The streams that started in the range, each with its whole length. A range of 30 days is the last 30 × 24 hours. A calendar month, a year or dates begin and end in the time zone next to their name.',
    exact: 'Thirty-day stats',
  },
  followers: {
    name: 'Followers',
    text: 'The last number of followers that was counted, up to the end of the range. The graph has a gap where nobody counted.',
    exact: 'Follower graph',
  },
  'followers-gained': {
    name: 'Followers gained',
    text: 'The last count of followers in the range minus the last one before it, which is at most 31 days older, or else minus the first one in the range. It needs two counts, and can be negative.',
    exact: 'Leaderboard',
  },
  subscribers: {
    name: 'Subscribers',
    text: 'The last number of subscribers of a Kick channel that was counted, up to the end of the range, with gifted subscriptions. The graph has a gap where nobody counted.',
    exact: 'Subscriber graph',
  },
  'subscribers-gained': {
    name: 'Subscribers gained',
    text: 'The subscribers at the end of the range minus those at its start, computed like **Followers gained**. It needs two counts, and can be negative.',
    exact: 'Subscriber graph',
  },
  live: {
    name: 'Live and last seen',
    text: 'A filled dot means live. A hollow dot with **last seen** means that the stream was live, but was not observed in the last 30 minutes, so it may have ended.',
    exact: 'Coverage',
  },
  viewers: {
    name: 'Viewers over time',
    text: 'The viewers during a stream, averaged over short intervals. A gap or a hatch is time that nobody measured, which is not the same as no viewers.',
    exact: 'Viewer graph',
  },
  records: {
    name: 'Records',
    text: 'The month, week, game and stream of a streamer with the most average viewers, of all time. Months and weeks that are known only in part do not count, nor do games of one stream and streams of less than an hour.',
    exact: 'Records of a streamer',
  },
  'when-they-stream': {
    name: 'When they stream',
    text: 'For each hour of the week or each day, the hours that the streamer was live in the range, also in a stream that began before the range. A stream that lasts past midnight began on one day and has hours on two. The hour depends on the time zone of the page.',
    exact: 'Hours of the week',
  },
  game: {
    name: 'Games',
    text: 'A stream counts with all of its figures for its last known game. The figures of a game are those of its streams, from the last 30 days on the list of all games.',
    exact: 'Games',
  },
  'titles-and-games': {
    name: 'Titles and games',
    text: 'Each title and game of a stream that was observed. A change happened between the observation before and the time shown.',
    exact: 'Changes of a stream',
  },
  chat: {
    name: 'Chat',
    text: 'Messages, and the accounts that wrote at least one. A message that was deleted later still counts.',
    exact: 'Message statistics',
  },
  views: {
    name: 'Views',
    text: 'The views that the platform counted. The total includes views of the recording.',
    exact: 'A stream',
  },
  'event-viewers': {
    name: 'Viewers of an event',
    text: 'The viewers of all streams of the event together at each moment. A stream without a measurement is hatched and is in no total of the graph; average and peak hold its last count.',
    exact: 'Events',
  },
  'event-parts': {
    name: 'Parts of an event',
    text: 'The moments that the owner of the event marked. A part lasts until the next one, or until the end of the event. Its average is the average minute audience; the averages of official streams and co-streams are parts of it.',
    exact: 'Events',
  },
  'live-now': {
    name: 'Live now',
    text: 'The streams that have not ended, by the viewers at the last observation.',
    exact: 'Live streams',
  },
  totals: {
    name: 'Totals',
    text: 'The viewers and live streams of all observed channels together, from the rounds in which a collector counted every channel. A thin line is an hour or a day that was not counted completely, and a gap is time in which nobody counted. A game counts in the hours in which it is one of the 200 most watched.',
    exact: 'Totals of a platform',
  },
  'chat-over-time': {
    name: 'Chat over time',
    text: 'Messages per minute in the chat, in intervals of five minutes. A hatched bar is an interval in which the chat was not read for a part of the time, so its messages are too few.',
    exact: 'Chat intervals',
  },
  collaborations: {
    name: 'Collaborations',
    text: 'Time in which streamers broadcast together.',
    exact: 'Collaboration sessions',
  },
  sponsors: {
    name: 'Sponsors',
    text: 'Companies that the panels below the channel link to. Social networks and streaming platforms do not count.',
    exact: 'Partners',
  },
  'data-quality': {
    name: 'Data quality',
    text: 'How completely the viewers were counted. **Known** is the share of the time between counts at most 10 minutes apart, so the rest is missing in graphs. It says nothing of figures that the source of the data provided.',
    exact: 'Coverage',
  },
  search: {
    name: 'Search',
    text: 'Finds any part of a name, and channel IDs. Capital letters, spaces and underscores do not matter. Whole names come first, then starts of names, then other parts, each by followers.',
    exact: 'Streamers',
  },
  notation: {
    name: 'Signs and short forms',
    text: '**–** means that there is nothing to show, and **0** that something was counted and is zero. ▲ and ▼ compare with the same range before. A month or a year that is not over has no comparison. Numbers have all digits below one million.',
    exact: 'Notation on pages',
  },
} as const satisfies Record<string, Figure>;

/** The fragment of a figure's definition. */
export type DefinitionId = keyof typeof metricDefinitions;

export const definitionIds = Object.keys(metricDefinitions) as DefinitionId[];

/** The figure of a tile, by the name of the tile. */
export const definitionsOfTiles: ReadonlyMap<string, DefinitionId> = new Map([
  ...definitionIds.map((id) => [metricDefinitions[id].name, id] as const),
  ['Live for', 'hours-streamed'],
  ['Length', 'hours-streamed'],
  ['Chatters', 'chat'],
  ['Streamers', 'game'],
  ['Channels', 'event-viewers'],
]);
