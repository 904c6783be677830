import { Param, Query } from '@nestjs/common';
import { readRange } from '../../http/query/range.query.js';
import { samplesPageUnits } from '../../rate-limit/request-units.js';
import { LoadedResponse } from '../../response-cache/response-cache.js';
import { StreamParams } from '../../streams/detail/stream.params.js';
import { PageController, PageResponses, ShowPage } from '../page-responses.js';
import { StreamPageQuery } from './stream-page.query.js';
import { StreamPage } from './stream.page.js';
import { StreamViewLoader } from './stream-view.js';

@PageController('streams')
export class StreamPageController {
  constructor(
    private readonly pages: PageResponses,
    private readonly views: StreamViewLoader,
  ) {}

  @ShowPage(':id', 'Failed to show the stream', samplesPageUnits)
  showStream(@Param() { id }: StreamParams, @Query() query: StreamPageQuery): Promise<LoadedResponse> {
    const range = readRange(query);
    return this.pages.respond(['stream', id, range.from, range.to], async () => (
      <StreamPage view={await this.views.load(id, range)} />
    ));
  }
}
