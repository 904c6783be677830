import { readFileSync } from 'node:fs';
import { MetaService } from '../../meta/meta.service.js';
import { LoadedResponse } from '../../response-cache/response-cache.js';
import { PageController, PageResponses, ShowPage } from '../page-responses.js';
import { AboutPage } from './about.page.js';

const metricsFile = new URL('../../../docs/metrics.md', import.meta.url);

@PageController('about')
export class AboutPageController {
  private readonly metrics = readFileSync(metricsFile, 'utf8');

  constructor(
    private readonly pages: PageResponses,
    private readonly meta: MetaService,
  ) {}

  @ShowPage('', 'Failed to show what this is about')
  showAbout(): Promise<LoadedResponse> {
    return this.pages.respond(['about'], async () => (
      <AboutPage status={await this.meta.findStatus()} metrics={this.metrics} />
    ));
  }
}
