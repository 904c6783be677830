import { Injectable } from '@nestjs/common';
import { CompareQuery } from '../compare/compare.query.js';
import { CompareViewLoader } from '../compare/compare-view.js';
import { Compared, gained, nameOf, streamedBy, unitOf } from '../compare/compared.js';
import { hoursOf } from '../parts/periods.js';
import { figureColumns, hoursTable, whoColumns } from './file-columns.js';
import { FileColumn, fileHours, fileTime, maxStreams, rowsTable, streamsTable, Tables } from './file-table.js';
import { FollowerPoint } from '../../streamer/dto/follower-point.response.js';
import { StreamerService } from '../../streamer/streamer.service.js';
import { StreamOutline } from '../../streams/detail/stream-summary.response.js';

const maxFollowerPoints = 100_000;

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
const followerColumns: readonly FileColumn<FollowerPoint & { name: string }>[] = [
  ['Streamer', ({ name }) => name],
  ['Counted (UTC)', ({ created_at }) => fileTime(created_at)],
  ['Followers', ({ followers }) => followers],
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
      rowsTable(followerColumns, async () => {
        const { compared, window } = await this.views.load(query);
        const range = { from: window.from.toISOString(), points: maxFollowerPoints };
        const lists = compared.map(async (one) =>
          named(one, await this.streamer.listFollowerGraph(one.streamer.id, range)),
        );
        return (await Promise.all(lists)).flat();
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
