import { Param } from '@nestjs/common';
import { StreamerParams } from '../http/query/streamer.params.js';
import { Read, ReadController } from '../response-cache/read.decorator.js';
import { Partner } from './dto/partner.response.js';
import { PartnersService } from './partners.service.js';

@ReadController('v1/streamer/:name', 'Partners')
export class PartnersController {
  constructor(private readonly partners: PartnersService) {}

  @Read('partners', {
    summary: 'List active partners',
    description:
      "Returns up to 500 commercial links on a streamer's panels, oldest first. For each root domain, the list contains the oldest link that is still on a panel. Links to social networks and streaming platforms are excluded.",
    ok: [Partner],
    okDescription: 'Partners, oldest first.',
    failure: 'Failed to fetch partners',
  })
  listActivePartners(@Param() { name }: StreamerParams): Promise<Partner[]> {
    return this.partners.listActive(name);
  }
}
