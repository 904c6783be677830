import { EventStream } from '../../events/dto/event-stream.response.js';
import { EventSummary } from '../../events/dto/event-summary.response.js';
import { Game } from '../../games/dto/game.response.js';
import { GameStreamer } from '../../games/dto/game-streamer.response.js';
import { BoardEntry } from '../../leaderboard/board-entry.js';
import { Status } from '../../meta/dto/status.response.js';
import { Partner } from '../../partners/dto/partner.response.js';
import { ListedStreamer } from '../../streamer/dto/listed-streamer.response.js';
import { ColabSession } from '../../streams/colabs/colab-session.response.js';
import { LiveStream } from '../../streams/live/live-stream.response.js';
import { StreamSummary } from '../../streams/detail/stream-summary.response.js';
import { minutesBetween } from '../parts/moments.js';
import { figureOf } from '../parts/window-figures.js';
import { FileColumn, fileHours, fileTime } from './file-table.js';

type Figures = Parameters<typeof figureOf>[0];

/** Returns the hours between two times; null without an end. */
function lengthOf({ started_at, ended_at }: { started_at: string; ended_at: string | null }): number | null {
  return ended_at === null ? null : fileHours(minutesBetween(started_at, ended_at));
}

export const whoColumns: readonly FileColumn<{ id: string; name: string; display_name: string | null }>[] = [
  ['Streamer', ({ display_name, name }) => display_name ?? name],
  ['Login', ({ name }) => name],
  ['Channel ID', ({ id }) => id],
];

export const figureColumns: readonly FileColumn<Figures>[] = [
  ['Hours watched', (row) => fileHours(figureOf(row, 'watchtime'))],
  ['Hours streamed', (row) => fileHours(figureOf(row, 'total_minutes'))],
  ['Average viewers', (row) => figureOf(row, 'avg_viewers')],
  ['Peak viewers', (row) => figureOf(row, 'peak_viewers')],
  ['Streams', (row) => figureOf(row, 'stream_count')],
];

export const streamColumns: readonly FileColumn<StreamSummary>[] = [
  ['Started (UTC)', ({ started_at }) => fileTime(started_at)],
  ['Ended (UTC)', ({ ended_at }) => fileTime(ended_at)],
  ['Length (hours)', lengthOf],
  ['Title', ({ title }) => title],
  ['Game', ({ game_name }) => game_name],
  ['Average viewers', ({ avg_viewers }) => avg_viewers],
  ['Peak viewers', ({ peak_viewers }) => peak_viewers],
  ['Hours watched', ({ watchtime }) => fileHours(watchtime)],
  ['Chatters', ({ unique_chatters }) => unique_chatters],
  ['Views', ({ live_views, live_views_final }) => live_views_final ?? live_views],
  ['Tags', ({ tags }) => tags?.join(', ')],
  ['Stream ID', ({ id }) => id],
];

export const boardColumns: readonly FileColumn<BoardEntry & { rank: number }>[] = [
  ['Rank', ({ rank }) => rank],
  ...whoColumns,
  ['Hours watched', ({ watchtime }) => fileHours(watchtime)],
  ['Average viewers', ({ averageviewers }) => averageviewers],
  ['Peak viewers', ({ peakviewers }) => peakviewers],
  ['Followers', ({ followers }) => followers],
  ['Followers gained', ({ followergain }) => followergain],
];

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
  ['Followers', ({ followers }) => followers],
  ...figureColumns,
  ['Last stream (UTC)', ({ last_stream_at }) => fileTime(last_stream_at)],
];

export const gameColumns: readonly FileColumn<Game>[] = [
  ['Game', ({ name }) => name],
  ...figureColumns,
  ['Streamers', ({ streamer_count }) => streamer_count],
];

export const rankedGameColumns: readonly FileColumn<Game & { rank: number }>[] = [
  ['Rank', ({ rank }) => rank],
  ...gameColumns,
];

export const gameStreamerColumns: readonly FileColumn<GameStreamer>[] = [...whoColumns, ...figureColumns];

export const eventColumns: readonly FileColumn<EventSummary>[] = [
  ['Event', ({ title }) => title],
  ['Begins (UTC)', ({ started_at }) => fileTime(started_at)],
  ['Ends (UTC)', ({ ended_at }) => fileTime(ended_at)],
  ['Length (hours)', lengthOf],
  ['Average viewers', ({ avg_viewers }) => avg_viewers],
  ['Peak viewers', ({ peak_viewers }) => peak_viewers],
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

export const eventStreamColumns: readonly FileColumn<EventStream>[] = [
  ['Streamer', ({ display_name }) => display_name],
  ['Channel ID', ({ streamer_id }) => streamer_id],
  ['Started (UTC)', ({ started_at }) => fileTime(started_at)],
  ['Ended (UTC)', ({ ended_at }) => fileTime(ended_at)],
  ['Length (hours)', lengthOf],
  ['Title', ({ title }) => title],
  ['Game', ({ game_name }) => game_name],
  ['Average viewers', ({ avg_viewers }) => avg_viewers],
  ['Peak viewers', ({ peak_viewers }) => peak_viewers],
  ['Stream ID', ({ id }) => id],
];

export const sponsorColumns: readonly FileColumn<Partner>[] = [
  ['Sponsor', ({ root_domain }) => root_domain],
  ['Link', ({ url }) => url],
  ['Since (UTC)', ({ created_at }) => fileTime(created_at)],
];

export const colabColumns: readonly FileColumn<ColabSession>[] = [
  ['Started (UTC)', ({ started_at }) => fileTime(started_at)],
  ['Ended (UTC)', ({ ended_at }) => fileTime(ended_at)],
  ['Length (hours)', lengthOf],
  ['Participants', ({ participants }) => participants.join(', ')],
];
