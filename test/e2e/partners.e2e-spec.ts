import type { Partner } from '../../src/partners/dto/partner.response.js';
import { hoursAgo, PanelData } from '../support/factories.js';
import { rejectsBadNames, requiresToken } from '../support/shared-examples.js';
import { TestApp } from '../support/test-app.js';

describe('GET /v1/streamer/{name}/partners', () => {
  const [api, data] = TestApp.whileTestingWithData();

  const partnersOf = (name: string) => api.get<Partner[]>(`/v1/streamer/${name}/partners`);

  const partnersWith = async (...panels: Partial<PanelData>[]) => {
    const { id: streamer_id } = await data.streamer();
    for (const panel of panels) await data.panel({ streamer_id, ...panel });
    const { status, body } = await partnersOf(streamer_id);
    expect(status).toBe(200);
    return body;
  };

  requiresToken(() => api, '/v1/streamer/somebody/partners');
  rejectsBadNames(
    () => api,
    (name) => `/v1/streamer/${name}/partners`,
  );

  it('answers every field of a partner', async () => {
    const partners = await partnersWith({
      raw_url: 'Shop.Example.co.uk/?utm_source=panel&a=1',
      url: 'https://shop.example.co.uk/?a=1',
      root_domain: 'example.co.uk',
      panel_image: 'https://static.example.net/panels/1.png',
      created_at: new Date('2026-01-02T03:04:05.678Z'),
    });
    expect(partners).toEqual([
      {
        raw_url: 'Shop.Example.co.uk/?utm_source=panel&a=1',
        url: 'https://shop.example.co.uk/?a=1',
        root_domain: 'example.co.uk',
        panel_image: 'https://static.example.net/panels/1.png',
        created_at: '2026-01-02T03:04:05.678Z',
      },
    ]);
  });

  it('leaves panel_image out when the panel has none', async () => {
    const [partner] = await partnersWith({ panel_image: null });
    expect(Object.keys(partner ?? {}).sort()).toEqual(['created_at', 'raw_url', 'root_domain', 'url']);
  });

  it('answers one partner a root domain, the earliest that is still on the panels', async () => {
    const partners = await partnersWith(
      { root_domain: 'sponsor.com', raw_url: 'shop.sponsor.com', created_at: hoursAgo(10) },
      { root_domain: 'sponsor.com', raw_url: 'www.sponsor.com', created_at: hoursAgo(20) },
      { root_domain: 'sponsor.com', raw_url: 'old.sponsor.com', created_at: hoursAgo(30), removed_at: hoursAgo(5) },
      { root_domain: 'other.com', raw_url: 'other.com', created_at: hoursAgo(15) },
    );
    expect(partners.map(({ raw_url }) => raw_url)).toEqual(['www.sponsor.com', 'other.com']);
  });

  it('answers the earliest partner first, and those of one moment by root domain', async () => {
    const partners = await partnersWith(
      { root_domain: 'c.com', created_at: hoursAgo(10) },
      { root_domain: 'b.com', created_at: hoursAgo(20) },
      { root_domain: 'a.com', created_at: hoursAgo(10) },
    );
    expect(partners.map(({ root_domain }) => root_domain)).toEqual(['b.com', 'a.com', 'c.com']);
  });

  it('leaves out what is not commercial', async () => {
    expect(await partnersWith({ is_commercial: false })).toEqual([]);
  });

  it('leaves out what was removed', async () => {
    expect(await partnersWith({ removed_at: hoursAgo(1) })).toEqual([]);
  });

  it('answers [] for a streamer without panels', async () => {
    expect(await partnersWith()).toEqual([]);
  });

  it('answers the panels of this streamer alone, by login in any case and by id', async () => {
    const { id } = await data.streamer({ login: 'somebody' });
    const other = await data.streamer();
    await data.panel({ streamer_id: id, root_domain: 'mine.com' });
    await data.panel({ streamer_id: other.id, root_domain: 'other.com' });
    for (const name of ['somebody', 'SomeBody', id]) {
      expect((await partnersOf(name)).body.map(({ root_domain }) => root_domain)).toEqual(['mine.com']);
    }
  });
});
