import { SeededSite } from '../support/http/seeded-site.js';
import { checkFirstVisits } from '../support/pages/first-visits.js';
import { followLinks } from '../support/pages/follow-links.js';
import { checkPages } from '../support/pages/page-checks.js';
import { otherStates } from '../support/pages/page-paths.js';

// test/pages/access.pages-spec.ts checks the first state of each page.
describe('the other states of pages', () => {
  const site = SeededSite.whileTesting();

  checkPages(site, otherStates);

  // test/pages/quiet.pages-spec.ts visits the first state of each page.
  describe('at the first visit', () => checkFirstVisits(site, otherStates));

  // test/pages/without-scripts.pages-spec.ts follows one link of each kind.
  it('have links that work, three of each kind', async () => {
    expect((await followLinks(site.api, 3)).broken).toEqual([]);
  });
});
