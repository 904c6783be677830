import { SeededSite } from '../support/http/seeded-site.js';
import { checkPages } from '../support/pages/page-checks.js';
import { otherStates } from '../support/pages/page-paths.js';

// test/pages/access.pages-spec.ts checks the first state of each page.
describe('the other states of pages', () => {
  const site = SeededSite.whileTesting();

  checkPages(site, otherStates);
});
