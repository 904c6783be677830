import { Get, Param, Query } from '@nestjs/common';
import { FailureSentence } from '../../http/operation.decorator.js';
import { rangeUnits, RequestUnits } from '../../http/request-units.js';
import { Found } from '../../response-cache/response-cache.js';
import { StreamerParams } from '../../streamer/dto/streamer.params.js';
import { PageAnswers } from '../page-answers.js';
import { PageController } from '../page-controller.decorator.js';
import { StreamerPage } from './streamer.page.js';
import { StreamerQuery } from './streamer.query.js';
import { StreamerViewLoader } from './streamer-view.js';

@PageController('streamers')
export class StreamerPageController {
  constructor(
    private readonly pages: PageAnswers,
    private readonly views: StreamerViewLoader,
  ) {}

  @Get(':name')
  @FailureSentence('Failed to show the streamer')
  @RequestUnits(rangeUnits)
  showStreamer(@Param() { name }: StreamerParams, @Query() query: StreamerQuery): Promise<Found> {
    return this.pages.answer(['streamer', name, query.range, query.cursor], async () => (
      <StreamerPage view={await this.views.load(name, query)} />
    ));
  }
}
