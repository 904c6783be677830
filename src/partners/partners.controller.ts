import { Controller, Get, Param } from '@nestjs/common';
import { CachedApi } from '../http/request/limited-api.decorator.js';
import { Operation } from '../http/request/operation.decorator.js';
import { badStreamerName, StreamerParams } from '../http/query/streamer.params.js';
import { unknownStreamerMessage } from '../http/errors/unknown-streamer.js';
import { LoadedResponse, ResponseCache } from '../response-cache/response-cache.js';
import { Partner } from './dto/partner.response.js';
import { PartnersService } from './partners.service.js';

@Controller('v1/streamer/:name')
@CachedApi('Partners')
export class PartnersController {
  constructor(
    private readonly partners: PartnersService,
    private readonly cache: ResponseCache,
  ) {}

  @Get('partners')
  @Operation({
    summary: 'List active partners',
    description:
      "Returns up to 500 commercial links on a streamer's panels, oldest first. For each root domain, the list contains the oldest link that is still on a panel. Links to social networks and streaming platforms are excluded.",
    ok: [Partner],
    okDescription: 'Partners, oldest first.',
    failure: 'Failed to fetch partners',
    badRequest: badStreamerName,
    notFound: unknownStreamerMessage,
  })
  listActivePartners(@Param() { name }: StreamerParams): Promise<LoadedResponse<Partner[]>> {
    return this.cache.getOrLoad(['partners', name], () => this.partners.listActive(name));
  }
}
