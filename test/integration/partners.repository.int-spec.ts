import { PartnersRepository } from '../../src/partners/partners.repository.js';
import { hoursAgo, PanelData } from '../support/factories.js';
import { TestStore } from '../support/test-store.js';

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

  it('answers null for an unknown streamer', async () => {
    expect(await repository.listActive('nobody')).toBeNull();
  });

  it('answers nothing for a streamer without panels', async () => {
    expect(await urlsWith()).toEqual([]);
  });

  it('leaves out what was removed, and what is not commercial', async () => {
    const urls = await urlsWith(
      { raw_url: 'kept.example' },
      { raw_url: 'removed.example', removed_at: hoursAgo(1) },
      { raw_url: 'social.example', is_commercial: false },
    );
    expect(urls).toEqual(['kept.example']);
  });

  it('answers one link a root domain: the earliest that is still there', async () => {
    const root_domain = 'shop.example';
    const urls = await urlsWith(
      { root_domain, raw_url: 'second.shop.example', created_at: hoursAgo(20) },
      { root_domain, raw_url: 'first.shop.example', created_at: hoursAgo(30) },
      { root_domain, raw_url: 'gone.shop.example', created_at: hoursAgo(40), removed_at: hoursAgo(10) },
      { root_domain, raw_url: 'social.shop.example', created_at: hoursAgo(50), is_commercial: false },
    );
    expect(urls).toEqual(['first.shop.example']);
  });

  it('answers of links of one root domain and one moment the one that sorts first', async () => {
    const root_domain = 'shop.example';
    const urls = await urlsWith(
      { root_domain, raw_url: 'b.shop.example' },
      { root_domain, raw_url: 'a.shop.example' },
      { root_domain, raw_url: 'c.shop.example' },
    );
    expect(urls).toEqual(['a.shop.example']);
  });

  it('answers the earliest first, and those of one moment by root domain', async () => {
    const urls = await urlsWith(
      { root_domain: 'd.example', raw_url: 'd', created_at: hoursAgo(1) },
      { root_domain: 'c.example', raw_url: 'c', created_at: hoursAgo(5) },
      { root_domain: 'b.example', raw_url: 'b', created_at: hoursAgo(5) },
      { root_domain: 'a.example', raw_url: 'a', created_at: hoursAgo(2) },
    );
    expect(urls).toEqual(['b', 'c', 'a', 'd']);
  });

  it('answers the panels of this streamer alone, named in any way', async () => {
    const mine = await store.data.streamer({ login: 'with_panels' });
    const other = await store.data.streamer();
    await store.data.panel({ streamer_id: mine.id, root_domain: 'one.example' });
    await store.data.panel({ streamer_id: other.id, root_domain: 'one.example' });
    for (const name of [mine.id, 'with_panels', 'With_Panels']) {
      expect(await repository.listActive(name)).toHaveLength(1);
    }
  });
});
