import { Injectable } from '@nestjs/common';
import { CompareQuery } from '../compare/compare.query.js';
import { CompareViewLoader } from '../compare/compare-view.js';
import { Compared, gained, nameOf, streamedBy, unitOf } from '../compare/compared.js';
import { hoursOf } from '../parts/periods.js';
import { figureColumns, hoursTable, whoColumns } from './file-columns.js';
import {
  FileColumn,
  fileHours,
  fileTime,
  joinedTables,
  maxStreams,
  rowsTable,
  streamsTable,
  Tables,
} from './file-table.js';
import { followerColumns, followersTable } from './followers-table.js';
import { StreamerService } from '../../streamer/streamer.service.js';
import { StreamOutline } from '../../streams/detail/stream-summary.response.js';

const comparedColumns: readonly FileColumn<Compared>[] = [
  ...whoColumns.map(([heading, cell]): FileColumn<Compared> => [heading, ({ streamer }) => cell(streamer)]),
  ...figureColumns.map(([heading, cell]): FileColumn<Compared> => [heading, ({ figures }) => cell(figures)]),
  ['Followers', ({ streamer }) => streamer.followers],
  ['Followers gained', gained],
];

const viewerColumns: readonly FileColumn<StreamOutline & { name: string }>[] = [
  ['Streamer', ({ name }) => name],
  ['Stream started (UTC)', ({ started_at }) => fileTime(started_at)],
  ['Length (hours)', ({ minutes }) => fileHours(minutes)],
  ['Average viewers', ({ avg_viewers }) => avg_viewers],
  ['Peak viewers', ({ peak_viewers }) => peak_viewers],
];

/** The tables of the panels of a comparison. Graphs have one row per streamer and time. */
@Injectable()
export class CompareFiles {
  readonly tables: Tables<CompareQuery> = {
    figures: (query) => rowsTable(comparedColumns, async () => (await this.views.load(query)).compared),
    viewers: (query) =>
      streamsTable(viewerColumns, async () => {
        const { compared } = await this.views.load(query, maxStreams);
        const rows = compared.flatMap((one) => named(one, one.outlines));
        return { rows, lists: compared.map(({ outlines }) => outlines) };
      }),
    followers: (query) =>
      joinedTables(['Streamer', ...followerColumns.map(([heading]) => heading)], async () => {
        const { compared, window } = await this.views.load(query);
        return compared.map((one) => {
          const { id } = one.streamer;
          const name = nameOf(one);
          return followersTable([['Streamer', () => name], ...followerColumns], this.streamer, id, window);
        });
      }),
    hours: async (query) => {
      const { compared, window } = await this.views.load(query, maxStreams);
      const rows = hoursOf(streamedBy(compared), [window.from.getTime(), window.to.getTime()], unitOf(window));
      const lists = compared.map(({ outlines }) => outlines);
      return hoursTable(
        compared.map((one) => `${nameOf(one)} (hours streamed)`),
        () => Promise.resolve({ rows, lists }),
      );
    },
  };

  constructor(
    private readonly views: CompareViewLoader,
    private readonly streamer: StreamerService,
  ) {}
}

function named<Item>(one: Compared, items: readonly Item[]): (Item & { name: string })[] {
  return items.map((item) => ({ ...item, name: nameOf(one) }));
}
