import { Injectable } from '@nestjs/common';
import { hourMs } from '../../charts/durations.js';
import { quotientInTenths } from '../../charts/labels/number-labels.js';
import { EventsService } from '../../events/events.service.js';
import { PartnersService } from '../../partners/partners.service.js';
import { toPage } from '../../http/lists/page.js';
import { StreamerService } from '../../streamer/streamer.service.js';
import { ColabSessionsService, sessionsPerQuery } from '../../streams/colabs/colab-sessions.service.js';
import { StreamsService } from '../../streams/detail/streams.service.js';
import { StreamOutline } from '../../streams/detail/stream-summary.response.js';
import { Window } from '../../figures/windows.js';
import { hoursOf, periodUnit } from '../parts/periods.js';
import { CalendarDay, calendarOf } from '../streamer/calendar.js';
import { playedGames } from '../streamer/played-games.js';
import { StreamerQuery } from '../streamer/streamer.query.js';
import { StreamerView, StreamerViewLoader } from '../streamer/streamer-view.js';
import { weekHours } from '../streamer/week-hours.js';
import {
  colabColumns,
  coverageColumns,
  eventColumns,
  hoursTable,
  playedColumns,
  sponsorColumns,
  streamColumns,
} from './file-columns.js';
import { followerColumns, followersTable } from './followers-table.js';
import {
  FileColumn,
  FileTable,
  fileTime,
  listTable,
  maxStreams,
  rowsTable,
  streamsTable,
  Tables,
} from './file-table.js';

const knownColumns: readonly FileColumn<StreamerView>[] = [
  ['Channel ID', ({ streamer }) => streamer.id],
  ['Streams in this range', ({ figures }) => figures.stream_count],
  ['Watched by a collector since (UTC)', ({ coverage }) => fileTime(coverage.watched_since)],
  ...coverageColumns,
  ['Last stream started (UTC)', ({ streamer }) => fileTime(streamer.last_stream_at)],
  ['Followers counted since (UTC)', ({ followersKnown }) => fileTime(followersKnown[0]?.created_at ?? null)],
  ['Followers last counted (UTC)', ({ followersKnown }) => fileTime(followersKnown.at(-1)?.created_at ?? null)],
];

/** Rows are hours of the day, and columns are weekdays. */
const weekColumns: readonly FileColumn<{ hour: number; ms: readonly number[] }>[] = [
  ['Hour (UTC)', ({ hour }) => `${hour}:00`],
  ...['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'].map(
    (day, place): FileColumn<{ ms: readonly number[] }> => [
      `${day} (hours streamed)`,
      ({ ms }) => quotientInTenths(ms[place] ?? 0, hourMs),
    ],
  ),
];

const calendarColumns: readonly FileColumn<CalendarDay>[] = [
  ['Day (UTC)', ({ at }) => at.toISOString().slice(0, 10)],
  ['Hours streamed', ({ ms }) => (ms === null ? null : quotientInTenths(ms, hourMs))],
];

/** A streamer and a range. */
interface Subject {
  name: string;
  range: string;
  window: Window;
}

/** The tables of the panels of a streamer page. */
@Injectable()
export class StreamerFiles {
  readonly tables: Tables<Subject> = {
    followers: ({ name, window }) => followersTable(followerColumns, this.streamer, name, window),
    streams: ({ name, window }) => this.listStreams(name, window),
    viewers: ({ name, window }) => this.listStreams(name, window),
    hours: ({ name, range }) =>
      streamsTable(weekColumns, async () => {
        const { times, outlines } = await this.views.loadCharts(name, range, maxStreams);
        const week = weekHours(times);
        const rows = Array.from({ length: 24 }, (_, hour) => ({ hour, ms: week.map((row) => row[hour] ?? 0) }));
        return { rows, lists: [outlines] };
      }),
    calendar: ({ name }) =>
      streamsTable(calendarColumns, async () => {
        const charts = await this.views.loadCharts(name, '365', maxStreams);
        return { rows: calendarOf(charts).days, lists: [charts.yearOutlines] };
      }),
    airtime: ({ name, range }) =>
      hoursTable(['Hours streamed'], async () => {
        const { times, outlines, span, knownSince } = await this.views.loadCharts(name, range, maxStreams);
        return { rows: hoursOf([{ name, times, knownSince }], span, periodUnit(span)), lists: [outlines] };
      }),
    games: ({ name, window }) =>
      streamsTable(playedColumns, async () => {
        const outlines = await this.listOutlines(name, window);
        return { rows: playedGames(outlines, 'watchtime'), lists: [outlines] };
      }),
    sponsors: ({ name }) => rowsTable(sponsorColumns, () => this.partners.listActive(name)),
    events: ({ name }) =>
      rowsTable(eventColumns, async () => (await this.events.listOfStreamer(name)).filter((event) => event.is_public)),
    collaborations: async ({ name, window }) => {
      await this.streamer.findId(name);
      return listTable(colabColumns, async (most, cursor) => {
        const limit = Math.min(most, sessionsPerQuery);
        return toPage(await this.colabs.listOfStreamer(name, window, limit + 1, cursor), cursor, limit);
      });
    },
    known: ({ name, range }) =>
      rowsTable(knownColumns, async () => [await this.views.load(name, { ...new StreamerQuery(), range })]),
  };

  constructor(
    private readonly views: StreamerViewLoader,
    private readonly streamer: StreamerService,
    private readonly streams: StreamsService,
    private readonly partners: PartnersService,
    private readonly events: EventsService,
    private readonly colabs: ColabSessionsService,
  ) {}

  /** The end of the window keeps out streams that start during the download. */
  private listStreams(name: string, window: Window): FileTable {
    const [from, to] = [window.from.toISOString(), window.to.toISOString()];
    return listTable(streamColumns, (limit, cursor) =>
      this.streamer.listRecentStreams(name, { limit, cursor, from, to }),
    );
  }

  /** Throws a NotFoundException for an unknown streamer. */
  private async listOutlines(name: string, window: Window): Promise<StreamOutline[]> {
    await this.streamer.findId(name);
    return this.streams.listOutlines(name, window, maxStreams);
  }
}
