import { roundedQuotient } from '../../charts/labels/number-labels.js';
import { EventStream } from '../../events/dto/event-stream.response.js';
import { EventSummary } from '../../events/dto/event-summary.response.js';
import { Game } from '../../games/dto/game.response.js';
import { GameStreamer } from '../../games/dto/game-streamer.response.js';
import { Coverage } from '../../figures/coverage.response.js';
import { BoardEntry } from '../../leaderboard/board-entry.js';
import { Status } from '../../meta/dto/status.response.js';
import { Partner } from '../../partners/dto/partner.response.js';
import { ListedStreamer } from '../../streamer/dto/listed-streamer.response.js';
import { ColabSession } from '../../streams/colabs/colab-session.response.js';
import { LiveStream } from '../../streams/live/live-stream.response.js';
import { StreamSummary } from '../../streams/detail/stream-summary.response.js';
import { WindowFigures } from '../../streamer/dto/window-figures.js';
import { figuresOfMetrics, metrics } from '../board/board-paths.js';
import { FigureKey, shownFigures } from '../parts/figures.js';
import { minutesBetween } from '../parts/moments.js';
import { figureOf } from '../parts/window-figures.js';
import { PlayedGame } from '../streamer/played-games.js';
import { StreamedRow } from '../parts/periods.js';
import { FileColumn, fileHours, FileTable, fileTime, StreamsRows, streamsTable } from './file-table.js';

/** Returns the column of a figure. By default, the figure is the field of its name. */
export function figure<Key extends FigureKey, Row = Record<Key, number | null>>(
  key: Key,
  of = (row: Row) => (row as Record<Key, number | null>)[key],
): FileColumn<Row> {
  const { name, isHours } = shownFigures[key];
  return [name, (row) => (isHours ? fileHours(of(row)) : of(row))];
}

/** Returns the columns of figures of a window, in which unknown figures are zeros. */
function figuresOfWindow(...keys: readonly (keyof WindowFigures)[]): FileColumn<WindowFigures>[] {
  return keys.map((key) => figure(key, (row: WindowFigures) => figureOf(row, key)));
}

const startedAndEnded: readonly FileColumn<{ started_at: string; ended_at: string | null }>[] = [
  ['Started (UTC)', ({ started_at }) => fileTime(started_at)],
  ['Ended (UTC)', ({ ended_at }) => fileTime(ended_at)],
  ['Length (hours)', lengthOf],
];

const broadcastColumns: readonly FileColumn<
  Pick<StreamSummary, 'started_at' | 'ended_at' | 'title' | 'game_name' | 'avg_viewers' | 'peak_viewers'>
>[] = [
  ...startedAndEnded,
  ['Title', ({ title }) => title],
  ['Game', ({ game_name }) => game_name],
  figure('avg_viewers'),
  figure('peak_viewers'),
];

/** Returns the hours between two times; null without an end. */
function lengthOf({ started_at, ended_at }: { started_at: string; ended_at: string | null }): number | null {
  return ended_at === null ? null : fileHours(minutesBetween(started_at, ended_at));
}

export const whoColumns: readonly FileColumn<{ id: string; name: string; display_name: string | null }>[] = [
  ['Streamer', ({ display_name, name }) => display_name ?? name],
  ['Login', ({ name }) => name],
  ['Channel ID', ({ id }) => id],
];

export const figureColumns = figuresOfWindow(
  'watchtime',
  'total_minutes',
  'avg_viewers',
  'peak_viewers',
  'stream_count',
);

export const streamColumns: readonly FileColumn<StreamSummary>[] = [
  ...broadcastColumns,
  figure('watchtime'),
  ['Chatters', ({ unique_chatters }) => unique_chatters],
  ['Views', ({ live_views, live_views_final }) => live_views_final ?? live_views],
  ['Tags', ({ tags }) => tags?.join(', ')],
  ['Stream ID', ({ id }) => id],
];

export const coverageColumns: readonly FileColumn<{ coverage: Coverage }>[] = [
  ['First observed (UTC)', ({ coverage }) => fileTime(coverage.tracked_since)],
  ['Last observed (UTC)', ({ coverage }) => fileTime(coverage.last_seen_at)],
  ['Viewer samples', ({ coverage }) => coverage.sample_count],
  ['Longest gap (minutes)', ({ coverage: { largest_gap_seconds: gap } }) => gap && roundedQuotient(gap, 60)],
];

export const boardColumns: readonly FileColumn<BoardEntry & { rank: number }>[] = [
  ['Rank', ({ rank }) => rank],
  ...whoColumns,
  ...metrics.map((metric) => figure(figuresOfMetrics[metric], (row: BoardEntry) => row[metric])),
  ['Movement (places)', movementOf],
  ['Last streams, by average viewers', ({ recent_viewers }) => recent_viewers.map((one) => one ?? '–').join(' ')],
];

/** Returns the places gained since the window before; null if they are not known. */
function movementOf({ is_compared, previous_rank: before, rank }: BoardEntry & { rank: number }) {
  if (!is_compared) return null;
  return before === null ? 'new' : before - rank;
}

export const liveColumns: readonly FileColumn<LiveStream>[] = [
  ['Streamer', ({ display_name }) => display_name],
  ['Login', ({ name }) => name],
  ['Channel ID', ({ streamer_id }) => streamer_id],
  ['Viewers', ({ viewers }) => viewers],
  ['Title', ({ title }) => title],
  ['Game', ({ game_name }) => game_name],
  ['Started (UTC)', ({ started_at }) => fileTime(started_at)],
  ['Live for (hours)', ({ live_minutes }) => fileHours(live_minutes)],
  ['Last seen (UTC)', ({ last_seen_at }) => fileTime(last_seen_at)],
  ['Stream ID', ({ id }) => id],
];

export const foundColumns: readonly FileColumn<ListedStreamer>[] = [
  ...whoColumns,
  figure('followers'),
  ...figureColumns,
  ['Last stream (UTC)', ({ last_stream_at }) => fileTime(last_stream_at)],
];

export const gameFileColumns: readonly FileColumn<Game>[] = [
  ['Game', ({ name }) => name],
  ...figureColumns,
  figure('streamer_count'),
];

export const rankedGameColumns: readonly FileColumn<Game & { rank: number }>[] = [
  ['Rank', ({ rank }) => rank],
  ...gameFileColumns,
];

export const gameStreamerColumns: readonly FileColumn<GameStreamer>[] = [...whoColumns, ...figureColumns];

export const eventColumns: readonly FileColumn<EventSummary>[] = [
  ['Event', ({ title }) => title],
  ['Begins (UTC)', ({ started_at }) => fileTime(started_at)],
  ['Ends (UTC)', ({ ended_at }) => fileTime(ended_at)],
  ['Length (hours)', lengthOf],
  figure('avg_viewers'),
  figure('peak_viewers'),
  ['Channels', ({ channels }) => channels?.join(', ')],
  ['Event ID', ({ id }) => id],
];

export const statusColumns: readonly FileColumn<Status>[] = [
  ['Newest data (UTC)', ({ newest_data_at }) => fileTime(newest_data_at)],
  ['Leaderboard computed (UTC)', ({ leaderboard_refreshed_at }) => fileTime(leaderboard_refreshed_at)],
  ['Streamers', ({ rows }) => rows.streamers],
  ['Streams', ({ rows }) => rows.streams],
  ['Viewer samples', ({ rows }) => rows.viewer_samples],
  ['Follower counts', ({ rows }) => rows.follower_points],
  ['Events', ({ rows }) => rows.events],
];

export const eventStreamColumns: readonly FileColumn<EventStream & { share: number | null }>[] = [
  ['Streamer', ({ display_name }) => display_name],
  ['Channel ID', ({ streamer_id }) => streamer_id],
  ...broadcastColumns,
  ['Share (% of the measured viewers)', ({ share }) => share],
  ['Stream ID', ({ id }) => id],
];

export const sponsorColumns: readonly FileColumn<Partner>[] = [
  ['Sponsor', ({ root_domain }) => root_domain],
  ['Link', ({ url }) => url],
  ['Since (UTC)', ({ created_at }) => fileTime(created_at)],
];

export const colabColumns: readonly FileColumn<ColabSession>[] = [
  ...startedAndEnded,
  ['Participants', ({ participants }) => participants.join(', ')],
];

/** Returns the table of the hours in each period, with two columns per heading. */
export function hoursTable(headings: readonly string[], load: () => Promise<StreamsRows<StreamedRow>>): FileTable {
  const columns: readonly FileColumn<StreamedRow>[] = [
    ['From (UTC)', ({ from }) => fileTime(new Date(from).toISOString())],
    ['To (UTC)', ({ to }) => fileTime(new Date(to).toISOString())],
    ...headings.flatMap((heading, i): FileColumn<StreamedRow>[] => [
      [heading, ({ hours }) => hours[i]],
      [`${heading}: complete`, ({ parts }) => (parts[i] ? 'no' : 'yes')],
    ]),
  ];
  return streamsTable(columns, load);
}

export const playedColumns: readonly FileColumn<PlayedGame>[] = [
  ['Game', ({ name }) => name ?? 'No game'],
  ...(['watchtime', 'total_minutes', 'avg_viewers', 'peak_viewers', 'stream_count'] as const).map((key) => figure(key)),
];
