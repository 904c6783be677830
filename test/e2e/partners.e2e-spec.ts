import type { Partner } from '../../src/partners/dto/partner.response.js';
import { PanelData } from '../support/data/factories.js';
import { rejectsBadNames } from '../support/data/shared-examples.js';
import { TestApp } from '../support/http/test-app.js';

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

  rejectsBadNames(api, (name) => `/v1/streamer/${name}/partners`);

  it('returns every field of a partner', async () => {
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

  it('omits panel_image when the panel has no image', async () => {
    const [partner] = await partnersWith({ panel_image: null });
    expect(Object.keys(partner ?? {}).sort()).toEqual(['created_at', 'raw_url', 'root_domain', 'url']);
  });

  it('returns [] for a streamer without panels', async () => {
    expect(await partnersWith()).toEqual([]);
  });
});
