import { Injectable } from '@nestjs/common';
import { CompareQuery } from '../compare/compare.query.js';
import { CompareView, CompareViewLoader } from '../compare/compare-view.js';
import { Compared, gained, nameOf, streamedBy, unitOf } from '../compare/compared.js';
import { hoursOf } from '../parts/periods.js';
import { figureColumns, hoursTable, whoColumns } from './file-columns.js';
import { FileColumn, fileHours, FileTable, fileTime, mostStreams, rowsTable, Tables } from './file-table.js';
import { StreamerService } from '../../streamer/streamer.service.js';

const mostFollowerPoints = 100_000;

const comparedColumns: readonly FileColumn<Compared>[] = [
  ...whoColumns.map(([heading, cell]): FileColumn<Compared> => [heading, ({ streamer }) => cell(streamer)]),
  ...figureColumns.map(([heading, cell]): FileColumn<Compared> => [heading, ({ figures }) => cell(figures)]),
  ['Followers', ({ streamer }) => streamer.followers],
  ['Followers gained', gained],
];

/** The tables of the panels of a comparison. Graphs have one row per streamer and time. */
@Injectable()
export class CompareFiles {
  readonly tables: Tables<CompareQuery> = {
    figures: async (query) => {
      const { compared } = await this.views.load(query);
      return rowsTable(comparedColumns, () => Promise.resolve(compared));
    },
    viewers: async (query) => this.viewers(await this.views.load(query, mostStreams)),
    followers: async (query) => this.followers(await this.views.load(query)),
    hours: async (query) => this.hours(await this.views.load(query, mostStreams)),
  };

  constructor(
    private readonly views: CompareViewLoader,
    private readonly streamer: StreamerService,
  ) {}

  private viewers({ compared }: CompareView): FileTable {
    const rows = compared.flatMap((one) => one.outlines.map((outline) => ({ name: nameOf(one), ...outline })));
    return rowsTable(
      [
        ['Streamer', ({ name }) => name],
        ['Stream started (UTC)', ({ started_at }) => fileTime(started_at)],
        ['Length (hours)', ({ minutes }) => fileHours(minutes)],
        ['Average viewers', ({ avg_viewers }) => avg_viewers],
        ['Peak viewers', ({ peak_viewers }) => peak_viewers],
      ],
      () => Promise.resolve(rows),
    );
  }

  private async followers({ compared, window }: CompareView): Promise<FileTable> {
    const range = { from: window.from.toISOString(), points: mostFollowerPoints };
    const lists = await Promise.all(
      compared.map(async (one) => {
        const points = await this.streamer.listFollowerGraph(one.streamer.id, range);
        return points.map((point) => ({ name: nameOf(one), ...point }));
      }),
    );
    return rowsTable(
      [
        ['Streamer', ({ name }) => name],
        ['Counted (UTC)', ({ created_at }) => fileTime(created_at)],
        ['Followers', ({ followers }) => followers],
      ],
      () => Promise.resolve(lists.flat()),
    );
  }

  private hours({ compared, window }: CompareView): FileTable {
    const range = [window.from.getTime(), window.to.getTime()] as const;
    return hoursTable(
      compared.map((one) => `${nameOf(one)} (hours streamed)`),
      () => Promise.resolve(hoursOf(streamedBy(compared), range, unitOf(window))),
    );
  }
}
