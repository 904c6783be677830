import { SeededSite } from '../support/http/seeded-site.js';
import { checkFirstVisits, FirstVisits } from '../support/pages/first-visits.js';
import { kindsOfPages } from '../support/pages/page-paths.js';

describe('the first visit', () => {
  const site = SeededSite.whileTesting();

  checkFirstVisits(site, kindsOfPages);

  it.each([320, 390])('causes no layout shift at %d pixels either', async (width) => {
    const visits = await FirstVisits.open(site, { width, zone: 'America/St_Johns' });
    for (const path of ['/', '/streamers/aurora_plays']) {
      expect((await visits.visit(site.api.url + path)).shifts).toBe(0);
    }
    await visits.close();
  });
});
