import { readFileSync } from 'node:fs';
import { MetaService } from '../../meta/meta.service.js';
import { PageKind } from '../kinds/page-kind.js';
import { AboutPage } from './about.page.js';

const metrics = readFileSync(new URL('../../../docs/metrics.md', import.meta.url), 'utf8');

export const aboutKind: PageKind<MetaService> = {
  ...{ path: 'about', failure: 'Failed to show what this is about', source: MetaService },
  show: async (meta) => <AboutPage status={await meta.findStatus()} metrics={metrics} />,
};
