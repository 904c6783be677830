import { PartnerRow } from './dto/partner.response.js';
import { PartnersRepository } from './partners.repository.js';
import { PartnersService } from './partners.service.js';

it('returns the first 500 partners', async () => {
  const rows = Array.from({ length: 501 }, (_, i): PartnerRow => {
    const root_domain = `example-${i}.com`;
    const panel_image = 'https://images.example.com/1.png';
    return { raw_url: root_domain, url: `https://${root_domain}`, root_domain, panel_image, created_at: '2026-10-01' };
  });
  const service = new PartnersService({ listActive: async () => rows } as unknown as PartnersRepository);
  await expect(service.listActive('known')).resolves.toEqual(rows.slice(0, 500));
});
