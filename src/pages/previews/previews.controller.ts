import { Config } from '../../config/config.js';
import { previewUnits } from '../../rate-limit/request-units.js';
import { LoadedResponse } from '../../response-cache/response-cache.js';
import { PageController, ShowPage } from '../page-responses.js';
import { PictureResponses } from '../picture-responses.js';
import { drawCard } from './card.js';
import { siteCard } from './cards.js';

/** The picture that chats show with links to pages without a picture of their own. */
@PageController('previews')
export class PreviewsController {
  constructor(
    private readonly pictures: PictureResponses,
    private readonly config: Config,
  ) {}

  @ShowPage('site.png', 'Failed to draw the picture of the site', previewUnits)
  drawSite(): Promise<LoadedResponse> {
    return this.pictures.png(['preview', 'site'], () => Promise.resolve(drawCard(siteCard(), this.config.siteName)));
  }
}
