import { NotFoundException } from '@nestjs/common';
import { PartnerRow } from './dto/partner.response.js';
import { PartnersRepository } from './partners.repository.js';
import { PartnersService } from './partners.service.js';

const row: PartnerRow = {
  raw_url: 'Example.com/?utm_source=panel',
  url: 'https://example.com',
  root_domain: 'example.com',
  panel_image: 'https://images.example.com/1.png',
  created_at: '2026-10-01T12:00:00.000Z',
};

function serviceOf(...rows: PartnerRow[]): PartnersService {
  const listActive = async (name: string) => (name === 'known' ? rows : null);
  return new PartnersService({ listActive } as unknown as PartnersRepository);
}

describe('PartnersService', () => {
  it('answers each column of a partner', async () => {
    await expect(serviceOf(row).listActive('known')).resolves.toEqual([row]);
  });

  it('leaves panel_image out when the panel has none', async () => {
    const [partner] = await serviceOf({ ...row, panel_image: null }).listActive('known');
    expect(Object.keys(partner ?? {}).sort()).toEqual(['created_at', 'raw_url', 'root_domain', 'url']);
  });

  it('answers no partners for a streamer without any', async () => {
    await expect(serviceOf().listActive('known')).resolves.toEqual([]);
  });

  it('answers the first 500 partners', async () => {
    const rows = Array.from({ length: 501 }, (_, i) => ({ ...row, root_domain: `example-${i}.com` }));
    await expect(serviceOf(...rows).listActive('known')).resolves.toEqual(rows.slice(0, 500));
  });

  it('finds no partners of an unknown streamer', async () => {
    await expect(serviceOf(row).listActive('unknown')).rejects.toEqual(
      new NotFoundException('There is no streamer with this login or channel id.'),
    );
  });
});
