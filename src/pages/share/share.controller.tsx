import { Query } from '@nestjs/common';
import { LoadedResponse } from '../../response-cache/response-cache.js';
import { PageAnswers } from '../page-answers.js';
import { PageController, ShowPage } from '../page-controller.decorator.js';
import { SharePage } from './share.page.js';
import { ShareQuery } from './share.query.js';

@PageController('share')
export class ShareController {
  constructor(private readonly pages: PageAnswers) {}

  @ShowPage('', 'Failed to show the codes')
  showShare(@Query() query: ShareQuery): Promise<LoadedResponse> {
    return this.pages.answer(['share', JSON.stringify(query)], () => Promise.resolve(<SharePage query={query} />));
  }
}
