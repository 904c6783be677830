import { Controller, Get, Param } from '@nestjs/common';
import { CachedApi } from '../http/limited-api.decorator.js';
import { Operation } from '../http/operation.decorator.js';
import { badStreamerName, StreamerParams } from '../streamer/dto/streamer.params.js';
import { unknownStreamerMessage } from '../streamer/unknown-streamer.js';
import { Found, ResponseCache } from '../response-cache/response-cache.js';
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
    summary: 'Active partners',
    description:
      "The commercial links on a streamer's panels, earliest first, at most 500. Of the links with the same root domain it is the earliest that is still there. Links to social networks and streaming platforms do not count.",
    ok: [Partner],
    okDescription: 'The partners, earliest first.',
    failure: 'Failed to fetch partners',
    badRequest: badStreamerName,
    notFound: unknownStreamerMessage,
  })
  listActivePartners(@Param() { name }: StreamerParams): Promise<Found<Partner[]>> {
    return this.cache.answer(['partners', name], () => this.partners.listActive(name));
  }
}
