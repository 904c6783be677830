import { Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { BoardQuery } from '../board/board.query.js';
import { fixedKinds } from '../kinds/page-kinds.js';
import { LiveQuery } from '../live/live-kind.js';
import { PageController, ShowPage } from '../page-responses.js';
import { ListSources } from '../parts/lists/list-sources.js';
import { SearchQuery } from '../search/search.query.js';
import { Downloads, fileNameIn } from './downloads.js';

/** The lists of the pages as CSV files with all rows. */
@PageController('download')
export class ListFilesController {
  constructor(
    private readonly downloads: Downloads,
    private readonly sources: ListSources,
  ) {}

  @ShowPage(':panel.csv', 'Failed to write the file')
  sendList(
    @Query() board: BoardQuery,
    @Query() { q }: SearchQuery,
    @Query() { tag, title }: LiveQuery,
    @Res() response: Response,
  ): Promise<void> {
    const query = { ...board, q: q.trim(), tag, title };
    const name = fileNameIn(response);
    const list = fixedKinds.flatMap(({ list }) => list ?? []).find((one) => one.name === name);
    return this.downloads.send(response, list && (() => list.open(this.sources, query)));
  }
}
