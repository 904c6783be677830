import { PartnersRepository } from '../../src/partners/partners.repository.js';
import { hoursAgo, PanelData } from '../support/data/factories.js';
import { TestStore } from '../support/database/test-store.js';

describe('PartnersRepository', () => {
  const store = TestStore.whileTesting();
  let repository: PartnersRepository;

  beforeAll(() => {
    repository = new PartnersRepository(store.prisma);
  });

  const urlsWith = async (...panels: Partial<PanelData>[]) => {
    const { id: streamer_id } = await store.data.streamer();
    for (const panel of panels) await store.data.panel({ streamer_id, ...panel });
    return (await repository.listActive(streamer_id))?.map(({ raw_url }) => raw_url);
  };

  it('returns null for an unknown streamer', async () => {
    expect(await repository.listActive('nobody')).toBeNull();
  });

  it('returns nothing for a streamer without panels', async () => {
    expect(await urlsWith()).toEqual([]);
  });

  it('omits panels that are removed or not commercial', async () => {
    const urls = await urlsWith(
      { raw_url: 'kept.example' },
      { raw_url: 'removed.example', removed_at: hoursAgo(1) },
      { raw_url: 'social.example', is_commercial: false },
    );
    expect(urls).toEqual(['kept.example']);
  });

  it('returns one link per root domain: the earliest link that is not removed', async () => {
    const root_domain = 'shop.example';
    const urls = await urlsWith(
      { root_domain, raw_url: 'second.shop.example', created_at: hoursAgo(20) },
      { root_domain, raw_url: 'first.shop.example', created_at: hoursAgo(30) },
      { root_domain, raw_url: 'gone.shop.example', created_at: hoursAgo(40), removed_at: hoursAgo(10) },
      { root_domain, raw_url: 'social.shop.example', created_at: hoursAgo(50), is_commercial: false },
    );
    expect(urls).toEqual(['first.shop.example']);
  });

  it('returns the first link in sort order among links of one root domain and one moment', async () => {
    const root_domain = 'shop.example';
    const urls = await urlsWith(
      { root_domain, raw_url: 'b.shop.example' },
      { root_domain, raw_url: 'a.shop.example' },
      { root_domain, raw_url: 'c.shop.example' },
    );
    expect(urls).toEqual(['a.shop.example']);
  });

  it('sorts by time, then by root domain', async () => {
    const urls = await urlsWith(
      { root_domain: 'd.example', raw_url: 'd', created_at: hoursAgo(1) },
      { root_domain: 'c.example', raw_url: 'c', created_at: hoursAgo(5) },
      { root_domain: 'b.example', raw_url: 'b', created_at: hoursAgo(5) },
      { root_domain: 'a.example', raw_url: 'a', created_at: hoursAgo(2) },
    );
    expect(urls).toEqual(['b', 'c', 'a', 'd']);
  });

  it('returns only the panels of this streamer, for any of its names', async () => {
    const mine = await store.data.streamer({ login: 'with_panels' });
    const other = await store.data.streamer();
    await store.data.panel({ streamer_id: mine.id, root_domain: 'one.example' });
    await store.data.panel({ streamer_id: other.id, root_domain: 'one.example' });
    for (const name of [mine.id, 'with_panels', 'With_Panels']) {
      expect(await repository.listActive(name)).toHaveLength(1);
    }
  });
});
